/// A task as the daemon writes it, as far as a person is shown it.
struct TaskView: Decodable, Hashable, Sendable {
    var id: String
    var title: String
    var description: String?
    var status: String
    var priority: String
    var estimatedDuration: String?
    var start: String?
    var due: String?
    var timeZone: String
    var dueAt: String?
    var isOverdue: Bool
    var recurrence: RecurrenceView?
    var seriesId: String?
    var occurrence: Int?
    var reminders: [ReminderView]
    var tags: [String]
    var subtasks: [SubtaskView]
    var createdAt: String
    var completedAt: String?
}

/// How a task recurs.
struct RecurrenceView: Decodable, Hashable, Sendable {
    var rrule: [String]
    var rdate: [String]
    var exdate: [String]
    var anchor: String
    var missed: String
    var respawn: String
}

/// When a task reminds.
struct ReminderView: Decodable, Hashable, Sendable {
    var id: String
    var offset: String?
    var relativeTo: String?
    var at: String?
    var state: String
    var nextFireAt: String?
}

/// A part of a task.
struct SubtaskView: Decodable, Hashable, Sendable {
    var title: String
    var isCompleted: Bool
}

/// A task whose status was changed, and the one that follows it.
struct CompletionView: Decodable, Sendable {
    var completed: TaskView
    var next: TaskView?
}

/// An occurrence that was passed over, and the one that follows it.
struct SkipView: Decodable, Sendable {
    var skipped: TaskView
    var next: TaskView?
}

/// A task that was opened again, and the id of its untouched successor, which went away.
struct ReopeningView: Decodable, Sendable {
    var reopened: TaskView
    var withdrawn: String?
}
