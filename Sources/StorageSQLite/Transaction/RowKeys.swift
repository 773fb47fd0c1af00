import Basics
import Recurrence
import Storage

/// The rows of what a transaction has read: who writes them again need not look for them by their ids.
struct RowKeys: Sendable {
    var tasks: [TaskID: Int64] = [:]
    var reminders: [ReminderID: ReminderPlace] = [:]
}

/// Where a reminder stands, and what recording a firing of it asks for.
struct ReminderPlace: Sendable {
    /// The key of its row.
    let key: Int64
    /// Up to when its firings were trimmed.
    let floor: UTCInstant?
    /// Whether something holds it.
    let isHeld: Bool

    /// The columns that it is read from.
    static let selection = "reminder.key, reminder.floor, reminder.held_from IS NOT NULL OR reminder.held_by IS NOT NULL"

    init(from column: inout ColumnReader) throws {
        key = try column.next()
        floor = try column.next()
        isHeld = try column.next()
    }
}

/// The keys that a snapshot beside a transaction finds, on their way to the transaction.
final class FoundKeys: Sendable {
    private let keys = Locked(RowKeys())

    /// Adds where reminders stand.
    func add(_ reminders: [ReminderID: ReminderPlace]) {
        keys.withLock { $0.reminders.merge(reminders) { $1 } }
    }

    /// Takes what was added since it was last asked.
    func take() -> RowKeys {
        keys.withLock { keys in
            defer { keys = RowKeys() }
            return keys
        }
    }
}

extension SQLiteTransaction {
    func key(ofReminder id: ReminderID) throws -> Int64? {
        try place(ofReminder: id)?.key
    }

    func place(ofReminder id: ReminderID) throws -> ReminderPlace? {
        if let place = keys.reminders[id] { return place }
        if !isBeside, let found = foundBeside?.take(), !found.reminders.isEmpty {
            keys.reminders.merge(found.reminders) { known, _ in known }
            if let place = keys.reminders[id] { return place }
        }
        return try statement("SELECT \(ReminderPlace.selection) FROM reminder WHERE id = ?")
            .rows(id) { try ReminderPlace(from: &$0) }.first
    }

    func key(ofTask id: TaskID) throws -> Int64? {
        if let key = keys.tasks[id] { return key }
        return try statement("SELECT key FROM task WHERE id = ?").rows(id) { try $0.next(Int64.self) }.first
    }

    /// Forgets where rows stand: some may have gone.
    func forgetKeys() {
        (keys, foundBeside) = (RowKeys(), nil)
    }
}
