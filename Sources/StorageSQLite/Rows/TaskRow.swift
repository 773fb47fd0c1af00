import Foundation
import Recurrence
import Storage

/// A task as a row: the columns, and a task's values in their order.
///
/// Reminders and tags have tables of their own.
enum TaskRow {
    static let columns = [
        "id", "version", "title", "details", "status", "priority", "start", "due", "time_zone", "start_at", "due_at",
        "overdue_at", "is_overdue_told", "recurrence", "series_id", "series_start", "occurrence", "recurrence_id",
        "projected_at", "subtasks", "location", "own_progress", "created_at", "updated_at", "completed_at",
        "quiet_hours", "template",
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

    static func values(of task: TaskItem) throws -> Arguments {
        let times: Arguments = [
            task.start, task.due, task.timeZone, task.startAt, task.dueAt, task.overdueAt, task.isOverdueTold,
        ]
        let series: Arguments = [
            try task.recurrence.map { try text(RecurrenceColumn($0)) },
            task.occurrence?.series, task.occurrence?.seriesStart, task.occurrence?.number,
            task.occurrence?.recurrenceID, task.projectedAt,
        ]
        let parts: Arguments = [
            task.subtasks.isEmpty ? nil : try text(task.subtasks.map { SubtaskColumn($0) }),
            try task.location.map { try text(LocationColumn($0)) },
            task.ownProgress, task.createdAt, task.updatedAt, task.completedAt, task.quietHours?.column,
            try task.template.map { try text(TemplateColumn($0)) },
        ]
        let head: Arguments = [
            task.id, task.version, task.title, task.details, task.status.code, task.priority.code,
        ]
        return head + times + series + parts
    }

    /// The task of a row whose columns are `columns`, in their order, behind the row's key.
    static func task(from column: inout ColumnReader) throws -> (key: Int64, task: TaskItem) {
        let key = try column.next(Int64.self)
        let id = try column.next(TaskID.self)
        let version = try column.next(Int.self)
        let title = try column.next(String.self)
        let details: String? = try column.next()
        let status = try column.nextCode(TaskStatus.self)
        let priority = try column.nextCode(TaskPriority.self)
        let start: MeantTime? = try column.next()
        let due: MeantTime? = try column.next()
        let timeZone = try column.next(String.self)
        let instants: [UTCInstant?] = [try column.next(), try column.next(), try column.next()]
        let isOverdueTold = try column.next(Bool.self)
        let recurrence: TaskRecurrence? = try column.next().map { try value(RecurrenceColumn.self, $0).recurrence }
        let occurrence = try occurrence(from: &column)
        let projectedAt: UTCInstant? = try column.next()
        let subtasks: [Subtask] =
            try column.next().map { try value([SubtaskColumn].self, $0).map { try $0.subtask } } ?? []
        let location: TaskLocation? = try column.next().map { try value(LocationColumn.self, $0).location }
        let ownProgress = try column.next(Int.self)
        var task = TaskItem(id: id, title: title, timeZone: timeZone, now: try column.next())
        task.updatedAt = try column.next()
        task.completedAt = try column.next()
        task.quietHours = try column.next().map { try QuietHoursChoice(column: $0) }
        let template: String? = try column.next()
        (task.version, task.details, task.status, task.priority) = (version, details, status, priority)
        (task.start, task.due, task.startAt, task.dueAt) = (start, due, instants[0], instants[1])
        (task.overdueAt, task.isOverdueTold) = (instants[2], isOverdueTold)
        (task.recurrence, task.occurrence, task.projectedAt) = (recurrence, occurrence, projectedAt)
        (task.subtasks, task.location, task.ownProgress) = (subtasks, location, ownProgress)
        task.template = try template.map { try value(TemplateColumn.self, $0).template(for: task) }
        return (key, task)
    }

    private static func occurrence(from column: inout ColumnReader) throws -> SeriesOccurrence? {
        let series: SeriesID? = try column.next()
        let seriesStart: CivilTime? = try column.next()
        let number: Int? = try column.next()
        let recurrenceID: CivilTime? = try column.next()
        guard let series, let seriesStart, let number, let recurrenceID else { return nil }
        return SeriesOccurrence(series: series, seriesStart: seriesStart, number: number, recurrenceID: recurrenceID)
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension QuietHoursChoice {
    /// The text it is kept as.
    var column: String {
        switch self {
        case .off: "off"
        case .window(let hours): hours.description
        }
    }

    init(column text: String) throws {
        if text == Self.off.column {
            self = .off
        } else if let window = QuietHours(text) {
            self = .window(window)
        } else {
            throw StoreError(.unavailable, "the store is damaged: a task's quiet hours cannot be read")
        }
    }
}

// What is only ever read with its task is kept in it as JSON. These types are the file's format: a property that was
// released keeps its name.

private struct RecurrenceColumn: Codable {
    var rrule: [String]
    var rdate: [String]
    var exdate: [String]
    var anchor: String
    var missed: String
    var respawn: String

    init(_ recurrence: TaskRecurrence) {
        (rrule, rdate, exdate) = (recurrence.rules, recurrence.dates, recurrence.exceptionDates)
        anchor = recurrence.anchor.rawValue
        missed = recurrence.missed.rawValue
        respawn = recurrence.respawn.rawValue
    }

    var recurrence: TaskRecurrence {
        TaskRecurrence(
            rules: rrule,
            dates: rdate,
            exceptionDates: exdate,
            anchor: TaskRecurrence.Anchor(rawValue: anchor) ?? .due,
            missed: TaskRecurrence.Missed(rawValue: missed) ?? .skip,
            respawn: TaskRecurrence.Respawn(rawValue: respawn) ?? .completion
        )
    }
}

struct SubtaskColumn: Codable {
    var id: String
    var title: String
    var isCompleted: Bool

    init(_ subtask: Subtask) {
        (id, title, isCompleted) = (subtask.id.description, subtask.title, subtask.isCompleted)
    }

    var subtask: Subtask {
        get throws {
            guard let id = SubtaskID(id) else {
                throw StoreError(.unavailable, "the store is damaged: a subtask's id is no UUID")
            }
            return Subtask(id: id, title: title, isCompleted: isCompleted)
        }
    }
}

struct LocationColumn: Codable {
    var latitude: Double?
    var longitude: Double?
    var address: String?
    var placeName: String?

    init(_ location: TaskLocation) {
        (latitude, longitude) = (location.latitude, location.longitude)
        (address, placeName) = (location.address, location.placeName)
    }

    var location: TaskLocation {
        TaskLocation(latitude: latitude, longitude: longitude, address: address, placeName: placeName)
    }
}
