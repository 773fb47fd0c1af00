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
        guard let plan = plainPlan else { return occurrences.dropFirst(index).first { _ in true } }
        // A DTSTART that the rule does not give comes before its members.
        let added = !compiled.addedMoments.isEmpty && RuleCursor(plan, from: plan.start).first != plan.start ? 1 : 0
        let local = index < added ? plan.start : plan.member(at: index - added, from: plan.start)
        return local.map { Moment(local: $0, instant: $0, adjustment: .none).occurrence(isDate: start.isDate) }
    }

    /// The plan of the only rule, where its local times are the instants and nothing is added or taken away.
    private var plainPlan: RulePlan? {
        let isPlain =
            compiled.rules.count == 1 && dates.isEmpty && compiled.exceptions.isEmpty
            && compiled.exceptionRules.isEmpty && compiled.timeline.isUTC
        return isPlain && compiled.rules[0].until == .max ? compiled.rules[0].plan : nil
    }

    /// How many occurrences begin at `from` or later and before `before`; they are walked.
    public func count(from: UTCInstant, before: UTCInstant) -> Int {
        occurrences(from: from, before: before).reduce(0) { count, _ in count + 1 }
    }

    /// How many members a rule has before a local start, as its COUNT counts them; they are not walked.
    ///
    /// - Parameters:
    ///   - rule: The rule's place among `rules`.
    ///   - local: The local start; a DATE stands for its midnight.
    /// - Returns: The number of members.
    package func members(ofRule rule: Int, before local: CivilTime) -> Int {
        compiled.rules[rule].plan.members(before: local.startOfDayOrTime.secondsSinceEpoch)
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

    /// The last occurrence whose original local start is not later than that many seconds of local time since 1970.
    ///
    /// Found by going back in strides that double and halving what is left: some 70 questions for a first occurrence
    /// behind a local time at the most, however many occurrences there are.
    package func last(notAfterLocal local: Int) -> Occurrence? {
        let earliest = CivilDate.earliest.daysSinceEpoch * 86_400
        var end = min(local, SegmentStream.endOfTime)
        func first(from: Int) -> Occurrence? {
            compiled.first(afterLocal: from - 1).flatMap { $0.originalSeconds <= end ? $0 : nil }
        }
        let latest = end
        var (stride, best) = (64, nil as Occurrence?)
        while best == nil, end >= earliest {
            let from = latest - stride
            best = first(from: from)
            if best == nil { end = min(end, from - 1) }
            stride *= 2
        }
        while let known = best?.originalSeconds, known < end {
            let middle = known + 1 + (end - known - 1) / 2
            if let later = first(from: middle) { best = later } else { end = middle - 1 }
        }
        return best
    }

    /// The occurrences that begin before `before` and not before `from`, lazily, from the last to the first.
    public func reversedOccurrences(
        before: UTCInstant, from: UTCInstant = UTCInstant(millisecondsSinceEpoch: .min)
    ) -> ReversedOccurrences {
        ReversedOccurrences(self, before: before.secondsRoundedUp, from: from.secondsRoundedUp)
    }
}

/// Looks for the last occurrence before a moment with nothing but the search for the first after one.
///
/// No time is searched twice, so that it costs little more than going back over the time without occurrences.
private struct LastOccurrenceSearch {
    let set: RecurrenceSet
    /// No occurrence lies between this moment and the end that was asked for.
    private var before: Int
    private var best: Occurrence?

    /// How many occurrences are walked before the time is halved again.
    private static let walk = 16
    /// No occurrence begins earlier or later.
    private static let times =
        CivilDate.earliest.daysSinceEpoch * 86_400 - ZoneTimeline.largestOffset...SegmentStream.endOfTime

    init(set: RecurrenceSet, before: Int) {
        self.set = set
        self.before = min(before, Self.times.upperBound)
    }

    mutating func run() -> Occurrence? {
        // Go back in strides that double until one meets an occurrence, then halve what is left.
        let end = before
        var (stride, outcome) = (64, Outcome.foundNone)
        while outcome == .foundNone, before > Self.times.lowerBound {
            outcome = walk(from: max(end - stride, Self.times.lowerBound))
            stride *= 2
        }
        while outcome != .reachedEnd, let known = best?.instant.wholeSeconds, known + 1 < before {
            outcome = walk(from: known + 1 + (before - known - 1) / 2)
        }
        return best
    }

    private enum Outcome { case foundNone, reachedEnd, hasMore }

    /// Walks a few occurrences from a moment on and keeps the last; where there is none, that is the new end.
    private mutating func walk(from: Int) -> Outcome {
        var (iterator, count) = (Occurrences(set.compiled, fromInstant: from, before: before), 0)
        while count < Self.walk, let occurrence = iterator.next() {
            best = occurrence
            count += 1
        }
        if count == 0 { before = from }
        return count == 0 ? .foundNone : count < Self.walk ? .reachedEnd : .hasMore
    }
}
