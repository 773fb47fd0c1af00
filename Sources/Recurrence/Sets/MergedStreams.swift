/// Several rules and the added dates, merged by instant; equal instants may come more than once.
///
/// Streams are large, and a search makes one, asks it once and throws it away. So what only some sets need lies behind
/// one reference, and each member is set once, which spares copies.
struct MergedStreams {
    /// The only rule, where there is one and nothing is added: it needs no merging, and no array.
    private var single: RuleStream
    private let isSingle: Bool
    /// The streams where there are several; none or one.
    private var several: [SeveralStreams]

    init(_ set: CompiledSet, from start: StreamStart, before: Int) {
        self.init(set.rules, added: set.addedMoments, reading: set.reading, from: start, before: before)
    }

    /// The streams from a moment on; what does not lie before the instant `before` may come or not.
    init(
        _ rules: [CompiledRule], added: [Moment], reading: LocalReading, from start: StreamStart, before: Int = .max
    ) {
        isSingle = rules.count == 1 && added.isEmpty && !rules[0].needsSegments
        single = RuleStream(isSingle ? rules[0] : .empty, timeline: reading.timeline, from: start, before: before)
        several =
            isSingle ? [] : [SeveralStreams(rules, added: added, reading: reading, from: start, before: before)]
    }

    @inline(__always)
    mutating func next() -> Moment? { isSingle ? single.next() : nextOfSeveral() }

    @inline(never)
    private mutating func nextOfSeveral() -> Moment? { several[0].next() }
}

/// The streams of several rules, or of rules and dates.
private struct SeveralStreams {
    private var streams: [RuleStream] = []
    private var segmentStreams: [SegmentStream] = []
    /// The next moments of `streams`, then those of `segmentStreams`.
    private var heads: [Moment?] = []
    private var added: AddedMoments

    init(_ rules: [CompiledRule], added: [Moment], reading: LocalReading, from start: StreamStart, before: Int) {
        self.added = AddedMoments(added, from: start)
        for rule in rules {
            if rule.needsSegments {
                segmentStreams.append(SegmentStream(rule, reading: reading, from: start, before: before))
            } else {
                streams.append(RuleStream(rule, timeline: reading.timeline, from: start, before: before))
            }
        }
        heads.reserveCapacity(rules.count)
        for index in rules.indices { heads.append(nextOfStream(index)) }
    }

    /// The earliest head; among equal ones a local time that exists before one that a gap moved there.
    mutating func next() -> Moment? {
        var best = added.head
        var source = -1
        for index in heads.indices {
            guard let head = heads[index], Self.comes(head, before: best) else { continue }
            (best, source) = (head, index)
        }
        if source >= 0 { heads[source] = nextOfStream(source) } else { added.advance() }
        return best
    }

    private mutating func nextOfStream(_ index: Int) -> Moment? {
        index < streams.count ? streams[index].next() : segmentStreams[index - streams.count].next()
    }

    private static func comes(_ moment: Moment, before other: Moment?) -> Bool {
        guard let other else { return true }
        if moment.instant != other.instant { return moment.instant < other.instant }
        return other.adjustment == .gap && moment.adjustment != .gap
    }
}

/// A position in the moments of RDATE.
private struct AddedMoments {
    private let moments: [Moment]
    private var index: Int

    /// The moments from there on; of a local time, from the first instant on that may show it or a later one.
    init(_ moments: [Moment], from start: StreamStart) {
        self.moments = moments
        switch start {
        case .instant(let instant): index = moments.partitioningIndex { $0.instant >= instant }
        case .local(let local):
            // No clock is further from UTC; earlier moments have earlier local times.
            let earliest = local < .min / 2 ? local : local - ZoneTimeline.largestOffset
            index = moments.partitioningIndex { $0.instant >= earliest }
        }
    }

    var head: Moment? { index < moments.count ? moments[index] : nil }

    mutating func advance() { index += 1 }
}
