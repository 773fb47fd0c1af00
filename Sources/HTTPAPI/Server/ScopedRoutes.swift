import Foundation
import Hummingbird
import Storage

/// The routes of the API, each of which is declared as an ``Operation``: with the scopes that let in, of which a token must
/// have one, and with the parameters that its query may have.
///
/// A route cannot be declared here without an operation, and whatever form a path was sent in, the scopes are those of the
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

    /// Adds the route of an operation that needs a token.
    func add(_ operation: Operation, handler: @escaping Handler) {
        precondition(!operation.scopes.isEmpty, "\(operation.id) is open to everybody, and belongs to the router")
        let names = operation.queryNames
        group.on(RouterPath(operation.path), method: operation.method) { [authentication] request, context in
            if request.uri.path.utf8.contains(UInt8(ascii: "%")), request.uri.path.removingPercentEncoding == nil {
                throw Problem(.badRequest, "the path is not percent-encoded UTF-8")
            }
            if request.uri.query != nil { try QueryReader(request).refuseOthers(than: names) }
            var context = context
            context.operation = operation
            context.token = try await authentication.token(of: request, for: operation.scopes)
            return try await handler(request, context)
        }
    }
}

extension Router<APIContext> {
    /// Adds the route of an operation that anybody may call.
    func add(_ operation: Operation, handler: @escaping ScopedRoutes.Handler) {
        precondition(operation.scopes.isEmpty, "\(operation.id) needs a token, and belongs to the scoped routes")
        on(RouterPath(operation.path), method: operation.method, use: handler)
    }
}
