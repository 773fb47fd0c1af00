/// A day by its calendar: what stands on a wall calendar in Seoul, Jerusalem or Addis Ababa.
public struct CalendarDay: Hashable, Sendable {
    /// The year: of the lunisolar calendars the Gregorian year in which it begins, of the Buddhist, Japanese and
    /// Republican calendars the Gregorian year, of the others the year of their era.
    public var year: Int
    /// The month, as BYMONTH gives it.
    public var month: RuleMonth
    /// The day of the month, from 1.
    public var day: Int

    /// Makes a day, which need not exist.
    public init(year: Int, month: RuleMonth, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

extension RuleCalendar {
    /// The day in this calendar; nil outside `dates`.
    public func day(of date: CivilDate) -> CalendarDay? {
        guard dates.contains(date) else { return nil }
        guard let arithmetic else {
            return CalendarDay(year: date.year, month: RuleMonth(date.month), day: date.day)
        }
        let year = arithmetic.year(ofDay: date.daysSinceEpoch)
        let ordinal = year.ordinal(ofDay: date.daysSinceEpoch - year.firstDay)
        let month = MonthSpan(year, index: year.firstMonth + ordinal)
        return CalendarDay(
            year: year.number, month: RuleMonth(month.month, isLeap: month.isLeap),
            day: date.daysSinceEpoch - month.first + 1)
    }

    /// The date of a day of this calendar, such as a DTSTART for a birthday by the moon.
    ///
    /// - Returns: nil where the year has no such month, the month no such day, or the day lies outside `dates`.
    public func date(of day: CalendarDay) -> CivilDate? {
        guard let arithmetic else {
            return day.month.isLeap ? nil : CivilDate(year: day.year, month: day.month.number, day: day.day)
        }
        // Years far off would overflow; no calendar is ten thousand years ahead of the Gregorian.
        guard (-20_000...20_000).contains(day.year), (1...13).contains(day.month.number) else { return nil }
        let year = arithmetic.year(day.year)
        let number: UInt16 = 1 << UInt16(day.month.number)
        let months = year.ordinals(numbers: day.month.isLeap ? 0 : number, leapNumbers: day.month.isLeap ? number : 0)
        let ordinal = months.trailingZeroBitCount
        guard year.number == day.year, ordinal < year.monthCount, day.day >= 1,
            day.day <= year.length(ofMonth: ordinal)
        else { return nil }
        let date = CivilDate(daysSinceEpoch: year.firstDay + year.daysBefore(ordinal) + day.day - 1)
        return dates.contains(date) ? date : nil
    }
}
