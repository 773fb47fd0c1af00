import AsyncHTTPClient
import Basics
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client of a running daemon.
///
/// Each call is one HTTP request and fails with a ``DaemonError``, or with `CancellationError` when its task is
/// cancelled. Nothing is sent again by itself: give a POST an idempotency key to be able to repeat it.
public struct DaemonClient: Sendable {
    /// The bounds that a client keeps.
    public struct Limits: Hashable, Sendable {
        /// How long a call may take, from the connection to the last byte.
        public var timeout = Swift.Duration.seconds(10)
        /// How long a call may take for which the daemon itself waits for a receiver, as it does for a sample.
        public var longTimeout = Swift.Duration.seconds(60)
        /// The largest response that is read, in bytes.
        public var maxResponseSize = 256 << 20

        /// The standard bounds: 10 s, 60 s and 256 MiB.
        public init() {}
    }

    private static let maxProblemSize = 1 << 20

    /// The address of the daemon.
    public let address: DaemonAddress
    /// The bounds that calls keep.
    public let limits: Limits
    private let token: String?
    private let pool: ConnectionPool
    /// Where calls are sent over connections of their own; none where all of them share the pool.
    private let directTargets: [SocketAddress]
    /// What to do when a call over a connection of its own takes long.
    private let whenSlow: (@Sendable () -> Void)?

