/// What a new task has; what is nil or empty is left to the daemon.
public struct NewTask: Encodable, Hashable, Sendable {
    /// How a new task recurs.
    public struct Recurrence: Encodable, Hashable, Sendable {
        /// The rules (RFC 5545 RRULE), such as `FREQ=WEEKLY;BYDAY=MO`.
        public var rrule: [String]
        /// Where the next occurrence is counted from: `due` or `completion`; nil for `due`.
        public var anchor: String?

        /// Makes a recurrence by rules, counted from the task's due time or start.
        public init(rrule: [String], anchor: String? = nil) {
            (self.rrule, self.anchor) = (rrule, anchor)
        }
    }

    /// When a new task reminds: at a distance from its due time or start, or at a time.
    public struct Reminder: Encodable, Hashable, Sendable {
        /// The distance, an RFC 5545 duration; negative for before it.
        public var offset: String?
        /// What the distance is from: `due` or `start`; nil for `due`.
        public var relativeTo: String?
        /// The time, instead of a distance: local in the zone of the task, or an instant with `Z`.
        public var at: String?

        /// Makes a reminder at a distance from the due time, such as `-PT1H`, or at it, `PT0S`.
        public init(offset: String) {
            (self.offset, relativeTo) = (offset, "due")
        }

        /// Makes a reminder at a time.
        public init(at time: String) {
            at = time
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
    /// `none`, `low`, `medium`, `high` or `urgent`.
    public var priority: String?
    /// How long it is expected to take, as a duration of RFC 5545.
    public var estimatedDuration: String?
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
