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

    /// A task, changed alone, with the tags in both forms; in words of the schema's own time.
    private static func writeTask(to db: Database, heldBy pause: Pause) throws {
        let id = Data(TaskID.numbered(1).uuid.bytes)
        let tags = ["a", decomposed, composed, "z"]
        let template = #"{"title":"t","priority":"none","tags":["a","\#(decomposed)","\#(composed)","z"],"#
        try db.execute(
            sql: """
                INSERT INTO task (key, id, version, title, status, priority, due, time_zone, is_overdue_told, recurrence,
                series_id, series_start, occurrence, recurrence_id, own_progress, created_at, updated_at, template)
                VALUES (1, ?, 1, 't', 0, 0, '2026-03-01', 'UTC', 0,
                '{"rrule":["FREQ=DAILY"],"rdate":[],"exdate":[],"anchor":"due","missed":"skip","respawn":"completion"}',
                ?, '2026-03-01', 1, '2026-03-01', 0, 0, 0, ?)
                """,
            arguments: [
                id, Data(SeriesID.numbered(900).uuid.bytes),
                template + #""due":"2026-03-01","reminders":[],"subtasks":[]}"#,
            ])
        for (position, tag) in tags.enumerated() {
            try db.execute(sql: "INSERT INTO task_tag VALUES (?, 1, ?)", arguments: [tag, position])
        }
        try db.execute(
            sql: """
                INSERT INTO reminder (id, task_key, position, origin, offset, relative_to, state, repetitions_done,
                hold_reason, held_from, held_by) VALUES (?1, 1, 0, ?1, 'PT0S', 0, 0, 0, 1, 0, ?2)
                """,
            arguments: [id, Data(pause.id.uuid.bytes)])
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
        try await withStore(at: path, migrator: Self.olderMigrator) { store async throws in
            try await store.write { transaction in
                try Self.writeTask(to: transaction.connection, heldBy: pause)
                try transaction.withHookFilterColumns {
                    try transaction.save(.webhook(1) { $0.filter.tags = [Self.decomposed, "b"] })
                }
                for pause in [older, pause] { try transaction.save(pause) }
            }
        }
        try await withStore(at: path) { store async throws in
            let stored = try #require(try await store.read { try $0.task(.numbered(1)) })
            #expect(Self.isExactly(stored.tags, ["a", Self.composed, "z"]))
            let series = try await store.read { try $0.series(.numbered(900)) }
            #expect(Self.isExactly(series?.tags ?? [], ["a", Self.composed, "z"]))
            #expect(stored.version > 1)
            let hook = try #require(try await store.read { try $0.hooks() }.first)
            #expect(Self.isExactly(hook.filter.tags, [Self.composed, "b"]))
            let pauses = try await store.read { try $0.pauses(after: nil, limit: 9) }
            #expect(pauses.map(\.until) == [pause.until] && pauses.map(\.id) == [older.id])
            #expect(stored.reminders[0].hold?.pause == older.id)
        }
    }
}
