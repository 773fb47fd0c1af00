/// How far an iteration has come in the exceptions of a set, EXDATE and EXRULE.
struct ExceptionCursor {
    private let set: CompiledSet
    private var index: Int
    private let hasNone: Bool
    /// The exception rules; none or one, so that a set without them carries no more than a reference.
    private var rules: [ExceptionRuleCursor]

    private var dates: ExceptionDates { self.set.exceptions }

    /// A cursor for moments from an instant on that lie before another.
    init(_ set: CompiledSet, from instant: Int, before: Int = .max) {
        self.set = set
        index = set.exceptions.instants.partitioningIndex { $0 >= instant }
        hasNone = set.exceptions.isEmpty && set.exceptionRules.isEmpty
        rules = set.exceptionRules.isEmpty ? [] : [ExceptionRuleCursor(set, from: instant, before: before)]
    }

    /// Whether the moment is taken away; moments are asked for in the order of their instants.
    @inline(__always)
    mutating func removes(_ moment: Moment) -> Bool { hasNone ? false : looksUp(moment) }

    private mutating func looksUp(_ moment: Moment) -> Bool {
        while index < dates.instants.count, dates.instants[index] < moment.instant { index += 1 }
        if index < dates.instants.count, dates.instants[index] == moment.instant { return true }
        if !rules.isEmpty, rules[0].removes(moment.instant) { return true }
        guard !dates.days.isEmpty else { return false }
        let day = floorDivide(moment.local, 86_400)
        let place = dates.days.partitioningIndex { $0 >= day }
        return place < dates.days.count && dates.days[place] == day
    }
}

/// How far an iteration has come in the members of EXRULE.
struct ExceptionRuleCursor {
    private let set: CompiledSet
    private let before: Int
    private var streams: MergedStreams
    private var head: Moment?

    /// How many members are passed one by one before the next is looked for by skipping.
    private static let walk = 8

    init(_ set: CompiledSet, from instant: Int, before: Int) {
        (self.set, self.before) = (set, before)
        streams = set.exceptionStreams(from: instant, before: before)
        head = streams.next()
    }

    /// Whether a rule has a member at that instant, which is no earlier than the one asked for before.
    mutating func removes(_ instant: Int) -> Bool {
        var steps = 0
        while let known = head, known.instant < instant {
            if steps == Self.walk { streams = set.exceptionStreams(from: instant, before: before) }
            head = streams.next()
            steps += 1
        }
        return head?.instant == instant
    }
}
