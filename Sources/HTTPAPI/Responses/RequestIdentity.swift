import Basics
import HTTPTypes
import Hummingbird
import Logging
import Storage

/// What a request is known by, in the log and in its answer.
struct RequestIdentity: Sendable {
    /// How many bytes an id of a client may have.
    private static let longest = 128

    /// The id that the client gave it, or else that of the server.
    let id: String
    /// The trace that it is part of (https://www.w3.org/TR/trace-context/); nil for none.
    let trace: TraceParent?

    init(of request: Request) {
        let given = request.headers[.xRequestID]
        id = given.flatMap { Self.isSane($0) ? $0 : nil } ?? Self.makeID()
        trace = request.headers[.traceParent].flatMap { TraceParent($0) }
    }

    /// A new id: 16 hexadecimal digits.
    private static func makeID() -> String {
        let digits = String(RandomBits.pair().0, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// What would be no trouble in a log, a header or a problem.
    private static func isSane(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~:/+=@".utf8.contains(byte)
                }
            }
    }

    /// What the log says of the request with every line.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = ["request.id": "\(id)"]
        if let trace {
            metadata["trace.id"] = "\(trace.traceID)"
            metadata["trace.parent"] = "\(trace.parentID)"
        }
        return metadata
    }
}

/// Knows each request by its id, in the log, in problems and in the answer, and says of each answer who may keep it.
struct RequestIdentityMiddleware: RouterMiddleware {
    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        var context = context
        let identity = RequestIdentity(of: request)
        context.identity = identity
        let handed = context
        // What the request changes is recorded in its trace.
        var response =
            if let trace = identity.trace {
                try await TraceParent.$current.withValue(trace) { try await next(request, handed) }
            } else {
                try await next(request, handed)
            }
        response.headers[.xRequestID] = identity.id
        if response.headers[.cacheControl] == nil {
            // What has a tag can be asked for again; nobody but the client is to keep either.
            response.headers[.cacheControl] = response.headers[.eTag] == nil ? "no-store" : "private, no-cache"
        }
        if context.serverLogger.logLevel <= .debug {
            context.logger.debug(
                "a request was answered",
                metadata: [
                    "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
                ])
        }
        return response
    }
}

extension HTTPField.Name {
    static let xRequestID = known("X-Request-Id")
    static let traceParent = known("traceparent")
    /// Whom proxies answer for, the client first.
    static let xForwardedFor = known("X-Forwarded-For")
    /// Names the change that was made.
    static let changeID = known("Change-Id")
    /// Names what else belongs to the answer (RFC 8288).
    static let link = known("Link")

    /// A field whose name is a token, as everybody can see.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no token") }
        return name
    }
}
