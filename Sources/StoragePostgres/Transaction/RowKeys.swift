import Recurrence
import Storage

/// The rows of what a transaction has read: who writes them again need not look for them by their ids.
struct RowKeys {
    var tasks: [TaskID: Int64] = [:]
    var reminders: [ReminderID: ReminderPlace] = [:]
}

/// Where a reminder stands, and what recording a firing of it asks for.
struct ReminderPlace {
    /// The key of its row.
    let key: Int64
    /// Up to when its firings were trimmed.
    let floor: UTCInstant?

    /// The columns that it is read from.
    static let selection = "reminder.key, reminder.floor"

    init(from column: inout ColumnReader) throws {
        key = try column.next()
        floor = try column.next()
    }
}

extension PostgresTransaction {
    func key(ofReminder id: ReminderID) throws -> Int64? {
        try places(ofReminders: [id])[id]?.key
    }

    /// Where reminders stand, without those that are not there.
    func places(ofReminders ids: [ReminderID]) throws -> [ReminderID: ReminderPlace] {
        let unknown = ids.filter { keys.reminders[$0] == nil }
        if !unknown.isEmpty {
            let sql = "SELECT id, \(ReminderPlace.selection) FROM reminder WHERE id = ANY (?)"
            let found = try rows(sql, [unknown]) {
                (id: try $0.next(ReminderID.self), place: try ReminderPlace(from: &$0))
            }
            for (id, place) in found { keys.reminders[id] = place }
        }
        return ids.reduce(into: [:]) { $0[$1] = keys.reminders[$1] }
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
