extension DayPattern {
    /// The row with that index, whether or not it lies on the grid.
    @inline(__always)
    func row(_ index: Int) -> DayRow {
        countsWeeks ? weekRow(index) : monthRow(index)
    }

    @inline(__always)
    func span(_ index: Int) -> MonthSpan {
        guard let arithmetic else { return MonthSpan(gregorian: index) }
        return MonthSpan(index: index, in: arithmetic)
    }

    @inline(__always)
    private func monthRow(_ index: Int) -> DayRow {
        leavesMonths ? unsharedRow(index) : ownRow(span(index))
    }

    /// The row of a month by itself; with SKIP it may hold the last day of the month before or the first of the next.
    func plainMonthRow(_ index: Int) -> DayRow {
        let month = span(index)
        return leavesMonths ? withMovedDay(ownRow(month), index, month) : ownRow(month)
    }

    /// The row of a month without what SKIP moves out of it.
    private func ownRow(_ month: MonthSpan) -> DayRow {
        let all = ~UInt32(0) >> UInt32(32 - month.length)
        var mask = all
        if hasMonthDays { mask = monthDayMask(length: month.length, all: all) }
        mask &= dayFilter(month)
        if shape == .daily, interval > 1 { mask &= gridMask(first: month.first, length: month.length) }
        return DayRow(first: month.first, mask: mask)
    }

    /// The days of a month by BYMONTHDAY, and those to which SKIP moves others within it.
    @inline(__always)
    private func monthDayMask(length: Int, all: UInt32) -> UInt32 {
        let shift = UInt32(32 - length)
        var mask = (monthDays | monthDaysFromEnd >> shift) & all
        switch skip {
        case .omit: break
        case .backward: if lacksDays(length: length) { mask |= 1 << UInt32(length - 1) }
        case .forward: if lacksDaysFromEnd(length: length) { mask |= 1 }
        }
        return mask
    }

    /// The days of a month by BYDAY and BYYEARDAY.
    @inline(__always)
    func dayFilter(_ month: MonthSpan) -> UInt32 {
        var mask = ~UInt32(0)
        if hasWeekdays { mask &= weekdayMask(month) }
        if let yearDays { mask &= yearDays.mask(from: month.first - month.newYear, yearLength: month.yearLength) }
        return mask
    }

    @inline(__always)
    private func weekdayMask(_ month: MonthSpan) -> UInt32 {
        let first = floorRemainder(month.first + 3, 7)
        var mask = UInt32(0)
        if weekdays != 0 {
            let twice = UInt64(weekdays) << 7 | UInt64(weekdays)
            mask = UInt32(truncatingIfNeeded: (twice >> UInt64(first) & 0x7F) &* 0x1020_4081)
        }
        for ordinal in ordinals {
            mask |=
                ordinalsCountInYear ? yearBit(ordinal, month) : monthBit(ordinal, first: first, length: month.length)
        }
        return mask
    }

    @inline(__always)
    private func monthBit(_ value: RuleWeekday, first: Int, length: Int) -> UInt32 {
        let day = Self.position(value, firstWeekday: first, length: length)
        return day >= 0 && day < length ? 1 << UInt32(day) : 0
    }

    private func yearBit(_ value: RuleWeekday, _ month: MonthSpan) -> UInt32 {
        let newYearWeekday = floorRemainder(month.newYear + 3, 7)
        let dayOfYear = Self.position(value, firstWeekday: newYearWeekday, length: month.yearLength)
        let day = month.newYear + dayOfYear - month.first
        return dayOfYear >= 0 && dayOfYear < month.yearLength && day >= 0 && day < month.length ? 1 << UInt32(day) : 0
    }

    /// Where the nth weekday falls, counted from 0; outside `0..<length` where there is none.
    @inline(__always)
    private static func position(_ value: RuleWeekday, firstWeekday: Int, length: Int) -> Int {
        let ordinal = value.ordinal ?? 1
        let first = (value.weekday.rawValue - firstWeekday + 7) % 7
        if ordinal > 0 { return first + 7 * (ordinal - 1) }
        return first + (length - 1 - first) / 7 * 7 + 7 * (ordinal + 1)
    }

    @inline(__always)
    private func gridMask(first: Int, length: Int) -> UInt32 {
        let offset = floorRemainder(phase - first, interval)
        return offset < length ? gridPattern << UInt32(offset) & (~UInt32(0) >> UInt32(32 - length)) : 0
    }
}
