import Recurrence
import Storage

/// Adds to tasks what stands in tables of its own, by one statement a table for all of them.
struct TaskParts {
    private static let selectReminders = """
        SELECT task_key, task_changes, \(ReminderRow.columns.joined(separator: ", "))
        FROM reminder WHERE task_key = ANY (?) ORDER BY task_key, position
        """

    private static let selectTags = """
        SELECT task_key, name FROM task_tag JOIN tag ON tag.key = task_tag.tag
        WHERE task_key = ANY (?) AND deleted_at IS NULL ORDER BY task_key, position
        """

    private static let selectBlockers = """
        SELECT task_key, blocker_id, is_open FROM task_blocker
        WHERE task_key = ANY (?) AND \(Blockers.isThere) ORDER BY task_key, position
        """

    private static let selectSeries = """
        SELECT wanted.task, shared_changes, series.id, start, shown, number
        FROM unnest(?, ?, ?) AS wanted (task, series, slot) JOIN series ON series.key = wanted.series
        LEFT JOIN occurrence ON series_key = wanted.series AND occurrence.slot = wanted.slot
        """

    private let transaction: PostgresTransaction

    init(_ transaction: PostgresTransaction) {
        self.transaction = transaction
    }

    /// Tasks with their reminders, their tags, what they wait for, and their places in their series.
    ///
    /// What cannot be read of them is left out, and stands among the reasons for which the task is set aside.
    func tasks(_ found: [FoundTask]) throws -> [TaskItem] {
        guard !found.isEmpty else { return [] }
        let parts = FoundParts(found)
        let keys = found.map(\.key)
        transaction.postSetAside()
        post(Self.selectReminders, keys, parts) { task, faults, column in
            task.version += try column.next(Int.self)
            do { task.reminders.append(try ReminderRow.reminder(from: &column)) } catch {
                faults.note("reminders", error)
            }
        }
        postSeries(parts)
        post(Self.selectTags, keys, parts) { task, _, column in task.tags.append(try column.next()) }
        post(Self.selectBlockers, keys, parts) { task, _, column in
            task.blockedBy.append(try column.next(TaskID.self))
            if try column.next(Bool.self) { task.hasOpenBlocker = true }
        }
        try transaction.flush()
        let isAnySetAside = try transaction.hasSetAside()
        return try parts.found.map { row in
            var task = row.task
            if isAnySetAside || !row.faults.isEmpty {
                task.setAside = try transaction.setAside(ofTask: row.key, faults: row.faults)
            }
            return task
        }
    }

    /// A task whose reminders and tags are there, with its place in its series.
    func placed(_ found: FoundTask) throws -> TaskItem {
        let parts = FoundParts([found])
        postSeries(parts)
        try transaction.flush()
        var task = parts.found[0].task
        if !parts.found[0].faults.isEmpty { task.setAside = parts.found[0].faults.setAside }
        return task
    }

    /// Has rows read whose first column is the key of a task.
    private func post(
        _ sql: String, _ keys: [Int64], _ parts: FoundParts,
        _ read: @escaping (inout TaskItem, inout RowFaults, inout ColumnReader) throws -> Void
    ) {
        transaction.postRows(sql, [keys]) { column in
            for place in parts.places(of: try column.next()) {
                try parts.found[place].change { try read(&$0, &$1, &column) }
            }
        }
    }

    /// Has it read how tasks recur; where the start cannot be read that its rules count from, they are not to be followed.
    private func postSeries(_ parts: FoundParts) {
        let members = parts.found.filter { $0.series != nil }
        guard !members.isEmpty else { return }
        let slots = Dictionary(members.map { ($0.key, $0.slot ?? 0) }) { $1 }
        let arguments: Arguments = [members.map(\.key), members.map { $0.series ?? 0 }, members.map { $0.slot ?? 0 }]
        transaction.postRows(Self.selectSeries, arguments) { column in
            let key = try column.next(Int64.self)
            for place in parts.places(of: key) {
                parts.found[place].change { Self.addSeries(at: slots[key] ?? 0, to: &$0, &$1, column) }
            }
        }
    }

    private static func addSeries(
        at slot: Int, to task: inout TaskItem, _ faults: inout RowFaults, _ column: ColumnReader
    ) {
        var column = column
        task.version += faults.read("recurrence", or: 0) { try column.next(Int.self) }
        let id: SeriesID? = faults.read("recurrence", or: nil) { try column.next(SeriesID.self) }
        let start: CivilTime? = faults.read("recurrence", or: nil) { try column.next(CivilTime.self) }
        let shown: TaskRecurrence? = faults.read("recurrence", or: nil) {
            try column.next().map { try RecurrenceColumn(text: $0).recurrence }
        }
        let number: Int? = faults.read("recurrence", or: nil) { try column.next(Int.self) }
        let place = faults.read("recurrence", or: nil) {
            try start.map { start in
                try start.advanced(bySeconds: slot)
                    ?? { throw StoreError(.unreadable, "a slot is out of range: \(slot) s from \(start)") }()
            }
        }
        if start != nil { task.recurrence = shown }
        guard let id, let number, let recurrenceID = place ?? task.recurrenceBase?.civil else { return }
        task.occurrence = SeriesOccurrence(series: id, number: number, recurrenceID: recurrenceID)
    }
}

/// Tasks of which more is read, by their keys.
private final class FoundParts {
    var found: [FoundTask]
    private var indexes: [Int64: [Int]] = [:]

    init(_ found: [FoundTask]) {
        self.found = found
        for (index, row) in found.enumerated() { indexes[row.key, default: []].append(index) }
    }

    /// Where the tasks with a key stand: one that is asked for twice is there twice.
    func places(of key: Int64) -> [Int] { indexes[key] ?? [] }
}

extension FoundTask {
    /// Changes the task, and what cannot be read of it.
    fileprivate mutating func change(_ body: (inout TaskItem, inout RowFaults) throws -> Void) rethrows {
        try body(&task, &faults)
    }
}
