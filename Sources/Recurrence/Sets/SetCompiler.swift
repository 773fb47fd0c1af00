/// Makes the parts of a set ready for iterating.
struct SetCompiler {
    let start: CivilTime
    /// Where each RRULE counts from; empty where all count from `start`.
    let ruleStarts: [CivilTime]
    let reading: LocalReading
    let policy: EvaluationPolicy

    func compile(
        rules: [RecurrenceRule], dates: [RecurrenceDate], exceptionDates: [RecurrenceDate],
        exceptionRules: [RecurrenceRule]
    ) throws(RecurrenceError) -> CompiledSet {
        let resolver = DateResolver(start: start, reading: reading)
        let set = CompiledSet(
            rules: try compile(rules, from: ruleStarts, policy),
            addedMoments: resolver.moments(of: dates, includingStart: rules.isEmpty || policy.alwaysIncludesStart),
            exceptions: try ExceptionDates(exceptionDates, resolver: resolver),
            exceptionRules: try compileExceptions(exceptionRules), reading: reading, isDate: start.isDate)
        guard !exceptionRules.isEmpty else { return set }
        let check = ExceptionRuleCheck(set: set, rules: rules, exceptionRules: exceptionRules)
        return set.with(rules: try check.remainingRules())
    }

    /// EXRULE takes away what its rule gives; a DTSTART that does not match it is none of its members.
    private func compileExceptions(_ rules: [RecurrenceRule]) throws(RecurrenceError) -> [CompiledRule] {
        var matchesOnly = policy
        matchesOnly.alwaysIncludesStart = false
        do {
            return try compile(rules, from: [], matchesOnly)
        } catch {
            throw RecurrenceError(code: error.code, message: error.message, part: "EXRULE", offset: error.offset)
        }
    }

    private func compile(
        _ rules: [RecurrenceRule], from starts: [CivilTime], _ policy: EvaluationPolicy
    ) throws(RecurrenceError) -> [CompiledRule] {
        var compiled: [CompiledRule] = []
        for (index, rule) in rules.enumerated() {
            let start = starts.indices.contains(index) ? starts[index] : start
            compiled.append(try RuleCompiler(start: start, reading: reading, policy: policy).compile(rule))
        }
        return compiled
    }
}

/// Finds the moments of RDATE, EXDATE and RECURRENCE-ID values in a set's zone.
struct DateResolver {
    let start: CivilTime
    let reading: LocalReading

    /// The moments of RDATE, ascending by instant.
    func moments(of dates: [RecurrenceDate], includingStart: Bool) -> [Moment] {
        var moments = dates.flatMap { self.moments(of: $0.start) }
        if includingStart { moments += reading.moments(ofLocal: start.startOfDayOrTime.secondsSinceEpoch) }
        return moments.sorted { $0.instant < $1.instant }
    }

    /// The moments of a value, fitted to the set: all-day sets know only days, others give a DATE DTSTART's time.
    func moments(of time: RecurrenceTime) -> [Moment] {
        switch time {
        case .date(let date):
            let second = start.isDate ? 0 : start.startOfDayOrTime.secondOfDay
            return reading.moments(ofLocal: date.daysSinceEpoch * 86_400 + second)
        case .local(let time):
            return reading.moments(
                ofLocal: start.isDate ? time.date.daysSinceEpoch * 86_400 : time.secondsSinceEpoch)
        case .utc(let instant):
            let moment = reading.moment(ofInstant: instant.wholeSeconds)
            return start.isDate ? reading.moments(ofLocal: floorDivide(moment.local, 86_400) * 86_400) : [moment]
        }
    }
}
