import Hummingbird
import NIOCore

/// Notifies a connection that what is done for its request is to be given up when the client leaves.
struct ClientIsAwaited: Sendable {
    /// Is called at once where it has left already.
    let onLeaving: @Sendable () -> Void
}

extension APIContext {
    /// Does something that only its client wants, and that may take long: it is cancelled when the client closes its end of
    /// the connection.
    ///
    /// - Parameter body: What is done; when it is cancelled, it throws a `CancellationError` or ends as if it was not.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; a 503 ``Problem`` where it was given up.
    func whileClientStays<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // A task of its own, since the connection's event loop is to cancel it, and nothing else of the request.
        let work = Task { try await body() }
        channel.triggerUserOutboundEvent(ClientIsAwaited { work.cancel() }, promise: nil)
        do {
            return try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
        } catch is CancellationError {
            throw Problem(
                .serviceUnavailable,
                """
                the request was given up, since the client closed its end of the connection; keep it open until the \
                response is there
                """)
        }
    }
}
