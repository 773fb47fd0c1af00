import HTTPTypes
import Hummingbird
import Storage

/// Lets in who shows a token whose scopes cover the request.
struct BearerAuthentication: RouterMiddleware {
    private let tokens: TokenCache

    init(store: any Store) {
        tokens = TokenCache(store: store)
    }

    @concurrent
    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.token = try await token(of: request)
        return try await next(request, context)
    }

    private func token(of request: Request) async throws -> AccessToken {
        guard let secret = request.headers[.authorization].flatMap(Self.bearerSecret) else {
            throw Self.unauthorized("show a token: Authorization: Bearer <token>")
        }
        let digest = AccessToken.digest(ofSecret: secret)
        guard let token = try await tokens.token(digest: digest) else {
            throw Self.unauthorized("the token is not known; the first start of the server wrote one to a file")
        }
        let scope = Self.scope(for: request)
        guard token.scopes.contains(scope) else {
            throw Problem(.forbidden, "the token \"\(token.name)\" does not have the scope \(scope.rawValue)")
        }
        return token
    }

    private static func scope(for request: Request) -> AccessScope {
        if request.method == .get || request.method == .head { return .read }
        return request.uri.path.hasPrefix("/v1/hooks") ? .admin : .write
    }

    private static func bearerSecret(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    private static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers = [.wwwAuthenticate: "Bearer realm=\"taskd\""]
        return problem
    }
}
