/// All that iterating over a set needs, made once.
///
/// A class, so that a search takes one reference to it and copies nothing; it never changes.
final class CompiledSet: Sendable {
    let rules: [CompiledRule]
    /// RDATE, ascending by instant.
    let addedMoments: [Moment]
    let exceptions: ExceptionDates
    /// EXRULE.
    let exceptionRules: [CompiledRule]
    let reading: LocalReading
    /// Whether the set is of whole days.
    let isDate: Bool
    /// What overrides make of another set; then this one has no members of its own.
    let overrides: CompiledOverrides?

    var timeline: ZoneTimeline { reading.timeline }

    init(
        rules: [CompiledRule], addedMoments: [Moment], exceptions: ExceptionDates, exceptionRules: [CompiledRule],
        reading: LocalReading, isDate: Bool
    ) {
        self.rules = rules
        self.addedMoments = addedMoments
        self.exceptions = exceptions
        self.exceptionRules = exceptionRules
        self.reading = reading
        self.isDate = isDate
        overrides = nil
    }

    /// The set that overrides make of another.
    init(overrides: CompiledOverrides) {
        (rules, addedMoments, exceptionRules) = ([], [], [])
        exceptions = .none
        (reading, isDate) = (overrides.base.reading, overrides.base.isDate)
        self.overrides = overrides
    }

    /// The same set without the members at these instants.
    func without(_ instants: [Int]) -> CompiledSet {
        CompiledSet(
            rules: rules, addedMoments: addedMoments, exceptions: ExceptionDates(exceptions, adding: instants),
            exceptionRules: exceptionRules, reading: reading, isDate: isDate)
    }

    /// The same set with other rules.
    func with(rules: [CompiledRule]) -> CompiledSet {
        CompiledSet(
            rules: rules, addedMoments: addedMoments, exceptions: exceptions, exceptionRules: exceptionRules,
            reading: reading, isDate: isDate)
    }

    func exceptionStreams(from instant: Int, before: Int) -> MergedStreams {
        MergedStreams(exceptionRules, added: [], reading: reading, from: .instant(instant), before: before)
    }
}

extension CompiledSet {
    /// Whether some second showing of a local time may be a member where the first is none.
    private var showsRepeatedTimes: Bool { !addedMoments.isEmpty || rules.contains { $0.elapsed != nil } }

    /// The first occurrence whose original local start is later, in seconds since 1970.
    func first(afterLocal local: Int) -> Occurrence? {
        if let overrides { return overrides.first(afterLocal: local) }
        var candidates = Occurrences(self, fromLocal: local + 1)
        guard var best = candidates.next() else { return nil }
        let end = best.instant.advanced(by: .seconds(ZoneTimeline.longestGap))
        let segment = timeline.segment(timeline.index(at: best.instant.wholeSeconds))
        let isAmongMoved = segment.gap > 0 && best.instant.wholeSeconds < segment.start + segment.gap
        let mayBeRepeated = best.adjustment == .overlap && showsRepeatedTimes
        guard isAmongMoved || mayBeRepeated || best.adjustment == .gap else { return best }
        while let other = candidates.next(), other.instant <= end {
            if other.start < best.start { best = other }
        }
        return best
    }
}

/// A rule of a set with all that its stream needs.
struct CompiledRule: Sendable {
    let plan: RulePlan
    /// The last instant that UNTIL allows, in seconds since 1970.
    let until: Int
    let skipsGaps: Bool
    /// Whether `SegmentStream` must walk it, since `RuleStream` does not know its reading.
    var needsSegments = false
    /// Whether it has no other end than that of its calendar's table.
    var endsWithTable = false
    /// Its plans, where it steps by time that passes.
    var elapsed: ElapsedPlans?

    /// Whether only the end of the calendar ends it.
    var goesBeyondCalendar: Bool { until == .max && plan.end == plan.lastOfCalendar }

    /// A rule without members.
    static let empty = CompiledRule(
        plan: RulePlan(rule: RecurrenceRule(), start: 0, isDate: true, policy: .standard, end: .min), until: .min,
        skipsGaps: false)
}
