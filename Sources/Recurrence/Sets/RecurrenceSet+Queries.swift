extension RecurrenceSet {
    /// Whether an occurrence begins at exactly that instant.
    public func contains(_ instant: UTCInstant) -> Bool {
        let second = instant.wholeSeconds
        guard instant == UTCInstant(secondsSinceEpoch: Int64(second)) else { return false }
        var found = Occurrences(compiled, fromInstant: second, before: second + 1)
        return found.next() != nil
    }

    /// The nth occurrence, counted from 0; nil where there are not as many.
    ///
    /// - Complexity: For one rule without dates in floating time or UTC, periods are counted, not occurrences;
    ///   otherwise the occurrences before it are walked.
    public func occurrence(at index: Int) -> Occurrence? {
        guard index >= 0 else { return nil }
        if let plan = plainPlan {
            guard plan.end >= plan.start, let local = plan.member(at: index) else { return nil }
            return Moment(local: local, instant: local, adjustment: .none).occurrence(isDate: start.isDate)
        }
        return occurrences.dropFirst(index).first { _ in true }
    }

    /// The plan of the only rule, where its local times are the instants and nothing is added or taken away.
    private var plainPlan: RulePlan? {
        let isPlain =
            compiled.rules.count == 1 && compiled.addedMoments.isEmpty && compiled.exceptions.isEmpty
            && compiled.exceptionRules.isEmpty
            && compiled.timeline.isUTC
        return isPlain && compiled.rules[0].until == .max ? compiled.rules[0].plan : nil
    }

    /// How many occurrences begin at `from` or later and before `before`; they are walked.
    public func count(from: UTCInstant, before: UTCInstant) -> Int {
        occurrences(from: from, before: before).reduce(0) { count, _ in count + 1 }
    }

    /// The last occurrence that begins strictly earlier, found by halving the time in question.
    public func last(before instant: UTCInstant) -> Occurrence? {
        last(beforeSecond: instant.secondsRoundedUp)
    }

    func last(beforeSecond second: Int) -> Occurrence? {
        var search = LastOccurrenceSearch(set: self, before: second)
        let found = search.run()
        guard compiled.overrides != nil, let instant = found?.instant.wholeSeconds else { return found }
        // Overrides may bring several to one instant.
        return Occurrences(compiled, fromInstant: instant, before: instant + 1).reduce(found) { $1 }
    }

    /// The occurrences that begin before `before` and not before `from`, lazily, from the last to the first.
    public func reversedOccurrences(
        before: UTCInstant, from: UTCInstant = UTCInstant(millisecondsSinceEpoch: .min)
    ) -> ReversedOccurrences {
        ReversedOccurrences(self, before: before.secondsRoundedUp, from: from.secondsRoundedUp)
    }
}

/// Looks for the last occurrence before a moment with nothing but the search for the first after one.
private struct LastOccurrenceSearch {
    let set: RecurrenceSet
    /// No occurrence lies between this moment and the end that was asked for.
    var before: Int
    private var best: Occurrence?

    /// How many occurrences are walked before the time is halved again.
    private static let walk = 16

    init(set: RecurrenceSet, before: Int) {
        self.set = set
        self.before = before
    }

    mutating func run() -> Occurrence? {
        let end = before
        guard walk(from: .min / 8, end: end) == .hasMore, let first = best else { return best }
        // Go back in strides that double until one meets an occurrence, then halve what is left.
        var stride = 64
        while before - stride > first.instant.wholeSeconds {
            let probe = end - stride
            let step = walk(from: probe, end: end)
            if step == .reachedEnd { return best }
            if step == .hasMore { break }
            before = probe
            stride *= 2
        }
        while let known = best?.instant.wholeSeconds, known + 1 < before {
            let middle = known + 1 + (before - known - 1) / 2
            switch walk(from: middle, end: end) {
            case .reachedEnd: return best
            case .hasMore: break
            case .foundNone: before = middle
            }
        }
        return best
    }

    private enum Outcome { case foundNone, reachedEnd, hasMore }

    /// Walks a few occurrences from a moment on and keeps the last that lies before the end.
    private mutating func walk(from: Int, end: Int) -> Outcome {
        var (iterator, count) = (Occurrences(set.compiled, fromInstant: from, before: end), 0)
        while count < Self.walk, let occurrence = iterator.next() {
            best = occurrence
            count += 1
        }
        return count == 0 ? .foundNone : count < Self.walk ? .reachedEnd : .hasMore
    }
}
