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

    /// The next member to give; nil where the period has no more.
    private(set) var next: Member?

    /// A member by its day and the place of its time among the plan's offsets.
    struct Member: Equatable {
        let day: Int
        let time: Int

        @inline(__always)
        func isBefore(_ other: Member) -> Bool { day != other.day ? day < other.day : time < other.time }
    }

    /// Whether no period follows this one.
    var isLast: Bool { nextRow == .max }

    /// Collects the rows of the first period that has one with that index or a later one, which is empty where none is
    /// left before `end`.
    mutating func load(from index: Int, of plan: RulePlan, end: Int) {
        let pattern = plan.pattern
        rows.removeAll(keepingCapacity: true)
        (size, next, ahead, behind, currentRow, daysBefore) = (0, nil, 0, 0, 0, 0)
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
        advance(plan)
    }

    /// A row without a day that the period has already; what another period has does not matter to its positions.
    private func row(_ index: Int, in pattern: DayPattern) -> DayRow {
        guard !pattern.countsWeeks else { return pattern.row(index) }
        let row = pattern.plainMonthRow(index)
        guard pattern.leavesMonths, let last = rows.last?.lastMember, row.contains(last) else { return row }
        return row.removing(last)
    }

    mutating func advance(_ plan: RulePlan) {
        let count = plan.offsets.count
        next = nextPosition(of: plan).map { Member(day: day(at: $0 / count), time: $0 % count) }
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
        let row = pattern.skip == .forward ? index - 1 : index
        set.load(from: pattern.period(of: row).lowerBound, of: plan, end: end)
        if pattern.leavesMonths {
            following = [PositionSet()]
            following[0].load(from: set.nextRow, of: plan, end: end)
        }
        repeat { guard advancePosition() else { return } } while unitStart + plan.offsets[offsetIndex] < local
    }

    mutating func advancePosition() -> Bool {
        while set.next == nil { guard enterNextPeriod() else { return false } }
        guard let member = set.next else { return false }
        guard following.isEmpty || !enterFollowing(notAfter: member) else { return true }
        set.advance(plan)
        enter(member)
        return true
    }

    /// Enters the next member of the following period where it is not after that one.
    ///
    /// A day that two periods share may have other times in each: both are walked side by side.
    private mutating func enterFollowing(notAfter member: PositionSet.Member) -> Bool {
        guard let other = following[0].next, !member.isBefore(other) else { return false }
        following[0].advance(plan)
        if other == member { set.advance(plan) }
        enter(other)
        return true
    }

    private mutating func enter(_ member: PositionSet.Member) {
        unitStart = member.day * 86_400
        (offsetIndex, offsetEnd) = (member.time, member.time + 1)
    }

    private mutating func enterNextPeriod() -> Bool {
        guard !set.isLast else {
            finish()
            return false
        }
        guard !following.isEmpty else {
            set.load(from: set.nextRow, of: plan, end: end)
            return true
        }
        swap(&set, &following[0])
        following[0].load(from: set.nextRow, of: plan, end: end)
        return true
    }
}
