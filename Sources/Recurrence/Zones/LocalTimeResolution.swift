/// What becomes of a local time in a zone (RFC 5545 §3.3.5).
public enum LocalTimeResolution: Hashable, Sendable {
    /// The local time is shown exactly once.
    case unique(UTCInstant)
    /// The clocks jump over it. `before` reads it with the offset in force before the jump, which shows a later
    /// local time; `after` reads it with the offset in force after it, which shows an earlier one.
    case gap(before: UTCInstant, after: UTCInstant)
    /// The clocks show it twice.
    case overlap(first: UTCInstant, second: UTCInstant)
}
