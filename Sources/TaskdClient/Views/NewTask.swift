/// What a new task has; what is nil or empty is left to the daemon.
public struct NewTask: Encodable, Hashable, Sendable {
    /// How a new task recurs.
    public struct Recurrence: Encodable, Hashable, Sendable {
        /// The rules (RFC 5545 RRULE), such as `FREQ=WEEKLY;BYDAY=MO`.
        public var rrule: [String]

        /// Makes a recurrence by rules, counted from the task's due time or start.
        public init(rrule: [String]) {
            self.rrule = rrule
        }
    }

    /// When a new task reminds.
    public struct Reminder: Encodable, Hashable, Sendable {
        /// The distance from the due time, an RFC 5545 duration; negative for before it.
        public var offset: String
        /// What the distance is from: `due` or `start`.
        public var relativeTo = "due"

        /// Makes a reminder at a distance from the due time, such as `-PT1H`, or at it, `PT0S`.
        public init(offset: String) {
            self.offset = offset
        }
    }

    /// What there is to do.
    public var title: String
    /// The id it is to have, a UUID that you choose; nil lets the daemon choose.
    public var id: String?
    /// More about it.
    public var description: String?
    /// When it may begin: a local date or time, or an instant with `Z`.
    public var start: String?
    /// When it is to be done: a local date or time, or an instant with `Z`.
    public var due: String?
    /// The IANA name of the zone that local times are in; nil for the daemon's own.
    public var timeZone: String?
    /// `none`, `low`, `medium` or `high`.
    public var priority: String?
    /// The id of the project that it is in; nil for none.
    public var projectId: String?
    /// Its tags.
    public var tags: [String] = []
    /// How it recurs; nil for a single task.
    public var recurrence: Recurrence?
    /// When it reminds; without any it never does.
    public var reminders: [Reminder] = []

    /// Makes a task that has a title only.
    public init(title: String) {
        self.title = title
    }
}
