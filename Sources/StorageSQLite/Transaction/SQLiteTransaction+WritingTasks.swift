import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func save(_ task: TaskItem) throws {
        let key = try saveRow(of: task)
        try run("INSERT OR IGNORE INTO zone (name) VALUES (?)", [task.timeZone])
        try saveReminders(of: task, key: key)
        try saveTags(of: task, key: key)
        changes.insert(.dueQueue)
    }

    private func saveRow(of task: TaskItem) throws -> Int64 {
        do {
            guard let key = try value(Int64.self, TaskRow.upsert, TaskRow.values(of: task)) else {
                throw StoreError(.unavailable, "the task \(task.id) was not written")
            }
            return key
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError(.conflict, "the place of \(task.id) in its series belongs to another task")
        }
    }

    private func saveReminders(of task: TaskItem, key: Int64) throws {
        let kept = Set(task.reminders.map(\.id))
        for row in try rows("SELECT id FROM reminder WHERE task_key = ?", [key]) {
            var column = ColumnReader(row)
            let id = try column.next(ReminderID.self)
            if !kept.contains(id) { try run("DELETE FROM reminder WHERE id = ?", [id]) }
        }
        for (position, reminder) in task.reminders.enumerated() {
            let values = ReminderRow.values(of: reminder, task: key, position: position)
            guard try run(ReminderRow.upsert, values) == 1 else {
                throw StoreError(.conflict, "the reminder id \(reminder.id) belongs to another task; choose another")
            }
        }
    }

    private func saveTags(of task: TaskItem, key: Int64) throws {
        let stored = try rows("SELECT tag FROM task_tag WHERE task_key = ? ORDER BY position", [key])
            .map { row in
                var column = ColumnReader(row)
                return try column.next(String.self)
            }
        guard stored != task.tags else { return }
        try run("DELETE FROM task_tag WHERE task_key = ?", [key])
        for (position, tag) in task.tags.enumerated() {
            try run("INSERT INTO task_tag (tag, task_key, position) VALUES (?, ?, ?)", [tag, key, position])
        }
    }

    func deleteTask(_ id: TaskID) throws {
        try run("DELETE FROM task WHERE id = ?", [id])
        changes.insert(.dueQueue)
    }

    func markOverdueTold(_ tasks: [TaskID]) throws {
        for id in tasks {
            try run("UPDATE task SET is_overdue_told = 1, version = version + 1 WHERE id = ?", [id])
        }
    }

    func record(_ outcomes: [FiringOutcome]) throws -> [Bool] {
        try outcomes.map { outcome in
            try run(
                """
                UPDATE reminder SET state = ?, next_fire_at = ?, snoozed_until = ?, repetitions_done = ?,
                hold_reason = ?, held_from = ?, held_by = ? WHERE id = ?
                """,
                [
                    outcome.reminder.state.code, outcome.reminder.nextFireAt, outcome.reminder.snoozedUntil,
                    outcome.reminder.repetitionsDone,
                ] + ReminderRow.hold(of: outcome.reminder) + [outcome.reminder.id]
            )
            try run("UPDATE task SET version = version + 1 WHERE id = ?", [outcome.task])
            guard let firing = outcome.firing else { return true }
            return try run(
                """
                INSERT OR IGNORE INTO firing (reminder_key, scheduled_at, fired_at, missed_count)
                SELECT key, ?, ?, ? FROM reminder WHERE id = ?
                """,
                [firing.scheduledAt, firing.firedAt, firing.missedCount, firing.reminder]
            ) == 1
        }
    }
}
