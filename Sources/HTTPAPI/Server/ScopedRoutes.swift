import Crypto
import Foundation
import Hummingbird
import Storage

/// The routes of the API, each of which is declared as an ``Operation``: with the scopes that let in, of which a token must
/// have one, with what it does for tokens that reach only a part of what is stored, and with the parameters that its query
/// may have.
///
/// A route cannot be declared here without an operation, and whatever form a path was sent in, the scopes are those of the
/// route that the router found for it. One whose operation says nothing of a reach refuses tokens that have one. A
/// parameter that was not declared is refused, so that no mistake in a name stays unseen.
struct ScopedRoutes {
    /// What answers a request that was let in.
    typealias Handler = @Sendable (Request, APIContext) async throws -> Response

    /// Reads what is to be changed, once an undo has come to it that may be to bring it back.
    typealias ReadToChange = @Sendable (@escaping @Sendable (any StoreReader) throws -> Void) async throws -> Void

    private let group: RouterGroup<APIContext>
    private let authentication: BearerAuthentication
    private let store: any Store
    private let readToChange: ReadToChange
    private let cursorKey: SymmetricKey

    init(
        _ group: RouterGroup<APIContext>, _ authentication: BearerAuthentication, _ store: any Store,
        toChange readToChange: @escaping ReadToChange, cursorKey: SymmetricKey
    ) {
        self.group = group
        self.authentication = authentication
        self.store = store
        self.readToChange = readToChange
        self.cursorKey = cursorKey
    }

    /// Adds the route of an operation that needs a token.
    func add(_ operation: Operation, handler: @escaping Handler) {
        precondition(!operation.scopes.isEmpty, "\(operation.id) is open to everybody, and belongs to the router")
        let (query, reach, scopes, method) =
            (DeclaredQuery(of: operation), operation.reach, operation.scopes, operation.method)
        group.on(RouterPath(operation.path), method: method) {
            [authentication, store, readToChange, cursorKey]
            request, context in
            if request.uri.path.utf8.contains(UInt8(ascii: "%")), request.uri.path.removingPercentEncoding == nil {
                throw Problem(.badRequest, "the path is not percent-encoded UTF-8")
            }
            if request.uri.query != nil { try QueryReader(request).refuseOthers(than: query.names) }
            var context = context
            context.declaredQuery = query
            let (token, digest) = try await authentication.token(of: request, on: context.channel, for: scopes)
            (context.token, context.secretDigest) = (token, digest)
            context.store = store
            guard context.access.isBound else {
                try await context.resolveNames(of: request)
                return try await context.answer(request, by: handler)
            }
            guard reach.admits(token.reach) else { throw Problem(token, isConfinedTo: context.access) }
            context.cursorSeal = CursorSeal(cursorKey, for: token.id)
            try await context.resolveNames(of: request)
            context.subject = reach.subject(of: context)
            guard context.subject != nil else { return try await context.answer(request, by: handler) }
            let inside = context
            guard method == .get else {
                try await readToChange { try inside.requireSubject(in: $0) }
                return try await inside.answer(request, by: handler)
            }
            try await store.read { try inside.requireSubject(in: $0) }
            let answer = try await inside.answer(request, by: handler)
            // It may have been moved out while it was read; what is written looks by itself.
            try await store.read { try inside.requireSubject(in: $0) }
            return answer
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

extension Problem {
    /// A token reaches only a part of what is stored, and a route cannot be narrowed to that.
    fileprivate init(_ token: AccessToken, isConfinedTo access: Access) {
        self.init(
            .forbidden,
            "the token \"\(token.name)\" is for \(access.words) alone, to which this call cannot be narrowed; use one "
                + "that reaches everything")
    }
}
