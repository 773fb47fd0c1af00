public import Recurrence

/// A clock that tells UTC, the one that everything in taskd is passed.
///
/// ``WallClock`` is the machine's; tests pass one that they move by hand.
public protocol UTCClock: Clock, Sendable where Instant == UTCInstant, Duration == Swift.Duration {}
