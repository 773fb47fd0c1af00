import Recurrence
import Storage

/// The rows of what a transaction has read: who writes them again need not look for them by their ids.
struct RowKeys {
    var tasks: [TaskID: Int64] = [:]
    var reminders: [ReminderID: Int64] = [:]
}

extension PostgresTransaction {
    func key(ofReminder id: ReminderID) throws -> Int64? {
        if let key = keys.reminders[id] { return key }
        let key = try value(Int64.self, "SELECT key FROM reminder WHERE id = ?", [id])
        keys.reminders[id] = key
        return key
    }

    func key(ofTask id: TaskID) throws -> Int64? {
        if let key = keys.tasks[id] { return key }
        let key = try value(Int64.self, "SELECT key FROM task WHERE id = ?", [id])
        keys.tasks[id] = key
        return key
    }

    /// Forgets where rows stand: some may have gone.
    func forgetKeys() {
        keys = RowKeys()
    }

    /// Forgets where reminders stand: what was read of them may have changed.
    func forgetReminders() {
        keys.reminders = [:]
    }
}
