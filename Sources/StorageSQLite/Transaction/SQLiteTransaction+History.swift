import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    private static let mostNotes = 1_000

    func hasFired(_ reminder: ReminderID, scheduledAt: UTCInstant) throws -> Bool {
        try value(
            Int.self,
            """
            SELECT EXISTS (SELECT 1 FROM firing WHERE reminder_key = reminder.key AND scheduled_at = ?1)
                OR EXISTS (
                    SELECT 1 FROM reminder_note
                    WHERE reminder_key = reminder.key AND scheduled_at = ?1 AND kind = ?2
                )
            FROM reminder WHERE id = ?3
            """,
            [scheduledAt, ReminderNote.Kind.missed.code, reminder]
        ) == 1
    }

    func lastFiring(of reminder: ReminderID) throws -> UTCInstant? {
        try value(
            UTCInstant.self,
            "SELECT max(scheduled_at) FROM firing WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?)",
            [reminder]
        )
    }

    func firings(of task: TaskID, before place: Firing?, limit: Int) throws -> [Firing] {
        try rows(
            """
            SELECT reminder.id, firing.scheduled_at, fired_at, missed_count
            FROM reminder JOIN firing ON reminder_key = reminder.key
            WHERE task_key = (SELECT key FROM task WHERE id = ?) AND (firing.scheduled_at, reminder.id) < (?, ?)
            ORDER BY firing.scheduled_at DESC, reminder.id DESC LIMIT ? + 0
            """,
            [
                task, place?.scheduledAt.millisecondsSinceEpoch ?? .max,
                place?.reminder.uuid ?? UUIDValue(high: .max, low: .max), limit,
            ]
        ) { column in
            return Firing(
                reminder: try column.next(),
                scheduledAt: try column.next(),
                firedAt: try column.next(),
                missedCount: try column.next()
            )
        }
    }

    func notes(on reminder: ReminderID, from start: UTCInstant, through end: UTCInstant) throws -> [ReminderNote] {
        try rows(
            """
            SELECT kind, scheduled_at, at, until, reason, author, missed_count FROM reminder_note
            WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?1)
                AND (scheduled_at BETWEEN ?2 AND ?3 OR until BETWEEN ?2 AND ?3)
            ORDER BY key LIMIT ?4 + 0
            """,
            [reminder, start, end, Self.mostNotes]
        ) { column in
            let kind = try column.nextCode(ReminderNote.Kind.self)
            var note = ReminderNote(kind, of: reminder, scheduledAt: try column.next(), at: try column.next())
            note.until = try column.next()
            note.reason = try column.next()
            note.author = try column.next()
            note.missedCount = try column.next()
            return note
        }
    }

    func append(_ notes: [ReminderNote]) throws {
        for note in notes {
            try run(
                """
                INSERT INTO reminder_note (reminder_key, kind, scheduled_at, at, until, reason, author, missed_count)
                SELECT key, ?, ?, ?, ?, ?, ?, ? FROM reminder WHERE id = ?
                """,
                [
                    note.kind.code, note.scheduledAt, note.at, note.until, note.reason, note.author, note.missedCount,
                    note.reminder,
                ]
            )
        }
    }

    func deliveries(of firing: Firing) throws -> [Delivery] {
        try rows(
            """
            SELECT hook.id, delivery.key, seq, event.id, type, delivery.state, next_attempt_at
            FROM firing JOIN event ON seq = firing.event_seq CROSS JOIN hook
                JOIN delivery ON delivery.key = hook.key << \(DeliveryKey.sequenceBits) | seq
            WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?) AND scheduled_at = ? ORDER BY hook.key
            """,
            [firing.reminder, firing.scheduledAt]
        ) { column in
            let hook = try column.next(HookID.self)
            return try delivery(of: hook, from: &column)
        }
    }
}
