/// The calendar in which a rule counts years and months (RFC 7529 §4.1 RSCALE).
public enum RuleCalendar: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The Gregorian calendar, which is the default.
    case gregorian

    /// The CLDR name in capitals, such as `GREGORIAN`.
    public var description: String { "\(name)" }

    var name: StaticString {
        switch self {
        case .gregorian: "GREGORIAN"
        }
    }

    /// The highest month number of the calendar.
    var monthsInYear: Int { 12 }
    /// Whether some of its years have a leap month.
    var hasLeapMonths: Bool { false }
}
