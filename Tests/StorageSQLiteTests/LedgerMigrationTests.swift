import Foundation
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A store that was written before firings had a ledger of their own: what was reported then is not reported again.
@Suite struct LedgerMigrationTests {
    private static var firstMigrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-initial") { try $0.execute(sql: Migrations.initialSchema) }
        return migrator
    }

    private static func hex(_ number: Int) -> String {
        ReminderID.numbered(number).uuid.bytes.map { String(format: "%02x", $0) }.joined()
    }

    /// Reminder 1 fired at noon; 2 was missed at noon; 3 fired at noon and is gone, with its firing.
    private static func write(to db: Database) throws {
        for number in 1...2 {
            try db.execute(
                sql: """
                    INSERT INTO task (key, id, version, title, status, priority, time_zone, is_overdue_told, own_progress,
                    created_at, updated_at) VALUES (\(number), x'\(hex(number))', 1, 'old', 0, 0, 'UTC', 0, 0, 0, 0);
                    INSERT INTO reminder (key, id, task_key, position, origin, offset, relative_to, state,
                    repetitions_done) VALUES (\(number), x'\(hex(number))', \(number), 0, x'\(hex(number))', 'PT0S', 0,
                    1, 0);
                    """)
        }
        let noon = UTCInstant.noon.millisecondsSinceEpoch
        try db.execute(sql: "INSERT INTO firing VALUES (1, \(noon), \(noon), 0, 1)")
        try db.execute(
            sql: "INSERT INTO reminder_note VALUES (1, 2, 0, \(noon), \(noon + 9), NULL, 'downtime', NULL, 4)")
        for (seq, type) in ["reminder.due", "reminder.missed", "reminder.due", "reminder.due"].enumerated() {
            let id = ReminderID.numbered(seq == 3 ? 1 : seq + 1).uuid
            let scheduledAt = UTCInstant.noon(plus: seq == 3 ? 60 : 0)
            try db.execute(
                sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    seq + 1, Data(id.bytes), type, noon + 9,
                    #"{"scheduledAt":"\#(scheduledAt)","missedCount":4,"reminder":{"id":"\#(id)"}}"#,
                ])
        }
        try db.execute(sql: #"INSERT INTO event VALUES (5, zeroblob(16), 'reminder.due', 0, '{"damaged":1}')"#)
    }

    @Test func `what went off or was missed before is in the ledger, also of reminders that are gone`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path, migrator: Self.firstMigrator) { store async throws in
            try await store.pool.write { try Self.write(to: $0) }
        }
        try await withStore(at: path) { store async throws in
            for number in 1...3 {
                let reminder = Reminder.fixture(number, firesAt: .noon)
                let task = TaskItem.fixture(number) { $0.reminders = [reminder] }
                try await store.write { try $0.save(task) }
                let firing = Firing(reminder: reminder.id, scheduledAt: .noon, firedAt: .noon)
                let later = Firing(reminder: reminder.id, scheduledAt: .noon(plus: 60), firedAt: .noon(plus: 60))
                let recorded = try await store.write { transaction in
                    try transaction.record(
                        [firing, later].map { FiringOutcome(reminder: reminder, task: task.id, firing: $0) })
                }
                // The first reminder's second firing was lost when it was taken off its task for a while.
                #expect(recorded == [false, number != 1], "reminder \(number)")
                let past = try await store.read { try $0.firings(of: task.id, before: nil, limit: 9) }
                #expect(past.last?.isMissed == (number == 2))
                #expect(past.last?.missedCount == (number == 1 ? 0 : 4))
            }
        }
    }
}
