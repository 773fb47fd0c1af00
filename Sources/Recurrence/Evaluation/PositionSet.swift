/// The set of one period, for BYSETPOS: its rows, its size, and how far its positions have been given.
struct PositionSet {
    private(set) var rows: [DayRow] = []
    /// How many members the period has before BYSETPOS.
    private(set) var size = 0
    /// The row that follows the period; `.max` where none does, and before a period was loaded.
    private(set) var nextRow = Int.max
    /// The next of the positions from the beginning and from the end.
    private var ahead = 0
    private var behind = 0
    /// The row of the last member given, and how many days lie in the rows before it.
    private var currentRow = 0
    private var daysBefore = 0

    /// Whether no period follows this one.
    var isLast: Bool { nextRow == .max }

    /// Collects the rows of the first period that has one with that index or a later one, which is empty where none is
    /// left before `end`.
    mutating func load(from index: Int, of plan: RulePlan, end: Int) {
        let pattern = plan.pattern
        rows.removeAll(keepingCapacity: true)
        (size, ahead, behind, currentRow, daysBefore) = (0, 0, 0, 0, 0)
        var index = index == .max ? index : pattern.row(atOrAfter: index)
        nextRow = .max
        guard index <= pattern.lastRow else { return }
        let period = pattern.period(of: index)
        index = pattern.row(atOrAfter: period.lowerBound)
        var days = 0
        while index < period.upperBound {
            let row = row(index, in: pattern)
            if rows.isEmpty, row.first * 86_400 > end { return }
            days += row.mask.nonzeroBitCount
            rows.append(row)
            index = pattern.row(atOrAfter: index + 1)
        }
        size = days * plan.offsets.count
        nextRow = period.upperBound
    }

    /// A row without a day that the period has already; what another period has does not matter to its positions.
    private func row(_ index: Int, in pattern: DayPattern) -> DayRow {
        guard !pattern.countsWeeks else { return pattern.row(index) }
        let row = pattern.plainMonthRow(index)
        guard pattern.leavesMonths, let last = rows.last?.lastMember, row.contains(last) else { return row }
        return row.removing(last)
    }

    /// Takes the next member; nil where the period has no more.
    @inline(__always)
    mutating func next(of plan: RulePlan) -> Member? {
        guard let position = nextPosition(of: plan) else { return nil }
        let count = plan.offsets.count
        return Member(day: day(at: position / count), time: position % count)
    }

    /// A member by its day and the place of its time among the plan's offsets.
    struct Member: Equatable {
        let day: Int
        let time: Int

        @inline(__always)
        func isBefore(_ other: Member) -> Bool { day != other.day ? day < other.day : time < other.time }
    }

    /// The next position to give, counted from 0; nil when the period has no more.
    private mutating func nextPosition(of plan: RulePlan) -> Int? {
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
    private mutating func day(at place: Int) -> Int {
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
        // With SKIP=FORWARD the day may belong to the period before.
        let first = pattern.period(of: pattern.skip == .forward ? index - 1 : index).lowerBound
        if pattern.leavesMonths {
            periods = [SharingPeriod(from: first, of: plan, end: end)]
            periods.append(SharingPeriod(from: periods[0].set.nextRow, of: plan, end: end))
        } else {
            set.load(from: first, of: plan, end: end)
        }
        repeat { guard advancePosition() else { return } } while unitStart + plan.offsets[offsetIndex] < local
    }

    mutating func advancePosition() -> Bool {
        guard periods.isEmpty else { return advanceSharing() }
        while true {
            if let member = set.next(of: plan) {
                enter(member)
                return true
            }
            guard !set.isLast else {
                finish()
                return false
            }
            set.load(from: set.nextRow, of: plan, end: end)
        }
    }

    @inline(__always)
    mutating func enter(_ member: PositionSet.Member) {
        unitStart = member.day * 86_400
        (offsetIndex, offsetEnd) = (member.time, member.time + 1)
    }
}
