import Recurrence
import Storage

extension PostgresTransaction {
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
        try pauses(where: "target > ? ORDER BY target LIMIT ?", [target?.description ?? "", limit])
    }

    func pausesOver(at instant: UTCInstant, limit: Int) throws -> [Pause] {
        try pauses(where: "\(Self.pauseEnd) <= ? ORDER BY \(Self.pauseEnd) LIMIT ?", [instant, limit])
    }

    func save(_ pause: Pause) throws {
        try recordPause(pause.id)
        try run(
            """
            INSERT INTO pause (id, \(Self.pauseColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET target = excluded.target, since = excluded.since, until = excluded.until,
            ended_at = excluded.ended_at, missed = excluded.missed, note = excluded.note, author = excluded.author
            """,
            [
                pause.id, pause.target.description, pause.since, pause.until, pause.endedAt, pause.missed.code,
                pause.note, pause.author,
            ]
        )
        if try hasSetAside() { try takeBack(.pause(pause.id)) }
        changes.insert(.dueQueue)
    }

    func deletePause(_ id: PauseID) throws {
        if recording != nil, try pause(id) != nil { try recordPause(id) }
        try run("DELETE FROM pause WHERE id = ?", [id])
    }

    func heldReminders(by pause: PauseID, limit: Int) throws -> [PlannedFiring] {
        try rows(
            """
            SELECT reminder.id, task.id, held_from FROM reminder JOIN task ON task.key = task_key
            WHERE held_by = ? LIMIT ?
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
                AND reminder.id > ? ORDER BY reminder.id LIMIT ?
            """,
            [reminder?.uuid ?? UUIDValue(high: 0, low: 0), limit]
        ) { column in
            return PlannedFiring(reminder: try column.next(), task: try column.next(), fireAt: try column.next())
        }
    }

    private func pauses(where condition: String, _ arguments: Arguments) throws -> [Pause] {
        try rows("SELECT id, \(Self.pauseColumns) FROM pause WHERE \(condition)", arguments) { column in
            // One that cannot be read holds nothing back; `unreadablePauses` finds it.
            try? Self.pause(from: &column)
        }.compactMap(\.self)
    }

    func unreadablePauses(overAt instant: UTCInstant?, limit: Int) throws -> [(id: PauseID, reason: String)] {
        let condition = instant.map { _ in "WHERE \(Self.pauseEnd) <= ? ORDER BY \(Self.pauseEnd)" } ?? ""
        var found: [(id: PauseID, reason: String)] = []
        try each("SELECT id, \(Self.pauseColumns) FROM pause \(condition)", instant.map { [$0] } ?? []) { column in
            var id = column
            do { _ = try Self.pause(from: &column) } catch {
                found.append((try id.next(), "the pause cannot be read: \(RowFaults.words(for: error))"))
            }
            return found.count < limit
        }
        return found
    }

    static func pause(from column: inout ColumnReader) throws -> Pause {
        let id = try column.next(PauseID.self)
        let text = try column.next(String.self)
        guard let target = PauseTarget(text), PauseID(pausing: target) == id,
            let since = try column.nextInstant()
        else { throw StoreError(.unreadable, "\"\(text.prefix(200))\" is not a valid pause target") }
        var pause = Pause(target, since: since)
        pause.until = try column.nextInstant()
        pause.endedAt = try column.nextInstant()
        pause.missed = try column.nextCode()
        pause.note = try column.next()
        pause.author = try column.next()
        return pause
    }
}
