/// The members of one rule as moments in a zone under any policy, in the order of their instants.
///
/// It goes from segment to segment of the zone. Within one, what the clocks show and what a gap at its beginning or
/// its end lends it are walked side by side, cut to the segment; so instants never run backwards, whatever the
/// offsets do. `RuleStream` reads the usual policies and is faster.
struct SegmentStream {
    private let plan: RulePlan
    private let elapsed: ElapsedPlans?
    private let reading: LocalReading
    private let shift: Int
    /// Whether local times are moved: then each counts, also of those that a gap brings to one instant.
    private let keepsAll: Bool
    /// The last instant to give.
    private let until: Int
    /// No instant before this one is given.
    private let earliest: Int
    /// The segment to enter next.
    private var index: Int
    private var runs: [SegmentRun] = []

    /// No local time of the year 9999 lies later.
    static let endOfTime = CivilDate.latest.daysSinceEpoch * 86_400 + 86_400 + ZoneTimeline.largestOffset

    /// A stream from a moment on; of the moments before a local time some may still come.
    ///
    /// - Parameters:
    ///   - rule: A rule that has a `reading` of its own, or any with `shift`.
    ///   - reading: How local times are read.
    ///   - start: Where to begin; with `shift` in moved time.
    ///   - before: Moments that do not lie before this instant need not be looked for.
    ///   - shift: What is added to each local time before the zone is asked; UNTIL is then left to the caller.
    init(
        _ rule: CompiledRule, reading: LocalReading, from start: StreamStart, before: Int = .max, shift: Int? = nil
    ) {
        plan = rule.plan
        elapsed = rule.elapsed
        self.reading = reading
        (self.shift, keepsAll) = (shift ?? 0, shift != nil)
        until = min(shift == nil ? rule.until : .max, before - 1, Self.endOfTime)
        switch start {
        case .instant(let instant): earliest = instant
        case .local(let local): earliest = Self.earliestInstant(fromLocal: local, in: reading.timeline)
        }
        index = reading.timeline.index(at: earliest)
    }

    /// No reading of a local time that is not before `local` gives an earlier instant.
    private static func earliestInstant(fromLocal local: Int, in timeline: ZoneTimeline) -> Int {
        let index = timeline.index(ofLocal: local)
        let (segment, next) = (timeline.segment(index), timeline.segment(index + 1))
        return min(local - segment.offset, next.start - next.gap)
    }

    /// The next moment, or nil when there is none left.
    mutating func next() -> Moment? {
        while true {
            if let moment = takeEarliest() { return moment.instant <= until ? moment : nil }
            guard enterNext() else { return nil }
        }
    }

    /// Takes the earliest head; of equal instants the local time that exists counts, once.
    private mutating func takeEarliest() -> Moment? {
        var (best, source): (Moment?, Int) = (nil, 0)
        for (index, run) in runs.enumerated() {
            guard let head = run.head, best.map({ comes(head, before: $0) }) ?? true else { continue }
            (best, source) = (head, index)
        }
        guard let best else { return nil }
        runs[source].advance()
        guard !keepsAll else { return best }
        for index in runs.indices where runs[index].head?.instant == best.instant { runs[index].advance() }
        return best
    }

    private func comes(_ moment: Moment, before other: Moment) -> Bool {
        if moment.instant != other.instant { return moment.instant < other.instant }
        return keepsAll ? moment.local < other.local : other.adjustment == .gap
    }

    private mutating func enterNext() -> Bool {
        let segment = reading.timeline.segment(index)
        guard segment.start <= until else { return false }
        let next = reading.timeline.segment(index + 1)
        runs.removeAll(keepingCapacity: true)
        for bounds in SegmentBounds(segment, next, elapsed == nil ? reading : nil).all {
            if let run = run(bounds) { runs.append(run) }
        }
        guard runs.isEmpty, elapsed == nil else {
            index += 1
            return true
        }
        return skipToNextMember(after: segment)
    }

    private func run(_ bounds: SegmentRun.Bounds) -> SegmentRun? {
        var bounds = bounds
        bounds.low = max(bounds.low, earliest + bounds.offset)
        bounds.high = min(bounds.high, until + bounds.offset + 1)
        guard bounds.low < bounds.high else { return nil }
        return SegmentRun(elapsed?.plan(offset: bounds.offset) ?? plan, bounds, shift: shift)
    }

    /// Passes over the segments that have no member; what they show is at most an offset away from their instants.
    private mutating func skipToNextMember(after segment: ZoneSegment) -> Bool {
        let first = segment.end - ZoneTimeline.largestOffset - shift
        let last = ZoneTimeline.latestLocal(before: until + 1) - shift
        guard let member = RuleCursor(plan, from: first, through: last).first else { return false }
        index = max(index + 1, reading.timeline.index(at: member + shift - ZoneTimeline.largestOffset))
        return true
    }
}

/// Where a stream of moments begins.
enum StreamStart {
    /// With the first moment that is not before the instant.
    case instant(Int)
    /// With the first moments whose local time is not before this one.
    case local(Int)
}

/// The stretches of local time that a segment holds.
struct SegmentBounds {
    private(set) var all: [SegmentRun.Bounds] = []

    /// The stretches by that reading; with nil, exactly what the clocks show.
    init(_ segment: ZoneSegment, _ next: ZoneSegment, _ reading: LocalReading?) {
        all.append(Self.shown(segment, next, reading?.overlap ?? .both))
        if reading?.gap == .shiftForward, segment.gap > 0 {
            let (first, last) = (segment.start + segment.offsetBefore, segment.end + segment.offsetBefore)
            let high = min(segment.start + segment.offset, last)
            all.append(SegmentRun.Bounds(low: first, high: high, offset: segment.offsetBefore, isGap: true))
        }
        if reading?.gap == .shiftBack, next.gap > 0 {
            let (first, high) = (next.start + next.offsetBefore, next.start + next.offset)
            let low = max(first, segment.start + next.offset)
            all.append(SegmentRun.Bounds(low: low, high: high, offset: next.offset, isGap: true))
        }
    }

    private static func shown(
        _ segment: ZoneSegment, _ next: ZoneSegment, _ overlap: EvaluationPolicy.Overlap
    ) -> SegmentRun.Bounds {
        var bounds = SegmentRun.Bounds(
            low: segment.start + segment.offset, high: segment.localEnd, offset: segment.offset)
        if segment.offsetBefore > segment.offset { bounds.repeatedEnd = segment.start + segment.offsetBefore }
        if next.offset < segment.offset { bounds.overlapStart = next.start + next.offset }
        switch overlap {
        case .first: bounds.low = segment.firstLocal
        case .second where next.localEnd >= segment.localEnd: bounds.high = min(bounds.high, bounds.overlapStart)
        default: break
        }
        return bounds
    }
}
