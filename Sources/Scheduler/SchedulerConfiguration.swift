public import Storage

/// How the scheduler reads what people leave unsaid.
public struct SchedulerConfiguration: Hashable, Sendable {
    /// Where reminders of a date count from unless something else is said, in seconds after local midnight.
    static let usualDayStart = 9 * 3_600

    /// The IANA name of the zone of a task that names none.
    public var defaultZone: String
    /// Where offset reminders of a date-only time count from, in seconds after local midnight, 0 to 86,399.
    public var dayStart: Int
    /// How late a reminder may still be sent; one that is later is reported as missed.
    public var catchUpWindow: Duration
    /// How many reminders are fired in one transaction at most; twice as many where the one before has left some that are
    /// due, so that fewer commits are needed for them.
    public var batchSize: Int
    /// How many reminders a second that were left behind, a minute or more, are caught up; nil for no bound.
    public var catchUpRate: Int?
    /// When reminders of tasks that say nothing else wait; nil for never.
    public var quietHours: QuietHours?
    /// How many rows of open occurrences one transaction of a ``CommandRunner`` writes for a change of a whole series.
    ///
    /// Tasks count, and what stands in their lists. At least one occurrence is written.
    public var editBatchSize: Int

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - defaultZone: The zone of a task that names none.
    ///   - dayStart: Seconds after local midnight; 09:00 by default.
    ///   - catchUpWindow: How late a reminder may still be sent; a day by default.
    ///   - batchSize: Reminders in one transaction at most; twice as many while more are due.
    ///   - catchUpRate: Reminders a second that are caught up, at least 1; nil for no bound.
    ///   - quietHours: When reminders wait; nil for never.
    ///   - editBatchSize: Rows of open occurrences in one transaction of a change of a whole series; at least 1.
    public init(
        defaultZone: String = "UTC",
        dayStart: Int = 9 * 3_600,
        catchUpWindow: Duration = .seconds(86_400),
        batchSize: Int = 1_000,
        catchUpRate: Int? = nil,
        quietHours: QuietHours? = nil,
        editBatchSize: Int = 500
    ) {
        self.defaultZone = defaultZone
        self.dayStart = dayStart
        self.catchUpWindow = catchUpWindow
        self.batchSize = batchSize
        self.catchUpRate = catchUpRate
        self.quietHours = quietHours
        self.editBatchSize = editBatchSize
    }
}
