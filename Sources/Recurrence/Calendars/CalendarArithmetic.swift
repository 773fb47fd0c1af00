/// Years and months of a calendar other than the Gregorian, by rule alone (RFC 7529 RSCALE).
///
/// Months have an ordinal in their year, from 0, and an index over all years. Day 0 is 1970-01-01. The formulas are
/// those of Reingold and Dershowitz, "Calendrical Calculations", but for the Persian calendar, where CLDR's 33-year
/// rule is taken.
struct CalendarArithmetic: Sendable {
    let calendar: RuleCalendar

    /// The day on which the year begins.
    func firstDay(ofYear year: Int) -> Int {
        switch calendar {
        case .gregorian: GregorianMonth.firstDay(year: year)
        case .ethiopic: -716_367 + 365 * (year - 1) + floorDivide(year, 4)
        case .coptic: -615_558 + 365 * (year - 1) + floorDivide(year, 4)
        case .islamicCivil: -492_148 + 354 * (year - 1) + floorDivide(3 + 11 * year, 30)
        case .persian: -492_268 + 365 * (year - 1) + floorDivide(8 * year + 21, 33)
        case .indian: GregorianMonth.firstDay(year: year + 78) + 80
        case .hebrew: HebrewYear.firstDay(year)
        }
    }

    func length(ofYear year: Int) -> Int { firstDay(ofYear: year + 1) - firstDay(ofYear: year) }

    func monthCount(ofYear year: Int) -> Int {
        switch calendar {
        case .ethiopic, .coptic: 13
        case .hebrew: HebrewYear.isLeap(year) ? 13 : 12
        default: 12
        }
    }

    /// The ordinal of the leap month, where the year has one.
    func leapOrdinal(ofYear year: Int) -> Int? {
        calendar == .hebrew && HebrewYear.isLeap(year) ? 5 : nil
    }

    /// The length of a month by its ordinal.
    func length(ofMonth ordinal: Int, year: Int) -> Int {
        switch calendar {
        case .gregorian: GregorianMonth.length(year: year, month: ordinal + 1)
        case .ethiopic, .coptic: ordinal < 12 ? 30 : length(ofYear: year) - 360
        case .islamicCivil: ordinal == 11 ? length(ofYear: year) - 325 : 30 - ordinal % 2
        case .persian: ordinal < 6 ? 31 : ordinal < 11 ? 30 : length(ofYear: year) - 336
        case .indian: ordinal == 0 ? length(ofYear: year) - 335 : ordinal < 6 ? 31 : 30
        case .hebrew: HebrewYear.length(ofMonth: ordinal, year: year)
        }
    }

    /// The index of the year's first month.
    func firstMonth(ofYear year: Int) -> Int {
        calendar == .hebrew ? HebrewYear.monthsBefore(year) : year * monthCount(ofYear: year)
    }

    /// The year that holds the month of that index.
    func year(ofMonth index: Int) -> Int {
        guard calendar == .hebrew else { return floorDivide(index, monthCount(ofYear: 1)) }
        var year = floorDivide(index * 19, 235)
        while firstMonth(ofYear: year + 1) <= index { year += 1 }
        return year
    }

    func year(ofDay day: Int) -> Int {
        // A little less than the mean year's length in days times 10,000, so that the estimate is never too small
        // by much; the loops settle the rest.
        let length = calendar == .islamicCivil ? 3_543_667 : 3_652_425
        var year = floorDivide((day - firstDay(ofYear: 1)) * 10_000, length) + 1
        while firstDay(ofYear: year) > day { year -= 1 }
        while firstDay(ofYear: year + 1) <= day { year += 1 }
        return year
    }

    /// After how many years and days dates, months and weekdays all repeat; nil where that is too long to matter.
    var cycle: (years: Int, months: Int, days: Int)? {
        switch calendar {
        case .gregorian, .indian: (400, 4_800, GregorianMonth.daysInCycle)
        case .ethiopic, .coptic: (28, 364, 10_227)
        case .islamicCivil: (210, 2_520, 74_417)
        case .persian: (231, 2_772, 84_371)
        case .hebrew: nil
        }
    }
}
