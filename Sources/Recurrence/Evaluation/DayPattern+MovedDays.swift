/// Days that a month lacks, and those of them that SKIP moves out of it (RFC 7529 §4.1).
///
/// A day beyond the end of its month becomes the first of the next with FORWARD. One that, counted from the end, lies
/// before the beginning becomes the last of the month before with BACKWARD. What moves was missing, so the month is
/// shorter than the longest, and 32 bits hold it together with its neighbour's day.
extension DayPattern {
    /// Whether BYMONTHDAY has days beyond the end of a month.
    @inline(__always)
    func lacksDays(length: Int) -> Bool { monthDays >> UInt32(length) != 0 }

    /// Whether BYMONTHDAY has days that, counted from the end of a month, lie before its first.
    @inline(__always)
    func lacksDaysFromEnd(length: Int) -> Bool { monthDaysFromEnd & ~(~UInt32(0) << UInt32(32 - length)) != 0 }

    /// Whether SKIP moves days of some month into another.
    var movesDaysOut: Bool {
        switch skip {
        case .omit: false
        case .backward: lacksDaysFromEnd(length: shortestMonth)
        case .forward: lacksDays(length: shortestMonth)
        }
    }

    private var shortestMonth: Int {
        guard let arithmetic else { return 28 }
        // The thirteenth month of the Coptic and the Ethiopic calendar has five days.
        return arithmetic.calendar.monthsInYear == 13 ? 5 : 29
    }

    /// The row of a month with the day that was moved out of it, which BYDAY and BYYEARDAY judge where it lies now.
    func withMovedDay(_ row: DayRow, _ index: Int, _ month: MonthSpan) -> DayRow {
        if skip == .forward {
            guard lacksDays(length: month.length), index < lastRow, dayFilter(span(index + 1)) & 1 != 0 else {
                return row
            }
            return DayRow(first: row.first, mask: row.mask | 1 << UInt32(month.length))
        }
        guard lacksDaysFromEnd(length: month.length), index > arithmetic?.firstMonth ?? 0 else { return row }
        let before = span(index - 1)
        guard dayFilter(before) >> UInt32(before.length - 1) & 1 != 0 else { return row }
        return DayRow(first: row.first - 1, mask: row.mask << 1 | 1)
    }

    /// The row of a month without a day that was moved into a neighbouring row where it is a member, too: it counts
    /// once.
    func unsharedRow(_ index: Int) -> DayRow {
        let row = plainMonthRow(index)
        guard row.mask != 0 else { return row }
        let month = span(index)
        let (day, neighbour) = skip == .forward ? (month.first + month.length, index + 1) : (month.first - 1, index - 1)
        guard row.contains(day), isOnGrid(neighbour), plainMonthRow(neighbour).contains(day) else { return row }
        return row.removing(day)
    }
}

extension DayRow {
    /// The last day that is a member; nil where none is.
    var lastMember: Int? { mask == 0 ? nil : first + 31 - mask.leadingZeroBitCount }

    func contains(_ day: Int) -> Bool {
        let place = day - first
        return place >= 0 && place < 32 && mask >> UInt32(place) & 1 == 1
    }

    /// The row without a day that it contains.
    func removing(_ day: Int) -> DayRow { DayRow(first: first, mask: mask & ~(1 << UInt32(day - first))) }
}
