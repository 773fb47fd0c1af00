import HTTPTypes
import Hummingbird

/// Refuses a query where a route has no parameters, so that no mistake in one stays unseen.
struct QueryGuard: RouterMiddleware {
    /// The routes that read their query themselves, by method.
    private static let readers: [HTTPRequest.Method: Set<String>] = [
        .get: [
            "/v1/tasks", "/v1/tasks/{id}/firings", "/v1/upcoming", "/v1/pauses", "/v1/hooks/{id}/deliveries",
            "/v1/events", "/v1/events/stream", "/v1/set-aside",
        ],
        .patch: ["/v1/tasks/{id}"],
    ]

    @concurrent
    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let isReader = context.endpointPath.map { Self.readers[request.method]?.contains($0) == true } ?? true
        if request.uri.query != nil, !isReader { try QueryReader(request).finish() }
        return try await next(request, context)
    }
}
