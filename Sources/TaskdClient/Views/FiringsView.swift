/// The firings of a task, planned and past.
public struct FiringsView: Decodable, Hashable, Sendable {
    /// A firing to come.
    public struct Planned: Decodable, Hashable, Sendable {
        /// The reminder.
        public var reminderId: String
        /// The instant that its reminder gives it.
        public var scheduledAt: String
        /// The instant at which it fires; nil while a pause without an end holds it.
        public var fireAt: String?
        /// Whether it is of an occurrence whose task does not exist yet.
        public var projected: Bool
        /// Why it fires then, in sentences.
        public var reasons: [String]
        /// Which occurrence of its series it is of: the local time that the rule gives it; nil for a single task.
        public var recurrenceId: String?
        /// How late it may be and still fire, as a duration of RFC 5545; nil from a daemon that does not say.
        public var catchUp: String?
        /// The instant that it was snoozed from.
        public var snoozedFrom: String?
        /// The quiet hours that hold it; nil for none.
        public var quietHours: PropertyValue?
        /// Whether a pause holds it.
        public var paused: Bool?
        /// The pause that holds it.
        public var pause: PauseView?
    }

    /// A firing that was.
    public struct Past: Decodable, Hashable, Sendable {
        /// A delivery of it to a hook.
        public struct Target: Decodable, Hashable, Sendable {
            /// The hook.
            public var hookId: String
            /// The state of the delivery, as in ``DeliveryView/state``.
            public var state: String
            /// The attempts, first to last.
            public var attempts: [DeliveryView.Attempt]
        }

        /// The reminder.
        public var reminderId: String
        /// `fired`, `missed` and so on.
        public var outcome: String
        /// The instant that its reminder gave it.
        public var scheduledAt: String
        /// The instant at which it fired; nil where it was missed.
        public var firedAt: String?
        /// The instant at which it was reported as missed; nil where it fired.
        public var missedAt: String?
        /// How late it was, in seconds.
        public var lateBySeconds: Double
        /// Why it was late; nil where it was not.
        public var lateReason: String?
        /// How many earlier firings that were missed it stands for.
        public var missedCount: Int
        /// The instant that it was snoozed from.
        public var snoozedFrom: String?
        /// The instant that it was snoozed until.
        public var snoozedUntil: String?
        /// Who snoozed it.
        public var snoozedBy: String?
        /// The instant at which it was acknowledged.
        public var acknowledgedAt: String?
        /// Who acknowledged it.
        public var acknowledgedBy: String?
        /// Its deliveries.
        public var deliveries: [Target]
    }

    /// What is to come, soonest first.
    public var planned: [Planned]
    /// What was, latest first: one page.
    public var items: [Past]
    /// What to pass as `cursor` for the next page; nil on the last one.
    public var nextCursor: String?
}

/// A time in which reminders do not fire, of one of: everything, a tag, a series, a task, a reminder.
public struct PauseView: Decodable, Hashable, Sendable {
    /// The pause's id.
    public var id: String
    /// True for a pause of everything.
    public var all: Bool?
    /// The tag whose tasks it is about.
    public var tag: String?
    /// The series that it is about.
    public var seriesId: String?
    /// The task that it is about.
    public var taskId: String?
    /// The reminder that it is about.
    public var reminderId: String?
    /// The filter that selects the tasks that it is about.
    public var filter: String?
    /// The instant at which it ends; nil for none.
    public var until: String?
    /// What becomes of reminders whose time comes during the pause: `fire` or `skip`.
    public var missed: String
    /// Why, in the words of who paused.
    public var note: String?
}
