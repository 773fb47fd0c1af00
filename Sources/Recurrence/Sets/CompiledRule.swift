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
