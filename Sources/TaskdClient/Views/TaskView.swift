/// A task as the daemon writes it.
///
/// Times that a person meant are local (`2026-12-01T09:00:00`, or `2026-12-01` for a whole day) and in ``timeZone``;
/// those whose names end in `At` are instants in UTC (`2026-12-01T08:00:00Z`).
public struct TaskView: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// What people call it by, 12 characters; nil from a daemon that knows of none.
    public var handle: String?
    /// As much of ``handle`` as is enough; nil where it was not asked for.
    public var shortHandle: String?
    /// Counts the changes, from 1.
    public var version: Int
    /// What there is to do.
    public var title: String
    /// More about it.
    public var description: String?
    /// `needsAction`, `inProcess`, `completed` or `cancelled`.
    public var status: String
    /// `none`, `low`, `medium`, `high` or `urgent`.
    public var priority: String
    /// How long it is expected to take, as a duration of RFC 5545.
    public var estimatedDuration: String?
    /// When it may begin.
    public var start: String?
    /// When it is to be done.
    public var due: String?
    /// The IANA name of the zone that its local times are in.
    public var timeZone: String
    /// The instant of ``start``.
    public var startAt: String?
    /// The instant of ``due``.
    public var dueAt: String?
    /// Whether its due time has passed while it is open.
    public var isOverdue: Bool
    /// How it recurs; nil for a single task.
    public var recurrence: RecurrenceView?
    /// The id of its series; nil for a single task.
    public var seriesId: String?
    /// Which occurrence of its series it is, from 1.
    public var occurrence: Int?
    /// The local time that its rule gives this occurrence, wherever it was moved to; nil for a single task.
    public var recurrenceId: String?
    /// When it reminds.
    public var reminders: [ReminderView]
    /// The id of the project that it is in; nil for none.
    public var projectId: String?
    /// Its tags.
    public var tags: [String]
    /// Its parts.
    public var subtasks: [SubtaskView]
    /// The ids of the tasks that it waits for.
    public var blockedBy: [String]
    /// Whether it is open, and one of those is.
    public var isBlocked: Bool
    /// Its place in manual order; nil for none.
    public var sortOrder: Double?
    /// Links and contents that belong to it; nil from a daemon that knows of none.
    public var attachments: [AttachmentView]?
    /// What other programs keep with it, by names of theirs; nil for nothing.
    public var properties: [String: PropertyValue]?
    /// When it was made.
    public var createdAt: String
    /// When it was completed.
    public var completedAt: String?
}

/// How a task recurs.
public struct RecurrenceView: Decodable, Hashable, Sendable {
    /// The rules (RFC 5545 RRULE), without `RRULE:`.
    public var rrule: [String]
    /// Dates beside the rules' (RDATE).
    public var rdate: [String]
    /// Dates that are left out (EXDATE).
    public var exdate: [String]
    /// Where the next occurrence counts from: `due` or `completion`.
    public var anchor: String
    /// What becomes of occurrences that were missed: `skip` or `keep`.
    public var missed: String
    /// When the next occurrence appears: at `completion` of the one before, or by `schedule`.
    public var respawn: String
}

/// When a task reminds: at a time, or at a distance from its start or due time.
public struct ReminderView: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// What people call it by, 12 characters; nil from a daemon that knows of none.
    public var handle: String?
    /// As much of ``handle`` as is enough; nil where it was not asked for.
    public var shortHandle: String?
    /// The distance, an RFC 5545 duration such as `-PT1H`.
    public var offset: String?
    /// What the distance is from: `start` or `due`.
    public var relativeTo: String?
    /// The local time.
    public var at: String?
    /// `scheduled`, `fired`, `acknowledged` and so on.
    public var state: String
    /// The instant at which it fires next; nil for none.
    public var nextFireAt: String?
    /// What keeps it from going off: `pause` or `quietHours`; nil where nothing does.
    public var heldBy: String?
}

/// A part of a task.
public struct SubtaskView: Decodable, Hashable, Sendable {
    /// What there is to do.
    public var title: String
    /// Whether it is done.
    public var isCompleted: Bool
}

/// Something that belongs to a task: a link, or content.
public struct AttachmentView: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// What it is called; nil where nobody said.
    public var fileName: String?
    /// What kind of content it is; nil where nobody said.
    public var mediaType: String?
    /// How many bytes the content has; nil for a link.
    public var size: Int?
    /// Where a link leads; nil for content.
    public var url: String?
}

/// A task that was completed, and the occurrence that follows it.
public struct CompletionView: Decodable, Hashable, Sendable {
    /// The task.
    public var completed: TaskView
    /// The next occurrence; nil where none follows.
    public var next: TaskView?
}

/// An occurrence that was skipped, and the one that follows it.
public struct SkipView: Decodable, Hashable, Sendable {
    /// The task.
    public var skipped: TaskView
    /// The next occurrence; nil where none follows.
    public var next: TaskView?
}

/// A task that was opened again.
public struct ReopeningView: Decodable, Hashable, Sendable {
    /// The task.
    public var reopened: TaskView
    /// The id of its untouched successor, which was withdrawn; nil for none.
    public var withdrawn: String?
}
