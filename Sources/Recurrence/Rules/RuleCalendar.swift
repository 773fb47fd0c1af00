/// The calendar in which a rule counts years and months (RFC 7529 §4.1 RSCALE).
public enum RuleCalendar: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The Gregorian calendar, which is the default.
    case gregorian
    /// The Gregorian calendar with years of the Buddhist era.
    case buddhist
    /// The Gregorian calendar with years of the Japanese eras.
    case japanese
    /// The Gregorian calendar with years of the Republic of China.
    case roc
    /// The Ethiopic calendar; month 13 has 5 or 6 days.
    case ethiopic
    /// The Coptic calendar; month 13 has 5 or 6 days.
    case coptic
    /// The tabular Islamic calendar with the civil epoch, a Friday.
    case islamicCivil
    /// The tabular Islamic calendar with the astronomical epoch, a day earlier.
    case islamicTabular
    /// The Persian solar calendar by the 33-year rule.
    case persian
    /// The Indian national calendar.
    case indian
    /// The Hebrew calendar from Tishri; its leap month Adar I is `5L`.
    case hebrew
    /// The Chinese lunisolar calendar, 1900...2150; `4L` is the leap month that follows month 4.
    case chinese
    /// The Korean lunisolar calendar, 1900...2150; its new moons are those of Seoul.
    case dangi

    /// The CLDR name in capitals, such as `GREGORIAN`.
    public var description: String { "\(name)" }

    /// The days on which its rules may start and have members.
    ///
    /// The lunisolar calendars follow the sky and have tables of years; the others go as far as `CivilDate` does.
    public var dates: ClosedRange<CivilDate> {
        let days = arithmetic?.days ?? CivilDate.earliest.daysSinceEpoch...CivilDate.latest.daysSinceEpoch
        return CivilDate(daysSinceEpoch: days.lowerBound)...CivilDate(daysSinceEpoch: days.upperBound)
    }

    var name: StaticString {
        switch self {
        case .gregorian: "GREGORIAN"
        case .buddhist: "BUDDHIST"
        case .japanese: "JAPANESE"
        case .roc: "ROC"
        case .ethiopic: "ETHIOPIC"
        case .coptic: "COPTIC"
        case .islamicCivil: "ISLAMIC-CIVIL"
        case .islamicTabular: "ISLAMIC-TBLA"
        case .persian: "PERSIAN"
        case .indian: "INDIAN"
        case .hebrew: "HEBREW"
        case .chinese: "CHINESE"
        case .dangi: "DANGI"
        }
    }

    /// The calendar of that name, in capitals or not; CLDR's other names of the same months are read as well.
    init?(word: Slice<UnsafeBufferPointer<UInt8>>) {
        let known = Self.allCases.first { $0.name.matches(word) }
        guard let calendar = known ?? Self.aliases.first(where: { $0.name.matches(word) })?.calendar else { return nil }
        self = calendar
    }

    private static let aliases: [(name: StaticString, calendar: RuleCalendar)] = [
        ("GREGORY", .gregorian), ("ISLAMICC", .islamicCivil), ("ETHIOPIC-AMETE-ALEM", .ethiopic),
        ("ETHIOAA", .ethiopic),
    ]

    /// Whether its months and years are those of the Gregorian calendar, but for the numbers of the years.
    var isGregorian: Bool {
        switch self {
        case .gregorian, .buddhist, .japanese, .roc: true
        default: false
        }
    }
    /// The highest month number of the calendar.
    var monthsInYear: Int { self == .ethiopic || self == .coptic ? 13 : 12 }
    /// The most days of a year in any calendar, which a leap month makes.
    static let longestYear = 385
    /// The highest number that BYYEARDAY and BYSETPOS take: the RFC's 366, or more where years are longer.
    var largestYearDay: Int { hasLeapMonths ? Self.longestYear : 366 }
    /// Whether some of its years have a leap month.
    var hasLeapMonths: Bool { self == .hebrew || isLunisolar }
    /// Whether its months follow the moon of the sky, so that tables tell them.
    var isLunisolar: Bool { self == .chinese || self == .dangi }
    /// The arithmetic to use; nil for the Gregorian calendar, which has its own.
    var arithmetic: CalendarArithmetic? { isGregorian ? nil : CalendarArithmetic(calendar: self) }
}

/// What becomes of a day that its month does not have (RFC 7529 §4.1 SKIP).
public enum RuleSkip: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The day is left out.
    case omit
    /// The last valid day before its place counts instead: of the same month or, where the day is counted from the end
    /// and lies before the first, of the month before.
    case backward
    /// The first valid day after its place counts instead: of the next month or, where the day is counted from the end
    /// and lies before the first, of the same month.
    case forward

    /// The word of RFC 7529, such as `BACKWARD`.
    public var description: String { "\(name)" }

    var name: StaticString {
        switch self {
        case .omit: "OMIT"
        case .backward: "BACKWARD"
        case .forward: "FORWARD"
        }
    }
}
