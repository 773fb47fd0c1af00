import Recurrence
import Storage

/// When something of an occurrence happens, by its slot alone: a stretch of local time away from it, and then an exact
/// time.
struct SlotTrigger: Hashable {
    /// From the slot to the local time that the zone is asked about, in seconds; a date counts from its midnight.
    var shift: Int
    /// From the instant that the zone answers, in seconds.
    var exact = 0

    /// The local time that the zone is asked about.
    func local(at slot: CivilTime) -> Int { slot.localSeconds + shift }

    /// When it happens; nil beyond the ``TimeRange``.
    func instant(at slot: CivilTime, in zone: ZoneRules) -> UTCInstant? {
        let instant = zone.instant(of: CivilDateTime(secondsSinceEpoch: local(at: slot)))
        return TimeRange.instant(instant, advancedBy: .seconds(exact))
    }
}

/// What the times of any occurrence of a series are, by its slot alone; the same as those of the task that is made
/// for it, without making one.
struct OccurrenceShape {
    let zone: ZoneRules
    /// When each reminder goes off.
    private(set) var reminders: [(origin: ReminderID, trigger: SlotTrigger)] = []
    private var start: Int?
    private var due: Int?
    /// How far the reminders with a time of their own lie from the slot.
    private var ownTimes: [Int] = []

    init(of series: Series, plan: TaskPlan) {
        zone = plan.zone
        start = series.span.hasStart ? 0 : nil
        due = series.span.hasDue ? series.span.seconds : nil
        let dayStart = series.start.isDate ? plan.dayStart : 0
        for reminder in series.reminders {
            switch reminder.trigger {
            case .distance(let own):
                ownTimes.append(own)
                reminders.append((reminder.id, SlotTrigger(shift: own)))
            case .offset(let offset, let from):
                guard let base = from == .due ? due : start else { continue }
                let shift = base + offset.days * 86_400 + dayStart
                reminders.append((reminder.id, SlotTrigger(shift: shift, exact: offset.seconds)))
            }
        }
    }

    /// Whether a task can be made for the slot: each of its times lies in the ``TimeRange``.
    func exists(at slot: CivilTime) -> Bool {
        guard TimeRange.contains(slot), ownTimes.allSatisfy({ TimeRange.localSeconds.contains(slot.localSeconds + $0) })
        else { return false }
        return [start, due].allSatisfy { shift in
            guard let shift else { return true }
            return TimeRange.localSeconds.contains(slot.localSeconds + shift)
                && SlotTrigger(shift: shift).instant(at: slot, in: zone) != nil
        }
    }

    /// The due time of the slot's task.
    func due(at slot: CivilTime) -> CivilTime? {
        due.flatMap { slot.advanced(bySeconds: $0) }
    }

    /// When the slot's task begins, or is due where it has no start.
    var begin: SlotTrigger? { (start ?? due).map { SlotTrigger(shift: $0) } }

    /// When a task that appears by itself is first needed: it reminds or begins; nil where none can be made.
    func appearance(at slot: CivilTime) -> UTCInstant? {
        exists(at: slot) ? appearanceTriggers.compactMap { $0.instant(at: slot, in: zone) }.min() : nil
    }

    /// What makes a task appear that appears by itself.
    var appearanceTriggers: [SlotTrigger] {
        reminders.map(\.trigger) + (begin.map { [$0] } ?? [])
    }
}
