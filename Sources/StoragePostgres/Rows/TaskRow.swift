import Recurrence
import Storage

/// A task as a row: the columns, and a task's values in their order.
///
/// Reminders and tags have tables of their own.
enum TaskRow {
    static let columns =
        ["id", "version"] + ContentRow.columns + [
            "status", "start", "due", "time_zone", "start_at", "due_at", "overdue_at", "is_overdue_told", "subtasks",
            "own_progress", "sort_order", "created_at", "updated_at", "completed_at", "series_key", "slot",
        ]

    /// What tasks are ordered by due time with; those without one come last.
    ///
    /// An index has exactly this expression.
    static let dueOrder = "coalesce(due_at, 9223372036854775807)"

    /// The columns as a list for a SELECT that joins other tables.
    static let selection = columns.map { ContentRow.reading($0, of: "task") }.joined(separator: ", ")

    /// The columns that are written: its handle follows from the others, and is only looked up.
    static let written = columns + ["handle"]

    /// Writes a row that is there, by its key and the values of all columns.
    static let update = """
        UPDATE task SET \(written.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")) WHERE key = ?1
        """

    /// The values of a task that is an occurrence of a series, or of none.
    static func values(of task: TaskItem, in series: SeriesPlace?) throws -> Arguments {
        let slot = try task.occurrence.flatMap { try series?.ownSlot(of: $0.recurrenceID) }
        // What its series counts for it is added again when it is read.
        let version = task.version - (series?.sharedChanges ?? 0)
        var values: Arguments = []
        values.reserveCapacity(written.count)
        values += [task.id, version] as Arguments
        ContentRow.append(task.content, to: &values)
        values +=
            [
                task.status.code, task.start, task.due, task.timeZone, task.startAt, task.dueAt, task.overdueAt,
                task.isOverdueNotified, task.subtasks.isEmpty ? nil : task.subtasks.map { SubtaskColumn($0) }.text,
                task.ownProgress, task.sortOrder.map { OrderColumn($0).key }, task.createdAt, task.updatedAt,
                task.completedAt, series?.key, slot, task.handle,
            ] as Arguments
        return values
    }

    /// The task of a row whose columns are `columns`, in their order, behind the row's key.
    ///
    /// What cannot be read of it has the value of an absent field, and stands among the faults.
    ///
    /// - Throws: ``StoreError`` where not even the id can be read.
    static func task(from column: inout ColumnReader) throws -> FoundTask {
        var faults = RowFaults()
        let key = try column.next(Int64.self)
        let id = try column.next(TaskID.self)
        let version = faults.read("version", or: 1) { try column.next(Int.self) }
        let content = ContentRow.content(from: &column, &faults)
        let status = faults.read("status", or: .needsAction) { try column.nextCode(TaskStatus.self) }
        let start: LocalTime? = faults.read("start", or: nil) { try column.next() }
        let due: LocalTime? = faults.read("due", or: nil) { try column.next() }
        let timeZone = faults.read("timeZone", or: "UTC") { try column.next(String.self) }
        let startAt = faults.read("start", or: nil) { try column.nextInstant() }
        let dueAt = faults.read("due", or: nil) { try column.nextInstant() }
        let overdueAt = faults.read("due", or: nil) { try column.nextInstant() }
        let isOverdueNotified = faults.read("due", or: false) { try column.next(Bool.self) }
        let subtasks: [Subtask] = faults.read("subtasks", or: []) {
            try column.next().map { try [SubtaskColumn](text: $0).map { try $0.subtask } } ?? []
        }
        let ownProgress = faults.read("progress", or: 0) { try column.next(Int.self) }
        let sortOrder = faults.read("sortOrder", or: nil) { try column.next().map { OrderColumn(key: $0).number } }
        let epoch = UTCInstant(millisecondsSinceEpoch: 0)
        let createdAt = faults.read("createdAt", or: nil) { try column.nextInstant() } ?? epoch
        var task = TaskItem(id: id, content: content, timeZone: timeZone, now: createdAt)
        task.updatedAt = faults.read("updatedAt", or: nil) { try column.nextInstant() } ?? createdAt
        task.completedAt = faults.read("completedAt", or: nil) { try column.nextInstant() }
        (task.version, task.status) = (version, status)
        (task.start, task.due, task.startAt, task.dueAt) = (start, due, startAt, dueAt)
        (task.overdueAt, task.isOverdueNotified) = (overdueAt, isOverdueNotified)
        (task.subtasks, task.ownProgress, task.sortOrder) = (subtasks, ownProgress, sortOrder)
        let (series, slot): (Int64?, Int?) = (try column.next(), try column.next())
        return FoundTask(key: key, task: task, series: series, slot: slot, faults: faults)
    }
}

/// A task as its row has it, without what stands in tables of its own.
struct FoundTask {
    /// The key of its row.
    let key: Int64
    /// The task.
    var task: TaskItem
    /// The key of its series' row; nil for a task that never recurred.
    let series: Int64?
    /// Its slot in the series, in seconds of local time from the start of that.
    let slot: Int?
    /// What cannot be read of it.
    var faults: RowFaults
}
