import Foundation
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A store that was written before tags were kept in one normal form.
@Suite struct NormalFormMigrationTests {
    private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

    private static var olderMigrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-initial") { try $0.execute(sql: Migrations.initialSchema) }
        migrator.registerMigration("0002-suspects") { try $0.execute(sql: Migrations.suspects) }
        migrator.registerMigration("0003-set-aside") { try $0.execute(sql: Migrations.setAsideSchema) }
        migrator.registerMigration("0004-ledger", migrate: Migrations.makeLedger)
        return migrator
    }

    private static func isExactly(_ left: [String], _ right: [String]) -> Bool {
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }

    @Test func `tags, templates, hooks and pauses are brought into one form, and what becomes equal is merged`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        let older = Pause(.tag(Self.composed), since: .noon, until: .noon(plus: 60))
        let pause = Pause(.tag(Self.decomposed), since: .noon, until: .noon(plus: 600))
        let task = TaskItem.fixture(1) { task in
            task.tags = ["a", Self.decomposed, Self.composed, "z"]
            task.template = OccurrenceTemplate(task)
            task.reminders = [.fixture(1, firesAt: nil)]
            task.reminders[0].hold = Reminder.Hold(.pause, scheduledAt: .noon, pause: pause.id)
        }
        try await withStore(at: path, migrator: Self.olderMigrator) { store async throws in
            try await store.write { transaction in
                try transaction.save(task)
                try transaction.save(.webhook(1) { $0.filter.tags = [Self.decomposed, "b"] })
                for pause in [older, pause] { try transaction.save(pause) }
            }
        }
        try await withStore(at: path) { store async throws in
            let stored = try #require(try await store.read { try $0.task(task.id) })
            #expect(Self.isExactly(stored.tags, ["a", Self.composed, "z"]))
            #expect(Self.isExactly(stored.template?.tags ?? [], ["a", Self.composed, "z"]))
            #expect(stored.version > task.version)
            let hook = try #require(try await store.read { try $0.hooks() }.first)
            #expect(Self.isExactly(hook.filter.tags, [Self.composed, "b"]))
            let pauses = try await store.read { try $0.pauses(after: nil, limit: 9) }
            #expect(pauses.map(\.until) == [pause.until] && pauses.map(\.id) == [older.id])
            #expect(stored.reminders[0].hold?.pause == older.id)
        }
    }
}
