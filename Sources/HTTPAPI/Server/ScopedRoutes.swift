import Foundation
import Hummingbird
import Storage

/// The routes that need a token: each is declared with the scopes that let in, of which a token must have one, with what
/// it does for tokens that reach only a part of what is stored, and with the names of the parameters that its query may
/// have.
///
/// A route cannot be declared here without scopes, and whatever form a path was sent in, the scopes are those of the
/// route that the router found for it. One that declares nothing of reach refuses such tokens. A parameter that was not declared is refused, so that no mistake in a name stays
/// unseen.
struct ScopedRoutes {
    /// What answers a request that was let in.
    typealias Handler = @Sendable (Request, APIContext) async throws -> Response

    private let group: RouterGroup<APIContext>
    private let authentication: BearerAuthentication
    private let store: any Store

    init(_ group: RouterGroup<APIContext>, _ authentication: BearerAuthentication, _ store: any Store) {
        self.group = group
        self.authentication = authentication
        self.store = store
    }

    func get(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        reach: RouteReach = .everything,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .get, [scope] + others, reach, names, handler)
    }

    func post(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        reach: RouteReach = .everything,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .post, [scope] + others, reach, names, handler)
    }

    func patch(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        reach: RouteReach = .everything,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .patch, [scope] + others, reach, names, handler)
    }

    func delete(
        _ path: RouterPath,
        _ scope: AccessScope,
        or others: AccessScope...,
        reach: RouteReach = .everything,
        query names: Set<String> = [],
        handler: @escaping Handler
    ) {
        on(path, .delete, [scope] + others, reach, names, handler)
    }

    private func on(
        _ path: RouterPath,
        _ method: HTTPRequest.Method,
        _ scopes: [AccessScope],
        _ reach: RouteReach,
        _ names: Set<String>,
        _ handler: @escaping Handler
    ) {
        group.on(path, method: method) { [authentication, store] request, context in
            if request.uri.path.utf8.contains(UInt8(ascii: "%")), request.uri.path.removingPercentEncoding == nil {
                throw Problem(.badRequest, "the path is not percent-encoded UTF-8")
            }
            if request.uri.query != nil { try QueryReader(request).refuseOthers(than: names) }
            var context = context
            let (token, digest) = try await authentication.token(of: request, on: context.channel, for: scopes)
            (context.token, context.secretDigest) = (token, digest)
            guard context.access.isBound else { return try await handler(request, context) }
            guard reach.admits(token.reach) else { throw Problem(token, isConfinedTo: context.access) }
            context.subject = reach.subject(of: context)
            guard context.subject != nil else { return try await handler(request, context) }
            let inside = context
            try await store.read { try inside.requireSubject(in: $0) }
            let answer = try await handler(request, inside)
            // It may have been moved out while it was read; what is written looks by itself.
            if method == .get { try await store.read { try inside.requireSubject(in: $0) } }
            return answer
        }
    }
}

extension Problem {
    /// A token reaches only a part of what is stored, and a route cannot be narrowed to that.
    fileprivate init(_ token: AccessToken, isConfinedTo access: Access) {
        self.init(
            .forbidden,
            "the token \"\(token.name)\" is for \(access.words) alone, to which this call cannot be narrowed; use one "
                + "that reaches everything")
    }
}
