import Foundation
import GRDB
import Recurrence
import Storage

/// Gives tokens ids, and secrets a table of their own, since one may take the place of another while both go on.
extension Migrations {
    // What a token reaches is the text of a `TokenReach`. An answer is remembered for the token and not for the secret
    // that showed it, so that it is found after a rotation too.
    private static let tokenTables = """
        CREATE TABLE token (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            reach TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            expires_at INTEGER,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX token_name ON token (name);

        CREATE TABLE token_secret (
            digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
            token_id BLOB NOT NULL REFERENCES token (id) ON DELETE CASCADE,
            until INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX token_secret_token ON token_secret (token_id);
        CREATE INDEX token_secret_end ON token_secret (until) WHERE until IS NOT NULL;

        ALTER TABLE remembered_answer RENAME COLUMN token_digest TO token;
        """

    static func makeTokens(_ db: Database) throws {
        try db.execute(sql: tokenTables)
        let rows = try Row.fetchAll(
            db, sql: "SELECT digest, name, scopes, created_at FROM access_token ORDER BY created_at, digest")
        var names: Set<String> = []
        for row in rows {
            let (digest, createdAt): (Data, Int64) = (row[0], row[3])
            let id = Data(TokenID(madeAt: UTCInstant(millisecondsSinceEpoch: createdAt)).uuid.bytes)
            let name = unusedName(row[1], among: &names)
            try db.execute(
                sql: """
                    INSERT INTO token (id, version, name, scopes, reach, created_at, updated_at)
                    VALUES (?, 1, ?, ?, 'everything', ?, ?)
                    """,
                arguments: [id, name, row[2] as String, createdAt, createdAt])
            try db.execute(
                sql: "INSERT INTO token_secret (digest, token_id) VALUES (?, ?)", arguments: [digest, id])
            try db.execute(
                sql: "UPDATE remembered_answer SET token = ? WHERE token = ?", arguments: [id, digest])
        }
        try db.execute(
            sql: """
                DELETE FROM remembered_answer WHERE token NOT IN (SELECT id FROM token);
                DROP TABLE access_token;
                """)
    }

    /// A name that no earlier token has: two could have the same.
    private static func unusedName(_ name: String, among used: inout Set<String>) -> String {
        let name = name.precomposedStringWithCanonicalMapping
        var (candidate, number) = (name, 1)
        while !used.insert(candidate).inserted {
            number += 1
            candidate = "\(name) (\(number))"
        }
        return candidate
    }
}
