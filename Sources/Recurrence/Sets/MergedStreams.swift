/// Several rules and the added dates, merged by instant; equal instants may come more than once.
struct MergedStreams {
    /// The only rule, where there is one and nothing is added: it needs no merging, and no array.
    private var single: RuleStream
    private let isSingle: Bool
    private var streams: [RuleStream] = []
    private var heads: [Moment?] = []
    private var added: AddedMoments

    init(_ rules: [CompiledRule], added: AddedMoments, makeStream: (CompiledRule) -> RuleStream) {
        self.added = added
        isSingle = rules.count == 1 && added.isEmpty
        single = makeStream(isSingle ? rules[0] : .empty)
        guard !isSingle else { return }
        streams = rules.map(makeStream)
        for index in streams.indices { heads.append(streams[index].next()) }
    }

    @inline(__always)
    mutating func next() -> Moment? { isSingle ? single.next() : nextOfAll() }

    /// The earliest head; among equal ones a local time that exists before one that a gap moved there.
    private mutating func nextOfAll() -> Moment? {
        var best = added.head
        var source = -1
        for index in heads.indices {
            guard let head = heads[index], Self.comes(head, before: best) else { continue }
            (best, source) = (head, index)
        }
        if source >= 0 { heads[source] = streams[source].next() } else { added.advance() }
        return best
    }

    private static func comes(_ moment: Moment, before other: Moment?) -> Bool {
        guard let other else { return true }
        if moment.instant != other.instant { return moment.instant < other.instant }
        return other.adjustment == .gap && moment.adjustment != .gap
    }
}

/// A position in the moments of RDATE.
struct AddedMoments {
    private let moments: [Moment]
    private var index: Int

    init(_ moments: [Moment], from index: Int) {
        self.moments = moments
        self.index = index
    }

    var isEmpty: Bool { moments.isEmpty }
    var head: Moment? { index < moments.count ? moments[index] : nil }

    mutating func advance() { index += 1 }
}
