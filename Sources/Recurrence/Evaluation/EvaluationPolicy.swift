/// The readings of RFC 5545 that engines take differently, for a caller to choose.
public struct EvaluationPolicy: Hashable, Sendable {
    /// What becomes of a local time that the clocks jump over.
    public enum Gap: Hashable, Sendable {
        /// It is read with the offset before the gap: 02:30 happens at 03:30 (§3.3.5, last paragraph of §3.3.10).
        case shiftForward
        /// It is ignored and not counted (§3.3.10, "nonexistent local time").
        case skip
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
    /// Which months FREQ=YEARLY;BYMONTHDAY means where BYMONTH is missing.
    public var yearlyMonthDays: YearlyMonthDays
    /// Whether a DTSTART that does not match its rules is a member all the same, and the first that COUNT counts.
    public var alwaysIncludesStart: Bool

    /// The readings of the RFC's own examples: shift forward, month of DTSTART, matches only.
    public static let standard = EvaluationPolicy()

    /// Makes a policy.
    public init(
        gap: Gap = .shiftForward, yearlyMonthDays: YearlyMonthDays = .monthOfStart, alwaysIncludesStart: Bool = false
    ) {
        self.gap = gap
        self.yearlyMonthDays = yearlyMonthDays
        self.alwaysIncludesStart = alwaysIncludesStart
    }
}
