import HTTPTypes
import Hummingbird
import Storage

/// Finds the token that a request shows.
struct BearerAuthentication: Sendable {
    private let tokens: TokenCache

    init(store: any Store) {
        tokens = TokenCache(store: store)
    }

    /// The token of a request, if one of its scopes is among those that are needed.
    ///
    /// - Throws: A 401 ``Problem`` without a token that is known, a 403 one when it may not do this.
    func token(of request: Request, for needed: [AccessScope]) async throws -> AccessToken {
        guard let secret = request.headers[.authorization].flatMap(Self.bearerSecret) else {
            throw Self.unauthorized("no token; send the header Authorization: Bearer <token>")
        }
        guard let token = try await tokens.token(digest: AccessToken.digest(ofSecret: secret)) else {
            throw Self.unauthorized("unknown token; use the one in the file that \"taskd token path\" prints")
        }
        guard token.allows(anyOf: needed) else {
            let names = needed.map(\.rawValue).joined(separator: " or ")
            throw Problem(.forbidden, "the token \"\(token.name)\" does not have the scope \(names)")
        }
        return token
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
