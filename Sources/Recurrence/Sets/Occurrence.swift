/// One member of a recurrence set.
public struct Occurrence: Hashable, Sendable {
    /// What the zone made of the local time (RFC 5545 §3.3.5).
    public enum Adjustment: Hashable, Sendable {
        /// The clocks show the local time once.
        case none
        /// The clocks jump over the local time; the instant is read with the offset before the gap.
        case gap
        /// The clocks show the local time twice; the instant is the first.
        case overlap
    }

    /// The local start that the rule gave, which identifies the occurrence (RECURRENCE-ID); a DATE in all-day sets.
    public var start: CivilTime
    /// The moment at which it begins; of a DATE the local midnight.
    public var instant: UTCInstant
    /// Whether a gap moved it or an overlap made it ambiguous.
    public var adjustment: Adjustment

    /// Makes an occurrence.
    public init(start: CivilTime, instant: UTCInstant, adjustment: Adjustment = .none) {
        self.start = start
        self.instant = instant
        self.adjustment = adjustment
    }
}

/// An occurrence in the making: seconds of local time and of UTC since 1970.
struct Moment {
    var local: Int
    var instant: Int
    var adjustment: Occurrence.Adjustment

    @inline(__always)
    func occurrence(isDate: Bool) -> Occurrence {
        let time = CivilDateTime(secondsSinceEpoch: local)
        return Occurrence(
            start: isDate ? .date(time.date) : .dateTime(time),
            instant: UTCInstant(millisecondsSinceEpoch: Int64(instant) &* 1_000), adjustment: adjustment)
    }
}
