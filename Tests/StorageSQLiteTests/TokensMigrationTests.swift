import Foundation
import GRDB
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

/// A store from when a token was its one secret, and several could have one name.
@Suite struct TokensMigrationTests {
    private static let asBefore = """
        DROP TABLE token_secret;
        DROP TABLE token;
        ALTER TABLE remembered_answer RENAME COLUMN token TO token_digest;
        CREATE TABLE access_token (
            digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO access_token VALUES
            (\(digest(1)), 'admin', 'admin hooks read write', \(noon)),
            (\(digest(2)), 'Cafe\u{301}', 'read', \(noon) + 1), (\(digest(3)), 'Caf\u{E9}', '', \(noon) + 2),
            (\(digest(4)), 'admin', 'write', \(noon) + 3);
        INSERT INTO remembered_answer (token_digest, key, request_digest, status, headers, body, answered_at) VALUES
            (\(digest(1)), 'k', x'07', 201, '{}', x'7b7d', \(noon)), (\(digest(9)), 'k', x'07', 201, '{}', x'7b7d', \(noon));
        DELETE FROM grdb_migrations WHERE identifier = '0031-tokens';
        """

    private static func digest(_ byte: Int) -> String {
        "x'" + String(repeating: "0\(byte)", count: 32) + "'"
    }

    private static var noon: Int64 { UTCInstant.noon.millisecondsSinceEpoch }

    private func storeAsBefore(in folder: TemporaryFolder) async throws -> String {
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { try await $0.write { try $0.saveFixture(.filledFixture(1)) } }
        try execute(Self.asBefore, onFileAt: path)
        return path
    }

    private func check(_ store: SQLiteStore) async throws {
        try await store.read { reader in
            let tokens = try reader.accessTokens(after: nil, limit: 9)
            #expect(tokens.map(\.name) == ["admin", "Café", "Café (2)", "admin (2)"])
            #expect(tokens.map(\.scopes) == [Set(AccessScope.allCases), [.read], [], [.write]])
            #expect(tokens.allSatisfy { $0.reach == .everything && $0.expiresAt == nil && $0.version == 1 })
            for (index, token) in tokens.enumerated() {
                let digest = [UInt8](repeating: UInt8(index + 1), count: 32)
                #expect(token.secrets == [AccessToken.Secret(digest: digest)])
                #expect(try reader.accessToken(digest: digest)?.id == token.id)
                #expect(token.createdAt == .noon.advanced(by: .milliseconds(index)))
                #expect(token.id.uuid.version == 7)
            }
            // What was answered is known by the token; what nobody can ask for any more is gone.
            #expect(try reader.rememberedAnswer(forKey: "k", token: tokens[0].id)?.status == 201)
            #expect(try Int.fetchOne(reader.connection, sql: "SELECT count(*) FROM remembered_answer") == 1)
            #expect(try reader.task(.numbered(1)) == .filledFixture(1))
        }
    }

    @Test func `each secret goes on letting in, and what was answered is known`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeAsBefore(in: folder)
        try await withStore(at: path) { try await check($0) }
        #expect(try StoreSnapshot(path: path).faults() == [])
    }

    @Test(arguments: [1, 2, 5, 7, 9, 12])
    func `a migration that is broken off leaves the store as it was, and can be done again`(statements: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try await storeAsBefore(in: folder)
        var broken = DatabaseMigrator()
        for name in Migrations.migrator.migrations where name != "0031-tokens" {
            broken.registerMigration(name) { _ in }
        }
        broken.registerMigration("0031-tokens") { db in
            try brokenOff(db, after: statements) { try Migrations.makeTokens(db) }
        }
        #expect(throws: (any Error).self) { try SQLiteStore(path: path, migrator: broken) }
        try await withStore(at: path) { try await check($0) }
    }
}
