public import Recurrence

/// A clock that tells UTC, the one that everything in taskd is passed, with the steady clock that goes with it.
///
/// Wall time says when a reminder is due and what stands in a record. How long something waits or took is measured by
/// ``steady``, which nobody can set. ``WallClock`` is the machine's; tests pass one that they move by hand.
public protocol UTCClock: Clock, Sendable where Instant == UTCInstant, Duration == Swift.Duration {
    /// The type of the clock for waits.
    associatedtype Steady: SteadyClock
    /// The clock for waits that are not about wall time.
    var steady: Steady { get }
}
