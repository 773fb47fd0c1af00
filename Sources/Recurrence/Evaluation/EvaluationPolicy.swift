/// The readings of RFC 5545 that engines take differently, for a caller to choose.
///
/// `gap`, `overlap` and `subDailySteps` speak of times of day. A set of whole days has none: a DATE begins with the
/// first moment of its day, whatever the policy says.
public struct EvaluationPolicy: Hashable, Sendable {
    /// What becomes of a local time that the clocks jump over.
    ///
    /// The RFC contradicts itself: §3.3.10 wants "nonexistent local time" ignored, and its last paragraph sends the
    /// same time to §3.3.5, which reads it with the offset before the gap. A date that is written out (DTSTART, RDATE,
    /// EXDATE, the new start of an override) is never ignored; with `.skip` it is read as with `.shiftForward`.
    public enum Gap: Hashable, Sendable {
        /// It is read with the offset before the gap: 02:30 happens at 03:30 (§3.3.5, last paragraph of §3.3.10).
        case shiftForward
        /// It is ignored and not counted (§3.3.10, "nonexistent local time").
        case skip
        /// It is read with the offset after the gap: 02:30 happens at 01:30, before the clocks are put forward, as
        /// libical does. Where the time before the gap was itself shorter than the gap, it is ignored.
        case shiftBack
    }

    /// Which instant a local time means that the clocks show twice.
    public enum Overlap: Hashable, Sendable {
        /// The first (§3.3.5).
        case first
        /// The second, after the clocks were put back.
        case second
        /// Both: each is an occurrence. COUNT counts local starts, so that such a start takes one of them and gives
        /// two occurrences; both have one RECURRENCE-ID, and only the instant tells them apart.
        case both
    }

    /// What FREQ=HOURLY, MINUTELY and SECONDLY step by.
    public enum SubDailySteps: Hashable, Sendable {
        /// By what the clock on the wall shows: §3.3.10 knows computed local start times only. When clocks are put
        /// back an hourly rule pauses for an hour; when they are put forward `gap` decides.
        case wallClock
        /// By time that passes: every 6 hours are 6 hours in each night of the year, as for a medicine. The parts
        /// BYMONTH … BYSECOND look at the local time that each step shows. Nothing falls into a gap, and both
        /// showings of an overlap are steps, so that `gap` and `overlap` do not matter.
        case elapsed
    }

    /// Which months FREQ=YEARLY;BYMONTHDAY means where BYMONTH is missing.
    public enum YearlyMonthDays: Hashable, Sendable {
        /// The month of DTSTART, as §3.3.10 says of missing parts.
        case monthOfStart
        /// Every month, as python-dateutil and its descendants read it.
        case everyMonth
    }

    /// What becomes of a local time that the clocks jump over.
    public var gap: Gap
    /// Which instant a local time means that the clocks show twice.
    public var overlap: Overlap
    /// What FREQ=HOURLY, MINUTELY and SECONDLY step by.
    public var subDailySteps: SubDailySteps
    /// Which months FREQ=YEARLY;BYMONTHDAY means where BYMONTH is missing.
    public var yearlyMonthDays: YearlyMonthDays
    /// Whether a DTSTART that does not match its rules is a member all the same, and the first that COUNT counts.
    public var alwaysIncludesStart: Bool

    /// The readings of the RFC's own examples: shift forward, first, wall clock, month of DTSTART, matches only.
    public static let standard = EvaluationPolicy()

    /// Makes a policy; what is not given is as in `standard`.
    public init(
        gap: Gap = .shiftForward, overlap: Overlap = .first, subDailySteps: SubDailySteps = .wallClock,
        yearlyMonthDays: YearlyMonthDays = .monthOfStart, alwaysIncludesStart: Bool = false
    ) {
        self.gap = gap
        self.overlap = overlap
        self.subDailySteps = subDailySteps
        self.yearlyMonthDays = yearlyMonthDays
        self.alwaysIncludesStart = alwaysIncludesStart
    }
}
