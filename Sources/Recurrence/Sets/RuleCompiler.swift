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
                code: .conflict, message: "FREQ=\(rule.frequency) needs a DTSTART with a time of day", part: "FREQ")
        }
        let calendar = rule.calendar ?? .gregorian
        if policy.subDailySteps == .elapsed, calendar.isLunisolar, rule.frequency < .daily {
            throw RecurrenceError(
                code: .unsupported, message: "a rule of \(calendar) does not step by elapsed time", part: "RSCALE")
        }
        if policy.subDailySteps == .elapsed, rule.frequency < .daily, !timeline.transitions.isEmpty {
            return try ElapsedCompiler(rule: rule, start: local, reading: reading, policy: policy).compile()
        }
        let (end, until) = limits(of: rule.until)
        let tableEnd = calendar.isLunisolar ? calendar.dates.upperBound.daysSinceEpoch * 86_400 + 86_399 : .max
        try checkRange(of: rule, in: calendar, until: rule.until == nil ? .min : end, tableEnd: tableEnd)
        var plan = RulePlan(
            rule: rule, start: local, isDate: start.isDate, policy: policy, end: min(end, tableEnd))
        let searched = RulePlan(plan, end: plan.endOfSearch)
        if RuleCursor(searched, from: local).first == nil { plan = RulePlan(plan, end: .min) }
        guard let count = rule.count else {
            return compiled(plan, until: until, endsWithTable: calendar.isLunisolar && rule.until == nil)
        }
        let missing = policy.alwaysIncludesStart && RuleCursor(plan, from: local).first != local ? 1 : 0
        let last = last(of: count - missing, in: plan)
        return compiled(
            RulePlan(plan, end: last), until: until, endsWithTable: calendar.isLunisolar && last == .max)
    }

    private func compiled(_ plan: RulePlan, until: Int, endsWithTable: Bool) -> CompiledRule {
        CompiledRule(
            plan: plan, until: until, skipsGaps: skipsGaps, needsSegments: !reading.isPlain,
            endsWithTable: endsWithTable)
    }

    /// Refuses a start and an end for which the calendar has no table.
    private func checkRange(
        of rule: RecurrenceRule, in calendar: RuleCalendar, until: Int, tableEnd: Int
    ) throws(RecurrenceError) {
        let isEarly = local < calendar.dates.lowerBound.daysSinceEpoch * 86_400
        guard isEarly || local > tableEnd || until > tableEnd else { return }
        let dates = calendar.dates
        throw RecurrenceError(
            code: .unsupported,
            message:
                "the months of the calendar \(calendar) are known from \(dates.lowerBound) to \(dates.upperBound) only",
            part: isEarly || local > tableEnd ? "DTSTART" : "UNTIL")
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
        var wanted = count
        while let last = plan.member(at: wanted - 1) {
            let lost = skipsGaps ? membersInGaps(of: plan, until: last) : 0
            if count + lost == wanted { return last }
            wanted = count + lost
        }
        return .max
    }

    private func membersInGaps(of plan: RulePlan, until last: Int) -> Int {
        var lost = 0
        for index in timeline.index(ofLocal: plan.start)...timeline.index(ofLocal: last) {
            let segment = timeline.segment(index)
            guard segment.gap > 0 else { continue }
            var cursor = RuleCursor(plan, from: segment.start + segment.offsetBefore)
            while let member = cursor.next(), member < segment.firstLocal { lost += 1 }
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
