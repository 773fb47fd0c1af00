import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// A random store of tasks, and what its firings are by walking through every rule one by one.
private struct Workload {
    let harness: Harness
    let begin: UTCInstant
    var expected: [UpcomingItem] = []

    static let rules = [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;COUNT=9", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=HOURLY;INTERVAL=7", "FREQ=DAILY;UNTIL=20260401T000000Z",
        "FREQ=MINUTELY;INTERVAL=95;COUNT=200",
    ]
    static let offsets = ["PT0S", "-PT1H", "-P1D", "PT6H", "-PT90S", "P2D", "-P1W"]
    static let zones = ["Europe/Berlin", "America/New_York", "Asia/Seoul", "UTC"]

    init(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        harness = try Harness(now: "2026-03-06T12:00:00Z")
        // What would fire at the very instant at which a task is written is neither past nor to come.
        begin = harness.clock.now.advanced(by: .milliseconds(1))
        for number in 0..<40 {
            let draft = try Self.draft(number, now: begin, using: &generator)
            let task = try await harness.create(draft)
            if Int.random(in: 0..<5, using: &generator) == 0 {
                _ = try await harness.complete(task.id)
            }
        }
        expected = try await walk(until: begin.advanced(by: .seconds(60 * 86_400)))
    }

    private static func draft(
        _ number: Int, now: UTCInstant, using generator: inout SeededGenerator
    ) throws -> TaskDraft {
        let seconds = Int(now.millisecondsSinceEpoch / 1_000) + Int.random(in: -80...400, using: &generator) * 5_400
        let local = CivilDateTime(secondsSinceEpoch: seconds)
        let isDate = Int.random(in: 0..<4, using: &generator) == 0
        let rule = rules.randomElement(using: &generator)
        let respawn: TaskRecurrence.Respawn = Int.random(in: 0..<4, using: &generator) == 0 ? .schedule : .completion
        let fits =
            !isDate || rule.map { !$0.contains("HOURLY") && !$0.contains("MINUTELY") && !$0.contains("UNTIL") } ?? true
        return try .make(
            "Task \(number)",
            due: isDate ? local.date.description : local.description,
            zone: zones.randomElement(using: &generator),
            remind: offsets.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 },
            rule: fits && Int.random(in: 0..<3, using: &generator) > 0 ? rule : nil
        ) { draft in
            draft.recurrence?.respawn = respawn
            draft.recurrence?.missed = .keep
        }
    }

    /// Every firing until `end`, in order.
    private func walk(until end: UTCInstant) async throws -> [UpcomingItem] {
        let tasks = try await harness.tasks()
        let numbers = Dictionary(grouping: tasks.compactMap(\.occurrence), by: \.series).mapValues {
            $0.map(\.number).max()
        }
        var items: [UpcomingItem] = []
        for task in tasks where task.status.isOpen || task.recurrence?.respawn == .schedule {
            for reminder in task.reminders {
                guard let fireAt = reminder.nextFireAt else { continue }
                items.append(UpcomingItem(reminder, of: task, fireAt: fireAt, isProjected: false))
            }
            guard let place = task.occurrence, numbers[place.series] == place.number else { continue }
            items += try projected(try await harness.series(of: task), place, until: end)
        }
        return items.filter { $0.fireAt >= begin && $0.fireAt < end }.sorted { $0.cursor < $1.cursor }
    }

    /// The firings of the occurrences beyond the last that was born, each made as a task.
    private func projected(_ series: Series, _ place: SeriesOccurrence, until end: UTCInstant) throws -> [UpcomingItem]
    {
        let zone = try harness.commands.zones.rules(for: series.timeZone)
        let plan = TaskPlan(zone: zone, dayStart: 9 * 3_600)
        let set = try RuleSets().set(of: try #require(series.shown), start: series.start, zone: zone)
        var items: [UpcomingItem] = []
        var number = place.number
        let last = end.advanced(by: .seconds(8 * 86_400))
        for occurrence in set.occurrences.prefix(while: { $0.instant < last })
        where occurrence.start > place.recurrenceID {
            number += 1
            let id = TaskID(series: series.id, recurrenceID: occurrence.start)
            var task = try #require(series.task(at: occurrence.start, id: id, number: number, now: harness.clock.now))
            plan.derive(&task)
            for reminder in task.reminders {
                let fireAt = try #require(reminder.scheduledAt)
                items.append(UpcomingItem(reminder, of: task, fireAt: fireAt, isProjected: true))
            }
        }
        return items
    }
}

