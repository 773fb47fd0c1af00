import Foundation
import Hummingbird
import Storage

/// The routes that need a token: each is declared with the scopes that let in, of which a token must have one, and with
/// the names of the parameters that its query may have.
///
/// A route cannot be declared here without scopes, and whatever form a path was sent in, the scopes are those of the
/// route that the router found for it. A parameter that was not declared is refused, so that no mistake in a name stays
/// unseen.
struct ScopedRoutes {
    /// What answers a request that was let in.
    typealias Handler = @Sendable (Request, APIContext) async throws -> Response

    private let group: RouterGroup<APIContext>
    private let authentication: BearerAuthentication

    init(_ group: RouterGroup<APIContext>, _ authentication: BearerAuthentication) {
        self.group = group
        self.authentication = authentication
    }

    func get(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .get, [scope] + others, names, handler)
    }

    func post(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .post, [scope] + others, names, handler)
    }

    func patch(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .patch, [scope] + others, names, handler)
    }

    func delete(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .delete, [scope] + others, names, handler)
    }

    private func on(
        _ path: RouterPath,
        _ method: HTTPRequest.Method,
        _ scopes: [AccessScope],
        _ names: Set<String>,
        _ handler: @escaping Handler
    ) {
        group.on(path, method: method) { [authentication] request, context in
            if request.uri.path.utf8.contains(UInt8(ascii: "%")), request.uri.path.removingPercentEncoding == nil {
                throw Problem(.badRequest, "the path is not percent-encoded UTF-8")
            }
            if request.uri.query != nil { try QueryReader(request).refuseOthers(than: names) }
            var context = context
            context.token = try await authentication.token(of: request, for: scopes)
            return try await handler(request, context)
        }
    }
}
