extension RulePlan {
    /// The nth member of an hourly, minutely or secondly rule: whole days are counted, then one day is walked.
    func memberOfUnits(at place: Int, from local: Int) -> Int? {
        var cursor = RuleCursor(self, from: local)
        guard place > UnitCounter.walk else { return cursor.member(at: place) }
        guard let first = cursor.first else { return nil }
        let day = floorDivide(first, 86_400)
        var left = place
        while let member = cursor.next(), member < (day + 1) * 86_400 {
            if left == 0 { return member }
            left -= 1
        }
        guard let last = UnitCounter(self).skipDays(from: day + 1, left: &left) else { return nil }
        cursor = RuleCursor(self, from: last * 86_400)
        return cursor.member(at: left)
    }
}

extension RuleCursor {
    /// The nth of the members to come, counted from 0.
    fileprivate mutating func member(at place: Int) -> Int? {
        for _ in 0..<place { if next() == nil { return nil } }
        return next()
    }
}

/// Counts the units of whole days without visiting them.
private struct UnitCounter {
    /// As many members are sooner walked than counted.
    static let walk = 4_096

    private let plan: RulePlan
    private let unitsPerDay: Int
    /// How many units that the filters let pass leave each remainder by the interval, where it is below a day.
    private let counts: [Int]
    private let phase: Int

    init(_ plan: RulePlan) {
        self.plan = plan
        unitsPerDay = 86_400 / plan.unit
        phase = floorDivide(plan.start, plan.unit)
        guard plan.unitInterval < unitsPerDay else {
            counts = []
            return
        }
        var counts = Array(repeating: 0, count: plan.unitInterval)
        for unit in 0..<unitsPerDay where plan.allows(secondOfDay: unit * plan.unit) {
            counts[unit % plan.unitInterval] += 1
        }
        self.counts = counts
    }

    private func members(on day: Int) -> Int {
        let first = floorRemainder(phase - day * unitsPerDay, plan.unitInterval)
        if !counts.isEmpty { return counts[first] * plan.offsets.count }
        return first < unitsPerDay && plan.allows(secondOfDay: first * plan.unit) ? plan.offsets.count : 0
    }

    /// The day on which the `left`th member from `day` on falls; `left` becomes its place on that day.
    func skipDays(from day: Int, left: inout Int) -> Int? {
        let (pattern, last) = (plan.pattern, floorDivide(plan.end, 86_400))
        let isSteady = plan.unitInterval < unitsPerDay && unitsPerDay % plan.unitInterval == 0
        var index = pattern.row(atOrAfter: pattern.index(ofDay: day))
        while index <= pattern.lastRow {
            var row = pattern.row(index)
            if row.first > last { return nil }
            if day > row.first { row.mask &= day - row.first < 32 ? ~0 << UInt32(day - row.first) : 0 }
            let all = isSteady ? row.mask.nonzeroBitCount * members(on: row.first) : 0
            if isSteady, left >= all {
                left -= all
            } else if let found = find(in: row, left: &left) {
                return found
            }
            index = pattern.row(atOrAfter: index + 1)
        }
        return nil
    }

    private func find(in row: DayRow, left: inout Int) -> Int? {
        var mask = row.mask
        while mask != 0 {
            let day = row.first + mask.trailingZeroBitCount
            let members = members(on: day)
            if left < members { return day }
            left -= members
            mask &= mask &- 1
        }
        return nil
    }
}
