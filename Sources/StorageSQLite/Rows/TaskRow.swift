import Recurrence
import Storage

/// A task as a row: the columns, and a task's values in their order.
///
/// Reminders and tags have tables of their own.
enum TaskRow {
    static let columns =
        ["id", "version"] + ContentRow.columns + [
            "status", "start", "due", "time_zone", "start_at", "due_at", "overdue_at", "is_overdue_told", "recurrence",
            "series_id", "series_start", "occurrence", "recurrence_id", "projected_at", "subtasks", "own_progress",
            "created_at", "updated_at", "completed_at", "template",
        ]

    /// What tasks are ordered by due time with; those without one come last.
    ///
    /// An index has exactly this expression.
    static let dueOrder = "coalesce(due_at, 9223372036854775807)"

    /// The columns as a list for a SELECT that joins other tables.
    static let selection = columns.map { "task.\($0)" }.joined(separator: ", ")

    static let upsert = """
        INSERT INTO task (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (id) DO UPDATE SET
        \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        RETURNING key
        """

    static func values(of task: TaskItem) -> Arguments {
        let times: Arguments = [
            task.status.code, task.start, task.due, task.timeZone, task.startAt, task.dueAt, task.overdueAt,
            task.isOverdueNotified,
        ]
        let series: Arguments = [
            task.recurrence.map { RecurrenceColumn($0).text },
            task.occurrence?.series, task.occurrence?.seriesStart, task.occurrence?.number,
            task.occurrence?.recurrenceID, task.projectedAt,
        ]
        let parts: Arguments = [
            task.subtasks.isEmpty ? nil : task.subtasks.map { SubtaskColumn($0) }.text,
            task.ownProgress, task.createdAt, task.updatedAt, task.completedAt,
            task.template.map { TemplateColumn($0).text },
        ]
        return [task.id, task.version] + ContentRow.values(of: task.content) + times + series + parts
    }

    /// The task of a row whose columns are `columns`, in their order, behind the row's key.
    ///
    /// What cannot be read of it has the value of an absent field, and stands among the faults.
    ///
    /// - Throws: ``StoreError`` where not even the id can be read.
    static func task(from column: inout ColumnReader) throws -> (key: Int64, task: TaskItem, faults: RowFaults) {
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
        var recurrence: TaskRecurrence? = faults.read("recurrence", or: nil) {
            try column.next().map { try RecurrenceColumn(text: $0).recurrence }
        }
        let occurrence = occurrence(from: &column, base: start ?? due, &recurrence, &faults)
        let projectedAt = faults.read("recurrence", or: nil) { try column.nextInstant() }
        let subtasks: [Subtask] = faults.read("subtasks", or: []) {
            try column.next().map { try [SubtaskColumn](text: $0).map { try $0.subtask } } ?? []
        }
        let ownProgress = faults.read("progress", or: 0) { try column.next(Int.self) }
        let epoch = UTCInstant(millisecondsSinceEpoch: 0)
        let createdAt = faults.read("createdAt", or: nil) { try column.nextInstant() } ?? epoch
        var task = TaskItem(id: id, content: content, timeZone: timeZone, now: createdAt)
        task.updatedAt = faults.read("updatedAt", or: nil) { try column.nextInstant() } ?? createdAt
        task.completedAt = faults.read("completedAt", or: nil) { try column.nextInstant() }
        let template: String? = faults.read("recurrence", or: nil) { try column.next() }
        (task.version, task.status) = (version, status)
        (task.start, task.due, task.startAt, task.dueAt) = (start, due, startAt, dueAt)
        (task.overdueAt, task.isOverdueNotified) = (overdueAt, isOverdueNotified)
        (task.recurrence, task.occurrence, task.projectedAt) = (recurrence, occurrence, projectedAt)
        (task.subtasks, task.ownProgress) = (subtasks, ownProgress)
        if let template {
            task.template = faults.read("recurrence", or: nil) {
                try TemplateColumn(text: template).template(for: task)
            }
        }
        return (key, task, faults)
    }

    /// The place in the series; where a start cannot be read, the rules that count from it are not to be followed.
    private static func occurrence(
        from column: inout ColumnReader,
        base: LocalTime?,
        _ recurrence: inout TaskRecurrence?,
        _ faults: inout RowFaults
    ) -> SeriesOccurrence? {
        let before = faults.fields.count
        let series: SeriesID? = faults.read("recurrence", or: nil) { try column.next() }
        let seriesStart: CivilTime? = faults.read("recurrence", or: nil) { try column.next() }
        let number: Int? = faults.read("recurrence", or: nil) { try column.next() }
        let recurrenceID: CivilTime? = faults.read("recurrence", or: nil) { try column.next() }
        guard let series else { return nil }
        if let seriesStart, let number, let recurrenceID {
            return SeriesOccurrence(
                series: series, seriesStart: seriesStart, number: number, recurrenceID: recurrenceID)
        }
        guard faults.fields.count > before || recurrence == nil else { return nil }
        recurrence = nil
        guard let number, let start = recurrenceID ?? seriesStart ?? base?.civil else { return nil }
        return SeriesOccurrence(series: series, seriesStart: start, number: number, recurrenceID: start)
    }
}
