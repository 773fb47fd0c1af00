import Foundation
import Recurrence
import Storage

extension PostgresTransaction {
    func accessToken(digest: [UInt8]) throws -> AccessToken? {
        try tokens(where: "id = (SELECT token_id FROM token_secret WHERE digest = ?)", [Data(digest)]).first
    }

    func tokenDigests() throws -> Set<[UInt8]> {
        Set(try rows("SELECT digest FROM token_secret") { Array(try $0.next(Data.self)) })
    }

    func accessToken(_ id: TokenID) throws -> AccessToken? {
        try tokens(where: "id = ?", [id]).first
    }

    func accessToken(named name: String) throws -> AccessToken? {
        try tokens(where: "name = ?", [name]).first
    }

    func accessTokens(after last: TokenID?, limit: Int) throws -> [AccessToken] {
        guard let last else { return try tokens(where: "TRUE ORDER BY id LIMIT ?", [limit]) }
        return try tokens(where: "id > ? ORDER BY id LIMIT ?", [last, limit])
    }

    func hasAccessTokens() throws -> Bool {
        try value(Bool.self, "SELECT EXISTS (SELECT 1 FROM token)") ?? false
    }

    func save(_ token: AccessToken) throws {
        try asUnit {
            post(
                """
                INSERT INTO token (id, version, name, scopes, reach, created_at, updated_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name,
                scopes = excluded.scopes, reach = excluded.reach, updated_at = excluded.updated_at,
                expires_at = excluded.expires_at
                """,
                [
                    token.id, token.version, token.name, token.scopes.map(\.rawValue).sorted().joined(separator: " "),
                    token.reach.description, token.createdAt, token.updatedAt, token.expiresAt,
                ])
            post("DELETE FROM token_secret WHERE token_id = ?", [token.id])
            post(
                """
                INSERT INTO token_secret (digest, token_id, until)
                SELECT secret.digest, ?, secret.until FROM unnest(?, ?) AS secret (digest, until)
                """, [token.id, token.secrets.map { Data($0.digest) }, token.secrets.map(\.until)])
        }
        changes.insert(.accessTokens)
    }

    func deleteAccessToken(_ id: TokenID) throws {
        post("DELETE FROM token WHERE id = ?", [id])
        changes.insert(.accessTokens)
    }

    func noteUses(_ uses: [TokenID: UTCInstant]) throws {
        for (id, instant) in uses {
            post(
                "UPDATE token SET last_used_at = ?2 WHERE id = ?1 AND (last_used_at IS NULL OR last_used_at < ?2)",
                [id, instant])
        }
    }

    func forgetSecrets(endedBy instant: UTCInstant) throws {
        let count = try run("DELETE FROM token_secret WHERE until <= ?", [instant])
        if count > 0 { changes.insert(.accessTokens) }
    }

    private func tokens(where condition: String, _ arguments: Arguments) throws -> [AccessToken] {
        let found = try rows(
            """
            SELECT id, name, scopes, reach, created_at, version, updated_at, expires_at, last_used_at FROM token
            WHERE \(condition)
            """,
            arguments
        ) { column in
            let (id, name): (TokenID, String) = (try column.next(), try column.next())
            let scopes = try column.next(String.self).split(separator: " ").compactMap {
                AccessScope(rawValue: "\($0)")
            }
            let reach = try column.next(String.self)
            // Whoever cannot be told how far it reaches must not reach everything.
            guard let reach = TokenReach(reach) else {
                throw StoreError(.unreadable, "the token \(id) reaches what is not known: \"\(reach.prefix(80))\"")
            }
            var token = AccessToken(
                id: id, name: name, scopes: Set(scopes), reach: reach, createdAt: try column.next(), secrets: [])
            (token.version, token.updatedAt) = (try column.next(), try column.next())
            (token.expiresAt, token.lastUsedAt) = (try column.next(), try column.next())
            return token
        }
        var secrets: [TokenID: [AccessToken.Secret]] = [:]
        // The one that lasts comes first.
        let all = """
            SELECT token_id, digest, until FROM token_secret WHERE token_id = ANY (?)
            ORDER BY until IS NOT NULL, until DESC, digest
            """
        if !found.isEmpty {
            try each(all, [found.map(\.id)]) { column in
                let id = try column.next(TokenID.self)
                let secret = AccessToken.Secret(digest: Array(try column.next(Data.self)), until: try column.next())
                secrets[id, default: []].append(secret)
                return true
            }
        }
        return found.map { token in
            var token = token
            token.secrets = secrets[token.id] ?? []
            return token
        }
    }

    func rememberedAnswer(forKey key: String, token: TokenID) throws -> IdempotencyRecord? {
        // It depends on no other new row than its own.
        let isNew = findings.rememberedKeys.contains(.init(token: token, key: key))
        var found: IdempotencyRecord?
        postRows(
            """
            SELECT request_digest, status, headers, body, answered_at FROM remembered_answer
            WHERE token = ? AND key = ?
            """,
            [token, key], seesNew: isNew
        ) { column in
            found = IdempotencyRecord(
                requestDigest: Array(try column.next(Data.self)),
                status: try column.next(),
                headers: try JSONDecoder().decode([String: String].self, from: Data(try column.next(String.self).utf8)),
                body: Array(try column.next(Data.self)),
                answeredAt: try column.next()
            )
        }
        try sendPosted()
        return found
    }

    func remember(_ answer: IdempotencyRecord, forKey key: String, token: TokenID) throws {
        // One statement writes a row once.
        if !findings.rememberedKeys.insert(.init(token: token, key: key)).inserted { try flush() }
        add(
            [
                token, key, Data(answer.requestDigest), answer.status,
                String(decoding: try JSONEncoder().encode(answer.headers), as: UTF8.self), Data(answer.body),
                answer.answeredAt,
            ], to: .answer)
    }
}
