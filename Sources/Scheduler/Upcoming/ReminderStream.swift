import Recurrence
import Storage

/// The firings of one reminder on the occurrences of its series that no task exists for yet, in time order.
struct ReminderStream: Comparable {
    private let series: SeriesProjection
    private let origin: ReminderID
    private var firings: SlotFirings
    private var slot: CivilTime
    /// The last slot that was numbered.
    private var numbered: (slot: CivilTime, number: Int)
    /// A slot that lies too far ahead to be numbered, as do all behind it.
    private var tooFar: CivilTime?
    /// The place of the next item in the order of time.
    private(set) var cursor: UpcomingQuery.Cursor

    /// The streams of a task's reminders, each at its first firing not before `instant`.
    static func all(of task: TaskItem, from instant: UTCInstant, commands: TaskCommands) throws -> [ReminderStream] {
        let plan = try commands.plan(for: task.timeZone)
        guard let series = try SeriesProjection(of: task, plan: plan, sets: commands.ruleSets) else { return [] }
        return series.shape.reminders.compactMap { origin, trigger in
            ReminderStream(of: origin, trigger, in: series, from: instant)
        }
    }

    private init?(of origin: ReminderID, _ trigger: SlotTrigger, in series: SeriesProjection, from instant: UTCInstant)
    {
        (self.series, self.origin) = (series, origin)
        let place = series.slots.place
        func id(_ slot: CivilTime) -> ReminderID {
            ReminderID(task: TaskID(series: place.series, recurrenceID: slot), origin: origin)
        }
        firings = SlotFirings(series.slots, series.shape, trigger, from: instant) { id($0) < id($1) }
        guard let first = firings.next() else { return nil }
        (slot, cursor) = (
            first.slot, UpcomingQuery.Cursor(fireAt: first.fireAt, reminder: id(first.slot), isProjected: true)
        )
        numbered = (place.recurrenceID, place.number)
    }

    /// Goes on to the next firing; false when there is none.
    mutating func advance() -> Bool {
        guard let next = firings.next() else { return false }
        slot = next.slot
        let task = TaskID(series: series.slots.place.series, recurrenceID: slot)
        let reminder = ReminderID(task: task, origin: origin)
        cursor = UpcomingQuery.Cursor(fireAt: next.fireAt, reminder: reminder, isProjected: true)
        return true
    }

    /// The next item, with the ids that follow from its series.
    mutating func item() -> ProjectedItem {
        let place = series.slots.place.series
        let item = UpcomingItem(
            cursor, of: series.task, as: TaskID(series: place, recurrenceID: slot), due: series.shape.due(at: slot),
            occurrence: number())
        return ProjectedItem(
            item: item, occurrence: OccurrenceIDs.Occurrence(series: place, start: slot), origin: origin)
    }

    /// The number that the slot's task will have if each before it is done in time; nil for one that lies too far ahead.
    private mutating func number() -> Int? {
        if let tooFar, slot >= tooFar { return nil }
        let (place, most) = (series.slots.place, SeriesSlots.maxNumbered)
        let isBehind = numbered.slot <= slot
        let start = isBehind ? numbered : (slot: place.recurrenceID, number: place.number)
        guard
            let count = series.slots.count(
                after: start.slot.localSeconds, through: slot, most: most - (start.number - place.number))
        else {
            tooFar = slot
            return nil
        }
        if isBehind { numbered = (slot, start.number + count) }
        return start.number + count
    }

    static func == (left: ReminderStream, right: ReminderStream) -> Bool { left.cursor == right.cursor }
    static func < (left: ReminderStream, right: ReminderStream) -> Bool { left.cursor < right.cursor }
}
