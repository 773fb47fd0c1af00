import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Storage

/// `/v1/tokens`: who is let in, what they may do and how far they reach.
struct TokenRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let executor: IdempotentExecutor<Time>
    let clock: Time
    let uses: TokenUses

    func add(to routes: ScopedRoutes) {
        routes.add(.createToken) { try await create($0, $1) }
        routes.add(.listTokens) { try await list($0, $1) }
        routes.add(.readOwnToken) { try await read($0, try $1.ownToken()) }
        routes.add(.rotateOwnToken) { try await rotate($0, $1, try $1.ownToken()) }
        routes.add(.readToken) { try await read($0, try $1.id("token")) }
        routes.add(.updateToken) { try await patch($0, $1) }
        routes.add(.revokeToken) { try await revoke($0, $1) }
        routes.add(.rotateToken) { try await rotate($0, $1, try $1.id("token")) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = try NewToken(try await context.resolved(JSONValue(body: input)), now: clock.now)
        // Made here, since what runs again makes the same.
        let (secret, id) = (TokenSecret.make(), wanted.id ?? TokenID(madeAt: clock.now))
        return try await executor.run(request, input: input, context: context) { transaction, now in
            guard try transaction.accessToken(id) == nil else {
                throw Problem(.conflict, "a token \(id) already exists; choose another id, or change that token")
            }
            let count = try transaction.accessTokens(after: nil, limit: AccessToken.maxCount).count
            guard count < AccessToken.maxCount else {
                throw Problem(.conflict, "there are \(AccessToken.maxCount) tokens already; revoke one first")
            }
            try transaction.check(wanted.reach)
            var token = AccessToken(
                id: id, digest: secret.digest, name: "", scopes: [], reach: wanted.reach, createdAt: now)
            token.take(wanted.fields)
            try Self.save(token, in: transaction)
            var answer = APIResponse(token, showing: secret, now: now)
            answer.status = .created
            return answer.located("/v1/tokens/\(id)")
        }
    }

    /// Writes a token, unless another one has its name.
    private static func save(_ token: AccessToken, in transaction: any StoreTransaction) throws {
        if let other = try transaction.accessToken(named: token.name), other.id != token.id {
            throw Problem(.conflict, "another token has this name, \(other.id); choose another name")
        }
        try transaction.save(token)
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let place = query.cursor { $0.count == 1 ? TokenID($0[0]) : nil }
        try query.finish()
        let (found, now) = (try await store.read { try $0.accessTokens(after: place, limit: limit + 1) }, clock.now)
        var page = PageWriter<TokenID>(limit: limit)
        _ = page.add(found.map(withUse), \.id) { json, token in
            json.object { token.write(membersTo: &$0, at: now) }
        }
        return page.answer { query.cursorText([$0.description]) }.response
    }

    private func read(_ request: Request, _ id: TokenID) async throws -> Response {
        guard let token = try await store.read({ try $0.accessToken(id) }) else { throw Problem.noToken(id) }
        let (tag, now) = (EntityTag(of: token), clock.now)
        guard try request.has(tag) else {
            return APIResponse { withUse(token).write(membersTo: &$0, at: now) }.tagged(tag).response
        }
        return APIResponse.unchanged(tag).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TokenID = try context.id("token")
        let patch = try MergePatch<TokenFields>(
            JSONValue(body: try await context.bytes(of: request)), readOnly: AccessToken.readOnlyMembers)
        return try await executor.run(request, context: context, states: states(of: id)) { transaction, now in
            guard var token = try transaction.accessToken(id) else { throw Problem.noToken(id) }
            let (before, wasLasting) = (TokenFields(token), token.isLastingAdmin)
            var (fields, problems) = (before, [InputProblem]())
            try patch.apply(to: &fields)
            fields.check(with: token.reach, at: fields.expiresAt == before.expiresAt ? nil : now, noting: &problems)
            guard problems.isEmpty else { throw Problem(problems) }
            let found = EntityTag(of: token)
            token.take(fields)
            if EntityTag(of: token) != found {
                (token.version, token.updatedAt) = (token.version + 1, now)
                try Self.save(token, in: transaction)
            }
            if wasLasting, !token.isLastingAdmin { try transaction.requireLastingAdmin() }
            return APIResponse { token.write(membersTo: &$0, at: now) }.tagged(EntityTag(of: token))
        }
    }

    private func revoke(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TokenID = try context.id("token")
        return try await executor.run(request, context: context, states: states(of: id)) { transaction, _ in
            guard let token = try transaction.accessToken(id) else { throw Problem.noToken(id) }
            try transaction.deleteAccessToken(id)
            if token.isLastingAdmin { try transaction.requireLastingAdmin() }
            return .noContent
        }
    }

    /// Gives a token another secret, beside which those before go on for a while.
    private func rotate(_ request: Request, _ context: APIContext, _ id: TokenID) async throws -> Response {
        let input = try await context.bytes(of: request)
        let (rotation, secret) = (try TokenRotation(input), TokenSecret.make())
        return try await executor.run(
            request, input: input, context: context, states: states(of: id)
        ) { transaction, now in
            guard var token = try transaction.accessToken(id) else { throw Problem.noToken(id) }
            token.rotate(to: secret.digest, overlap: rotation.overlap, at: now)
            guard token.secrets.count <= AccessToken.maxSecrets else {
                throw Problem(
                    .conflict,
                    "the token has \(AccessToken.maxSecrets) secrets already; wait until the oldest ends, or end them all "
                        + "with an overlap of zero (\"overlap\": \"PT0S\", --overlap 0s)")
            }
            try transaction.save(token)
            return APIResponse(token, showing: secret, now: now)
        }
    }

    /// The tag of a token, for `If-Match`.
    private func states(of id: TokenID) -> IdempotentExecutor<Time>.States {
        { transaction, _ in try transaction.accessToken(id).map { [EntityTag(of: $0)] } }
    }

    /// A token with its last use, be it written down yet or not.
    private func withUse(_ token: AccessToken) -> AccessToken {
        var token = token
        token.lastUsedAt = [token.lastUsedAt, uses.latest(of: token.id)].compactMap(\.self).max()
        return token
    }
}

