extension DayPattern {
    /// The index of the row that holds a day.
    @inline(__always)
    func index(ofDay day: Int) -> Int {
        if countsWeeks { return floorDivide(day - weekBase, 7) }
        if let arithmetic { return arithmetic.month(ofDay: day) }
        let fields = GregorianMonth.fields(ofDay: day)
        return fields.year * 12 + fields.month - 1
    }

    /// The first row on the grid with that index or a later one; beyond `lastRow` where there is none.
    @inline(__always)
    func row(atOrAfter index: Int) -> Int {
        if let arithmetic, !countsWeeks { return row(atOrAfter: index, in: arithmetic) }
        return gregorianRow(atOrAfter: index)
    }

    @inline(__always)
    private func gregorianRow(atOrAfter index: Int) -> Int {
        switch shape {
        case .yearly: yearlyRow(atOrAfter: index)
        case .monthly: monthlyRow(atOrAfter: index)
        case .daily: dailyRow(atOrAfter: index)
        case .weekly: weeklyRow(atOrAfter: index)
        case .weekYear: weekYearRow(atOrAfter: index)
        }
    }

    func isOnGrid(_ index: Int) -> Bool { row(atOrAfter: index) == index }

    /// The smallest number on the grid that is not below `value`.
    @inline(__always)
    func align(_ value: Int) -> Int {
        interval == 1 ? value : value + floorRemainder(phase - value, interval)
    }

    private func yearlyRow(atOrAfter index: Int) -> Int {
        let year = index / 12
        let aligned = align(year)
        let rest = aligned == year ? months >> UInt16(index - year * 12 + 1) : 0
        if rest != 0 { return index + rest.trailingZeroBitCount }
        let next = aligned == year ? year + interval : aligned
        return next * 12 + months.trailingZeroBitCount - 1
    }

    private func monthlyRow(atOrAfter index: Int) -> Int {
        var index = align(index)
        if !hasMonthFilter { return index }
        for _ in 0..<12 {
            if months >> UInt16(index % 12 + 1) & 1 == 1 { return index }
            index += interval
        }
        return .max
    }

    private func dailyRow(atOrAfter index: Int) -> Int {
        if interval == 1 { return yearlyShapedRow(atOrAfter: index) }
        var index = yearlyShapedRow(atOrAfter: index)
        while index <= lastRow {
            let month = MonthSpan(gregorian: index)
            let day = align(month.first)
            if day < month.first + month.length { return index }
            let fields = GregorianMonth.fields(ofDay: day)
            index = yearlyShapedRow(atOrAfter: fields.year * 12 + fields.month - 1)
        }
        return .max
    }

    /// The first row whose month is in BYMONTH.
    @inline(__always)
    private func yearlyShapedRow(atOrAfter index: Int) -> Int {
        if !hasMonthFilter { return index }
        let month = UInt16(index % 12 + 1)
        let rest = months >> month
        return index + (rest != 0 ? rest.trailingZeroBitCount : 12 - Int(month) + months.trailingZeroBitCount)
    }

    /// The first week on the grid that has a day of a month in BYMONTH.
    @inline(__always)
    private func weeklyRow(atOrAfter index: Int) -> Int {
        hasMonthFilter ? filteredWeeklyRow(atOrAfter: index) : align(index)
    }

    private func filteredWeeklyRow(atOrAfter index: Int) -> Int {
        var index = align(index)
        while index <= lastRow {
            let first = index * 7 + weekBase
            let day = arithmetic.map { allowedDay(from: first, in: $0) } ?? allowedDay(from: first)
            if day < first + 7 { return index }
            guard day < .max else { break }
            index = align(floorDivide(day - weekBase, 7))
        }
        return .max
    }

    /// The first day that is not before `day` and whose month is in BYMONTH.
    private func allowedDay(from day: Int) -> Int {
        let fields = GregorianMonth.fields(ofDay: day)
        let index = fields.year * 12 + fields.month - 1
        let allowed = yearlyShapedRow(atOrAfter: index)
        return allowed == index ? day : MonthSpan(gregorian: allowed).first
    }

    private func weekYearRow(atOrAfter index: Int) -> Int {
        var index = index
        while index <= lastRow {
            let week = WeekOfYear(firstDay: index * 7 + weekBase)
            let first = index - week.number + 1
            if align(week.year) == week.year {
                let rest = weekNumberMask(weeks: week.weeksInYear) >> UInt64(week.number)
                if rest != 0 { return index + rest.trailingZeroBitCount }
                if interval == 1 {
                    index = first + week.weeksInYear
                } else {
                    index = firstRow(ofWeekYear: week.year + interval)
                }
            } else {
                index = firstRow(ofWeekYear: align(week.year))
            }
        }
        return .max
    }

    func firstRow(ofWeekYear year: Int) -> Int {
        // Week 1 is the one that holds 4 January.
        year > 9_999 ? .max : floorDivide(GregorianMonth.firstDay(year: year) + 3 - weekBase, 7)
    }

    /// The rows of the period in which a row lies: a year, a week-year, or the row itself.
    func period(of index: Int) -> Range<Int> {
        switch shape {
        case .yearly: return arithmetic.map { period(of: index, in: $0) } ?? index / 12 * 12..<index / 12 * 12 + 12
        case .weekYear:
            let week = WeekOfYear(firstDay: index * 7 + weekBase)
            let first = index - week.number + 1
            return first..<first + week.weeksInYear
        default: return index..<index + 1
        }
    }
}
