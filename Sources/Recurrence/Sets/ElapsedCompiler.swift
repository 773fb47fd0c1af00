/// Makes a rule ready that steps by time that passes: UNTIL and COUNT become its last instant.
struct ElapsedCompiler {
    let rule: RecurrenceRule
    /// DTSTART in local time.
    let start: Int
    let reading: LocalReading
    let policy: EvaluationPolicy

    /// The largest COUNT beside BY parts, whose members are walked once to find the last.
    private static let maximumCount = 1_000_000

    func compile() throws(RecurrenceError) -> CompiledRule {
        let first = reading.moment(ofLocal: start).instant
        let plans = ElapsedPlans(rule, start: first, policy: policy, timeline: reading.timeline)
        let endless = compiled(plans, until: lastInstant(of: rule.until))
        guard let count = rule.count else { return endless }
        guard rule.hasByPart else {
            let (span, overflow) = (rule.frequency.seconds * rule.interval).multipliedReportingOverflow(by: count - 1)
            return overflow ? endless : compiled(plans, until: first + min(span, .max / 4))
        }
        guard count <= Self.maximumCount else {
            throw RecurrenceError(
                code: .limit,
                message: "must be at most \(Self.maximumCount) in a rule that steps by elapsed time and has BY parts",
                part: "COUNT")
        }
        return compiled(plans, until: last(of: count, in: endless, first: first))
    }

    private func compiled(_ plans: ElapsedPlans, until: Int) -> CompiledRule {
        CompiledRule(
            plan: CompiledRule.empty.plan, until: until, skipsGaps: false, needsSegments: true, elapsed: plans)
    }

    /// UNTIL bounds instants; a DATE stands for the whole of its day.
    private func lastInstant(of until: RecurrenceTime?) -> Int {
        switch until {
        case nil: .max
        case .utc(let instant): instant.wholeSeconds
        case .local(let time): lastInstant(ofLocal: time.secondsSinceEpoch)
        case .date(let date): lastInstant(ofLocal: date.daysSinceEpoch * 86_400 + 86_399)
        }
    }

    private func lastInstant(ofLocal local: Int) -> Int { reading.moments(ofLocal: local).last?.instant ?? .max }

    private func last(of count: Int, in rule: CompiledRule, first: Int) -> Int {
        var stream = SegmentStream(rule, reading: reading, from: .instant(first))
        guard var last = stream.next()?.instant else { return .min }
        let counted = policy.alwaysIncludesStart && last != first ? 2 : 1
        guard counted <= count else { return .min }
        for _ in counted..<count {
            guard let next = stream.next()?.instant else { return .max }
            last = next
        }
        return last
    }
}

extension Frequency {
    /// The length of a step in seconds; of a day and longer a day's.
    fileprivate var seconds: Int {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3_600
        default: 86_400
        }
    }
}
