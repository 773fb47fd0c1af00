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

    // The order of the members keeps an occurrence within 32 bytes: millions are made a second.

    /// The local start, a DATE in all-day sets: what the rule gave, unless an override moved it.
    public let start: CivilTime
    /// Whether a gap moved it or an overlap made it ambiguous.
    public let adjustment: Adjustment
    /// Whether an override made a local time of a DATE, or the reverse.
    private let changesKind: Bool
    /// How many seconds of local time an override moved it later.
    private let shift: Int32
    /// The moment at which it begins; of a DATE the local midnight.
    public let instant: UTCInstant

    /// The local start that the rule gave, which identifies the occurrence for ever (RECURRENCE-ID).
    public var recurrenceID: CivilTime {
        let time = CivilDateTime(secondsSinceEpoch: originalSeconds)
        return start.isDate != changesKind ? .date(time.date) : .dateTime(time)
    }

    /// The original start in seconds of local time since 1970.
    var originalSeconds: Int { start.startOfDayOrTime.secondsSinceEpoch - Int(shift) }

    /// Makes an occurrence that nothing moved.
    public init(start: CivilTime, instant: UTCInstant, adjustment: Adjustment = .none) {
        self.start = start
        self.instant = instant
        self.adjustment = adjustment
        changesKind = false
        shift = 0
    }

    /// Makes an occurrence of a rule.
    @inline(__always)
    init(_ moment: Moment, isDate: Bool) {
        let time = CivilDateTime(secondsSinceEpoch: moment.local)
        start = isDate ? .date(time.date) : .dateTime(time)
        instant = UTCInstant(millisecondsSinceEpoch: Int64(moment.instant) &* 1_000)
        adjustment = moment.adjustment
        changesKind = false
        shift = 0
    }

    /// Makes an occurrence that an override moved.
    init(_ moment: Moment, isDate: Bool, shift: Int32, isOriginallyDate: Bool) {
        let plain = Occurrence(moment, isDate: isDate)
        (start, adjustment, instant) = (plain.start, plain.adjustment, plain.instant)
        (self.shift, changesKind) = (shift, isDate != isOriginallyDate)
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
