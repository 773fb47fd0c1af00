public import Basics
public import Recurrence
public import Storage

/// A firing that is to come: of a reminder that exists, or of one on an occurrence that no task exists for yet.
public struct UpcomingItem: Hashable, Sendable {
    /// The id that the firing will have.
    public var firingID: FiringID
    /// When.
    public var fireAt: UTCInstant
    /// The reminder that will go off; a projected one has the id that it will be given.
    public var reminderID: ReminderID
    /// The task that carries it; a projected one has the id that it will be given.
    public var taskID: TaskID
    /// The handle of the task; of an occurrence that of its series.
    public var taskHandle: Handle
    /// The task's title.
    public var title: String
    /// The task's due time, in its zone.
    public var due: CivilTime?
    /// The IANA name of the zone that `due` is in.
    public var timeZone: String
    /// The task's number in its series; nil where it has none, or lies more than 366 occurrences ahead.
    public var occurrence: Int?
    /// Whether no task exists for it yet.
    public var isProjected: Bool
    /// What will keep it from going off then; nil where nothing does, as things stand.
    public var hold: UpcomingHold?

    /// The place of the item in the order of time.
    ///
    /// A projected one keeps the place of the id that follows from its series, also where it is given another.
    public internal(set) var cursor: UpcomingQuery.Cursor

    /// The firing of a reminder that exists.
    init(_ upcoming: UpcomingFiring) {
        let firing = upcoming.firing
        (firingID, fireAt, reminderID, taskID) = (firing.firingID, firing.fireAt, firing.reminder, firing.task)
        (taskHandle, title, due) = (upcoming.handle, upcoming.title, upcoming.due)
        (timeZone, occurrence, isProjected) = (upcoming.timeZone, upcoming.occurrence, false)
        cursor = UpcomingQuery.Cursor(fireAt: firing.fireAt, reminder: firing.reminder, isProjected: false)
    }

    /// The firing of an occurrence that no task exists for yet.
    init(_ place: UpcomingQuery.Cursor, of series: Series, as task: TaskID, due: CivilTime?, occurrence: Int?) {
        firingID = FiringID(reminder: place.reminder, scheduledAt: place.fireAt)
        (fireAt, reminderID, taskID) = (place.fireAt, place.reminder, task)
        (title, timeZone, self.due, self.occurrence) = (series.title, series.timeZone, due, occurrence)
        (taskHandle, isProjected, cursor) = (series.id.handle, true, place)
    }

    /// Gives a projected firing the ids that it will have.
    mutating func take(_ reminder: ReminderID, of task: TaskID) {
        (reminderID, taskID) = (reminder, task)
        firingID = FiringID(reminder: reminder, scheduledAt: fireAt)
    }
}

/// What keeps a firing that is to come from going off at its time.
public struct UpcomingHold: Hashable, Sendable {
    /// Who keeps it: a pause that wants it reported as missed, any other pause, or quiet hours alone.
    public var reason: Reminder.Hold.Reason
    /// When it goes off instead; nil while a pause has no end, and where it will be reported as missed.
    public var until: UTCInstant?

    /// Makes one from its parts.
    public init(_ reason: Reminder.Hold.Reason, until: UTCInstant?) {
        (self.reason, self.until) = (reason, until)
    }
}

/// Which firings to come are asked for.
public struct UpcomingQuery: Hashable, Sendable {
    /// The place after an item.
    public struct Cursor: Hashable, Comparable, Sendable {
        /// When the item fires.
        public var fireAt: UTCInstant
        /// Its reminder.
        public var reminder: ReminderID
        /// Whether no task exists for it yet.
        public var isProjected: Bool

        /// Makes a place from its parts.
        public init(fireAt: UTCInstant, reminder: ReminderID, isProjected: Bool) {
            (self.fireAt, self.reminder, self.isProjected) = (fireAt, reminder, isProjected)
        }

        /// Orders by time, then by reminder; what has a task comes before what would have the same id.
        public static func < (left: Cursor, right: Cursor) -> Bool {
            if (left.fireAt, left.reminder) != (right.fireAt, right.reminder) {
                return (left.fireAt, left.reminder) < (right.fireAt, right.reminder)
            }
            return !left.isProjected && right.isProjected
        }
    }

    /// The earliest instant.
    public var from: UTCInstant
    /// The instant before which they end; nil for no end.
    public var until: UTCInstant?
    /// Only those of tasks with this tag; nil for all.
    public var tag: String?
    /// Only those of tasks in this project; nil for all.
    public var project: ProjectID?
    /// Where the page begins; nil for the first.
    public var cursor: Cursor?
    /// How many at most, 1 to 1,000.
    public var limit: Int

    /// Makes a query from its parts.
    public init(
        from: UTCInstant,
        until: UTCInstant? = nil,
        tag: String? = nil,
        project: ProjectID? = nil,
        cursor: Cursor? = nil,
        limit: Int = 100
    ) {
        self.from = from
        self.until = until
        self.tag = tag
        self.project = project
        self.cursor = cursor
        self.limit = limit
    }
}
