/// The set of one period, for BYSETPOS: its rows, its size, and how far its positions have been given.
struct PositionSet {
    private(set) var rows: [DayRow] = []
    /// How many members the period has before BYSETPOS.
    private(set) var size = 0
    /// The row that follows the period.
    private(set) var nextRow = 0
    /// The next of the positions from the beginning and from the end.
    private var ahead = 0
    private var behind = 0
    /// The row of the last member given, and how many days lie in the rows before it.
    private var currentRow = 0
    private var daysBefore = 0

    /// Collects the rows of the period in which that row lies.
    mutating func load(periodOf row: Int, of plan: RulePlan) {
        let pattern = plan.pattern
        let period = pattern.period(of: row)
        rows.removeAll(keepingCapacity: true)
        var (index, days) = (pattern.row(atOrAfter: period.lowerBound), 0)
        while index < period.upperBound {
            let row = pattern.countsWeeks ? pattern.row(index) : pattern.plainMonthRow(index)
            days += row.mask.nonzeroBitCount
            rows.append(row)
            index = pattern.row(atOrAfter: index + 1)
        }
        size = days * plan.offsets.count
        nextRow = period.upperBound
        (ahead, behind, currentRow, daysBefore) = (0, 0, 0, 0)
    }

    /// The next position to give, counted from 0; nil when the period has no more.
    mutating func nextPosition(of plan: RulePlan) -> Int? {
        while behind < plan.positionsFromEnd.count, size + plan.positionsFromEnd[behind] < 0 { behind += 1 }
        let left = ahead < plan.positions.count ? plan.positions[ahead] - 1 : size
        let right = behind < plan.positionsFromEnd.count ? size + plan.positionsFromEnd[behind] : size
        let position = min(left, right)
        guard position < size else { return nil }
        if left == position { ahead += 1 }
        if right == position { behind += 1 }
        return position
    }

    /// The nth day of the period, counted from 0; calls must ask for later and later days.
    mutating func day(at place: Int) -> Int {
        while place - daysBefore >= rows[currentRow].mask.nonzeroBitCount {
            daysBefore += rows[currentRow].mask.nonzeroBitCount
            currentRow += 1
        }
        var mask = rows[currentRow].mask
        for _ in 0..<(place - daysBefore) { mask &= mask &- 1 }
        return rows[currentRow].first + mask.trailingZeroBitCount
    }
}

extension RuleCursor {
    mutating func seekPosition(_ local: Int) {
        let pattern = plan.pattern
        let index = pattern.index(ofDay: floorDivide(local, 86_400))
        let row = pattern.skip == .forward ? index - 1 : index
        rowIndex = pattern.row(atOrAfter: pattern.period(of: row).lowerBound)
        guard rowIndex <= pattern.lastRow else { return finish() }
        set.load(periodOf: rowIndex, of: plan)
        unitStart = .min
        repeat { guard advancePosition() else { return } } while unitStart + plan.offsets[offsetIndex] < local
    }

    mutating func advancePosition() -> Bool {
        let last = offsetEnd == 0 ? Int.min : unitStart + plan.offsets[offsetEnd - 1]
        while true {
            guard let position = set.nextPosition(of: plan) else {
                guard loadNextPeriod() else { return false }
                continue
            }
            let count = plan.offsets.count
            let day = set.day(at: position / count)
            let time = position % count
            // With SKIP=FORWARD two periods may share a day: it counts once, and never runs backwards.
            guard day * 86_400 + plan.offsets[time] > last else { continue }
            unitStart = day * 86_400
            (offsetIndex, offsetEnd) = (time, time + 1)
            return true
        }
    }

    private mutating func loadNextPeriod() -> Bool {
        guard rowIndex <= plan.pattern.lastRow else { return false }
        rowIndex = plan.pattern.row(atOrAfter: set.nextRow)
        guard rowIndex <= plan.pattern.lastRow else { return false }
        set.load(periodOf: rowIndex, of: plan)
        if let first = set.rows.first, first.first * 86_400 > end {
            finish()
            return false
        }
        return true
    }
}
