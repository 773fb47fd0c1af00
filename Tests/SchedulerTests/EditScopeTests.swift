import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

extension Harness {
    /// The title and due time of each task that comes when one after the other is completed.
    func chain(from task: TaskItem, _ count: Int) async throws -> [String] {
        var (lines, current): ([String], TaskItem?) = ([], task)
        for _ in 0..<count {
            guard let task = current else { break }
            lines.append("\(task.title) \(task.due?.civil.description ?? "-")")
            current = try await complete(task.id).next
        }
        return lines
    }
}

@Suite struct EditScopeTests {
    /// The second occurrence of a series at ten o'clock each day from 2 March on.
    private func second(
        _ harness: Harness, rule: String = "FREQ=DAILY", respawn: TaskRecurrence.Respawn = .completion
    ) async throws -> TaskItem {
        let first = try await harness.create(
            .make("Water", due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: rule) {
                $0.recurrence?.respawn = respawn
            })
        if respawn == .schedule {
            try await harness.run(until: instant("2026-03-03T09:30:00Z"))
            return try #require(try await harness.tasks().first { $0.occurrence?.number == 2 })
        }
        return try #require(try await harness.complete(first.id).next)
    }

    private func move(_ draft: inout TaskDraft) throws {
        draft.title = "Feed"
        draft.due = try .make("2026-03-03T12:00:00")
    }

    @Test(arguments: EditScope.allCases)
    func `a change reaches as far as its scope`(_ scope: EditScope) async throws {
        let harness = try Harness()
        let changed = try await harness.update(try await second(harness), scope, change: move)
        let rest = scope == .this ? ("Water", "10") : ("Feed", "12")
        let expected = ["Feed 2026-03-03T12:00:00"] + (4...5).map { "\(rest.0) 2026-03-0\($0)T\(rest.1):00:00" }
        try harness.restart()
        #expect(try await harness.chain(from: changed, 3) == expected)
    }

    @Test(arguments: EditScope.allCases)
    func `what is projected follows the scope too`(_ scope: EditScope) async throws {
        let harness = try Harness()
        _ = try await harness.update(try await second(harness), scope, change: move)
        let items = try await harness.upcoming(UpcomingQuery(from: harness.clock.now, limit: 3))
        let hour = scope == .this ? "08" : "10"
        let expected = ["03T10", "04T\(hour)", "05T\(hour)"].map { "2026-03-\($0):00:00Z" }
        #expect(items.map(\.fireAt.description) == expected)
        #expect(items.map(\.title) == (scope == .this ? ["Feed", "Water", "Water"] : ["Feed", "Feed", "Feed"]))
    }

    @Test func `following begins a series of its own, and ends the old one before it`() async throws {
        let harness = try Harness()
        let task = try await second(harness, rule: "FREQ=DAILY;COUNT=4")
        let place = try #require(task.occurrence)
        let changed = try await harness.update(task, .following, change: move)
        let new = try #require(changed.occurrence)
        #expect(changed.id == task.id && new.number == 1)
        #expect(new.series.uuid == version5(place.series.uuid, "following:2026-03-03T10:00:00"))
        #expect(changed.recurrence?.rules == ["FREQ=DAILY;COUNT=3"])
        let old = try await harness.series(place.series)
        #expect(old.end == Series.End(.split) && old.before == place.recurrenceID)
        #expect(old.rules.map(\.text) == ["FREQ=DAILY;COUNT=4"])
        #expect(try await harness.series(new.series).splitFrom == place.series)
        let split = try await harness.events(.seriesSplit)
        #expect(split.map { $0.data["seriesId"]?.string } == [place.series.description])
        #expect(split.map { $0.data["newSeriesId"]?.string } == [new.series.description])
        let first = try #require(try await harness.task(1, in: place.series))
        #expect(first.recurrence?.rules == ["FREQ=DAILY;UNTIL=20260303T085959Z"])
        #expect(try await harness.reopen(first.id).withdrawn == nil)
        #expect(try await harness.complete(first.id).next?.id == changed.id)
        let expected = (3...5).map { "Feed 2026-03-0\($0)T12:00:00" }
        #expect(try await harness.chain(from: changed, 9) == expected)
    }

