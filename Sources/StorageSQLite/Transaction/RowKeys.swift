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
    static let selection =
        "reminder.key, reminder.floor, reminder.held_from IS NOT NULL OR reminder.held_by IS NOT NULL"

    init(from column: inout ColumnReader) throws {
        key = try column.next()
        floor = try column.next()
        isHeld = try column.next()
    }
}

/// A reminder that was found, and where it stands.
struct FoundReminder: Sendable {
    let id: ReminderID
    let place: ReminderPlace
}

/// What a snapshot beside a transaction finds, on its way to the transaction.
final class FoundBeside: Sendable {
    private let found = Locked<[FoundReminder]>([])

    /// Adds what was found.
    func add(_ reminders: [FoundReminder]) {
        found.withLock { $0 += reminders }
    }

    /// Takes what was added since it was last asked.
    func take() -> [FoundReminder] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// What was found beside a transaction and not asked for yet.
///
/// It is asked for in the order in which it was found, so that nothing need be looked up.
struct FoundQueue {
    private let source: FoundBeside
    private var reminders: ArraySlice<FoundReminder> = []

    init(_ source: FoundBeside) {
        self.source = source
    }

    /// Where a reminder stands, at most once; nil where that is not known.
    mutating func next(_ id: ReminderID) -> ReminderPlace? {
        if let place = take(id) { return place }
        let further = source.take()
        if further.isEmpty { return nil }
        reminders += further
        return take(id)
    }

    private mutating func take(_ id: ReminderID) -> ReminderPlace? {
        guard let index = reminders.firstIndex(where: { $0.id == id }) else { return nil }
        defer { reminders = reminders[(index + 1)...] }
        return reminders[index].place
    }
}

extension SQLiteTransaction {
    /// Keeps where reminders stand, for this transaction or for the one that this snapshot is beside.
    func keep(_ found: [FoundReminder]) {
        if let beside { return beside.add(found) }
        for reminder in found { keys.reminders[reminder.id] = reminder.place }
    }

    func key(ofReminder id: ReminderID) throws -> Int64? {
        try place(ofReminder: id)?.key
    }

    func place(ofReminder id: ReminderID) throws -> ReminderPlace? {
        if let place = foundBeside?.next(id) ?? keys.reminders[id] { return place }
        return try statement("SELECT \(ReminderPlace.selection) FROM reminder WHERE id = ?")
            .rows(id) { try ReminderPlace(from: &$0) }.first
    }

    func key(ofTask id: TaskID) throws -> Int64? {
        if let key = keys.tasks[id] { return key }
        return try statement("SELECT key FROM task WHERE id = ?").rows(id) { try $0.next(Int64.self) }.first
    }

    /// Forgets where rows stand: some may have gone.
    func forgetKeys() {
        keys.tasks = [:]
        forgetReminders()
    }

    /// Forgets where reminders stand: what was read of them may have changed.
    func forgetReminders() {
        (keys.reminders, foundBeside) = ([:], nil)
    }
}
