/// How far a cursor has come in a table of years.
struct YearPosition {
    /// The current year, and its first day.
    fileprivate(set) var year = 0
    fileprivate(set) var newYear = 0
    fileprivate var kind = 0
    /// The rows of the year that are still to come.
    fileprivate var nextRow = 0
    fileprivate var endRow = 0

    /// Behind the last year.
    static let ended = YearPosition(year: lastYear)

    // The week-year 10000 begins, at the earliest, in December 9999.
    private static let lastYear = 10_000

    /// Goes to a year; false where the calendar has ended.
    @inline(__always)
    fileprivate mutating func enter(_ year: Int, of table: YearTable) -> Bool {
        guard year <= Self.lastYear else { return false }
        self.year = year
        newYear = GregorianMonth.firstDay(year: year)
        kind = YearKind.kind(newYear: newYear, isLeap: GregorianMonth.isLeap(year))
        nextRow = table.bounds[kind]
        endRow = table.bounds[kind + 1]
        return true
    }
}

extension RuleCursor {
    mutating func seekYear(_ local: Int) {
        let day = floorDivide(local, 86_400)
        let year = plan.pattern.year(ofDay: day)
        let aligned = plan.years.interval == 1 ? year : plan.pattern.align(year)
        guard years.enter(aligned, of: plan.years) else { return finish() }
        while years.nextRow < years.endRow {
            let next = plan.years.rows[years.nextRow]
            let past = day - years.newYear - Int(next.offset)
            if past < 32 {
                row = DayRow(
                    first: years.newYear + Int(next.offset),
                    mask: past > 0 ? next.mask & (~0 << UInt32(past)) : next.mask)
                years.nextRow += 1
                if row.mask != 0 { break }
            } else {
                years.nextRow += 1
            }
        }
        _ = advanceYear()
    }

    @inline(__always)
    mutating func advanceYear() -> Bool {
        if row.mask == 0 {
            while years.nextRow == years.endRow {
                guard years.enter(years.year &+ plan.years.interval, of: plan.years) else {
                    finish()
                    return false
                }
            }
            let next = plan.years.rows[years.nextRow]
            years.nextRow &+= 1
            row = DayRow(first: years.newYear &+ Int(next.offset), mask: next.mask)
        }
        enter((row.first &+ row.mask.trailingZeroBitCount) &* 86_400)
        row.mask &= row.mask &- 1
        return true
    }
}

extension RuleCursor {
    /// The day that many days of the rule after the current one; whole years are counted by their sizes.
    mutating func skipDays(_ count: Int) -> Int? {
        var left = count
        while left >= row.mask.nonzeroBitCount {
            left -= row.mask.nonzeroBitCount
            guard let next = nextRow(skipping: &left) else { return nil }
            row = next
        }
        for _ in 0..<left { row.mask &= row.mask &- 1 }
        return row.first + row.mask.trailingZeroBitCount
    }

    private mutating func nextRow(skipping days: inout Int) -> DayRow? {
        while years.nextRow == years.endRow {
            guard years.enter(years.year + plan.years.interval, of: plan.years),
                years.newYear * 86_400 <= plan.end + 86_400 * 7
            else { return nil }
            let size = plan.years.sizes[years.kind]
            if days >= size {
                days -= size
                years.nextRow = years.endRow
            }
        }
        defer { years.nextRow += 1 }
        let next = plan.years.rows[years.nextRow]
        return DayRow(first: years.newYear + Int(next.offset), mask: next.mask)
    }
}

extension DayPattern {
    /// The year, or week-year, of a day.
    func year(ofDay day: Int) -> Int {
        guard shape == .weekYear else { return GregorianMonth.fields(ofDay: day).year }
        return WeekOfYear(firstDay: index(ofDay: day) * 7 + weekBase).year
    }
}
