import Recurrence
import Storage

/// Adds to tasks what stands in tables of its own, by statements that are asked for once.
struct TaskParts {
    private static let selectReminders = """
        SELECT task_changes, \(ReminderRow.columns.joined(separator: ", "))
        FROM reminder WHERE task_key = ? ORDER BY position
        """

    private static let selectSeries = """
        SELECT shared_changes, series.id, start, shown, number
        FROM series LEFT JOIN occurrence ON series_key = series.key AND slot = ?2 WHERE series.key = ?1
        """

    private static let selectBlockers = """
        SELECT blocker_id, is_open FROM task_blocker WHERE task_key = ? AND \(Blockers.isThere) ORDER BY position
        """

    private let transaction: SQLiteTransaction
    private let reminders: PreparedStatement
    private let tags: PreparedStatement
    /// Nil where no task waits for another.
    private let blockers: PreparedStatement?
    private let series: PreparedStatement
    private let isAnySetAside: Bool

    init(_ transaction: SQLiteTransaction) throws {
        self.transaction = transaction
        reminders = try transaction.statement(Self.selectReminders)
        tags = try transaction.statement(TagRow.namesOfTask("?"))
        // One look for a whole list; where something is written meanwhile, the answer could change.
        let isList = transaction.turn != nil
        blockers =
            if isList, try transaction.value(Int.self, "SELECT 1 FROM task_blocker LIMIT 1") == nil {
                nil
            } else {
                try transaction.statement(Self.selectBlockers)
            }
        series = try transaction.statement(Self.selectSeries)
        isAnySetAside = try transaction.hasSetAside()
    }

    /// A task with its reminders, its tags, what it waits for, and its place in its series.
    ///
    /// What cannot be read of them is left out, and stands among the reasons for which the task is set aside.
    func task(_ found: FoundTask) throws -> TaskItem {
        var (task, faults) = (found.task, found.faults)
        try reminders.each(of: found.key) { column in
            task.version += try column.next(Int.self)
            do { task.reminders.append(try ReminderRow.reminder(from: &column)) } catch {
                faults.note("reminders", error)
            }
        }
        if let key = found.series { try addSeries(key, slot: found.slot, to: &task, &faults) }
        if isAnySetAside || !faults.isEmpty {
            task.setAside = try transaction.setAside(ofTask: found.key, faults: faults)
        }
        try tags.each(of: found.key) { task.tags.append(try $0.next(String.self)) }
        try blockers?.each(of: found.key) { column in
            task.blockedBy.append(try column.next(TaskID.self))
            if try column.next(Bool.self) { task.hasOpenBlocker = true }
        }
        return task
    }

    /// A task whose reminders and tags are there, with its place in its series.
    func placed(_ found: FoundTask) throws -> TaskItem {
        var (task, faults) = (found.task, found.faults)
        if let key = found.series { try addSeries(key, slot: found.slot, to: &task, &faults) }
        if !faults.isEmpty { task.setAside = faults.setAside }
        return task
    }

    /// Adds how a task recurs; where the start cannot be read that its rules count from, they are not to be followed.
    private func addSeries(_ key: Int64, slot: Int?, to task: inout TaskItem, _ faults: inout RowFaults) throws {
        _ = try series.rows(key, slot) { column in
            task.version += faults.read("recurrence", or: 0) { try column.next(Int.self) }
            let id = try column.next(SeriesID.self)
            let start: CivilTime? = faults.read("recurrence", or: nil) { try column.next(CivilTime.self) }
            let shown: TaskRecurrence? = faults.read("recurrence", or: nil) {
                try column.next().map { try RecurrenceColumn(text: $0).recurrence }
            }
            let number: Int? = faults.read("recurrence", or: nil) { try column.next(Int.self) }
            let place = faults.read("recurrence", or: nil) {
                try start.map { start in
                    try SeriesPlace(id: id, key: key, start: start, sharedChanges: 0).recurrenceID(at: slot ?? 0)
                }
            }
            if start != nil { task.recurrence = shown }
            guard let number, let recurrenceID = place ?? task.recurrenceBase?.civil else { return }
            task.occurrence = SeriesOccurrence(series: id, number: number, recurrenceID: recurrenceID)
        }
    }
}
