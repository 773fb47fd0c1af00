import Recurrence
import Testing

/// The conversion between dates and the days of other calendars.
struct CalendarDayTests {
    private static func span(_ calendar: RuleCalendar) -> ClosedRange<Int> {
        let dates = calendar.dates
        guard dates.upperBound == .latest else {
            return dates.lowerBound.daysSinceEpoch...dates.upperBound.daysSinceEpoch
        }
        // 1870 to 2130, which has every kind of year of each calendar.
        return -36_525...58_440
    }

    @Test(arguments: RuleCalendar.allCases)
    func `a day leads back to its date, and the days follow each other`(calendar: RuleCalendar) {
        var last: CalendarDay?
        for number in Self.span(calendar) {
            let date = CivilDate(daysSinceEpoch: number)
            guard let day = calendar.day(of: date) else {
                Issue.record("\(date) has no day")
                return
            }
            // An expectation costs far more than the conversion: only a failure makes one.
            guard calendar.date(of: day) == date, last.map({ follows(day, $0, in: calendar) }) ?? true else {
                Issue.record("\(date) is \(day) after \(String(describing: last))")
                return
            }
            last = day
        }
    }

    private func follows(_ day: CalendarDay, _ last: CalendarDay, in calendar: RuleCalendar) -> Bool {
        if day.year == last.year, day.month == last.month { return day.day == last.day + 1 }
        guard day.day == 1 else { return false }
        if day.year != last.year {
            return day.year == last.year + 1 && day.month == RuleMonth(1) && last.month.number >= 12
        }
        if day.month.isLeap { return last.month == RuleMonth(day.month.number) && calendar != .gregorian }
        return last.month.number == day.month.number - 1
    }

    @Test(arguments: [RuleCalendar.chinese, .dangi])
    func `the lunisolar calendars have their first and last day, and none beyond`(calendar: RuleCalendar) {
        let dates = calendar.dates
        #expect(dates.lowerBound.description == "1900-01-31")
        #expect(dates.upperBound.description == (calendar == .chinese ? "2151-02-15" : "2151-02-16"))
        #expect(calendar.day(of: dates.lowerBound) == CalendarDay(year: 1900, month: RuleMonth(1), day: 1))
        #expect(calendar.day(of: dates.upperBound)?.year == 2150)
        #expect(calendar.day(of: dates.lowerBound.adding(days: -1)) == nil)
        #expect(calendar.day(of: dates.upperBound.adding(days: 1)) == nil)
    }

    @Test(arguments: [
        (RuleCalendar.chinese, CalendarDay(year: 2021, month: RuleMonth(4, isLeap: true), day: 1)),
        (.chinese, CalendarDay(year: 2020, month: RuleMonth(4, isLeap: true), day: 30)),
        (.chinese, CalendarDay(year: 2020, month: RuleMonth(13), day: 1)),
        (.chinese, CalendarDay(year: 2151, month: RuleMonth(1), day: 1)),
        (.dangi, CalendarDay(year: 1899, month: RuleMonth(12), day: 1)),
        (.gregorian, CalendarDay(year: 2023, month: RuleMonth(2), day: 29)),
        (.buddhist, CalendarDay(year: 2023, month: RuleMonth(2, isLeap: true), day: 1)),
        (.coptic, CalendarDay(year: 1740, month: RuleMonth(13), day: 7)),
        (.persian, CalendarDay(year: .max, month: RuleMonth(1), day: 1)),
        (.hebrew, CalendarDay(year: 5784, month: RuleMonth(0), day: 1)),
        (.hebrew, CalendarDay(year: 5784, month: RuleMonth(1), day: 0)),
    ])
    func `a day that does not exist has no date`(calendar: RuleCalendar, day: CalendarDay) {
        #expect(calendar.date(of: day) == nil)
    }
}
