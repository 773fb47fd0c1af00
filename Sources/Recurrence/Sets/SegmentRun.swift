/// Members of a rule that one segment of a zone holds by one offset: a stretch of local time.
struct SegmentRun {
    /// The stretch in local time, with the offset that makes instants of it.
    struct Bounds {
        var low: Int
        /// Not part of the stretch.
        var high: Int
        var offset: Int
        /// Whether the clocks jump over the stretch.
        var isGap = false
        /// Local times below were shown before, local times from `overlapStart` on will be shown again.
        var repeatedEnd = Int.min
        var overlapStart = Int.max
    }

    private let bounds: Bounds
    /// What is added to the local time of a member before the zone is asked.
    private let shift: Int
    private var cursor: RuleCursor
    private(set) var head: Moment?

    /// Nil where the rule has no member there.
    init?(_ plan: RulePlan, _ bounds: Bounds, shift: Int) {
        guard bounds.low < bounds.high else { return nil }
        self.bounds = bounds
        self.shift = shift
        cursor = RuleCursor(plan, from: bounds.low - shift, through: bounds.high - 1 - shift)
        advance()
        if head == nil { return nil }
    }

    mutating func advance() {
        guard let member = cursor.next() else {
            head = nil
            return
        }
        let local = member + shift
        head = Moment(local: local, instant: local - bounds.offset, adjustment: adjustment(of: local))
    }

    private func adjustment(of local: Int) -> Occurrence.Adjustment {
        if bounds.isGap { return .gap }
        if local >= bounds.overlapStart { return .overlap }
        return local < bounds.repeatedEnd ? .repeated : .none
    }
}
