public import Recurrence

/// A trigger on a task: it fires at an instant, or at an offset from the task's due or start time.
public struct Reminder: Hashable, Sendable {
    /// What an offset counts from.
    public enum Base: String, CaseIterable, Hashable, Sendable {
        /// The task's `due`.
        case due
        /// The task's `start`.
        case start
    }

    /// When it fires (RFC 5545 §3.8.6.3).
    public enum Trigger: Hashable, Sendable {
        /// At an offset from the task's time.
        case offset(CalendarDuration, from: Base)
        /// At a time of its own, in the task's zone.
        case at(LocalTime)
    }

    /// How it repeats until it is acknowledged (RFC 5545 §3.8.6.2).
    public struct Repetition: Hashable, Sendable {
        /// The exact time between two firings, at least one second.
        public var every: CalendarDuration
        /// How many times it fires after the first, 1 to 10,000.
        public var count: Int

        /// Makes a repetition from its parts.
        public init(every: CalendarDuration, count: Int) {
            self.every = every
            self.count = count
        }
    }

    /// Where a reminder stands.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Waits for its time.
        case scheduled
        /// Fired; may fire again where it repeats.
        case fired
        /// Put off to `snoozedUntil`.
        case snoozed
        /// A person has seen it; it repeats no more.
        case acknowledged
        /// Its time passed so long ago that it was not sent.
        case missed
        /// Its task was closed, or has no time to count from.
        case cancelled
    }

    /// What keeps a reminder from going off although its time has come.
    public struct Hold: Hashable, Sendable {
        /// Who keeps it.
        public enum Reason: String, CaseIterable, Hashable, Sendable {
            /// Quiet hours; it fires when they end.
            case quietHours
            /// A pause; it waits until somebody ends it.
            case pause
            /// A pause that has ended and wanted it reported as missed.
            case skippingPause
        }

        /// Who keeps it.
        public var reason: Reason
        /// When it was to fire.
        public var scheduledAt: UTCInstant
        /// The pause; nil for quiet hours.
        public var pause: PauseID?

        /// Makes a hold from its parts.
        public init(_ reason: Reason, scheduledAt: UTCInstant, pause: PauseID? = nil) {
            self.reason = reason
            self.scheduledAt = scheduledAt
            self.pause = pause
        }
    }

    /// What a reminder was before it was cancelled because its task was closed; opening the task gives it back.
    public struct Suspension: Hashable, Sendable {
        /// Where it stood.
        public var state: State
        /// The firing that was to come; nil where there was none.
        public var nextFireAt: UTCInstant?
        /// Until when it was snoozed; nil unless it was.
        public var snoozedUntil: UTCInstant?
        /// What held it; nil when nothing did.
        public var hold: Hold?

        /// Makes a suspension of a reminder that waits for its time.
        public init(_ state: State, nextFireAt: UTCInstant?) {
            self.state = state
            self.nextFireAt = nextFireAt
        }

        /// Takes what a reminder is.
        public init(_ reminder: Reminder) {
            (state, nextFireAt) = (reminder.state, reminder.nextFireAt)
            (snoozedUntil, hold) = (reminder.snoozedUntil, reminder.hold)
        }
    }

    /// The reminder's id.
    public package(set) var id: ReminderID
    /// The id of the reminder that it stems from, on the task that began the series; its own id there.
    public package(set) var origin: ReminderID
    /// When it fires.
    public var trigger: Trigger
    /// How it repeats.
    public var repetition: Repetition?
    /// How late it may be sent before it is reported as missed, in whole seconds; nil for the server's default.
    public var catchUpWindow: Swift.Duration?
    /// Whether it still fires when its task is completed.
    public var isKeptOnCompletion = false
    /// Where it stands.
    public var state: State
    /// The first firing's instant, as derived from the trigger; nil where the task has no time to count from.
    public var scheduledAt: UTCInstant?
    /// The next firing's instant; nil when there is none to come.
    public var nextFireAt: UTCInstant?
    /// Until when it was snoozed; nil unless it is snoozed.
    public var snoozedUntil: UTCInstant?
    /// How many of its repetitions have fired or are planned.
    public var repetitionsDone: Int
    /// What keeps it from going off although its time has come; nil when nothing does.
    public var hold: Hold?
    /// What it was before its task was closed; nil unless it is cancelled for that.
    public var suspended: Suspension?

    /// Makes a reminder that is not yet scheduled.
    ///
    /// - Parameters:
    ///   - id: The reminder's id.
    ///   - origin: The reminder that it stems from; itself when nil.
    ///   - trigger: When it fires.
    ///   - repetition: How it repeats.
    public init(id: ReminderID, origin: ReminderID? = nil, trigger: Trigger, repetition: Repetition? = nil) {
        self.id = id
        self.origin = origin ?? id
        self.trigger = trigger
        self.repetition = repetition
        state = .scheduled
        repetitionsDone = 0
    }
}

/// One moment at which one reminder fired, or was reported as missed: a committed fact, recorded once.
public struct Firing: Hashable, Sendable {
    /// The reminder that fired.
    public let reminder: ReminderID
    /// When it was to fire.
    public let scheduledAt: UTCInstant
    /// When it did.
    public let firedAt: UTCInstant
    /// How many earlier firings of the same reminder had passed unsent and are reported by this one.
    public let missedCount: Int
    /// Whether it was reported as missed instead; `firedAt` is then when that was done.
    public var isMissed = false

    /// Makes a firing from its parts.
    public init(reminder: ReminderID, scheduledAt: UTCInstant, firedAt: UTCInstant, missedCount: Int = 0) {
        self.reminder = reminder
        self.scheduledAt = scheduledAt
        self.firedAt = firedAt
        self.missedCount = missedCount
    }

    /// Its id, the same for ever: derived from the reminder and the scheduled instant alone.
    public var id: FiringID { FiringID(reminder: reminder, scheduledAt: scheduledAt) }
}
