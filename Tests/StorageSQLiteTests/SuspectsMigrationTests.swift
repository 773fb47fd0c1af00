import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A store from before deliveries could be suspect.
@Suite struct SuspectsMigrationTests {
    private static var firstMigrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-initial") { try $0.execute(sql: Migrations.initialSchema) }
        return migrator
    }

    @Test func `what waits in an older store waits in the new one, claims too, and nothing is suspect`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path, migrator: Self.firstMigrator) { store async throws in
            try await store.write { transaction in
                try transaction.withHookFilterColumns {
                    try transaction.save(.webhook(1))
                    try transaction.append((1...3).map { .fixture($0) })
                }
                // In words of the schema's own time, since claiming is not what it was.
                try transaction.connection.execute(sql: "UPDATE delivery SET is_claimed = 1 WHERE event_seq = 1")
            }
        }
        try await withStore(at: path) { store async throws in
            #expect(try await store.read { try $0.nextSuspects() } == [:])
            #expect(try await store.read { try $0.backlog(of: .numbered(1)).count } == 3)
            let found = try await store.write { try $0.releaseAbandonedClaims(at: .noon, afterCrash: true) }
            #expect(found == AbandonedClaims(count: 1, suspectCount: 1, blamed: []))
            let (claims, suspect) = try await store.write { transaction in
                (
                    try transaction.claimDeliveries(of: .numbered(1), dueAt: .noon, leaseUntil: .noon, limit: 9),
                    try transaction.claimSuspect(of: .numbered(1), dueAt: .noon, leaseUntil: .noon)
                )
            }
            #expect(claims.map(\.event.sequence) == [2, 3] && suspect?.event.sequence == 1)
        }
    }
}
