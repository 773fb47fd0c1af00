import Recurrence
import Storage

/// The firings of one reminder on the occurrences of its series that no task exists for yet, in time order.
struct ReminderStream: Comparable {
    /// How much the zone may change the distance of a firing from its occurrence's start.
    private static let mostShift = Swift.Duration.seconds(3 * 3_600)

    private var starts: ProjectedStarts
    private var task: TaskItem
    private let origin: ReminderID
    private let plan: TaskPlan
    /// The next item.
    private(set) var item: UpcomingItem

    /// The streams of a task's reminders, each at its first firing not before `instant`.
    static func all(of task: TaskItem, from instant: UTCInstant, commands: TaskCommands) throws -> [ReminderStream] {
        let zone = try commands.zones.rules(for: task.timeZone)
        guard let rules = try SeriesRules(of: task, zone: zone) else { return [] }
        let plan = TaskPlan(zone: zone, dayStart: commands.configuration.dayStart)
        return task.reminders.compactMap { reminder in
            ReminderStream(of: reminder, on: task, rules: rules, plan: plan, from: instant)
        }
    }

    private init?(
        of reminder: Reminder, on task: TaskItem, rules: SeriesRules, plan: TaskPlan, from instant: UTCInstant
    ) {
        (self.task, origin, self.plan) = (task, reminder.origin, plan)
        starts = rules.projected
        guard let first = Self.item(after: &self.task, &starts, origin: origin, plan: plan) else { return nil }
        item = first
        guard item.fireAt < instant else { return }
        // Skips to the occurrences about the window; how far a firing lies from its start was seen on the first.
        let lead = (self.task.startAt ?? self.task.dueAt).map { $0.duration(to: first.fireAt) } ?? .zero
        starts.skip(to: instant.advanced(by: .zero - lead - Self.mostShift))
        while item.fireAt < instant { if !advance() { return nil } }
    }

    /// Goes on to the next firing; false when there is none.
    mutating func advance() -> Bool {
        guard let next = Self.item(after: &task, &starts, origin: origin, plan: plan) else { return false }
        item = next
        return true
    }

    private static func item(
        after task: inout TaskItem,
        _ starts: inout ProjectedStarts,
        origin: ReminderID,
        plan: TaskPlan
    ) -> UpcomingItem? {
        guard let start = starts.next(), let next = task.planned(startingAt: start, by: plan) else { return nil }
        task = next
        guard let reminder = next.reminders.first(where: { $0.origin == origin }), let fireAt = reminder.scheduledAt
        else { return nil }
        var item = UpcomingItem(reminder, of: next, fireAt: fireAt, isProjected: true)
        item.occurrence = starts.number
        return item
    }

    static func == (left: ReminderStream, right: ReminderStream) -> Bool { left.item.cursor == right.item.cursor }
    static func < (left: ReminderStream, right: ReminderStream) -> Bool { left.item.cursor < right.item.cursor }
}
