import Recurrence
import Storage

/// What is known of the occurrences of a series beyond its frontier before there are tasks for them.
///
/// A class, since each reminder's stream refers to it.
final class SeriesProjection: Sendable {
    let series: Series
    let slots: SeriesSlots
    let shape: OccurrenceShape

    /// Nil for a series that has ended, or that is followed from its completion: nobody knows yet when that will be.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - frontier: The greatest slot that was born.
    ///   - births: The number of the last birth.
    ///   - plan: How times are derived in the series' zone.
    ///   - sets: The rule sets that were made ready.
    /// - Throws: `RecurrenceError` when the rules make no sense.
    init?(of series: Series, after frontier: CivilTime, births: Int, plan: TaskPlan, sets: RuleSets) throws {
        guard series.isActive, series.anchor == .due else { return nil }
        self.series = series
        slots = try SeriesRules(series, zone: plan.zone, sets: sets).slots(after: frontier, births: births)
        shape = OccurrenceShape(of: series, plan: plan)
    }

    /// The first firing of any reminder that is not before an instant, whichever slot it belongs to.
    func firstFiring(from instant: UTCInstant) -> UTCInstant? { first(from: instant)?.fireAt }

    /// The slot whose reminder goes off first that does so not before an instant.
    func firstSlot(firingFrom instant: UTCInstant) -> CivilTime? { first(from: instant)?.slot }

    private func first(from instant: UTCInstant) -> SlotFirings.Firing? {
        let triggers = Set(shape.reminders.map(\.trigger))
        return triggers.compactMap { trigger in
            var firings = SlotFirings(slots, shape, trigger, from: instant)
            return firings.next()
        }.min { $0.fireAt < $1.fireAt }
    }

    /// The slot that is to appear by itself now, after the frontier; nil where none is yet.
    ///
    /// Where missed ones are skipped it is the latest whose time has come, for instance after the daemon was down.
    func slotToAppear(by now: UTCInstant) -> CivilTime? {
        guard let next = slots.next, let appearance = shape.appearance(at: next), appearance <= now else { return nil }
        guard series.missed == .skip, let last = lastSlotToAppear(by: now), shape.exists(at: last) else { return next }
        return max(last, next)
    }

    /// The last slot whose task is to have appeared by itself at an instant; nil where none is.
    ///
    /// Each trigger is turned round: the last local time that has come, less the shift, is asked for once, and once more
    /// where a gap of the zone lies there.
    func lastSlotToAppear(by now: UTCInstant) -> CivilTime? {
        let end = min(now, TimeRange.latest)
        return Set(shape.appearanceTriggers).compactMap { trigger -> CivilTime? in
            let instant = end.advanced(by: .seconds(-trigger.exact))
            let (last, inGap) = slots.zone.lastLocalTime(through: instant)
            guard let slot = slots.last(notAfter: last - trigger.shift) else { return nil }
            let local = trigger.local(at: slot)
            guard let inGap, local > inGap, slots.zone.endOfGap(at: local) != nil else { return slot }
            return slots.last(notAfter: inGap - trigger.shift)
        }.max()
    }
}
