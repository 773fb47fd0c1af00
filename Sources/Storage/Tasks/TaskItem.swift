public import Basics
public import Recurrence

/// Something to do.
///
/// `due` and `start` hold what the person meant, with `timeZone`; the instants beside them are derived and are derived
/// again when the zone's rules change.
public struct TaskItem: TaskContentHolder, Hashable, Sendable {
    /// The task's id, chosen by the client, made by the server, or derived for a respawned task.
    public package(set) var id: TaskID
    /// Counts the changes, from 1; also the entity tag.
    public var version: Int
    /// What it says of itself.
    public var content: TaskContent
    /// Where it stands.
    public var status: TaskStatus
    /// When it may begin.
    public var start: LocalTime?
    /// When it is to be done.
    public var due: LocalTime?
    /// The IANA name of the zone that every local time of this task is in.
    public var timeZone: String
    /// The instant of `start`; derived.
    public var startAt: UTCInstant?
    /// The instant of `due`, a date's local midnight; derived.
    public var dueAt: UTCInstant?
    /// The first instant at which it is overdue: `dueAt`, or the end of the local day of a date; derived.
    public var overdueAt: UTCInstant?
    /// Whether `task.overdue` was already appended for this `overdueAt`.
    public var isOverdueNotified: Bool
    /// How it recurs, as its series shows it; nil for a task that does not, or no longer.
    ///
    /// It is kept with the series, and saving the task does not write it.
    public var recurrence: TaskRecurrence?
    /// Its place in its series; nil for a task that never recurred.
    public var occurrence: SeriesOccurrence?
    /// Why it, or a part of it, is set aside; nil where all of it can be read and evaluated.
    public var setAside: SetAside? {
        get { setAsideBox.first }
        set { setAsideBox = newValue.map { [$0] } ?? [] }
    }
    /// In a buffer of its own, since hardly any task has one.
    private var setAsideBox: [SetAside] = []
    /// When it reminds.
    public var reminders: [Reminder]
    /// Its parts, in order.
    public var subtasks: [Subtask]
    /// The tasks that it waits for, in order; those that were deleted are not among them.
    public var blockedBy: [TaskID] = []
    /// Whether one of the tasks that it waits for is open; derived, and not written.
    public var hasOpenBlocker = false
    /// Its place among others that people put in order, the least first; nil for none, which comes last.
    public var sortOrder: Double?
    /// Percent done as it was set, 0 to 100; what counts is ``progress``.
    public var ownProgress: Int
    /// When it was made.
    public package(set) var createdAt: UTCInstant
    /// When a person or client last changed it.
    public var updatedAt: UTCInstant
    /// When it was completed, or cancelled; nil while it is open.
    public var completedAt: UTCInstant?

    /// Makes an open task with nothing but a title.
    ///
    /// - Parameters:
    ///   - id: The new task's id.
    ///   - title: What there is to do.
    ///   - timeZone: The IANA name of the zone of its local times.
    ///   - now: The time at which it is made.
    public init(id: TaskID, title: String, timeZone: String, now: UTCInstant) {
        self.init(id: id, content: TaskContent(title: title), timeZone: timeZone, now: now)
    }

    /// Makes an open task with nothing but a content.
    ///
    /// - Parameters:
    ///   - id: The new task's id.
    ///   - content: What it says of itself.
    ///   - timeZone: The IANA name of the zone of its local times.
    ///   - now: The time at which it is made.
    public init(id: TaskID, content: TaskContent, timeZone: String, now: UTCInstant) {
        self.id = id
        self.content = content
        self.timeZone = timeZone
        version = 1
        status = .needsAction
        isOverdueNotified = false
        reminders = []
        subtasks = []
        ownProgress = 0
        createdAt = now
        updatedAt = now
    }
}

extension TaskItem {
    /// Percent done: by the subtasks where there are any, 100 when completed, else as it was set.
    public var progress: Int {
        guard subtasks.isEmpty else { return 100 * subtasks.count(where: \.isCompleted) / subtasks.count }
        return status == .completed ? 100 : ownProgress
    }

    /// Whether it is open, and waits for a task that is open.
    public var isBlocked: Bool { status.isOpen && hasOpenBlocker }

    /// Whether it is open and its time has passed.
    public func isOverdue(at now: UTCInstant) -> Bool {
        guard status.isOpen, let overdueAt else { return false }
        return overdueAt <= now
    }

    /// The start that a recurrence counts from: RFC 5545 DTSTART where there is one, else DUE.
    public var recurrenceBase: LocalTime? { start ?? due }

    /// Whether a further occurrence can still be created from it.
    public var isRecurring: Bool { recurrence != nil && occurrence != nil }
}

/// Where a task stands; the names are RFC 5545 §3.8.1.11's.
public enum TaskStatus: String, CaseIterable, Hashable, Sendable {
    /// Not begun.
    case needsAction
    /// Begun.
    case inProcess
    /// Done.
    case completed
    /// Not to be done: given up, or skipped.
    case cancelled

    /// Whether it still is to be done.
    public var isOpen: Bool { self == .needsAction || self == .inProcess }
}

/// How much a task matters.
public enum TaskPriority: String, CaseIterable, Hashable, Sendable {
    /// Nothing was said.
    case none
    /// Can wait.
    case low
    /// Ordinary.
    case medium
    /// Before others.
    case high
    /// Before all.
    case urgent
}

/// A part of a task.
public struct Subtask: Hashable, Sendable {
    /// Its id.
    public package(set) var id: SubtaskID
    /// What there is to do.
    @Verbatim public var title: String
    /// Whether it is done.
    public var isCompleted: Bool

    /// Makes a subtask from its parts.
    public init(id: SubtaskID, title: String, isCompleted: Bool = false) {
        self.id = id
        self.title = title
        self.isCompleted = isCompleted
    }
}
