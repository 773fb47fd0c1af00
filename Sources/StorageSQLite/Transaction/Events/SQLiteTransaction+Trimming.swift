import GRDB
import Recurrence
import Storage

// Old firings and notes go by steps that look at a bounded number of rows in the order of their keys: an index by age
// would have to be written with every firing, and a whole walk costs less than that.

extension SQLiteTransaction {
    func trimFirings(
        before instant: UTCInstant,
        after cursor: StoreCursor?,
        limit: Int
    ) throws -> (deleted: Int, next: StoreCursor?) {
        let last = try cursor.map { try FiringKey($0) }
        let rows = try rows(
            """
            SELECT reminder_key, scheduled_at, max(scheduled_at, fired_at) < ?3 FROM firing
            WHERE (reminder_key, scheduled_at) > (?1, ?2) ORDER BY reminder_key, scheduled_at LIMIT ?4 + 0
            """,
            [
                last?.reminderKey ?? .min, last?.scheduledAt.millisecondsSinceEpoch ?? .min, instant, limit,
            ]
        ) { column in
            let key = FiringKey(reminderKey: try column.next(), scheduledAt: try column.next())
            return (key: key, isOld: try column.next(Bool.self))
        }
        let old = rows.filter(\.isOld).map(\.key)
        let delete = try statement("DELETE FROM firing WHERE reminder_key = ? AND scheduled_at = ?")
        for key in old { try delete.run(key.reminderKey, key.scheduledAt) }
        try raiseFloors(to: old)
        return (old.count, rows.count < limit ? nil : rows.last?.key.cursor)
    }

    /// The keys come by reminder, and for each by instant: the last of each is where its floor rises to.
    private func raiseFloors(to keys: [FiringKey]) throws {
        forgetReminders()
        let columns = "SET floor = max(coalesce(floor, ?2), ?2) WHERE key = ?1"
        let raise = try statement("UPDATE reminder \(columns)")
        let raiseRetired = try statement("UPDATE retired_reminder \(columns)")
        for (index, key) in keys.enumerated() {
            if index + 1 < keys.count, keys[index + 1].reminderKey == key.reminderKey { continue }
            if try raise.run(key.reminderKey, key.scheduledAt) == 0 {
                try raiseRetired.run(key.reminderKey, key.scheduledAt)
            }
        }
    }

    func trimNotes(before instant: UTCInstant, after cursor: StoreCursor?, limit: Int) throws
        -> (deleted: Int, next: StoreCursor?)
    {
        let rows = try rows(
            "SELECT key, at < ? FROM reminder_note WHERE key > ? ORDER BY key LIMIT ? + 0",
            [instant, try cursor.key, limit]
        ) { column in (key: try column.next(Int64.self), isOld: try column.next(Bool.self)) }
        let delete = try statement("DELETE FROM reminder_note WHERE key = ?")
        let old = rows.filter(\.isOld)
        for row in old { try delete.run(row.key) }
        return (old.count, rows.count < limit ? nil : rows.last.map { StoreCursor([$0.key]) })
    }
}