extension StoreTransaction {
    /// Refuses a reach that is to nothing.
    ///
    /// - Throws: A 422 ``Problem``.
    fileprivate func check(_ reach: TokenReach) throws {
        switch reach {
        case .everything, .tag: return
        case .project(let id):
            guard try project(id).map({ !$0.isDeleted }) ?? false else {
                throw Problem([InputProblem(pointer: "/projectId", detail: "there is no project \(id)")])
            }
        case .hook(let id):
            guard try hook(id) != nil else {
                throw Problem([InputProblem(pointer: "/hookId", detail: "there is no hook \(id)")])
            }
        }
    }

    /// Refuses to leave nobody who may do everything for good.
    ///
    /// - Throws: A 409 ``Problem``.
    fileprivate func requireLastingAdmin() throws {
        let tokens = try accessTokens(after: nil, limit: AccessToken.maxCount)
        guard !tokens.contains(where: \.isLastingAdmin) else { return }
        throw Problem(
            .conflict,
            "this is the last token with the scope admin that never expires; make another one first (POST /v1/tokens, "
                + "taskd token add NAME --scope admin), or rotate this one")
    }
}

extension APIContext {
    /// The id of the token that the request was let in with.
    fileprivate func ownToken() throws -> TokenID {
        guard let token else { preconditionFailure("nobody is let in without a token") }
        return token.id
    }
}

extension APIResponse {
    /// A token with a secret that is shown this once; the answer that is remembered says that it was left out.
    fileprivate init(_ token: AccessToken, showing secret: TokenSecret, now: UTCInstant) {
        self.init { json in
            token.write(membersTo: &json, at: now)
            json.field("secret", secret.text)
        }
        self = tagged(EntityTag(of: token))
        bodyToRemember =
            APIResponse { json in
                token.write(membersTo: &json, at: now)
                json.field("secretOmitted", true)
            }.body
    }
}

extension EntityTag {
    /// The tag of a token, which its uses do not change.
    fileprivate init(of token: AccessToken) {
        var json = JSONWriter()
        json.object { token.write(membersTo: &$0, at: nil) }
        self.init(of: json.bytes)
    }
}

extension Problem {
    fileprivate static func noToken(_ id: TokenID) -> Problem { Problem(.notFound, "there is no token \(id)") }
}
