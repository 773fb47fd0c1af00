/// Years and months of a calendar other than the Gregorian (RFC 7529 RSCALE).
///
/// The formulas are those of Reingold and Dershowitz, "Calendrical Calculations", but for the Persian calendar, where
/// CLDR's 33-year rule is taken; the Chinese and Korean calendars have tables.
struct CalendarArithmetic: Sendable {
    let calendar: RuleCalendar

    /// The days that the calendar knows.
    var days: ClosedRange<Int> {
        guard let table else { return CivilDate.earliest.daysSinceEpoch...CivilDate.latest.daysSinceEpoch }
        return LunisolarTable.firstDay...table.lastDay
    }

    /// The first month that may be looked at.
    var firstMonth: Int { table == nil ? .min : 0 }

    func year(_ number: Int) -> CalendarYear {
        if let table { return table.year(number) }
        if calendar == .hebrew { return HebrewYear.year(number) }
        let firstDay = firstDay(ofYear: number)
        let length = self.firstDay(ofYear: number + 1) - firstDay
        if calendar.monthsInYear == 13 {
            return CalendarYear(number: number, firstDay: firstDay, thirteenMonthsIn: length)
        }
        return CalendarYear(
            number: number, firstDay: firstDay, firstMonth: number * 12, length: length,
            shortMonth: isIslamic ? 29 : 30, longerMonths: longerMonths(in: length))
    }

    /// The year that holds the month of that index.
    func year(ofMonth index: Int) -> CalendarYear {
        if let table { return table.year(ofMonth: index) }
        return year(calendar == .hebrew ? HebrewYear.year(ofMonth: index) : floorDivide(index, calendar.monthsInYear))
    }

    func year(ofDay day: Int) -> CalendarYear {
        if let table { return table.year(ofDay: day) }
        // A little less than the mean year's length in days times 10,000, so that the estimate is never too small
        // by much; the loops settle the rest.
        let length = isIslamic ? 3_543_667 : 3_652_425
        var year = floorDivide((day - firstDay(ofYear: 1)) * 10_000, length) + 1
        while firstDay(ofYear: year) > day { year -= 1 }
        while firstDay(ofYear: year + 1) <= day { year += 1 }
        return self.year(year)
    }

    /// The index of the month that holds a day.
    func month(ofDay day: Int) -> Int {
        let year = year(ofDay: day)
        return year.firstMonth + year.ordinal(ofDay: day - year.firstDay)
    }

    /// After how many years and days dates, months and weekdays all repeat; nil where that is too long to matter.
    var cycle: (years: Int, months: Int, days: Int)? {
        switch calendar {
        case .gregorian, .buddhist, .japanese, .roc, .indian: (400, 4_800, GregorianMonth.daysInCycle)
        case .ethiopic, .coptic: (28, 364, 10_227)
        case .islamicCivil, .islamicTabular: (210, 2_520, 74_417)
        case .persian: (231, 2_772, 84_371)
        case .hebrew, .chinese, .dangi: nil
        }
    }

    private var isIslamic: Bool { calendar == .islamicCivil || calendar == .islamicTabular }

    private var table: LunisolarTable? {
        switch calendar {
        case .chinese: .china
        case .dangi: .korea
        default: nil
        }
    }

    /// The day on which a year begins that a formula tells.
    private func firstDay(ofYear year: Int) -> Int {
        switch calendar {
        case .ethiopic: -716_367 + 365 * (year - 1) + floorDivide(year, 4)
        case .coptic: -615_558 + 365 * (year - 1) + floorDivide(year, 4)
        case .islamicCivil: -492_148 + 354 * (year - 1) + floorDivide(3 + 11 * year, 30)
        case .islamicTabular: -492_149 + 354 * (year - 1) + floorDivide(3 + 11 * year, 30)
        case .persian: -492_268 + 365 * (year - 1) + floorDivide(8 * year + 21, 33)
        case .indian: GregorianMonth.firstDay(year: year + 78) + 80
        case .hebrew: HebrewYear.firstDay(year)
        case .gregorian, .buddhist, .japanese, .roc, .chinese, .dangi: GregorianMonth.firstDay(year: year)
        }
    }

    /// The months that are a day longer than the short ones, in a year of twelve months of fixed lengths.
    private func longerMonths(in length: Int) -> UInt32 {
        switch calendar {
        case .persian: 0b111_111
        case .indian: length == 366 ? 0b111_111 : 0b111_110
        default: 0b101_0101_0101
        }
    }
}
