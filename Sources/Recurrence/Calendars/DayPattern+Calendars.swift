/// Rows of calendars other than the Gregorian. They are looked for month by month, which is slow but bounded.
extension DayPattern {
    /// Whether BYMONTH, with SKIP for a leap month that the year lacks, has this month.
    func allows(_ month: MonthSpan, in arithmetic: CalendarArithmetic) -> Bool {
        if !hasMonthFilter { return true }
        if month.isLeap { return leapMonths >> UInt16(month.month) & 1 == 1 }
        if months >> UInt16(month.month) & 1 == 1 { return true }
        guard leapMonths != 0, shape == .yearly, skip != .omit else { return false }
        // RFC 7529 §4.1: FORWARD takes the month after the missing leap month, BACKWARD the one before it.
        let number = skip == .forward ? month.month - 1 : month.month
        let leapNumber = arithmetic.leapOrdinal(ofYear: month.year)
        return number > 0 && leapMonths >> UInt16(number) & 1 == 1 && leapNumber != number
    }

    func row(atOrAfter index: Int, in arithmetic: CalendarArithmetic) -> Int {
        var index = index
        while index <= lastRow {
            let aligned = gridRow(atOrAfter: index, in: arithmetic)
            guard aligned <= lastRow, allows(MonthSpan(index: aligned, in: arithmetic), in: arithmetic) else {
                index = max(aligned, index) == .max ? .max : aligned + 1
                continue
            }
            return aligned
        }
        return .max
    }

    /// The first row on the grid, whatever its month.
    private func gridRow(atOrAfter index: Int, in arithmetic: CalendarArithmetic) -> Int {
        switch shape {
        case .yearly:
            let year = arithmetic.year(ofMonth: index)
            let next = align(year)
            return next == year ? index : arithmetic.firstMonth(ofYear: min(next, 100_000))
        case .monthly: return align(index)
        default:
            guard interval > 1 else { return index }
            let span = MonthSpan(index: index, in: arithmetic)
            let day = align(span.first)
            if day < span.first + span.length { return index }
            return day > CivilDate.latest.daysSinceEpoch ? .max : arithmetic.month(ofDay: day)
        }
    }

    /// The days of a week whose month is in BYMONTH.
    func monthFilter(week first: Int, in arithmetic: CalendarArithmetic) -> UInt32 {
        (0..<7).reduce(0) { mask, place in
            let month = MonthSpan(index: arithmetic.month(ofDay: first + place), in: arithmetic)
            return allows(month, in: arithmetic) ? mask | 1 << UInt32(place) : mask
        }
    }

    func period(of index: Int, in arithmetic: CalendarArithmetic) -> Range<Int> {
        let year = arithmetic.year(ofMonth: index)
        return arithmetic.firstMonth(ofYear: year)..<arithmetic.firstMonth(ofYear: year + 1)
    }
}
