import Recurrence
import Storage

extension PostgresTransaction {
    func hasFired(_ reminder: ReminderID, scheduledAt: UTCInstant) throws -> Bool {
        try value(
            Int.self,
            """
            SELECT 1 FROM firing
            WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?) AND scheduled_at = ?
            """,
            [reminder, scheduledAt]
        ) != nil
    }

    func firingFloor(of reminder: ReminderID) throws -> UTCInstant? {
        try value(
            UTCInstant.self,
            "SELECT floor FROM reminder WHERE id = ?1 UNION ALL SELECT floor FROM retired_reminder WHERE id = ?1",
            [reminder]
        )
    }

    func lastFiring(of reminder: ReminderID) throws -> UTCInstant? {
        try value(
            UTCInstant.self,
            """
            SELECT scheduled_at FROM firing
            WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?) ORDER BY scheduled_at DESC LIMIT 1
            """,
            [reminder]
        )
    }

    func firings(of task: TaskID, before last: Firing?, limit: Int) throws -> [Firing] {
        try rows(
            """
            SELECT reminder.id, firing.scheduled_at, fired_at, missed_count, is_missed
            FROM reminder JOIN firing ON reminder_key = reminder.key
            WHERE task_key = (SELECT key FROM task WHERE id = ?) AND (firing.scheduled_at, reminder.id) < (?, ?)
            ORDER BY firing.scheduled_at DESC, reminder.id DESC LIMIT ?
            """,
            [
                task, last?.scheduledAt.millisecondsSinceEpoch ?? .max,
                last?.reminder.uuid ?? UUIDValue(high: .max, low: .max), limit,
            ]
        ) { column in
            var firing = Firing(
                reminder: try column.next(),
                scheduledAt: try column.next(),
                firedAt: try column.next(),
                missedCount: try column.next()
            )
            firing.isMissed = try column.next()
            return firing
        }
    }

    func latestNotes(on reminder: ReminderID, about instant: UTCInstant) throws -> [ReminderNote] {
        guard let key = try key(ofReminder: reminder) else { return [] }
        let latest = ReminderNote.Kind.allCases.map { kind in
            "(SELECT max(key) FROM reminder_note WHERE reminder_key = ?1 AND scheduled_at = ?2 AND kind = \(kind.code))"
        }
        return try notesOfFiring(of: reminder, key: key, at: instant)
            + rows(
                """
                SELECT kind, scheduled_at, at, until, reason, author, missed_count FROM reminder_note
                WHERE key IN (\(latest.joined(separator: ", ")),
                    (SELECT max(key) FROM reminder_note WHERE reminder_key = ?1 AND until = ?2))
                ORDER BY key
                """,
                [key, instant]
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

    /// What the ledger itself says of a firing: why it was late or missed.
    private func notesOfFiring(of reminder: ReminderID, key: Int64, at instant: UTCInstant) throws -> [ReminderNote] {
        try rows(
            """
            SELECT fired_at, missed_count, is_missed, late_reason FROM firing
            WHERE reminder_key = ? AND scheduled_at = ? AND late_reason IS NOT NULL
            """,
            [key, instant]
        ) { column in
            var firing = Firing(
                reminder: reminder, scheduledAt: instant, firedAt: try column.next(), missedCount: try column.next())
            firing.isMissed = try column.next()
            return firing.note(why: try column.next())
        }
    }

    func append(_ notes: [ReminderNote]) throws {
        for note in notes {
            guard let key = try key(ofReminder: note.reminder) else { continue }
            append(note, toReminder: key)
        }
    }

    /// Keeps a note on the reminder of a row.
    func append(_ note: ReminderNote, toReminder key: Int64) {
        post(
            """
            INSERT INTO reminder_note (reminder_key, kind, scheduled_at, at, until, reason, author, missed_count)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key, note.kind.code, note.scheduledAt, note.at, note.until, note.reason, note.author, note.missedCount,
            ])
    }

    func deliveries(of firing: Firing) throws -> [Delivery] {
        try deliveries(
            where: """
                event_seq = (
                    SELECT event_seq FROM firing
                    WHERE reminder_key = (SELECT key FROM reminder WHERE id = ?) AND scheduled_at = ?)
                ORDER BY hook_key
                """, [firing.reminder, firing.scheduledAt])
    }
}
