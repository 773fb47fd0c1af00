import Recurrence
import Storage

/// What is known of the occurrences behind a task of a series before there are tasks for them.
///
/// A class, since each reminder's stream refers to it.
final class SeriesProjection: Sendable {
    /// The task that the following ones are made from.
    let task: TaskItem
    let slots: SeriesSlots
    let shape: OccurrenceShape

    /// Nil for a task that does not recur, or that is followed from its completion: nobody knows yet when that will be.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    init?(of task: TaskItem, plan: TaskPlan, sets: RuleSets) throws {
        guard let rules = try SeriesRules(of: task, zone: plan.zone, sets: sets), let slots = rules.slots,
            let shape = OccurrenceShape(of: task, at: slots.place, plan: plan)
        else { return nil }
        (self.task, self.slots, self.shape) = (task.model, slots, shape)
    }

    /// The first firing of any reminder that is not before an instant, whichever slot it belongs to.
    func firstFiring(from instant: UTCInstant) -> UTCInstant? {
        let triggers = Set(shape.reminders.map(\.trigger))
        return triggers.compactMap { trigger in
            var firings = SlotFirings(slots, shape, trigger, from: instant)
            return firings.next()?.fireAt
        }.min()
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
