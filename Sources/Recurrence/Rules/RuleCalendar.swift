/// The calendar in which a rule counts years and months (RFC 7529 §4.1 RSCALE).
public enum RuleCalendar: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The Gregorian calendar, which is the default.
    case gregorian
    /// The Ethiopic calendar of the incarnation era; month 13 has 5 or 6 days.
    case ethiopic
    /// The Coptic calendar; month 13 has 5 or 6 days.
    case coptic
    /// The tabular Islamic calendar with the civil epoch.
    case islamicCivil
    /// The Persian solar calendar by the 33-year rule.
    case persian
    /// The Indian national calendar.
    case indian
    /// The Hebrew calendar from Tishri; its leap month Adar I is `5L`.
    case hebrew

    /// The CLDR name in capitals, such as `GREGORIAN`.
    public var description: String { "\(name)" }

    var name: StaticString {
        switch self {
        case .gregorian: "GREGORIAN"
        case .ethiopic: "ETHIOPIC"
        case .coptic: "COPTIC"
        case .islamicCivil: "ISLAMIC-CIVIL"
        case .persian: "PERSIAN"
        case .indian: "INDIAN"
        case .hebrew: "HEBREW"
        }
    }

    /// The highest month number of the calendar.
    var monthsInYear: Int { self == .ethiopic || self == .coptic ? 13 : 12 }
    /// Whether some of its years have a leap month.
    var hasLeapMonths: Bool { self == .hebrew }
    /// The arithmetic to use; nil for the Gregorian calendar, which has its own.
    var arithmetic: CalendarArithmetic? { self == .gregorian ? nil : CalendarArithmetic(calendar: self) }
}
