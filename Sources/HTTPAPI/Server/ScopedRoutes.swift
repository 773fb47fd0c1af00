import Hummingbird
import Storage

/// The routes that need a token: each is declared with the scopes that let in, of which a token must have one.
///
/// A route cannot be declared here without them, and whatever form a path was sent in, the scopes are those of the route
/// that the router found for it.
struct ScopedRoutes {
    /// What answers a request that was let in.
    typealias Handler = @Sendable (Request, APIContext) async throws -> Response

    private let group: RouterGroup<APIContext>
    private let authentication: BearerAuthentication

    init(_ group: RouterGroup<APIContext>, _ authentication: BearerAuthentication) {
        self.group = group
        self.authentication = authentication
    }

    func get(_ path: RouterPath, _ scope: AccessScope, or others: AccessScope..., handler: @escaping Handler) {
        on(path, .get, [scope] + others, handler)
    }

    func post(_ path: RouterPath, _ scope: AccessScope, or others: AccessScope..., handler: @escaping Handler) {
        on(path, .post, [scope] + others, handler)
    }

    func patch(_ path: RouterPath, _ scope: AccessScope, or others: AccessScope..., handler: @escaping Handler) {
        on(path, .patch, [scope] + others, handler)
    }

    func delete(_ path: RouterPath, _ scope: AccessScope, or others: AccessScope..., handler: @escaping Handler) {
        on(path, .delete, [scope] + others, handler)
    }

    private func on(
        _ path: RouterPath,
        _ method: HTTPRequest.Method,
        _ scopes: [AccessScope],
        _ handler: @escaping Handler
    ) {
        group.on(path, method: method) { [authentication] request, context in
            var context = context
            context.token = try await authentication.token(of: request, for: scopes)
            return try await handler(request, context)
        }
    }
}
