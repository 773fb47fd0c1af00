import HeapModule
import Recurrence
import Storage

/// The firings of occurrences that no task exists for yet, in time order.
///
/// Each reminder of a recurring task is a stream of its own; a heap holds the next item of each stream that has begun.
/// Tasks are read in the order of their first projected firing, and only as far as the heap's least item asks for.
struct ProjectedItems {
    private static let pieceSize = 100

    private let query: UpcomingQuery
    private let reader: any StoreReader
    private let commands: TaskCommands
    private var heap = Heap<Stream>()
    private var waiting: ArraySlice<TaskItem> = []
    private var place: (instant: UTCInstant, task: TaskID)?
    private var isAtEnd = false

    init(query: UpcomingQuery, reader: any StoreReader, commands: TaskCommands) {
        (self.query, self.reader, self.commands) = (query, reader, commands)
    }

    mutating func next() throws -> UpcomingItem? {
        while true {
            try openStreams()
            guard var stream = heap.popMin() else { return nil }
            let item = stream.item
            if let until = query.until, item.fireAt >= until { return nil }
            if stream.advance() { heap.insert(stream) }
            if item.fireAt >= query.from, query.cursor.map({ $0 < item.cursor }) ?? true { return item }
        }
    }

    /// Opens the streams of every task whose first projected firing may come before the heap's least.
    private mutating func openStreams() throws {
        while true {
            if waiting.isEmpty { try fill() }
            guard let task = waiting.first, let begin = task.projectedAt else { return }
            if let least = heap.min, least.item.fireAt < begin { return }
            waiting.removeFirst()
            guard query.wants(task) else { continue }
            for stream in try Stream.all(of: task, from: query.cursor?.fireAt ?? query.from, commands: commands) {
                heap.insert(stream)
            }
        }
    }

    private mutating func fill() throws {
        guard !isAtEnd else { return }
        let tasks = try reader.projectedTasks(after: place, before: query.until, limit: Self.pieceSize)
        isAtEnd = tasks.count < Self.pieceSize
        place = tasks.last.flatMap { task in task.projectedAt.map { ($0, task.id) } }
        waiting = ArraySlice(tasks)
    }
}

/// The projected firings of one reminder of one series.
private struct Stream: Comparable {
    private var starts: ProjectedStarts
    private var task: TaskItem
    private let origin: ReminderID
    private let plan: TaskPlan
    /// The next item.
    private(set) var item: UpcomingItem

    /// The streams of a task's reminders, each at its first firing not before `instant`.
    static func all(of task: TaskItem, from instant: UTCInstant, commands: TaskCommands) throws -> [Stream] {
        let zone = try commands.zones.rules(for: task.timeZone)
        guard let rules = try SeriesRules(of: task, zone: zone) else { return [] }
        let plan = TaskPlan(zone: zone, dayStart: commands.configuration.dayStart)
        return task.reminders.compactMap { reminder in
            Stream(of: reminder, on: task, rules: rules, plan: plan, from: instant)
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
        let lead = self.task.startInstant.map { $0.duration(to: first.fireAt) } ?? .zero
        starts.skip(to: instant.advanced(by: .zero - lead - .seconds(2 * 86_400)))
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
        return UpcomingItem(reminder, of: next, fireAt: fireAt, isProjected: true)
    }

    static func == (left: Stream, right: Stream) -> Bool { left.item.cursor == right.item.cursor }
    static func < (left: Stream, right: Stream) -> Bool { left.item.cursor < right.item.cursor }
}

extension TaskItem {
    /// The instant that the occurrence begins at.
    fileprivate var startInstant: UTCInstant? { startAt ?? dueAt }
}
