import Recurrence
import Storage

extension SQLiteTransaction {
    func record(_ outcomes: [FiringOutcome]) throws -> [Bool] {
        let leave = try statement(
            """
            UPDATE reminder SET state = ?, next_fire_at = ?, snoozed_until = ?, repetitions_done = ?,
            hold_reason = ?, held_from = ?, held_by = ?, task_changes = task_changes + 1 WHERE key = ?
            """
        )
        let insert = try statement(
            """
            INSERT OR IGNORE INTO firing (reminder_key, scheduled_at, fired_at, missed_count, event_seq, is_missed)
            SELECT key, ?2, ?3, ?4, ?5, ?6 FROM reminder WHERE key = ?1 AND (floor IS NULL OR floor < ?2)
            """
        )
        var log = try EventAppender(self)
        return try outcomes.map { outcome in
            let reminder = outcome.reminder
            // Deleted meanwhile, it has nothing to fire.
            guard let row = try key(ofReminder: reminder.id) else { return outcome.firing == nil }
            try leave.run(
                reminder.state.code, reminder.nextFireAt, reminder.snoozedUntil, reminder.repetitionsDone,
                reminder.hold?.reason.code, reminder.hold?.scheduledAt, reminder.hold?.pause, row)
            if let firing = outcome.firing {
                let place = outcome.event.map { _ in log.nextSequence }
                let count = try insert.run(
                    row, firing.scheduledAt, firing.firedAt, firing.missedCount, place, firing.isMissed)
                if count == 0 { return false }
            }
            if let event = outcome.event { _ = try log.append(event) }
            if let note = outcome.note { try append(note, toReminder: row) }
            return true
        }
    }

    func key(ofReminder id: ReminderID) throws -> Int64? {
        if let key = keys.reminders[id] { return key }
        return try statement("SELECT key FROM reminder WHERE id = ?").rows(id) { try $0.next(Int64.self) }.first
    }

    func key(ofTask id: TaskID) throws -> Int64? {
        if let key = keys.tasks[id] { return key }
        return try statement("SELECT key FROM task WHERE id = ?").rows(id) { try $0.next(Int64.self) }.first
    }
}

/// The rows of what a transaction has read: who writes them again need not look for them by their ids.
struct RowKeys: Sendable {
    var tasks: [TaskID: Int64] = [:]
    var reminders: [ReminderID: Int64] = [:]
}
