/// A date of the proleptic Gregorian calendar, in the years 1...9999.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01, which is 0; negative before it.
    public var daysSinceEpoch: Int

    /// The first day that the calendar knows: 0001-01-01.
    public static let earliest = CivilDate(daysSinceEpoch: -719_162)
    /// The last day that the calendar knows: 9999-12-31.
    public static let latest = CivilDate(daysSinceEpoch: 2_932_896)

    /// Makes a date from its day number.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Makes a date from its fields, or nil where no such day exists.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= GregorianMonth.length(year: year, month: month)
        else { return nil }
        daysSinceEpoch = GregorianMonth.firstDay(year: year, month: month) + day - 1
    }

    /// The year, 1...9999.
    public var year: Int { GregorianMonth.fields(ofDay: daysSinceEpoch).year }
    /// The month, 1...12.
    public var month: Int { GregorianMonth.fields(ofDay: daysSinceEpoch).month }
    /// The day of the month, 1...31.
    public var day: Int { GregorianMonth.fields(ofDay: daysSinceEpoch).day }
    /// The day of the week.
    public var weekday: Weekday { Weekday(dayNumber: daysSinceEpoch) }

    /// The date that many days later, or earlier where `days` is negative.
    public func adding(days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// Whether `lhs` is an earlier day than `rhs`.
    public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
        lhs.daysSinceEpoch < rhs.daysSinceEpoch
    }

    /// The extended ISO 8601 form, `2026-11-21`.
    public var description: String {
        var text = DigitText()
        text.append(self, separator: true)
        return text.string
    }
}
