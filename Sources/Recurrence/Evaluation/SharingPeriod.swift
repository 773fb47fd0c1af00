/// One of two neighbouring periods that may share a day, since SKIP moves days out of their months, for BYSETPOS.
struct SharingPeriod {
    private(set) var set = PositionSet()
    /// The next member to give; nil where the period has no more.
    private(set) var next: PositionSet.Member?

    init(from index: Int, of plan: RulePlan, end: Int) { load(from: index, of: plan, end: end) }

    mutating func load(from index: Int, of plan: RulePlan, end: Int) {
        set.load(from: index, of: plan, end: end)
        advance(plan)
    }

    mutating func advance(_ plan: RulePlan) { next = set.next(of: plan) }
}

extension RuleCursor {
    /// Enters the earlier of the next members of both periods.
    ///
    /// A day that they share may have other times in each, so both are walked side by side; a member of both counts
    /// once.
    mutating func advanceSharing() -> Bool {
        while periods[0].next == nil { guard enterFollowing() else { return false } }
        guard let member = periods[0].next else { return false }
        guard let other = periods[1].next, !member.isBefore(other) else {
            periods[0].advance(plan)
            enter(member)
            return true
        }
        periods[1].advance(plan)
        if other == member { periods[0].advance(plan) }
        enter(other)
        return true
    }

    private mutating func enterFollowing() -> Bool {
        guard !periods[0].set.isLast else {
            finish()
            return false
        }
        periods.swapAt(0, 1)
        periods[1].load(from: periods[0].set.nextRow, of: plan, end: end)
        return true
    }
}
