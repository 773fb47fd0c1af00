import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Notify

/// Answers only those whom the ``NetworkPolicy`` lets in: requests that were sent to this server by one of its names, and
/// tells browsers which web pages may read the answers.
struct NetworkMiddleware: RouterMiddleware {
    let policy: Locked<NetworkPolicy>

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        let policy = policy.withLock { $0 }
        if let authority = request.head.authority, !context.channel.isOfUnixSocket,
            !policy.hosts.contain(authority: authority)
        {
            throw Problem(
                .misdirectedRequest,
                """
                this server is not known as "\(authority.prefix(64))"; call it by an address or localhost, or have the \
                operator add the name with --hosts
                """)
        }
        guard let origin = request.headers[.origin], policy.origins.contain(origin) else {
            return try await next(request, context)
        }
        var response: Response
        if request.method == .options, let method = request.headers[.accessControlRequestMethod] {
            response = Self.preflight(method, request.headers[.accessControlRequestHeaders])
        } else {
            do { response = try await next(request, context) } catch {
                // What the page is refused it may read too.
                guard let problem = Problem(error) else { throw error }
                response = problem.response(to: context)
            }
            response.headers[.accessControlExposeHeaders] = Self.exposed
        }
        response.headers[.accessControlAllowOrigin] = origin
        let vary = response.headers[.vary].map { $0 + ", " } ?? ""
        response.headers[.vary] = vary + "Origin"
        return response
    }

    /// The header fields of answers that scripts may read beside those that they always may.
    private static let exposed =
        "ETag, Location, Change-Id, Retry-After, X-Request-Id, Content-Range, Content-Disposition, WWW-Authenticate"

    /// Tells a browser what a script may send; it is asked again after a day.
    private static func preflight(_ method: String, _ headers: String?) -> Response {
        var response = Response(status: .noContent)
        response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PATCH, DELETE"
        if let headers { response.headers[.accessControlAllowHeaders] = headers }
        response.headers[.accessControlMaxAge] = "86400"
        return response
    }
}

extension HTTPResponse.Status {
    /// RFC 9110 §15.5.20.
    static let misdirectedRequest = HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request")
}

extension Channel {
    /// Whether it is a connection through a Unix socket, which no web page can reach.
    var isOfUnixSocket: Bool {
        switch localAddress {
        case .v4, .v6: false
        case .unixDomainSocket, nil: true
        }
    }
}

extension TrustedProxies {
    /// The address of whoever made a request; nil where it came through a Unix socket.
    func client(of request: Request, on channel: any Channel) -> IPAddress? {
        let peer = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        return client(peer: peer, forwarded: request.headers[values: .xForwardedFor])
    }
}
