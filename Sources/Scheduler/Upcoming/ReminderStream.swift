import Recurrence
import Storage

/// The firings of one reminder on the occurrences of its series that no task exists for yet, in time order.
struct ReminderStream: Comparable {
    private let projection: SeriesProjection
    private let origin: ReminderID
    private var firings: SlotFirings
    private var slot: CivilTime
    /// The last slot that was numbered.
    private var numbered: (slot: CivilTime, number: Int)
    /// A slot that lies too far ahead to be numbered, as do all behind it.
    private var tooFar: CivilTime?
    /// The place of the next item in the order of time.
    private(set) var cursor: UpcomingQuery.Cursor

    /// The streams of a series' reminders, each at its first firing not before `instant`.
    static func all(
        of series: Series, from instant: UTCInstant, commands: TaskCommands, in reader: any StoreReader
    ) throws -> [ReminderStream] {
        guard let projection = try commands.projection(of: series, in: reader) else { return [] }
        return projection.shape.reminders.compactMap { origin, trigger in
            ReminderStream(of: origin, trigger, in: projection, from: instant)
        }
    }

    private init?(
        of origin: ReminderID, _ trigger: SlotTrigger, in projection: SeriesProjection, from instant: UTCInstant
    ) {
        (self.projection, self.origin) = (projection, origin)
        let (series, slots) = (projection.series.id, projection.slots)
        func id(_ slot: CivilTime) -> ReminderID {
            ReminderID(task: TaskID(series: series, recurrenceID: slot), origin: origin)
        }
        firings = SlotFirings(slots, projection.shape, trigger, from: instant) { id($0) < id($1) }
        guard let first = firings.next() else { return nil }
        (slot, cursor) = (
            first.slot, UpcomingQuery.Cursor(fireAt: first.fireAt, reminder: id(first.slot), isProjected: true)
        )
        numbered = (slots.frontier, slots.births)
    }

    /// Goes on to the next firing; false when there is none.
    mutating func advance() -> Bool {
        guard let next = firings.next() else { return false }
        slot = next.slot
        let task = TaskID(series: projection.series.id, recurrenceID: slot)
        let reminder = ReminderID(task: task, origin: origin)
        cursor = UpcomingQuery.Cursor(fireAt: next.fireAt, reminder: reminder, isProjected: true)
        return true
    }

    /// The next item, with the ids that follow from its series.
    mutating func item() -> ProjectedItem {
        let series = projection.series
        let item = UpcomingItem(
            cursor, of: series, as: TaskID(series: series.id, recurrenceID: slot),
            due: projection.shape.due(at: slot), occurrence: number())
        return ProjectedItem(
            item: item, series: series, occurrence: OccurrenceIDs.Occurrence(series: series.id, start: slot),
            origin: origin)
    }

    /// The number that the slot's task will have if each before it is done in time; nil for one that lies too far ahead.
    private mutating func number() -> Int? {
        if let tooFar, slot >= tooFar { return nil }
        let (slots, most) = (projection.slots, SeriesSlots.maxNumbered)
        let isBehind = numbered.slot <= slot
        let start = isBehind ? numbered : (slot: slots.frontier, number: slots.births)
        guard
            let count = slots.count(
                after: start.slot.localSeconds, through: slot, most: most - (start.number - slots.births))
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
