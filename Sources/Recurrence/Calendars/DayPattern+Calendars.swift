/// Rows of calendars other than the Gregorian.
extension DayPattern {
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

    /// The days of a week whose month is in BYMONTH.
    func monthFilter(week first: Int, in arithmetic: CalendarArithmetic) -> UInt32 {
        (0..<7).reduce(0) { mask, place in
            let day = first + place
            let isAllowed = arithmetic.days.contains(day) && allows(arithmetic.month(ofDay: day), in: arithmetic)
            return isAllowed ? mask | 1 << UInt32(place) : mask
        }
    }

    func period(of index: Int, in arithmetic: CalendarArithmetic) -> Range<Int> {
        let year = arithmetic.year(ofMonth: index)
        return year.firstMonth..<year.firstMonth + year.monthCount
    }
}