    @Test func `following moves what was added and taken away along`() async throws {
        let harness = try Harness()
        let first = try await harness.create(
            .make("Water", due: "2026-03-02T10:00:00", rule: "FREQ=DAILY;COUNT=5") {
                $0.recurrence?.exceptionDates = ["20260304T100000"]
                $0.recurrence?.dates = ["20260304T180000"]
            })
        let task = try #require(try await harness.complete(first.id).next)
        let changed = try await harness.update(task, .following, change: move)
        let times = ["03T12", "04T20", "05T12", "06T12"]
        #expect(try await harness.chain(from: changed, 9) == times.map { "Feed 2026-03-\($0):00:00" })
    }

    @Test func `following takes later ones that exist already into the new series`() async throws {
        let harness = try Harness()
        let task = try await second(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-04T09:30:00Z"))
        let third = try #require(try await harness.tasks().first { $0.occurrence?.number == 3 })
        let changed = try await harness.update(task, .following, change: move)
        let taken = try #require(try await harness.task(third.id))
        #expect(taken.title == "Feed" && taken.due?.civil.description == "2026-03-04T12:00:00")
        #expect(taken.occurrence?.series == changed.occurrence?.series && taken.occurrence?.number == 2)
        try await harness.run(until: instant("2026-03-06T09:30:00Z"))
        let tasks = try await harness.tasks().map { "\($0.title) \($0.due?.civil.description ?? "-")" }
        let expected = ["Water 2026-03-02T10:00:00"] + (3...5).map { "Feed 2026-03-0\($0)T12:00:00" }
        #expect(Set(tasks) == Set(expected) && tasks.count == expected.count, "\(tasks)")
    }

    @Test func `all reaches every open occurrence, and leaves the closed ones`() async throws {
        let harness = try Harness()
        let task = try await second(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-04T09:30:00Z"))
        let first = try #require(try await harness.tasks().first { $0.occurrence?.number == 1 })
        _ = try await harness.complete(first.id)
        _ = try await harness.update(task, .all) {
            try move(&$0)
            $0.reminders = [try .make("-PT2H"), try .make("PT0S")]
        }
        let tasks = try await harness.tasks().sorted { ($0.occurrence?.number ?? 0) < ($1.occurrence?.number ?? 0) }
        #expect(tasks.map(\.title) == ["Water", "Feed", "Feed"])
        #expect(tasks.map(\.due?.civil.description) == ["02T10", "03T12", "04T12"].map { "2026-03-\($0):00:00" })
        #expect(tasks.map(\.reminders.count) == [1, 2, 2])
        #expect(Set(tasks.flatMap { $0.reminders.map(\.id) }).count == 5)
    }

    @Test func `one occurrence changed alone is handed on as it was, with its rule, however often it is changed`()
        async throws
    {
        let harness = try Harness()
        var task = try await second(harness)
        for title in ["One", "Two"] { task = try await harness.update(task, .this) { $0.title = title } }
        var draft = task.draft
        draft.tags = ["from now on"]
        task = try await harness.update(task.id, to: draft)
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.title == "Water" && next.tags == ["from now on"])
        #expect(try await harness.ledger(of: task)[1].overrides == .title)
        #expect(next.reminders.map(\.trigger) == task.reminders.map(\.trigger))
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(next, .this) { $0.recurrence?.rules = ["FREQ=WEEKLY"] }
        }
        #expect(error?.problems.map(\.pointer) == ["/recurrence/rrule"])
    }

