extension DayPattern {
    func weekRow(_ index: Int) -> DayRow {
        let first = index * 7 + weekBase
        var mask: UInt32 = 0x7F
        if weekdays != 0 {
            let twice = UInt32(weekdays) << 7 | UInt32(weekdays)
            mask = twice >> UInt32(weekStart) & 0x7F
        }
        if shape == .weekYear {
            let week = WeekOfYear(firstDay: first)
            guard weekNumberMask(weeks: week.weeksInYear) >> UInt64(week.number) & 1 == 1 else {
                return DayRow(first: first, mask: 0)
            }
            mask &= dayFilter(first)
        }
        if hasMonthFilter { mask &= arithmetic.map { monthFilter(week: first, in: $0) } ?? monthFilter(first) }
        return DayRow(first: first, mask: mask)
    }

    /// BYWEEKNO for a year with that many weeks; bit `n` is week `n`.
    func weekNumberMask(weeks: Int) -> UInt64 {
        var (mask, rest) = (weekNumbers, weekNumbersFromEnd)
        while rest != 0 {
            let number = weeks - rest.trailingZeroBitCount + 1
            if number > 0 { mask |= 1 << UInt64(number) }
            rest &= rest &- 1
        }
        return mask & (~0 >> UInt64(63 - weeks))
    }

    /// The days of the week whose month is in BYMONTH.
    private func monthFilter(_ first: Int) -> UInt32 {
        let fields = GregorianMonth.fields(ofDay: first)
        let left = GregorianMonth.length(year: fields.year, month: fields.month) - fields.day + 1
        let here: UInt32 = left >= 7 ? 0x7F : 1 << UInt32(left) - 1
        var mask: UInt32 = months >> UInt16(fields.month) & 1 == 1 ? here : 0
        if left < 7, months >> UInt16(fields.month % 12 + 1) & 1 == 1 { mask |= 0x7F & ~here }
        return mask
    }

    /// The days of the week that BYMONTHDAY and BYYEARDAY leave.
    private func dayFilter(_ first: Int) -> UInt32 {
        guard hasMonthDays || yearDays != nil else { return 0x7F }
        return (0..<7).reduce(0) { isChosen(day: first + $1) ? $0 | 1 << UInt32($1) : $0 }
    }

    private func isChosen(day: Int) -> Bool {
        let fields = GregorianMonth.fields(ofDay: day)
        let length = GregorianMonth.length(year: fields.year, month: fields.month)
        let days = monthDays | monthDaysFromEnd >> UInt32(32 - length)
        if hasMonthDays, days >> UInt32(fields.day - 1) & 1 == 0 { return false }
        guard let yearDays else { return true }
        let yearLength = GregorianMonth.isLeap(fields.year) ? 366 : 365
        return yearDays.mask(from: day - GregorianMonth.firstDay(year: fields.year), yearLength: yearLength) & 1 == 1
    }
}

/// The place of a week in its week-year: the first week is the first with four days in the calendar year.
struct WeekOfYear {
    let year: Int
    /// 1...53.
    let number: Int
    /// 52 or 53.
    let weeksInYear: Int

    init(firstDay: Int) {
        let middle = firstDay + 3
        year = GregorianMonth.fields(ofDay: middle).year
        let dayOfYear = middle - GregorianMonth.firstDay(year: year)
        number = dayOfYear / 7 + 1
        weeksInYear = ((GregorianMonth.isLeap(year) ? 366 : 365) - 1 - dayOfYear % 7) / 7 + 1
    }
}
