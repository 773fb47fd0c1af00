/// Rows of calendars other than the Gregorian.
extension DayPattern {
    /// The last day that the calendar knows.
    var lastDay: Int { arithmetic?.days.upperBound ?? CivilDate.latest.daysSinceEpoch }

    /// The months of the year that BYMONTH has, as bits by their ordinals, with SKIP for leap months that it lacks.
    func allowedMonths(of year: CalendarYear) -> UInt32 {
        guard hasMonthFilter else { return 1 << UInt32(year.monthCount) - 1 }
        var numbers = months
        if leapMonths != 0, shape == .yearly, skip != .omit {
            // RFC 7529 §4.1: FORWARD takes the month after the missing leap month, BACKWARD the one before it.
            let missing = year.leapOrdinal < 15 ? leapMonths & ~(1 << UInt16(year.leapOrdinal)) : leapMonths
            numbers |= skip == .forward ? missing << 1 : missing
        }
        return year.ordinals(numbers: numbers, leapNumbers: leapMonths)
    }

    func row(atOrAfter index: Int, in arithmetic: CalendarArithmetic) -> Int {
        let first = max(index, arithmetic.firstMonth)
        guard first <= lastRow else { return .max }
        let row =
            switch shape {
            case .yearly: yearlyRow(atOrAfter: first, interval: interval, in: arithmetic)
            case .monthly: monthlyRow(atOrAfter: first, in: arithmetic)
            default: dailyRow(atOrAfter: first, in: arithmetic)
            }
        return row <= lastRow ? row : .max
    }

    /// The first month that is allowed in a year on the grid; it goes from year to year.
    private func yearlyRow(atOrAfter index: Int, interval: Int, in arithmetic: CalendarArithmetic) -> Int {
        var year = arithmetic.year(ofMonth: index)
        var first = index - year.firstMonth
        if interval > 1, case let aligned = align(year.number), aligned != year.number {
            (year, first) = (arithmetic.year(aligned), 0)
        }
        while year.firstMonth <= lastRow {
            let rest = allowedMonths(of: year) >> UInt32(first)
            if rest != 0 { return year.firstMonth + first + rest.trailingZeroBitCount }
            (year, first) = (arithmetic.year(year.number + interval), 0)
        }
        return .max
    }

    private func monthlyRow(atOrAfter index: Int, in arithmetic: CalendarArithmetic) -> Int {
        var index = align(index)
        while hasMonthFilter, index <= lastRow, !allows(index, in: arithmetic) { index += interval }
        return index
    }

    private func dailyRow(atOrAfter index: Int, in arithmetic: CalendarArithmetic) -> Int {
        var index = yearlyRow(atOrAfter: index, interval: 1, in: arithmetic)
        while interval > 1, index <= lastRow {
            let month = MonthSpan(index: index, in: arithmetic)
            let day = align(month.first)
            if day < month.first + month.length { return index }
            guard day <= arithmetic.days.upperBound else { return .max }
            index = yearlyRow(atOrAfter: arithmetic.month(ofDay: day), interval: 1, in: arithmetic)
        }
        return index
    }

    private func allows(_ index: Int, in arithmetic: CalendarArithmetic) -> Bool {
        let year = arithmetic.year(ofMonth: index)
        return allowedMonths(of: year) >> UInt32(index - year.firstMonth) & 1 == 1
    }

    /// The first day that is not before `day` and whose month is in BYMONTH.
    func allowedDay(from day: Int, in arithmetic: CalendarArithmetic) -> Int {
        var year = arithmetic.year(ofDay: day)
        var first = year.ordinal(ofDay: day - year.firstDay)
        if allowedMonths(of: year) >> UInt32(first) & 1 == 1 { return day }
        while year.firstDay <= arithmetic.days.upperBound {
            let rest = allowedMonths(of: year) >> UInt32(first)
            if rest != 0 { return year.firstDay + year.daysBefore(first + rest.trailingZeroBitCount) }
            (year, first) = (arithmetic.year(year.number + 1), 0)
        }
        return .max
    }

    /// The days of a week whose month is in BYMONTH.
    func monthFilter(week first: Int, in arithmetic: CalendarArithmetic) -> UInt32 {
        var (mask, day) = (UInt32(0), max(first, arithmetic.days.lowerBound))
        while day < first + 7, day <= arithmetic.days.upperBound {
            let year = arithmetic.year(ofDay: day)
            let ordinal = year.ordinal(ofDay: day - year.firstDay)
            let rest: UInt32 = 0x7F & ~0 << UInt32(day - first)
            mask = allowedMonths(of: year) >> UInt32(ordinal) & 1 == 1 ? mask | rest : mask & ~rest
            day = year.firstDay + year.daysBefore(ordinal) + year.length(ofMonth: ordinal)
        }
        return mask
    }

    func period(of index: Int, in arithmetic: CalendarArithmetic) -> Range<Int> {
        let year = arithmetic.year(ofMonth: index)
        return year.firstMonth..<year.firstMonth + year.monthCount
    }
}
