import Foundation
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct MigrationTests {
    private static var nextMigrator: DatabaseMigrator {
        var migrator = Migrations.migrator
        migrator.registerMigration("9000-more") { try $0.execute(sql: "CREATE TABLE more (x INTEGER) STRICT") }
        return migrator
    }

    private static var failingMigrator: DatabaseMigrator {
        var migrator = Migrations.migrator
        migrator.registerMigration("9000-more") { db in
            try db.execute(sql: "DELETE FROM task; INSERT INTO no_such_table VALUES (1)")
        }
        return migrator
    }

    private func storeWithTask(in folder: TemporaryFolder) async throws -> String {
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { try await $0.write { try $0.saveFixture(.filledFixture(1)) } }
        return path
    }

    @Test func `an older store is backed up and then migrated, with all that it had`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeWithTask(in: folder)
        try await withStore(at: path, migrator: Self.nextMigrator) { store async throws in
            #expect(try await store.read { try $0.task(.numbered(1)) } == .filledFixture(1))
            #expect(try await store.read { try $0.connection.tableExists("more") })
        }
        try await withStore(at: path + ".before-9000-more") { backup async throws in
            #expect(try await backup.read { try $0.task(.numbered(1)) } == .filledFixture(1))
            #expect(try await backup.read { try !$0.connection.tableExists("more") })
        }
    }

    @Test func `tasks of no project in an older store are counted`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { store async throws in
            try await store.write { transaction in
                try transaction.save(.project(1))
                for number in 1...3 { try transaction.save(.fixture(number)) }
                try transaction.save(.fixture(4) { $0.projectID = .numbered(1) })
                for number in 5...6 {
                    try transaction.save(.fixture(number) { ($0.status, $0.completedAt) = (.completed, .noon) })
                }
            }
        }
        let asBefore = """
            DROP TRIGGER loose_task_insert;
            DROP TRIGGER loose_task_update;
            DROP TRIGGER loose_task_delete;
            DROP TABLE loose_tasks;
            DELETE FROM grdb_migrations WHERE identifier = '0035-loose-tasks';
            """
        try execute(asBefore, onFileAt: path)
        try await withStore(at: path) { store async throws in
            func loose(_ statuses: Set<TaskStatus>) async throws -> Int? {
                var query = TaskQuery()
                query.statuses = statuses
                let groups = try await store.read { [query] in try $0.groups(of: query, by: .project, in: .utc) }
                return groups.groups.first { $0.key == nil }?.count.count
            }
            #expect(try await loose([]) == 5)
            #expect(try await loose([.needsAction, .inProcess]) == 3)
        }
    }

    @Test func `the backup is its owner's alone`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeWithTask(in: folder)
        try await withStore(at: path, migrator: Self.nextMigrator) { _ in }
        let attributes = try FileManager.default.attributesOfItem(atPath: path + ".before-9000-more")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a new store and an up-to-date one are not backed up`() async throws {
        let folder = try TemporaryFolder()
        for _ in 1...2 {
            try await withStore(at: folder.path("store.sqlite"), migrator: Self.nextMigrator) { _ in }
        }
        #expect(try folder.names().filter { $0.contains("before") } == [])
    }

    @Test func `a migration that fails leaves the store as it was, for the taskd that it had`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeWithTask(in: folder)
        #expect(throws: StoreError.self) { try SQLiteStore(path: path, migrator: Self.failingMigrator) }
        try await withStore(at: path) { store async throws in
            #expect(try await store.read { try $0.task(.numbered(1)) } == .filledFixture(1))
        }
    }

    @Test func `a migrated store is refused by the older taskd`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeWithTask(in: folder)
        try await withStore(at: path, migrator: Self.nextMigrator) { _ in }
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        #expect(error?.code == .newerVersion)
    }
}
