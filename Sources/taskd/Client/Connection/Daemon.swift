import AsyncHTTPClient
import NIOCore
import NIOHTTP1

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection to a running daemon.
struct Daemon: Sendable {
    /// The longest that a request may take.
    static let patience = TimeAmount.seconds(10)
    /// The longest that a request may take that waits for a receiver, or for a program of a command hook.
    static let longPatience = TimeAmount.seconds(60)
    /// The largest answer that is read, in bytes.
    private static let maxAnswer = 256 << 20

    let address: DaemonAddress
    private let credential: Credential
    private let http: HTTPClient

    /// Carries out `body` with a connection, which is closed afterwards whatever happens.
    static func with(
        _ address: DaemonAddress,
        _ credential: Credential,
        _ body: (Daemon) async throws -> Void
    ) async throws {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = patience
        configuration.connectionPool.retryConnectionEstablishment = false
        let http = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        do {
            try await body(Daemon(address: address, credential: credential, http: http))
        } catch {
            // The first error is the one to tell; a client that does not close ends with the process.
            try? await http.shutdown()
            throw error
        }
        try await http.shutdown()
    }

    func get(_ path: String, _ query: [QueryItem] = []) async throws -> Answer {
        try await answer(.GET, path + query.text)
    }

    func post(_ path: String, _ body: [UInt8] = [], patience: TimeAmount = patience) async throws -> Answer {
        try await answer(.POST, path, body, patience: patience)
    }

    func patch(_ path: String, _ body: [UInt8]) async throws -> Answer {
        try await answer(.PATCH, path, body)
    }

    func delete(_ path: String) async throws -> Answer {
        try await answer(.DELETE, path)
    }

    /// Opens a stream of server-sent events.
    ///
    /// - Parameters:
    ///   - path: The path of the stream.
    ///   - lastEventID: The id of the last event that is known already; nil to begin with the next one.
    /// - Returns: The bytes as they come.
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached, ``DaemonRefusal`` when it refuses.
    func stream(_ path: String, lastEventID: String?) async throws -> HTTPClientResponse.Body {
        var request = request(.GET, path)
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let lastEventID { request.headers.add(name: "Last-Event-ID", value: lastEventID) }
        let response = try await reaching { try await http.execute(request, deadline: .distantFuture) }
        guard response.status == .ok else { throw try await refusal(response) }
        return response.body
    }

    private func answer(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8]? = nil,
        patience: TimeAmount = patience
    ) async throws -> Answer {
        var request = request(method, path)
        if let body {
            if !body.isEmpty { request.headers.add(name: "Content-Type", value: contentType(method)) }
            request.body = .bytes(body)
        }
        let response = try await reaching { try await http.execute(request, timeout: patience) }
        guard (200...299).contains(response.status.code) else { throw try await refusal(response) }
        return try await reaching {
            let buffer = try await response.body.collect(upTo: Self.maxAnswer)
            return Answer(body: Array(buffer: buffer))
        }
    }

    private func contentType(_ method: HTTPMethod) -> String {
        method == .PATCH ? "application/merge-patch+json" : "application/json"
    }

    private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(address)/v1/\(path)")
        request.method = method
        if let token = credential.token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func refusal(_ response: HTTPClientResponse) async throws -> DaemonRefusal {
        let body = try await reaching { Array(buffer: try await response.body.collect(upTo: 1 << 20)) }
        return DaemonRefusal(status: Int(response.status.code), body: body, credential: credential)
    }

    /// Tells every failure of the connection as one.
    private func reaching<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw CommandFailure.unreachable(
                """
                the daemon at \(address) cannot be reached (\(reason(error))); \
                start it with \"taskd serve\", or say where it is with --url or TASKD_URL
                """
            )
        }
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout:
            "no answer in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "it closed the connection"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: "\(error)".split(separator: "\n").first.map { String($0.prefix(200)) } ?? "no connection"
        }
    }
}
