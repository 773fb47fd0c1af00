extension RulePlan {
    /// The nth member of an hourly, minutely or secondly rule: days are counted, and within a day the units by their bits.
    func memberOfUnits(at place: Int, from local: Int) -> Int? {
        var cursor = RuleCursor(self, from: local)
        guard place > UnitCounter.walk else { return cursor.member(at: place) }
        guard let first = cursor.first else { return nil }
        let counter = UnitCounter(self)
        let day = floorDivide(first, 86_400)
        // Counted from the beginning of its day, whose members before it are none of those to come.
        var left = place + counter.members(on: day, before: first - day * 86_400)
        guard let last = counter.skipDays(from: day, left: &left), let time = counter.member(at: left, on: last)
        else { return nil }
        let member = last * 86_400 + time
        return member <= end ? member : nil
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
    /// Every how many units there is one on the grid, as bits from one that is.
    private let grid: UInt64

    init(_ plan: RulePlan) {
        self.plan = plan
        grid = stride(from: 0, to: 64, by: plan.unitInterval).reduce(0) { $0 | 1 << UInt64($1) }
        unitsPerDay = 86_400 / plan.unit
        phase = floorDivide(plan.start, plan.unit)
        guard plan.unitInterval < unitsPerDay else {
            counts = []
            return
        }
        let interval = plan.unitInterval
        guard plan.hasUnitFilter else {
            let (each, more) = unitsPerDay.quotientAndRemainder(dividingBy: interval)
            counts = (0..<interval).map { each + ($0 < more ? 1 : 0) }
            return
        }
        var counts = Array(repeating: 0, count: interval)
        for block in UnitBlock.all(of: plan) {
            if interval == 1 { counts[0] += block.units.nonzeroBitCount } else { block.count(into: &counts) }
        }
        self.counts = counts
    }

    /// The units of a day that are members' ones, in order.
    private func blocks(on day: Int) -> some Sequence<UnitBlock> {
        let phase = phase - day * unitsPerDay
        return UnitBlock.all(of: plan).lazy.map { block in
            block.on(grid, from: floorRemainder(phase - block.first, plan.unitInterval))
        }
    }

    /// How many members a day has before a second of it.
    func members(on day: Int, before second: Int) -> Int {
        let (unit, offset) = (second / plan.unit, second % plan.unit)
        var count = 0
        for block in blocks(on: day) {
            let bits = unit - block.first
            guard bits < block.size else {
                count += block.units.nonzeroBitCount * plan.offsets.count
                continue
            }
            count += (block.units & (1 << UInt64(bits) - 1)).nonzeroBitCount * plan.offsets.count
            if block.units >> UInt64(bits) & 1 == 1 { count += plan.offsets.count { $0 < offset } }
            break
        }
        return count
    }

    /// The second of the day on which its nth member falls, counted from 0.
    func member(at place: Int, on day: Int) -> Int? {
        var left = place / plan.offsets.count
        for block in blocks(on: day) {
            var units = block.units
            if left >= units.nonzeroBitCount {
                left -= units.nonzeroBitCount
                continue
            }
            for _ in 0..<left { units &= units &- 1 }
            let unit = block.first + units.trailingZeroBitCount
            return unit * plan.unit + plan.offsets[place % plan.offsets.count]
        }
        return nil
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

/// The units of a minute, an hour or a day as bits: seconds, minutes or hours.
private struct UnitBlock {
    /// The first unit, counted from the beginning of the day.
    let first: Int
    /// How many units there are.
    let size: Int
    /// Those that pass every filter.
    var units: UInt64

    /// The blocks of a day.
    static func all(of plan: RulePlan) -> some RandomAccessCollection<UnitBlock> {
        let (size, own) =
            switch plan.unit {
            case 1: (60, plan.seconds)
            case 60: (60, plan.minutes)
            default: (24, UInt64(plan.hours))
            }
        let all = UInt64.max >> UInt64(64 - size)
        return (0..<86_400 / plan.unit / size).lazy.map { number in
            let first = number * size
            return UnitBlock(first: first, size: size, units: isOpen(first, plan) ? own & all : 0)
        }
    }

    /// Whether the filters of what is larger than the unit let a block pass.
    private static func isOpen(_ first: Int, _ plan: RulePlan) -> Bool {
        let second = first * plan.unit
        switch plan.unit {
        case 1: return UInt64(plan.hours >> UInt32(second / 3_600)) & plan.minutes >> UInt64(second / 60 % 60) & 1 == 1
        case 60: return plan.hours >> UInt32(second / 3_600) & 1 == 1
        default: return true
        }
    }

    /// Those of the units that lie on a grid, which has a unit at `offset` behind the block's first.
    func on(_ grid: UInt64, from offset: Int) -> UnitBlock {
        var block = self
        block.units &= offset < size ? grid << UInt64(offset) : 0
        return block
    }

    /// Counts the units by their remainders.
    func count(into counts: inout [Int]) {
        var rest = units
        while rest != 0 {
            counts[(first + rest.trailingZeroBitCount) % counts.count] += 1
            rest &= rest &- 1
        }
    }
}
