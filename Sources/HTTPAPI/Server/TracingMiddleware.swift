import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import NIOSSL
import Tracing

/// Has each request be a span, by OpenTelemetry's conventions for HTTP servers: below the one that the client names, and
/// above the deliveries of what the request changes.
///
/// It ends when the head of the answer is there; what follows is sent as fast as the client takes it.
struct TracingMiddleware: RouterMiddleware {
    let spans: SpanRecorder

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        let method = request.method.isKnown ? request.method.rawValue : "HTTP"
        let isEncrypted = await context.isEncrypted
        return try await spans.record(method, .server, from: request.headers.byName) { span, _ in
            span.note("http.request.method", request.method.isKnown ? method : "_OTHER")
            span.note("http.request.method_original", request.method.isKnown ? nil : request.method.rawValue)
            span.note("url.scheme", isEncrypted ? "https" : "http")
            span.note("url.path", request.uri.path)
            span.note("user_agent.original", request.headers[.userAgent])
            let response = try await next(request, context)
            if let route = context.route {
                span.operationName = "\(method) \(route)"
                span.note("http.route", route)
            }
            span.note("http.response.status_code", response.status.code)
            if response.status.kind == .serverError {
                span.note("error.type", "\(response.status.code)")
                span.setStatus(SpanStatus(code: .error))
            }
            return response
        }
    }
}

extension APIContext {
    /// Whether the connection is encrypted; asked for where a span is to say so.
    fileprivate var isEncrypted: Bool {
        get async {
            (try? await channel.pipeline.containsHandler(type: NIOSSLServerHandler.self).get()) != nil
        }
    }
}

extension HTTPFields {
    /// The values of the fields by their lower-case names; of a field that stands more than once the first.
    fileprivate var byName: [String: String] {
        Dictionary(map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
    }
}

extension HTTPRequest.Method {
    /// Whether it is one of those that spans are named by (RFC 9110 §9, RFC 5789).
    fileprivate var isKnown: Bool {
        [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch].contains(self)
    }
}
