/// Makes rules ready for one start in one zone: UNTIL and COUNT become ends of local time.
struct RuleCompiler {
    let start: CivilTime
    let reading: LocalReading
    let policy: EvaluationPolicy

    private var timeline: ZoneTimeline { reading.timeline }
    private var local: Int { start.startOfDayOrTime.secondsSinceEpoch }
    private var skipsGaps: Bool { reading.gap == .skip }

    func compile(_ rule: RecurrenceRule) throws(RecurrenceError) -> CompiledRule {
        guard !start.isDate || rule.frequency >= .daily else {
            throw RecurrenceError(
                code: .conflict, message: "\(rule.frequency) needs a start with a time of day, not a date", part: "FREQ"
            )
        }
        if policy.subDailySteps == .elapsed, rule.hasTable, rule.frequency < .daily {
            throw RecurrenceError(
                code: .unsupported,
                message: "stepping by elapsed time is not supported in the calendar \(rule.calendar ?? .gregorian)",
                part: "RSCALE")
        }
        try checkRange(of: rule)
        if policy.subDailySteps == .elapsed, rule.frequency < .daily, !timeline.transitions.isEmpty {
            return try ElapsedCompiler(rule: rule, start: local, reading: reading, policy: policy).compile()
        }
        let (end, until) = limits(of: rule.until)
        var plan = RulePlan(rule: rule, start: local, isDate: start.isDate, policy: policy, end: end)
        let searched = RulePlan(plan, end: plan.endOfSearch)
        if RuleCursor(searched, from: local).first == nil { plan = RulePlan(plan, end: .min) }
        guard let count = rule.count else {
            return compiled(plan, until: until, endsWithTable: rule.hasTable && rule.until == nil)
        }
        let missing = policy.alwaysIncludesStart && RuleCursor(plan, from: local).first != local ? 1 : 0
        let last = last(of: count - missing, in: plan)
        return compiled(RulePlan(plan, end: last), until: until, endsWithTable: rule.hasTable && last == .max)
    }

    private func compiled(_ plan: RulePlan, until: Int, endsWithTable: Bool) -> CompiledRule {
        CompiledRule(
            plan: plan, until: until, skipsGaps: skipsGaps, needsSegments: !reading.isPlain,
            endsWithTable: endsWithTable)
    }

    /// Refuses a start and an end for which the calendar has no table.
    private func checkRange(of rule: RecurrenceRule) throws(RecurrenceError) {
        guard let calendar = rule.calendar, rule.hasTable else { return }
        let dates = calendar.dates
        let isStartKnown = dates.contains(start.date)
        let (last, _) = limits(of: rule.until)
        guard !isStartKnown || rule.until != nil && last >= (dates.upperBound.daysSinceEpoch + 1) * 86_400 else {
            return
        }
        throw RecurrenceError(
            code: .unsupported,
            message:
                "the calendar \(calendar) is only supported from \(dates.lowerBound) to \(dates.upperBound)",
            part: isStartKnown ? "UNTIL" : "DTSTART")
    }

    /// The last local time and the last instant that UNTIL allows.
    private func limits(of until: RecurrenceTime?) -> (local: Int, instant: Int) {
        switch until {
        case nil: return (.max, .max)
        case .date(let date): return (date.daysSinceEpoch * 86_400 + 86_399, .max)
        case .local(let time): return (start.isDate ? time.date.daysSinceEpoch * 86_400 : time.secondsSinceEpoch, .max)
        case .utc(let instant):
            let seconds = instant.wholeSeconds
            let index = timeline.index(at: seconds)
            let segment = timeline.segment(index)
            if start.isDate { return (seconds + segment.offset, .max) }
            // Coarse in local time, where an overlap shows later local times earlier and a gap may bring later ones
            // back; exact as an instant.
            let after = reading.gap == .shiftBack ? timeline.segment(index + 1).offset : segment.offset
            return (seconds + max(segment.offset, segment.offsetBefore, after), seconds)
        }
    }

    /// The local time of the last of `count` members; those that a gap takes away do not count.
    private func last(of count: Int, in plan: RulePlan) -> Int {
        guard count > 0 else { return .min }
        var (wanted, first) = (count, plan.start)
        while let last = plan.member(at: wanted - 1, from: first) {
            // As many as are lost up to there must follow.
            wanted = skipsGaps ? membersInGaps(of: plan, first...last) : 0
            if wanted == 0 { return last }
            first = last + 1
        }
        return .max
    }

    private func membersInGaps(of plan: RulePlan, _ times: ClosedRange<Int>) -> Int {
        var lost = 0
        for index in timeline.index(ofLocal: times.lowerBound)...timeline.index(ofLocal: times.upperBound) {
            let segment = timeline.segment(index)
            guard segment.gap > 0 else { continue }
            let first = max(segment.start + segment.offsetBefore, times.lowerBound)
            var cursor = RuleCursor(plan, from: first, through: min(segment.firstLocal - 1, times.upperBound))
            while cursor.next() != nil { lost += 1 }
        }
        return lost
    }
}

extension RuleCursor {
    /// The member that comes next, without moving.
    var first: Int? {
        var copy = self
        return copy.next()
    }
}

extension RecurrenceRule {
    /// Whether its months are those of a table, with which its occurrences end.
    var hasTable: Bool { calendar?.isLunisolar ?? false }
}
