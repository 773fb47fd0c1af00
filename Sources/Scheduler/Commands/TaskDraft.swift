public import Basics
public import Recurrence
public import Storage

/// A task as somebody wants it to be: everything that can be written, nothing that is derived.
public struct TaskDraft: TaskContentHolder, Hashable, Sendable {
    /// A time as it was given.
    public enum Time: Hashable, Sendable {
        /// A date or local time, in the task's zone.
        case civil(CivilTime)
        /// An instant (`Z` or an offset was given), to be kept as the local time it has in the task's zone.
        case instant(UTCInstant)
    }

    /// A reminder as somebody wants it.
    public struct ReminderDraft: Hashable, Sendable {
        /// When it goes off.
        public enum Trigger: Hashable, Sendable {
            /// At an offset from the task's time.
            case offset(CalendarDuration, from: Reminder.Base)
            /// At a time of its own.
            case at(Time)
        }

        /// The id: an existing reminder's, one that the client chose, or nil for a new one.
        public var id: ReminderID?
        /// When it goes off.
        public var trigger: Trigger
        /// How it goes off again.
        public var repetition: Reminder.Repetition?
        /// How late it may be sent, one minute to 366 days; nil for the server's default.
        public var catchUpWindow: Swift.Duration?
        /// Whether it still goes off when its task is completed.
        public var isKeptOnCompletion = false

        /// Makes a draft from its parts.
        public init(id: ReminderID? = nil, trigger: Trigger, repetition: Reminder.Repetition? = nil) {
            self.id = id
            self.trigger = trigger
            self.repetition = repetition
        }
    }

    /// A subtask as somebody wants it.
    public struct SubtaskDraft: Hashable, Sendable {
        /// The id: an existing subtask's, one that the client chose, or nil for a new one.
        public var id: SubtaskID?
        /// What there is to do.
        @Verbatim public var title: String
        /// Whether it is done.
        public var isCompleted: Bool

        /// Makes a draft from its parts.
        public init(id: SubtaskID? = nil, title: String, isCompleted: Bool = false) {
            self.id = id
            self.title = title
            self.isCompleted = isCompleted
        }
    }

    /// The id that the client chose; nil for one that the server makes.
    public var id: TaskID?
    /// What it says of itself.
    public var content: TaskContent
    /// Where it stands.
    public var status: TaskStatus = .needsAction
    /// When it may begin.
    public var start: Time?
    /// When it is to be done.
    public var due: Time?
    /// The zone of its local times; nil for the server's default.
    public var timeZone: String?
    /// How it recurs.
    public var recurrence: TaskRecurrence?
    /// When it reminds.
    public var reminders: [ReminderDraft] = []
    /// Its parts.
    public var subtasks: [SubtaskDraft] = []
    /// The tasks that it waits for.
    public var blockedBy: [TaskID] = []
    /// Its place among others that people put in order.
    public var sortOrder: Double?
    /// Percent done, where it has no subtasks.
    public var progress: Int = 0

    /// Makes a draft with nothing but a title.
    public init(title: String) {
        content = TaskContent(title: title)
    }
}
