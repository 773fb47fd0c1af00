import Recurrence
import Storage

// Old firings and notes go by steps that look at a bounded number of rows in the order of their keys: an index by age
// would have to be written with every firing, and a whole walk costs less than that.

extension PostgresTransaction {
    func trimFirings(
        before instant: UTCInstant,
        after cursor: StoreCursor?,
        limit: Int
    ) throws -> (deleted: Int, next: StoreCursor?) {
        let last = try cursor.map { try FiringKey($0) }
        let rows = try rows(
            """
            SELECT reminder_key, scheduled_at, greatest(scheduled_at, fired_at) < ?3 FROM firing
            WHERE (reminder_key, scheduled_at) > (?1, ?2) ORDER BY reminder_key, scheduled_at LIMIT ?4
            """,
            [
                last?.reminderKey ?? .min, last?.scheduledAt.millisecondsSinceEpoch ?? .min, instant, limit,
            ]
        ) { column in
            let key = FiringKey(reminderKey: try column.next(), scheduledAt: try column.next())
            return (key: key, isOld: try column.next(Bool.self))
        }
        let old = rows.filter(\.isOld).map(\.key)
        post(
            """
            DELETE FROM firing USING unnest(?, ?) AS old (reminder_key, scheduled_at)
            WHERE firing.reminder_key = old.reminder_key AND firing.scheduled_at = old.scheduled_at
            """, [old.map(\.reminderKey), old.map(\.scheduledAt)])
        try raiseFloors(to: old)
        return (old.count, rows.count < limit ? nil : rows.last?.key.cursor)
    }

    private func raiseFloors(to keys: [FiringKey]) throws {
        forgetReminders()
        for table in ["reminder", "retired_reminder"] {
            post(
                """
                UPDATE \(table) SET floor = greatest(floor, trimmed."end") FROM (
                    SELECT key, max(at) AS "end" FROM unnest(?, ?) AS old (key, at) GROUP BY key
                ) AS trimmed WHERE \(table).key = trimmed.key
                """, [keys.map(\.reminderKey), keys.map(\.scheduledAt)])
        }
    }

    func trimNotes(before instant: UTCInstant, after cursor: StoreCursor?, limit: Int) throws
        -> (deleted: Int, next: StoreCursor?)
    {
        let rows = try rows(
            "SELECT key, at < ? FROM reminder_note WHERE key > ? ORDER BY key LIMIT ?",
            [instant, try cursor.key, limit]
        ) { column in (key: try column.next(Int64.self), isOld: try column.next(Bool.self)) }
        let old = rows.filter(\.isOld)
        post("DELETE FROM reminder_note WHERE key = ANY (?)", [old.map(\.key)])
        return (old.count, rows.count < limit ? nil : rows.last.map { StoreCursor([$0.key]) })
    }
}
