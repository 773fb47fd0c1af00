/// One member of a recurrence set.
public struct Occurrence: Hashable, Sendable {
    /// What the zone made of the local time (RFC 5545 §3.3.5).
    public enum Adjustment: Hashable, Sendable {
        /// The clocks show the local time once.
        case none
        /// The clocks jump over the local time; the instant is read with an offset of the other side of the gap.
        case gap
        /// The clocks show the local time twice; the instant is the first.
        case overlap
        /// The clocks show the local time twice; the instant is the second.
        case repeated
    }

    /// The local start, a DATE in all-day sets: what the rule gave, unless an override moved it.
    public var start: CivilTime
    /// Whether a gap moved it or an overlap made it ambiguous.
    public var adjustment: Adjustment
    /// Whether the original start is a DATE.
    private var isOriginallyDate: Bool
    /// The moment at which it begins; of a DATE the local midnight.
    public var instant: UTCInstant
    /// The original start, in seconds of local time since 1970.
    private var originalSeconds: Int

    /// The local start that the rule gave, which identifies the occurrence for ever (RECURRENCE-ID).
    public var recurrenceID: CivilTime {
        let time = CivilDateTime(secondsSinceEpoch: originalSeconds)
        return isOriginallyDate ? .date(time.date) : .dateTime(time)
    }

    /// Makes an occurrence.
    ///
    /// - Parameters:
    ///   - start: The local start.
    ///   - instant: The moment at which it begins.
    ///   - adjustment: What the zone made of the local start.
    ///   - recurrenceID: The original local start; nil where nothing moved it.
    public init(
        start: CivilTime, instant: UTCInstant, adjustment: Adjustment = .none, recurrenceID: CivilTime? = nil
    ) {
        self.start = start
        self.instant = instant
        self.adjustment = adjustment
        isOriginallyDate = (recurrenceID ?? start).isDate
        originalSeconds = (recurrenceID ?? start).startOfDayOrTime.secondsSinceEpoch
    }

    @inline(__always)
    init(_ moment: Moment, isDate: Bool) {
        let time = CivilDateTime(secondsSinceEpoch: moment.local)
        start = isDate ? .date(time.date) : .dateTime(time)
        instant = UTCInstant(millisecondsSinceEpoch: Int64(moment.instant) &* 1_000)
        adjustment = moment.adjustment
        isOriginallyDate = isDate
        originalSeconds = moment.local
    }
}

/// An occurrence in the making: seconds of local time and of UTC since 1970.
struct Moment {
    var local: Int
    var instant: Int
    var adjustment: Occurrence.Adjustment

    @inline(__always)
    func occurrence(isDate: Bool) -> Occurrence { Occurrence(self, isDate: isDate) }
}
