import Foundation
import GRDB
import Storage

extension SQLiteTransaction {
    func accessToken(digest: [UInt8]) throws -> AccessToken? {
        try rows("SELECT name, scopes, created_at FROM access_token WHERE digest = ?", [Data(digest)]) { column in
            let name = try column.next(String.self)
            let scopes = try column.next(String.self).split(separator: " ").compactMap {
                AccessScope(rawValue: "\($0)")
            }
            return AccessToken(digest: digest, name: name, scopes: Set(scopes), createdAt: try column.next())
        }.first
    }

    func hasAccessTokens() throws -> Bool {
        try value(Bool.self, "SELECT EXISTS (SELECT 1 FROM access_token)") ?? false
    }

    func save(_ token: AccessToken) throws {
        try run(
            "INSERT OR REPLACE INTO access_token (digest, name, scopes, created_at) VALUES (?, ?, ?, ?)",
            [
                Data(token.digest), token.name, token.scopes.map(\.rawValue).sorted().joined(separator: " "),
                token.createdAt,
            ]
        )
        changes.insert(.accessTokens)
    }

    func deleteAccessTokens(named name: String) throws {
        try run("DELETE FROM access_token WHERE name = ?", [name])
        changes.insert(.accessTokens)
    }

    func rememberedAnswer(forKey key: String, token: [UInt8]) throws -> IdempotencyRecord? {
        try rows(
            """
            SELECT request_digest, status, headers, body, answered_at FROM remembered_answer
            WHERE token_digest = ? AND key = ?
            """,
            [Data(token), key]
        ) { column in
            IdempotencyRecord(
                requestDigest: Array(try column.next(Data.self)),
                status: try column.next(),
                headers: try JSONDecoder().decode([String: String].self, from: Data(try column.next(String.self).utf8)),
                body: Array(try column.next(Data.self)),
                answeredAt: try column.next()
            )
        }.first
    }

    func remember(_ answer: IdempotencyRecord, forKey key: String, token: [UInt8]) throws {
        try run(
            """
            INSERT OR REPLACE INTO remembered_answer
            (token_digest, key, request_digest, status, headers, body, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Data(token), key, Data(answer.requestDigest), answer.status,
                String(decoding: try JSONEncoder().encode(answer.headers), as: UTF8.self), Data(answer.body),
                answer.answeredAt,
            ]
        )
    }
}
