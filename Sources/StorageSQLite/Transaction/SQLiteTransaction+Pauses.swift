import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    /// When a pause ends; an index has exactly this expression.
    static let pauseEnd = "coalesce(ended_at, until)"

    private static let pauseColumns = "target, since, until, ended_at, missed, note, author"

    func hasPauses() throws -> Bool {
        try value(Int.self, "SELECT 1 FROM pause LIMIT 1") != nil
    }

    func pause(_ id: PauseID) throws -> Pause? {
        try pauses(where: "id = ?", [id]).first
    }

    func pauses(after target: PauseTarget?, limit: Int) throws -> [Pause] {
        try pauses(where: "target > ? ORDER BY target LIMIT ? + 0", [target?.description ?? "", limit])
    }

    func pausesOver(at instant: UTCInstant, limit: Int) throws -> [Pause] {
        try pauses(where: "\(Self.pauseEnd) <= ? ORDER BY \(Self.pauseEnd) LIMIT ? + 0", [instant, limit])
    }

    func save(_ pause: Pause) throws {
        try run(
            """
            INSERT OR REPLACE INTO pause (id, \(Self.pauseColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                pause.id, pause.target.description, pause.since, pause.until, pause.endedAt, pause.missed.code,
                pause.note, pause.author,
            ]
        )
        changes.insert(.dueQueue)
    }

    func deletePause(_ id: PauseID) throws {
        try run("DELETE FROM pause WHERE id = ?", [id])
    }

    func heldReminders(by pause: PauseID, limit: Int) throws -> [PlannedFiring] {
        try rows(
            """
            SELECT reminder.id, task.id, held_from FROM reminder JOIN task ON task.key = task_key
            WHERE held_by = ? LIMIT ? + 0
            """,
            [pause, limit]
        ) { column in
            return PlannedFiring(reminder: try column.next(), task: try column.next(), fireAt: try column.next())
        }
    }

    func remindersHeldByQuietHours(after reminder: ReminderID?, limit: Int) throws -> [PlannedFiring] {
        try rows(
            """
            SELECT reminder.id, task.id, next_fire_at FROM reminder JOIN task ON task.key = task_key
            WHERE hold_reason = \(Reminder.Hold.Reason.quietHours.code) AND next_fire_at IS NOT NULL
                AND reminder.id > ? ORDER BY reminder.id LIMIT ? + 0
            """,
            [reminder?.uuid ?? UUIDValue(high: 0, low: 0), limit]
        ) { column in
            return PlannedFiring(reminder: try column.next(), task: try column.next(), fireAt: try column.next())
        }
    }

    private func pauses(where condition: String, _ arguments: Arguments) throws -> [Pause] {
        try rows("SELECT \(Self.pauseColumns) FROM pause WHERE \(condition)", arguments) { column in
            guard let target = PauseTarget(try column.next(String.self)) else {
                throw StoreError(.unavailable, "the store is damaged: a pause is about nothing")
            }
            var pause = Pause(target, since: try column.next())
            pause.until = try column.next()
            pause.endedAt = try column.next()
            pause.missed = try column.nextCode()
            pause.note = try column.next()
            pause.author = try column.next()
            return pause
        }
    }
}
