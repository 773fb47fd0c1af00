public import Recurrence

/// Why a task, or a part of it, is out of the way of everything else.
///
/// What could be read of the task stands in it; what could not has the value that an absent field has.
public struct SetAside: Hashable, Sendable {
    /// What is wrong, in words for the one who repairs it.
    public var reason: String
    /// When it was noted; nil where nobody has met it yet.
    public var since: UTCInstant?
    /// The fields, by their names in the task's JSON, that hold what cannot be read.
    ///
    /// A task with such fields is never written whole, since what they hold would be lost.
    public var unreadableFields: [String]
    /// The reminders that were taken out of the due queue, and when each was to fire.
    public var withdrawnReminders: [ReminderID: UTCInstant]

    /// Makes the reason from its parts.
    public init(
        reason: String,
        since: UTCInstant? = nil,
        unreadableFields: [String] = [],
        withdrawnReminders: [ReminderID: UTCInstant] = [:]
    ) {
        self.reason = reason
        self.since = since
        self.unreadableFields = unreadableFields
        self.withdrawnReminders = withdrawnReminders
    }
}

/// What can be set aside, so that it neither holds up anything else nor is tried again and again.
public enum SetAsideUnit: Hashable, Sendable {
    /// A task of which something cannot be read; its readable reminders fire at the instants that are stored.
    case task(TaskID)
    /// A reminder that cannot be read, or cannot be made to fire.
    case reminder(ReminderID, of: TaskID)
    /// A series whose next occurrence cannot be evaluated or created; it is identified by its last task.
    case series(of: TaskID)
    /// A pause that cannot be read; what it held fires.
    case pause(PauseID)
    /// A time zone that the machine does not know, or no longer knows; its tasks fire at the instants that are stored.
    case zone(String)

    /// What kind of thing it is.
    public var kind: Kind {
        switch self {
        case .task: .task
        case .reminder: .reminder
        case .series: .series
        case .pause: .pause
        case .zone: .zone
        }
    }

    /// The kinds, by the names that the store and clients have for them.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A task.
        case task
        /// A reminder.
        case reminder
        /// A series.
        case series
        /// A pause.
        case pause
        /// A time zone.
        case zone
    }

    /// The task that it is, or belongs to; nil for a pause and a zone.
    public var task: TaskID? {
        switch self {
        case .task(let id), .reminder(_, of: let id), .series(of: let id): id
        case .pause, .zone: nil
        }
    }

    /// Its id, or the zone's name; a series has that of its last task.
    public var subject: String {
        switch self {
        case .task(let id), .series(of: let id): id.description
        case .reminder(let id, of: _): id.description
        case .pause(let id): id.description
        case .zone(let name): name
        }
    }
}

/// One entry of the list of what is set aside.
public struct SetAsideEntry: Hashable, Sendable {
    /// What is set aside.
    public var unit: SetAsideUnit
    /// What is wrong with it.
    public var reason: String
    /// When it was noted.
    public var since: UTCInstant

    /// Makes an entry from its parts.
    public init(_ unit: SetAsideUnit, reason: String, since: UTCInstant) {
        self.unit = unit
        self.reason = reason
        self.since = since
    }
}
