import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct TakenIDTests {
    private func daily(_ harness: Harness, _ title: String) async throws -> TaskItem {
        try await harness.create(
            .make(title, due: "2026-03-01T14:00:00", remind: ["PT0S"], rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = .schedule
            })
    }

    /// Writes a task with ids of its own, as a store has it that was made before such ids were refused.
    private func plant(_ id: TaskID, _ reminder: ReminderID?, in harness: Harness) async throws {
        var task = TaskItem(id: id, title: "squatter", timeZone: "UTC", now: harness.clock.now)
        task.reminders = reminder.map { [Reminder(id: $0, trigger: .offset(CalendarDuration(), from: .due))] } ?? []
        try await harness.store.write { [task] in try $0.save(task) }
    }

    @Test(arguments: [true, false])
    func `an occurrence whose id is taken is born under the next one`(isReminder: Bool) async throws {
        let harness = try Harness()
        let series = try await daily(harness, "series")
        _ = try await daily(harness, "canary")
        let items = try await harness.upcoming(UpcomingQuery(from: harness.clock.now))
        let item = try #require(items.first { $0.isProjected && $0.title == "series" })
        try await plant(
            isReminder ? TaskID(madeAt: harness.clock.now) : item.taskID, isReminder ? item.reminderID : nil,
            in: harness)
        try await harness.run(until: try instant("2026-03-04T12:00:00Z"))
        for title in ["series", "canary"] {
            #expect(try await harness.events(.reminderDue).filter { $0.title == title }.count == 3, "\(title)")
        }
        let place = try #require(series.occurrence)
        let second = try await harness.task(2, in: place.series)
        let start = try civil("2026-03-02T14:00:00")
        #expect(second?.id == TaskID(series: place.series, recurrenceID: start, attempt: isReminder ? 0 : 1))
        #expect(try await harness.events(.seriesFailed).isEmpty)
    }

    @Test(arguments: [1, 2, 3, 100])
    func `what is upcoming has the ids that it will really have, on pages of any size`(limit: Int) async throws {
        let harness = try Harness()
        let series = try await daily(harness, "series")
        let place = try #require(series.occurrence)
        let starts = try ["2026-03-02T14:00:00", "2026-03-03T14:00:00"].map(civil)
        // Of the second occurrence the task's id is taken, and the reminder's under the next; of the third the task's twice.
        let second = TaskID(series: place.series, recurrenceID: starts[0], attempt: 1)
        let taken = [0, 1].map { TaskID(series: place.series, recurrenceID: starts[1], attempt: $0) }
        try await plant(
            TaskID(series: place.series, recurrenceID: starts[0]),
            ReminderID(task: second, origin: series.reminders[0].origin), in: harness)
        for id in taken { try await plant(id, nil, in: harness) }
        var query = UpcomingQuery(
            from: harness.clock.now, until: try instant("2026-03-05T12:00:00Z"), limit: limit)
        var foreseen: [FiringID] = []
        var tasks: [TaskID] = []
        repeat {
            let page = try await harness.page(query)
            (foreseen, tasks) = (foreseen + page.items.map(\.firingID), tasks + page.items.map(\.taskID))
            query.cursor = page.next
        } while query.cursor != nil
        #expect(tasks.prefix(2) == [series.id, second])
        #expect(tasks[2] == TaskID(series: place.series, recurrenceID: starts[1], attempt: 2))
        try await harness.run(until: try instant("2026-03-05T12:00:00Z"))
        #expect(foreseen == (try await firedIDs(harness)))
    }

    private func firedIDs(_ harness: Harness) async throws -> [FiringID] {
        try await harness.events(.reminderDue).map { event in
            try #require(event.data["firingId"]?.string.flatMap { FiringID($0) })
        }
    }

    @Test(arguments: [1, 2, 100])
    func `a reminder that has an id to come is listed beside what would have had it`(limit: Int) async throws {
        let harness = try Harness()
        _ = try await daily(harness, "series")
        let items = try await harness.upcoming(UpcomingQuery(from: harness.clock.now))
        let item = try #require(items.first { $0.isProjected })
        var squatter = TaskItem(id: TaskID(madeAt: harness.clock.now), title: "squatter", timeZone: "UTC", now: .noon)
        var planted = Reminder(id: item.reminderID, trigger: .offset(CalendarDuration(), from: .due))
        planted.nextFireAt = item.fireAt
        squatter.reminders = [planted]
        try await harness.store.write { [squatter] in try $0.save(squatter) }
        var query = UpcomingQuery(from: harness.clock.now, until: try instant("2026-03-03T12:00:00Z"), limit: limit)
        var titles: [String] = []
        repeat {
            let page = try await harness.page(query)
            titles += page.items.map(\.title)
            query.cursor = page.next
        } while query.cursor != nil
        #expect(titles == ["series", "squatter", "series"])
    }

    @Test func `what is planned of the next occurrence has the ids that it will really have`() async throws {
        let harness = try Harness()
        let series = try await daily(harness, "series")
        let place = try #require(series.occurrence)
        let start = try civil("2026-03-02T14:00:00")
        try await plant(TaskID(series: place.series, recurrenceID: start), nil, in: harness)
        let (commands, now) = (harness.commands, harness.clock.now)
        let planned = try await harness.store.read { try commands.planned(of: series, in: $0, now: now) }
        #expect(planned.last?.taskID == TaskID(series: place.series, recurrenceID: start, attempt: 1))
        try await harness.run(until: try instant("2026-03-02T15:00:00Z"))
        #expect(planned.map(\.firingID) == (try await firedIDs(harness)))
    }

    @Test func `a series whose next task cannot be born is set aside alone, and goes on once it can`() async throws {
        let harness = try Harness()
        let series = try await daily(harness, "series")
        _ = try await daily(harness, "canary")
        let place = try #require(series.occurrence)
        for attempt in 0..<100 {
            try await plant(
                TaskID(series: place.series, recurrenceID: try civil("2026-03-02T14:00:00"), attempt: attempt), nil,
                in: harness)
        }
        try await harness.run(until: try instant("2026-03-03T14:00:00Z"))
        #expect(try await harness.events(.reminderDue).filter { $0.title == "canary" }.count == 3)
        #expect(try await harness.events(.reminderDue).filter { $0.title == "series" }.count == 1)
        #expect(try await harness.events(.seriesFailed).count == 1)
        #expect(try await harness.task(series.id)?.setAside?.reason.contains("taken by other tasks") == true)
        let start = try civil("2026-03-02T14:00:00")
        try await harness.delete(TaskID(series: place.series, recurrenceID: start, attempt: 7))
        let task = try #require(try await harness.task(series.id))
        _ = try await harness.update(series.id, to: task.draft)
        _ = try await harness.look()
        #expect(try await harness.task(series.id)?.setAside == nil)
        let second = try await harness.task(2, in: place.series)
        #expect(second != nil)
    }

    @Test func `a client may not choose an id of version 5`() async throws {
        let harness = try Harness()
        let series = try await daily(harness, "series")
        let place = try #require(series.occurrence)
        let id = TaskID(series: place.series, recurrenceID: try civil("2026-03-02T14:00:00"))
        var draft = try TaskDraft.make("a", due: "2026-03-01T14:00:00", remind: ["PT0S"])
        draft.id = id
        draft.reminders[0].id = ReminderID(task: id, origin: series.reminders[0].id)
        draft.subtasks = [.init(id: SubtaskID(id.uuid), title: "part")]
        let chosen = draft
        let error = await #expect(throws: SchedulerError.self) { try await harness.create(chosen) }
        #expect(error?.problems.map(\.pointer) == ["/id", "/reminders/0/id", "/subtasks/0/id"])
        // What an occurrence has of its own it keeps.
        try await harness.run(until: try instant("2026-03-02T14:00:00Z"))
        let second = try #require(try await harness.task(2, in: place.series))
        var kept = second.draft
        kept.title = "renamed"
        #expect(try await harness.update(second.id, to: kept).reminders.map(\.id) == second.reminders.map(\.id))
    }
}
