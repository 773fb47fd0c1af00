/// A position in the members of a rule, in local time: it walks forward and allocates nothing on its way.
struct RuleCursor {
    let plan: RulePlan
    /// The beginning of the current unit.
    var unitStart = 0
    /// The next of the plan's offsets to give, and the one to stop before.
    var offsetIndex = 0
    var offsetEnd = 0
    /// The days of the current row that are still to come.
    var row = DayRow(first: 0, mask: 0)
    var rowIndex = 0
    /// For `.units`: the first day that `row` does not cover.
    var rowEnd = Int.min
    /// For `.positions`: the current period.
    var set = PositionSet()
    /// Instead of it the current period and the next, where they may share a day; else none, so that other cursors carry
    /// no more than a reference.
    var periods: [SharingPeriod] = []
    var years = YearPosition()
    /// The last moment to give.
    let end: Int
    /// The only time of each day, where there is one and days are all that counts; else nil.
    private let soleOffset: Int?

    /// A cursor whose first member is the first that is not before `local`; it does not look further than `last`.
    init(_ plan: RulePlan, from local: Int, through last: Int = .max) {
        self.plan = plan
        end = min(plan.end, last)
        soleOffset = plan.hasSoleTime ? plan.offsets[0] : nil
        seek(max(local, plan.start))
    }

    private mutating func seek(_ local: Int) {
        guard local <= end else { return finish() }
        switch plan.method {
        case .years: seekYear(local)
        case .days: seekDay(local)
        case .units: seekUnit(local)
        case .positions: seekPosition(local)
        }
        guard offsetIndex < offsetEnd, unitStart &+ plan.offsets[offsetIndex] < local else { return }
        let (start, first) = (unitStart, offsetIndex)
        offsetIndex = min(max(plan.offsets.partitioningIndex { start &+ $0 >= local }, first), offsetEnd)
    }

    /// The next member, or nil when there is none left.
    @inline(__always)
    mutating func next() -> Int? {
        if let soleOffset, offsetIndex >= offsetEnd, row.mask != 0 { return nextOfRow(soleOffset) }
        while offsetIndex >= offsetEnd { guard advance() else { return nil } }
        let member = unitStart &+ plan.offsets[offsetIndex]
        offsetIndex &+= 1
        guard member <= end else {
            finish()
            return nil
        }
        return member
    }

    /// The next day of the row, at the only time of each day.
    @inline(__always)
    private mutating func nextOfRow(_ offset: Int) -> Int? {
        unitStart = (row.first &+ row.mask.trailingZeroBitCount) &* 86_400
        row.mask &= row.mask &- 1
        if unitStart &+ offset <= end { return unitStart &+ offset }
        finish()
        return nil
    }

    private mutating func advance() -> Bool {
        switch plan.method {
        case .years: advanceYear()
        case .days: advanceDay()
        case .units: advanceUnit()
        case .positions: advancePosition()
        }
    }

    mutating func finish() {
        (row.mask, offsetIndex, offsetEnd) = (0, 0, 0)
        (rowIndex, unitStart, years) = (.max, .max / 2, .ended)
    }

    var isFinished: Bool { rowIndex == .max }

    /// Makes the unit that begins there the current one.
    @inline(__always)
    mutating func enter(_ start: Int) {
        unitStart = start
        offsetIndex = 0
        offsetEnd = plan.offsets.count
    }
}

extension RuleCursor {
    private mutating func seekDay(_ local: Int) {
        let day = floorDivide(local, 86_400)
        let index = plan.pattern.index(ofDay: day)
        // With SKIP=FORWARD the day may belong to the row before. With BACKWARD it may belong to the next, which has
        // nothing earlier than this day where none is left in its own.
        guard enterRow(atOrAfter: plan.pattern.skip == .forward ? index - 1 : index, from: day) else { return }
        if row.mask == 0, rowIndex < index, !enterRow(atOrAfter: index, from: day) { return }
        _ = advanceDay()
    }

    /// Makes a row the current one, without its days before `day`.
    private mutating func enterRow(atOrAfter index: Int, from day: Int) -> Bool {
        rowIndex = plan.pattern.row(atOrAfter: index)
        guard rowIndex <= plan.pattern.lastRow else {
            finish()
            return false
        }
        row = plan.pattern.row(rowIndex)
        let past = day - row.first
        if past > 0 { row.mask = past < 32 ? row.mask & (~0 << UInt32(past)) : 0 }
        return true
    }

    @inline(__always)
    private mutating func advanceDay() -> Bool {
        while row.mask == 0 {
            guard rowIndex < plan.pattern.lastRow else { return false }
            rowIndex = plan.pattern.row(atOrAfter: rowIndex &+ 1)
            guard rowIndex <= plan.pattern.lastRow else { return false }
            row = plan.pattern.row(rowIndex)
            if row.first &* 86_400 > end {
                finish()
                return false
            }
        }
        enter((row.first &+ row.mask.trailingZeroBitCount) &* 86_400)
        row.mask &= row.mask &- 1
        return true
    }
}
