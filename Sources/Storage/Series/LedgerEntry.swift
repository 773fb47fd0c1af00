public import Recurrence

/// What became of one slot of a series that an occurrence was created for; it stays as long as the series does.
public struct LedgerEntry: Hashable, Sendable {
    /// What became of it.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Its task is to be done.
        case open
        /// Its task was done.
        case completed
        /// It was passed over by `skip`, or given up for itself alone.
        case skipped
        /// It was given up, and its series ended with it.
        case cancelled
        /// Its task was deleted; the slot never comes back by itself.
        case deleted
        /// Its creation was undone; it counts as if it had never been, except for its id and version.
        case withdrawn

        /// Whether there is a task for it.
        public var hasTask: Bool { self != .deleted && self != .withdrawn }
    }

    /// The slot: the original local start (RFC 5545 RECURRENCE-ID), wherever the task was moved.
    public var recurrenceID: CivilTime
    /// The id of its task, also where there is none any more.
    public package(set) var task: TaskID
    /// Counts the occurrences of the series, from 1; nil where it is withdrawn.
    public var number: Int?
    /// What became of it.
    public var state: State
    /// What it was before it was deleted; nil unless it was.
    public var outcome: State?
    /// The occurrence whose closing or deletion created it; nil where it came otherwise.
    public var cause: TaskID?
    /// The fields that were changed for it alone: changes of the series do not reach them.
    public var overrides: TaskFields
    /// Whether a command was addressed to it.
    ///
    /// That a reminder of it fired is known from the reminder.
    public var isTouched: Bool
    /// How many slots before it were passed over when it was created.
    public var passed: Int
    /// The last version that its task had; 0 while the task is there.
    public var version: Int
    /// When it was closed; nil while it is open.
    public var closedAt: UTCInstant?

    /// Makes the entry of an open occurrence.
    public init(recurrenceID: CivilTime, task: TaskID, number: Int) {
        (self.recurrenceID, self.task, self.number) = (recurrenceID, task, number)
        (state, overrides, isTouched, passed, version) = (.open, [], false, 0, 0)
    }

    /// Whether it counts as an occurrence of the series.
    public var isBorn: Bool { state != .withdrawn }
}
