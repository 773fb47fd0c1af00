extension RuleCursor {
    mutating func seekUnit(_ local: Int) {
        _ = findUnit(from: floorDivide(local, plan.unit))
    }

    mutating func advanceUnit() -> Bool { findUnit(from: unitStart / plan.unit + 1) }

    /// Enters the first unit of the grid, numbered so or later, that passes every filter.
    private mutating func findUnit(from number: Int) -> Bool {
        var number = plan.grid.first(atOrAfter: number)
        while true {
            let second = number * plan.unit
            guard second <= end else {
                finish()
                return false
            }
            let jump = firstAllowed(notBefore: second)
            if jump == second {
                enter(second)
                return true
            }
            number = plan.grid.firstPassing(atOrAfter: floorDivide(jump + plan.unit - 1, plan.unit))
        }
    }

    /// The moment itself where every filter lets its unit pass; else the first later moment at which the filter
    /// that refused it may pass again.
    @inline(__always)
    private mutating func firstAllowed(notBefore second: Int) -> Int {
        let day = floorDivide(second, 86_400)
        let next = nextDay(from: day)
        guard next == day else { return next >= .max / 86_400 ? .max / 4 : next * 86_400 }
        guard plan.hasUnitFilter else { return second }
        let (midnight, secondOfDay) = (day * 86_400, second - day * 86_400)
        let hour = secondOfDay / 3_600
        let hours = plan.hours >> UInt32(hour)
        guard hours & 1 == 1 else {
            let ahead = hour + hours.trailingZeroBitCount
            return midnight + (hours == 0 || ahead > 23 ? 86_400 : ahead * 3_600)
        }
        let minute = secondOfDay / 60 % 60
        let minutes = plan.minutes >> UInt64(minute)
        guard minutes & 1 == 1 else {
            return midnight + hour * 3_600 + (minutes == 0 ? 3_600 : (minute + minutes.trailingZeroBitCount) * 60)
        }
        let seconds = plan.seconds >> UInt64(secondOfDay % 60)
        guard seconds & 1 == 0 else { return second }
        return seconds == 0 ? second - secondOfDay % 60 + 60 : second + seconds.trailingZeroBitCount
    }

    /// The first day of the pattern that is not before `day`.
    @inline(__always)
    private mutating func nextDay(from day: Int) -> Int {
        if day >= row.first, day < rowEnd, row.mask >> UInt32(day - row.first) & 1 == 1 { return day }
        return searchDay(from: day)
    }

    private mutating func searchDay(from day: Int) -> Int {
        let pattern = plan.pattern
        var index = pattern.row(atOrAfter: pattern.index(ofDay: day))
        while index <= pattern.lastRow {
            row = pattern.row(index)
            rowEnd = row.first + 32
            let past = max(day - row.first, 0)
            let rest = past < 32 ? row.mask >> UInt32(past) : 0
            if rest != 0 { return row.first + past + rest.trailingZeroBitCount }
            if row.first * 86_400 > end { return .max }
            index = pattern.row(atOrAfter: index + 1)
        }
        return .max
    }
}
