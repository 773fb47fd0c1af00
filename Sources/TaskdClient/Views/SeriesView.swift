/// A recurring task as a whole.
public struct SeriesView: Decodable, Hashable, Sendable {
    /// How it recurs, in words.
    public struct Explanation: Decodable, Hashable, Sendable {
        /// In English.
        public var en: String
        /// In Korean.
        public var ko: String
    }

    /// A UUID.
    public var id: String
    /// What people call it by, 12 characters; nil from a daemon that knows of none.
    public var handle: String?
    /// As much of ``handle`` as is enough; nil where it was not asked for.
    public var shortHandle: String?
    /// Counts the changes, from 1.
    public var version: Int
    /// What there is to do in each occurrence.
    public var title: String
    /// The local time that rules count from (RFC 5545 DTSTART).
    public var dtstart: String
    /// The IANA name of the zone that its local times are in.
    public var timeZone: String
    /// How it recurs; nil where nothing recurs any more.
    public var recurrence: RecurrenceView?
    /// The same in words; nil where nothing recurs any more.
    public var explanation: Explanation?
    /// `active`, `finished` when its rules give no more, or `ended`.
    public var state: String
    /// Why it ended; nil while it goes on.
    public var endReason: String?
    /// The id of the series that it was split from; nil for none.
    public var splitFrom: String?
    /// The local time from which on it has no occurrences; nil for no end but that of its rules.
    public var before: String?
    /// The local time of the next occurrence to appear; nil for none.
    public var next: String?
    /// How many occurrences there are in each state.
    public var counts: [String: Int]
}

/// One occurrence of a series, past or to come.
public struct OccurrenceView: Decodable, Hashable, Sendable {
    /// Its original local time, by which the series knows it (RFC 5545 RECURRENCE-ID).
    public var recurrenceId: String
    /// What became of it, such as `open`, `completed` or `projected`.
    public var state: String
    /// Its task; nil where none exists.
    public var taskId: String?
    /// Which occurrence it is, from 1.
    public var occurrence: Int?
    /// The instant at which it was closed.
    public var closedAt: String?
}

/// A firing to come.
public struct UpcomingView: Decodable, Hashable, Sendable {
    /// The instant at which it fires.
    public var fireAt: String
    /// The task that it reminds of.
    public var taskId: String
    /// The handle of the task; nil from a daemon that knows of none.
    public var taskHandle: String?
    /// As much of it as is enough; nil where it was not asked for.
    public var taskShortHandle: String?
    /// The task's title.
    public var title: String
    /// The IANA name of the task's zone.
    public var timeZone: String
    /// Whether it is of an occurrence whose task does not exist yet.
    public var projected: Bool
    /// What will keep it from going off then: `pause`, `skippingPause` or `quietHours`; nil where nothing does.
    public var heldBy: String?
    /// The instant at which it goes off instead; nil where nobody knows, or where it will be reported as missed.
    public var heldUntil: String?
}
