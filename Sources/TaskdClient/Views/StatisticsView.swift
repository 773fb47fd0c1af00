/// How often things happened, by period, tag or project.
public struct StatisticsView: Decodable, Hashable, Sendable {
    /// What happened in a period, or for a tag or a project.
    public struct Counts: Decodable, Hashable, Sendable {
        /// The day, week or month, the tag, or the id of the project; nil for the total.
        public var key: String?
        /// Tasks that were made.
        public var created: Int
        /// Tasks that were completed.
        public var completed: Int
        /// Tasks whose time passed while they were open.
        public var overdue: Int
        /// Reminders that fired.
        public var fired: Int
        /// Reminders that were snoozed.
        public var snoozed: Int
        /// Reminders that were reported as missed.
        public var missed: Int
        /// How many of the completed tasks had a due time.
        public var completedWithDue: Int
        /// How many of those were done on time.
        public var onTime: Int
        /// The mean of the times from due to done, in seconds, negative before; nil where no such task was done.
        public var meanLateSeconds: Double?
    }

    /// The instant from which on it is counted.
    public var from: String
    /// The instant before which it is counted.
    public var until: String
    /// The IANA name of the zone that the periods are in.
    public var timeZone: String
    /// What there is an item for: `day`, `week`, `month`, `tag` or `project`.
    public var groupBy: String
    /// The instant of the first event that is counted; nil where nothing is.
    public var since: String?
    /// What happened in the whole range.
    public var total: Counts
    /// What happened in each period, or for each tag or project, in order.
    public var items: [Counts]
    /// Where the next page begins; nil for the last.
    public var nextCursor: String?
}

/// How regularly a series was done.
public struct SeriesStatisticsView: Decodable, Hashable, Sendable {
    /// How many occurrences were completed.
    public var completed: Int
    /// How many were skipped.
    public var skipped: Int
    /// How many slots were passed over.
    public var passed: Int
    /// How many were completed one after the other, up to now.
    public var currentStreak: Int
    /// How many were ever completed one after the other.
    public var longestStreak: Int
    /// How many were completed and had a due time.
    public var completedWithDue: Int
    /// How many of those were done on time.
    public var onTime: Int
    /// Which part of them that is, 0 to 1; nil where there are none.
    public var onTimeShare: Double?
    /// The median of the times from due to done, in seconds, negative before; nil where there are none.
    public var medianLateSeconds: Double?
    /// Whether every occurrence was looked at.
    public var isComplete: Bool
}
