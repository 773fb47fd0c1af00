/// A rule that steps by time that passes, made ready for each offset of its zone.
///
/// While one offset holds, steps of elapsed time are steps on the clock; only their phase differs from offset to
/// offset. So each offset has a plan whose DTSTART is the local time that clocks of that offset show at the instant of
/// DTSTART.
final class ElapsedPlans: Sendable {
    private let rule: RecurrenceRule
    private let start: Int
    private let policy: EvaluationPolicy
    private let plans: [(offset: Int, plan: RulePlan)]

    /// The most offsets made ready; any zone of the tz database has fewer.
    private static let maximumPlans = 32

    /// Makes the plans; `start` is the instant of DTSTART, in seconds since 1970.
    init(_ rule: RecurrenceRule, start: Int, policy: EvaluationPolicy, timeline: ZoneTimeline) {
        (self.rule, self.start, self.policy) = (rule, start, policy)
        var plans: [(offset: Int, plan: RulePlan)] = []
        for offset in timeline.offsets.reversed() where !plans.contains(where: { $0.offset == offset }) {
            guard plans.count < Self.maximumPlans else { break }
            plans.append((offset, Self.plan(rule, start: start + offset, policy: policy)))
        }
        self.plans = plans
    }

    func plan(offset: Int) -> RulePlan {
        plans.first { $0.offset == offset }?.plan ?? Self.plan(rule, start: start + offset, policy: policy)
    }

    private static func plan(_ rule: RecurrenceRule, start: Int, policy: EvaluationPolicy) -> RulePlan {
        let plan = RulePlan(rule: rule, start: start, isDate: false, policy: policy, end: .max)
        let isEmpty = RuleCursor(RulePlan(plan, end: plan.endOfSearch), from: start).first == nil
        return isEmpty ? RulePlan(plan, end: .min) : plan
    }
}
