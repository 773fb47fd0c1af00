/// The members of one rule as moments in a zone, in the order of their instants.
///
/// Local times map to instants in order except where the clocks are put forward: the local times that are jumped
/// over fall, by the offset before the jump, among those that follow it. There two cursors run side by side.
struct RuleStream {
    private let plan: RulePlan
    private let timeline: ZoneTimeline
    private let skipsGaps: Bool
    /// The last instant that UNTIL allows.
    private let until: Int

    private var main: RuleCursor
    /// The next moment of `main`, where it had to be taken ahead.
    private var pending: Moment?
    private var gap: RuleCursor?
    /// The next local time of `gap`.
    private var gapLocal: Int?
    /// The offset before the gap.
    private var gapOffset = 0

    private var segment: ZoneSegment
    /// Below this local time the segment is neither followed by an overlap nor over.
    private var plainEnd: Int

    /// A stream from a moment on: of an instant, the members that do not begin before it; of a local time, those whose
    /// local start is not before it.
    ///
    /// What does not lie before the instant `before` need not be looked for.
    init(_ rule: CompiledRule, timeline: ZoneTimeline, from start: StreamStart, before: Int = .max) {
        let index: Int
        switch start {
        case .instant(let instant): index = timeline.index(at: instant)
        case .local(let local): index = timeline.index(ofLocal: max(local, rule.plan.start))
        }
        let segment = timeline.segment(index)
        let place = Self.place(start, in: segment)
        (plan, until, skipsGaps) = (rule.plan, rule.until, rule.skipsGaps)
        self.timeline = timeline
        self.segment = segment
        main = RuleCursor(rule.plan, from: place.local, through: ZoneTimeline.latestLocal(before: before))
        plainEnd = place.isInGap ? .min : segment.end + min(segment.offset, timeline.segment(index + 1).offset)
        if let gap = place.gap, !rule.skipsGaps { enterGap(from: gap) }
    }

    /// The local time from which members are given, and that from which the gap's are given beside them.
    ///
    /// The first member may lie in a gap at the very beginning of the segment: then `place` decides.
    @inline(__always)
    private static func place(
        _ start: StreamStart, in segment: ZoneSegment
    ) -> (local: Int, gap: Int?, isInGap: Bool) {
        switch start {
        case .instant(let instant):
            let isBesideGap = segment.gap > 0 && instant < segment.start + segment.gap
            let local = max(instant + segment.offset, segment.firstLocal)
            return (local, isBesideGap ? instant + segment.offsetBefore : nil, false)
        case .local(let local): return (local, nil, segment.gap > 0 && local < segment.firstLocal)
        }
    }

    /// The next moment, or nil when there is none left.
    @inline(__always)
    mutating func next() -> Moment? {
        let moment = gapLocal == nil && pending == nil ? nextOfMain() : nextOfBoth()
        guard let moment, moment.instant <= until else { return nil }
        return moment
    }

    @inline(__always)
    private mutating func nextOfMain() -> Moment? {
        guard let local = main.next() else { return nil }
        if local < plainEnd { return Moment(local: local, instant: local &- segment.offset, adjustment: .none) }
        return place(local)
    }

    /// Finds the segment of a local time that is not plainly in the current one.
    private mutating func place(_ local: Int) -> Moment? {
        var local = local
        enterSegment(of: local)
        while local < segment.firstLocal {
            main = RuleCursor(plan, from: segment.firstLocal, through: main.end)
            guard skipsGaps else {
                enterGap(from: local)
                return nextOfBoth()
            }
            guard let next = main.next() else { return nil }
            local = next
            enterSegment(of: local)
        }
        let isRepeated = local >= plainEnd && plainEnd < segment.localEnd
        return Moment(local: local, instant: local - segment.offset, adjustment: isRepeated ? .overlap : .none)
    }

    private mutating func enterSegment(of local: Int) {
        let index = timeline.index(ofLocal: local)
        segment = timeline.segment(index)
        plainEnd = segment.end + min(segment.offset, timeline.segment(index + 1).offset)
    }

    /// The next moment of `main` where it is not after an instant that lies just behind a gap.
    ///
    /// What comes later stays where it is: it may lie in a gap of its own.
    private mutating func nextOfMain(until instant: Int) -> Moment? {
        guard let local = main.first, local < plainEnd, local - segment.offset <= instant else { return nil }
        return nextOfMain()
    }

    private mutating func enterGap(from local: Int) {
        gapOffset = segment.offsetBefore
        gap = RuleCursor(plan, from: local, through: min(main.end, segment.firstLocal - 1))
        advanceGap()
    }

    private mutating func advanceGap() {
        gapLocal = gap?.next()
        if gapLocal == nil { gap = nil }
    }

    private mutating func nextOfBoth() -> Moment? {
        guard let local = gapLocal else {
            defer { pending = nil }
            return pending
        }
        let instant = local - gapOffset
        if pending == nil { pending = nextOfMain(until: instant) }
        if let head = pending, head.instant <= instant {
            pending = nil
            // Both at one instant count once, as the local time that exists.
            if head.instant == instant { advanceGap() }
            return head
        }
        advanceGap()
        return Moment(local: local, instant: instant, adjustment: .gap)
    }
}
