/// What became of one occurrence of a set, or of it and all that follow (RFC 5545 §3.8.4.4 RECURRENCE-ID).
///
/// What else an override says, such as another title or duration, is the caller's: `Occurrence.recurrenceID` tells to
/// which occurrence it belongs. For one that keeps its start, let `change` move it to its own `recurrenceID`.
///
/// Readings where the RFC is silent:
/// - An override whose RECURRENCE-ID is no member of the set adds an occurrence: it says that something happens then,
///   and the rule may have been changed since. A cancellation of what is no member does nothing.
/// - EXDATE and EXRULE take away an occurrence together with the override that moved it.
/// - An override of one occurrence counts before one that reaches into its future, wherever it stands; of two for the
///   same occurrence, or for the same future, the last given counts (who has SEQUENCE sorts by it).
/// - Two occurrences that overrides bring to one instant remain two, since each has its own RECURRENCE-ID.
public struct RecurrenceOverride: Hashable, Sendable {
    /// What became of the occurrence.
    public enum Change: Hashable, Sendable {
        /// It begins at that time, the override's DTSTART; a DATE makes it a whole day.
        case moved(to: RecurrenceTime)
        /// It does not happen.
        case cancelled
    }

    /// Which occurrences an override speaks of (RFC 5545 §3.2.13 RANGE).
    public enum Reach: Hashable, Sendable {
        /// The one with that RECURRENCE-ID.
        case occurrence
        /// It and all with a later original start, up to the next override that reaches into the future.
        ///
        /// Each is moved by as much local time as the first, so that 09:00 moved to 11:00 is 11:00 in summer and in
        /// winter; in a set that steps by time that passes, by as many exact seconds. Cancelled, the series ends.
        case thisAndFuture
    }

    /// The original start of the occurrence, RECURRENCE-ID; a local time that the clocks show twice means the first
    /// showing, and the form with `Z` either.
    public var recurrenceID: RecurrenceTime
    /// What became of it.
    public var change: Change
    /// Whether it speaks of later occurrences too.
    public var reach: Reach

    /// Makes an override.
    public init(_ recurrenceID: RecurrenceTime, _ change: Change, reach: Reach = .occurrence) {
        self.recurrenceID = recurrenceID
        self.change = change
        self.reach = reach
    }
}