    /// Carries out `body` with a client whose connections are closed afterwards, whatever happens.
    ///
    /// - Parameters:
    ///   - address: Where the daemon listens. Over `http` anybody on the way can read the token.
    ///   - token: The access token; nil for none.
    ///   - authorities: A PEM file with the authorities whose certificates are trusted; nil for those of the system.
    ///   - limits: The bounds of calls.
    ///   - body: What is done with the client, which must not be used after it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func withClient<Result: Sendable>(
        of address: DaemonAddress,
        token: String?,
        authorities: String? = nil,
        limits: Limits = Limits(),
        _ body: (DaemonClient) async throws -> Result
    ) async throws -> Result {
        try await withClient(
            of: address, token: token, authorities: authorities, limits: limits, blocksThread: false, whenSlow: nil,
            body)
    }

    /// The same, for a program whose threads have nothing else to do: with `blocksThread` they are blocked by short calls.
    ///
    /// Nothing has to be started for such a call. It ends when its time is over, not when its task is cancelled. One that
    /// takes more than two seconds calls `whenSlow`, perhaps more than once.
    package static func withClient<Result: Sendable>(
        of address: DaemonAddress,
        token: String?,
        authorities: String? = nil,
        limits: Limits = Limits(),
        blocksThread: Bool,
        whenSlow: (@Sendable () -> Void)? = nil,
        _ body: (DaemonClient) async throws -> Result
    ) async throws -> Result {
        let pool = ConnectionPool(authorities: authorities, connectTimeout: limits.timeout)
        let client = DaemonClient(
            address: address, limits: limits, token: token, pool: pool,
            directTargets: blocksThread ? address.directTargets : [], whenSlow: whenSlow)
        let result: Result
        do {
            result = try await body(client)
        } catch {
            // The first error is the one to report; a client that does not close ends with the process.
            try? await pool.close()
            throw error
        }
        try await pool.close()
        return result
    }

    /// Sends a GET request.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`, such as `tasks`.
    ///   - query: The parameters.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func get(_ path: String, _ query: [QueryItem] = []) async throws -> DaemonResponse {
        try await response(to: request(.GET, path, query))
    }

    /// Asks whether the daemon can use its store and fires due reminders.
    ///
    /// - Returns: The response of one that does.
    /// - Throws: ``DaemonError``; ``DaemonError/refused(_:)`` with status 503 and the reason when it does not.
    public func ready() async throws -> DaemonResponse {
        try await response(to: DaemonRequest(.GET, at: "/readyz", token: token))
    }

    /// Sends a POST request.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - body: JSON; empty for none.
    ///   - query: The parameters.
    ///   - idempotencyKey: A text of your choice, of up to 255 characters, by which the daemon knows a repetition: the
    ///     same key and body get the first response again for 24 hours, and nothing is done twice.
    ///   - timeout: How long the call may take; nil for that of ``limits``.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func post(
        _ path: String,
        _ body: [UInt8] = [],
        query: [QueryItem] = [],
        idempotencyKey: String? = nil,
        timeout: Swift.Duration? = nil
    ) async throws -> DaemonResponse {
        var request = request(.POST, path, query, body: body)
        if let idempotencyKey { request.add("Idempotency-Key", idempotencyKey) }
        if !body.isEmpty { request.add("Content-Type", "application/json") }
        return try await response(to: request, timeout: timeout)
    }

    /// Sends a PATCH request, with a JSON Merge Patch (RFC 7396).
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - query: The parameters.
    ///   - body: The members to change; null empties one.
    ///   - entityTag: The ``DaemonResponse/entityTag`` of what is changed: where it is another by now, nothing is done.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``; `refused` with status 412 for another entity tag.
    public func patch(
        _ path: String, _ query: [QueryItem] = [], _ body: [UInt8], ifMatch entityTag: String? = nil
    ) async throws -> DaemonResponse {
        var request = request(.PATCH, path, query, body: body)
        if let entityTag { request.add("If-Match", entityTag) }
        request.add("Content-Type", "application/merge-patch+json")
        return try await response(to: request)
    }

    /// Sends a DELETE request.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - query: The parameters.
    /// - Returns: The response, often without content.
    /// - Throws: ``DaemonError``.
    @discardableResult
    public func delete(_ path: String, _ query: [QueryItem] = []) async throws -> DaemonResponse {
        try await response(to: request(.DELETE, path, query))
    }

    /// Sends content as a file, which is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - fileName: What the content is called.
    ///   - mediaType: What kind of content it is; nil to leave that open.
    ///   - size: How many bytes there are.
    ///   - timeout: How long the call may take.
    ///   - next: The next bytes; none at the end.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func upload(
        _ path: String, fileName: String, mediaType: String?, size: Int, timeout: Swift.Duration = .seconds(180),
        _ next: @escaping @Sendable () throws -> [UInt8]
    ) async throws -> DaemonResponse {
        var request = request(.POST, path)
        request.add("Content-Disposition", ContentDisposition.attachment(fileName))
        request.add("Content-Type", mediaType ?? "application/octet-stream")
        var pooled = request.pooled(to: address)
        pooled.body = .stream(Pieces(next: next), length: .known(Int64(size)))
        return try await response(to: pooled, timeout: timeout)
    }

    /// Opens a stream of server-sent events, which has no end and no time limit.
    func stream(
        _ path: String, _ query: [QueryItem] = [], lastEventID: String?
    ) async throws -> HTTPClientResponse.Body {
        var request = request(.GET, path, query)
        request.add("Accept", "text/event-stream")
        if let lastEventID { request.add("Last-Event-ID", lastEventID) }
        let response = try await openResponse(to: request)
        guard response.status == .ok else { throw try await refusal(response) }
        guard response.headers.first(name: "Content-Type")?.hasPrefix("text/event-stream") == true else {
            throw DaemonError.invalidResponse("it is no stream of events")
        }
        return response.body
    }

    /// Downloads what may be of any length, with no time limit.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - query: The parameters.
    ///   - body: Is passed the bytes piece by piece, as they come.
    /// - Throws: ``DaemonError``; what `body` throws.
    public func download(
        _ path: String, _ query: [QueryItem] = [], _ body: ([UInt8]) throws -> Void
    ) async throws {
        let response = try await openResponse(to: request(.GET, path, query))
        guard response.status == .ok else { throw try await refusal(response) }
        var failure: (any Error)?
        try await reaching {
            for try await piece in response.body {
                do { try body(Array(buffer: piece)) } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
    }

    /// Sends lines of JSON in a POST request.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - query: The parameters.
    ///   - lines: The lines, each with its end.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func post(_ path: String, _ query: [QueryItem], lines: [UInt8]) async throws -> DaemonResponse {
        var request = request(.POST, path, query, body: lines)
        request.add("Content-Type", "application/x-ndjson")
        return try await response(to: request, timeout: limits.longTimeout)
    }

    /// Carries out what talks to the daemon, and reports each failure of the connection as a ``DaemonError``.
    ///
    /// - Parameters:
    ///   - mayAct: Whether what is asked changes something, so that a connection that breaks leaves open whether it did.
    ///   - body: What is asked.
    /// - Returns: What `body` returns.
    /// - Throws: ``DaemonError``; `CancellationError`.
    private func reaching<Value: Sendable>(
        mayAct: Bool = false, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout {
            throw DaemonError.timedOut(address)
        } catch is NIOTooManyBytesError {
            throw DaemonError.invalidResponse("more than \(limits.maxResponseSize) bytes")
        } catch let error where Self.isAboutCertificate(error) {
            throw DaemonError.untrusted(address)
        } catch {
            throw mayAct && Self.isAboutOpenConnection(error)
                ? DaemonError.brokenOff(address, reason: Self.reason(error))
                : DaemonError.unreachable(address, reason: Self.reason(error))
        }
    }

    private func request(
        _ method: HTTPMethod, _ path: String, _ query: [QueryItem] = [], body: [UInt8] = []
    ) -> DaemonRequest {
        DaemonRequest(method, at: "/v1/\(path)\(query.text)", token: token, body: body)
    }

    private func response(to request: DaemonRequest, timeout: Swift.Duration? = nil) async throws -> DaemonResponse {
        guard !directTargets.isEmpty, let bytes = request.bytes(to: address) else {
            return try await response(to: request.pooled(to: address), timeout: timeout)
        }
        let longest = limits.maxResponseSize
        let exchange = try DirectExchange(
            with: address, at: directTargets, patience: Patience(timeout: timeout ?? limits.timeout, whenSlow: whenSlow)
        )
        let (status, response) = try exchange.response(to: bytes, mayAct: request.method != .GET) {
            Self.isSuccess($0) ? longest : Self.maxProblemSize
        }
        guard Self.isSuccess(status) else {
            throw DaemonError.refused(DaemonProblem(status: status, body: response.body, address: address))
        }
        return response
    }

    private func response(
        to request: HTTPClientRequest, timeout: Swift.Duration? = nil
    ) async throws -> DaemonResponse {
        let limit = TimeAmount(timeout ?? limits.timeout)
        let mayAct = request.method != .GET
        let response = try await reaching(mayAct: mayAct) { try await pool.client.execute(request, timeout: limit) }
        guard Self.isSuccess(Int(response.status.code)) else { throw try await refusal(response) }
        return try await reaching(mayAct: mayAct) {
            let buffer = try await response.body.collect(upTo: limits.maxResponseSize)
            return DaemonResponse(
                body: Array(buffer: buffer), entityTag: response.headers.first(name: "ETag"),
                link: response.headers.first(name: "Link"))
        }
    }

    /// A response whose body is still to come, in its own time.
    private func openResponse(to request: DaemonRequest) async throws -> HTTPClientResponse {
        let request = request.pooled(to: address)
        return try await reaching { try await pool.client.execute(request, deadline: .distantFuture) }
    }

    private static func isSuccess(_ status: Int) -> Bool { (200...299).contains(status) }

    private func refusal(_ response: HTTPClientResponse) async throws -> DaemonError {
        let body = try await reaching { Array(buffer: try await response.body.collect(upTo: Self.maxProblemSize)) }
        return .refused(DaemonProblem(status: Int(response.status.code), body: body, address: address))
    }

    /// Whether a connection was there, and broke.
    private static func isAboutOpenConnection(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
        default: false
        }
    }

    private static func isAboutCertificate(_ error: any Error) -> Bool {
        switch error {
        case NIOSSLError.handshakeFailed(let cause): "\(cause)".contains("CERTIFICATE_VERIFY_FAILED")
        case let error as NIOSSLExtraError: error == .failedToValidateHostname
        default: false
        }
    }

    static func reason(_ error: any Error) -> String {
        switch error {
        case NIOSSLError.handshakeFailed: "it speaks no https, or another version of TLS"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "the connection was closed"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "the host name cannot be resolved"
        default: "\(error)".split(separator: "\n").first.map { String($0.prefix(200)) } ?? "no connection"
        }
    }
}