    @Test func `a change of a closed occurrence stays its own`() async throws {
        let harness = try Harness()
        let done = try await harness.complete(try await second(harness).id)
        _ = try await harness.update(done.completed, nil) { $0.title = "Done" }
        #expect(try await harness.series(of: done.completed).title == "Water")
        let third = try #require(done.next)
        #expect(try await harness.complete(third.id).next?.title == "Water")
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(done.completed, nil) { $0.recurrence?.missed = .keep }
        }
        #expect(error?.code == .notPossible)
    }

    @Test func `a change for all is one event of the series and one of the occurrence it was addressed to`()
        async throws
    {
        let harness = try Harness()
        let task = try await second(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-04T09:30:00Z"))
        let before = try await harness.events().count
        let versions = try await harness.occurrences(of: task).map(\.version)
        _ = try await harness.update(task, .all) { $0.title = "Feed" }
        let events = try await harness.events().dropFirst(before)
        #expect(events.map(\.type) == [.taskUpdated, .seriesUpdated])
        #expect(events.first?.data["task"]?["id"]?.string == task.id.description)
        let updated = try #require(events.last).data
        #expect(updated["changed"] == .array([.string("title")]) && updated["taskCount"]?.integer == 2)
        let reached = try await harness.occurrences(of: task).filter { $0.id != task.id }
        #expect(updated["taskIds"]?.array?.compactMap(\.string) == reached.map(\.id.description))
        #expect(try await harness.occurrences(of: task).map(\.version) == versions.map { $0 + 1 })
    }

    @Test(arguments: [EditScope.following, .all])
    func `a closed occurrence is changed alone only`(_ scope: EditScope) async throws {
        let harness = try Harness()
        let done = try await harness.complete(try await second(harness).id).completed
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(done, scope) { $0.title = "x" }
        }
        #expect(error?.code == .notPossible)
        #expect(try await harness.update(done, .this) { $0.title = "x" }.title == "x")
    }

    @Test(arguments: [EditScope.following, .all])
    func `a change that would write more than one transaction may is refused, and changes nothing`(
        scope: EditScope
    ) async throws {
        let harness = try Harness()
        harness.clock.set(to: try instant("2026-03-20T12:00:00Z"))
        _ = try await harness.create(
            .make("Large", due: "2026-03-02T10:00:00", rule: "FREQ=DAILY") { draft in
                draft.recurrence?.respawn = .schedule
                draft.recurrence?.missed = .keep
                draft.subtasks = (0..<500).map { TaskDraft.SubtaskDraft(title: "part \($0)") }
            })
        var course = harness.loop.makeState()
        _ = try await harness.loop.fireDue(&course)
        let query = TaskQuery(limit: 100)
        let open = try await harness.store.read { try $0.tasks(matching: query) }.items
        #expect(open.count > 13)
        let second = try #require(open.first { $0.occurrence?.number == 2 })
        let later = TaskDraft.Time.civil(try civil("2026-03-03T11:00:00"))
        await #expect { try await harness.update(second, scope) { $0.due = later } } throws: { error in
            (error as? SchedulerError)?.code == .notPossible && "\(error)".contains("6000 tasks")
        }
        #expect(try await harness.store.read { try $0.tasks(matching: query) }.items == open)
    }

    @Test(arguments: [EditScope.following, .all])
    func `rules that do not fit the start of the series that they would count from are refused`(
        scope: EditScope
    ) async throws {
        let harness = try Harness()
        let first = try await harness.create(.make("Dates", due: "2026-03-16", rule: "FREQ=DAILY"))
        let moved = try await harness.update(first, .this) { $0.due = try .make("2026-03-17T18:00:00") }
        await #expect {
            try await harness.update(moved, scope) { $0.recurrence?.rules = ["FREQ=HOURLY"] }
        } throws: { error in
            (error as? SchedulerError)?.problems.map(\.pointer) == ["/recurrence/rrule"]
        }
        #expect(try await harness.store.read { try $0.task(moved.id) } == moved)
    }

    @Test(arguments: [EditScope.following, .all], ["/due", "/start"])
    func `what a series counts from is taken from one occurrence alone`(
        scope: EditScope, pointer: String
    ) async throws {
        let harness = try Harness()
        func clear(_ draft: inout TaskDraft) { (draft.start, draft.due, draft.recurrence) = (nil, nil, nil) }
        let time = "2026-03-02T10:00:00"
        let task = try await harness.create(
            pointer == "/due"
                ? .make(due: time, rule: "FREQ=DAILY") : .make(start: time, rule: "FREQ=DAILY"))
        func checkRefusal(of task: TaskItem) async throws {
            await #expect {
                try await harness.update(task, scope, change: clear)
            } throws: { error in
                (error as? SchedulerError)?.problems.map(\.pointer) == [pointer]
            }
            #expect(try await harness.task(task.id) == task)
        }
        try await checkRefusal(of: task)
        let ended = try await harness.update(task, nil) { $0.recurrence = nil }
        try await checkRefusal(of: ended)
        let cleared = try await harness.update(ended, nil, change: clear)
        #expect(cleared.recurrenceBase == nil && cleared.occurrence?.recurrenceID == task.occurrence?.recurrenceID)
    }
}
