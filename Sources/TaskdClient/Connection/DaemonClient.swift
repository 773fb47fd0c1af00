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

    /// The address of the daemon.
    public let address: DaemonAddress
    /// The bounds that calls keep.
    public let limits: Limits
    private let token: String?
    private let http: HTTPClient

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
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(limits.timeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        if let authorities {
            var encryption = TLSConfiguration.makeClientConfiguration()
            encryption.trustRoots = .file(authorities)
            configuration.tlsConfiguration = encryption
        }
        let http = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let result: Result
        do {
            result = try await body(DaemonClient(address: address, limits: limits, token: token, http: http))
        } catch {
            // The first error is the one to report; a client that does not close ends with the process.
            try? await http.shutdown()
            throw error
        }
        try await http.shutdown()
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
        try await response(to: request(.GET, at: "readyz"))
    }

    /// Sends a POST request.
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - body: JSON; empty for none.
    ///   - idempotencyKey: A text of your choice, of up to 255 characters, by which the daemon knows a repetition: the
    ///     same key and body get the first response again for 24 hours, and nothing is done twice.
    ///   - timeout: How long the call may take; nil for that of ``limits``.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func post(
        _ path: String,
        _ body: [UInt8] = [],
        idempotencyKey: String? = nil,
        timeout: Swift.Duration? = nil
    ) async throws -> DaemonResponse {
        var request = request(.POST, path)
        if let idempotencyKey { request.headers.add(name: "Idempotency-Key", value: idempotencyKey) }
        if !body.isEmpty { request.headers.add(name: "Content-Type", value: "application/json") }
        request.body = .bytes(body)
        return try await response(to: request, timeout: timeout)
    }

    /// Sends a PATCH request, with a JSON Merge Patch (RFC 7396).
    ///
    /// - Parameters:
    ///   - path: The path behind `/v1/`.
    ///   - query: The parameters.
    ///   - body: The members to change; null empties one.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    public func patch(_ path: String, _ query: [QueryItem] = [], _ body: [UInt8]) async throws -> DaemonResponse {
        var request = request(.PATCH, path, query)
        request.headers.add(name: "Content-Type", value: "application/merge-patch+json")
        request.body = .bytes(body)
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
        request.headers.add(name: "Content-Disposition", value: ContentDisposition.attachment(fileName))
        request.headers.add(name: "Content-Type", value: mediaType ?? "application/octet-stream")
        request.body = .stream(Pieces(next: next), length: .known(Int64(size)))
        return try await response(to: request, timeout: timeout)
    }

    /// Opens a stream of server-sent events, which has no end and no time limit.
    func stream(_ path: String, lastEventID: String?) async throws -> HTTPClientResponse.Body {
        var request = request(.GET, path)
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let lastEventID { request.headers.add(name: "Last-Event-ID", value: lastEventID) }
        let response = try await reaching { try await http.execute(request, deadline: .distantFuture) }
        guard response.status == .ok else { throw try await refusal(response) }
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
        let request = request(.GET, path, query)
        let response = try await reaching { try await http.execute(request, deadline: .distantFuture) }
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
        var request = request(.POST, path, query)
        request.headers.add(name: "Content-Type", value: "application/x-ndjson")
        request.body = .bytes(lines)
        return try await response(to: request, timeout: limits.longTimeout)
    }

    /// Carries out what talks to the daemon, and reports each failure of the connection as a ``DaemonError``.
    private func reaching<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
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
            throw DaemonError.unreachable(address, reason: Self.reason(error))
        }
    }

    private func request(_ method: HTTPMethod, _ path: String, _ query: [QueryItem] = []) -> HTTPClientRequest {
        request(method, at: "v1/\(path)\(query.text)")
    }

    private func request(_ method: HTTPMethod, at path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(address.base)/\(path)")
        request.method = method
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func response(to request: HTTPClientRequest, timeout: Swift.Duration? = nil) async throws -> DaemonResponse
    {
        let limit = TimeAmount(timeout ?? limits.timeout)
        let response = try await reaching { try await http.execute(request, timeout: limit) }
        guard (200...299).contains(response.status.code) else { throw try await refusal(response) }
        return try await reaching {
            let buffer = try await response.body.collect(upTo: limits.maxResponseSize)
            return DaemonResponse(body: Array(buffer: buffer))
        }
    }

    private func refusal(_ response: HTTPClientResponse) async throws -> DaemonError {
        let body = try await reaching { Array(buffer: try await response.body.collect(upTo: 1 << 20)) }
        return .refused(DaemonProblem(status: Int(response.status.code), body: body, address: address))
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

/// The pieces of a body that is sent.
private struct Pieces: AsyncSequence, Sendable {
    let next: @Sendable () throws -> [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        let source: @Sendable () throws -> [UInt8]

        mutating func next() async throws -> ByteBuffer? {
            let bytes = try source()
            return bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: next) }
}