@Suite struct UpcomingPropertyTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `the list is what walking through every rule gives`(_ seed: UInt64) async throws {
        let workload = try await Workload(seed: seed)
        let until = workload.begin.advanced(by: .seconds(60 * 86_400))
        let items = try await workload.harness.upcoming(
            UpcomingQuery(from: workload.begin, until: until, limit: 20_000))
        #expect(workload.expected.contains { $0.isProjected })
        #expect(items.count == workload.expected.count)
        let first = zip(items, workload.expected).first { $0 != $1 }
        #expect(first == nil, "seed \(seed)")
    }

    @Test(arguments: [1, 2, 3] as [UInt64], [1, 2, 7, 50])
    func `pages of any size make the same list`(_ seed: UInt64, _ limit: Int) async throws {
        let workload = try await Workload(seed: seed)
        var query = UpcomingQuery(from: workload.begin, limit: limit)
        var items: [UpcomingItem] = []
        let wanted = min(workload.expected.count, limit * 40)
        while items.count < wanted {
            let page = try await workload.harness.page(query)
            #expect(page.items.count == limit || page.next == nil)
            items += page.items
            guard let next = page.next else { break }
            query.cursor = next
        }
        #expect(Array(items.prefix(wanted)) == Array(workload.expected.prefix(wanted)), "seed \(seed)")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any window is the same part of the whole`(_ seed: UInt64) async throws {
        let workload = try await Workload(seed: seed)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<12 {
            let from = workload.begin.advanced(by: .seconds(Int.random(in: 0..<50 * 86_400, using: &generator)))
            let until = from.advanced(by: .seconds(Int.random(in: 0..<10 * 86_400, using: &generator)))
            let items = try await workload.harness.upcoming(UpcomingQuery(from: from, until: until, limit: 20_000))
            let expected = workload.expected.filter { $0.fireAt >= from && $0.fireAt < until }
            #expect(items == expected, "seed \(seed), from \(from) until \(until)")
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `time that passes takes away what has fired and changes nothing else`(_ seed: UInt64) async throws {
        let workload = try await Workload(seed: seed)
        let later = workload.begin.advanced(by: .seconds(9 * 86_400))
        let until = workload.begin.advanced(by: .seconds(60 * 86_400))
        try await workload.harness.run(until: later)
        let items = try await workload.harness.upcoming(
            UpcomingQuery(from: later.advanced(by: .milliseconds(1)), until: until, limit: 20_000))
        let expected = workload.expected.filter { $0.fireAt > later }
        // What was projected may have appeared by itself meanwhile; all else, above all the ids, is as foreseen.
        #expect(items.count == expected.count)
        for (item, foreseen) in zip(items, expected) {
            var item = item
            if foreseen.isProjected { (item.isProjected, item.cursor) = (true, foreseen.cursor) }
            #expect(item == foreseen, "seed \(seed)")
        }
    }
}

extension UpcomingItem {
    /// What a whole task says of one of its reminders.
    fileprivate init(_ reminder: Reminder, of task: TaskItem, fireAt: UTCInstant, isProjected: Bool) {
        self.init(
            UpcomingFiring(
                PlannedFiring(reminder: reminder.id, task: task.id, fireAt: fireAt), handle: task.handle,
                title: task.title,
                due: task.due?.civil, timeZone: task.timeZone, occurrence: task.occurrence?.number))
        (self.isProjected, cursor.isProjected) = (isProjected, isProjected)
    }
}
