import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

extension Harness {
    @discardableResult
    func pause(
        _ target: PauseTarget, until: String? = nil, missed: Pause.Missed = .fire, note: String? = nil
    ) async throws -> Pause {
        let draft = PauseDraft(
            target, until: try until.map { try instant($0) }, missed: missed, note: note)
        let (commands, now) = (commands, clock.now)
        return try await store.write { try commands.pause(draft, author: "anna", in: $0, now: now) }
    }

    @discardableResult
    func resume(_ pause: Pause) async throws -> Pause {
        let (commands, now) = (commands, clock.now)
        return try await store.write { try commands.resume(pause.id, in: $0, now: now) }
    }

    func pauses() async throws -> [Pause] {
        try await store.read { try $0.pauses(after: nil, limit: 100) }
    }
}

@Suite struct PauseTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    /// Two tasks whose reminders are due at 10:00, of which the first has the tag `home`.
    private func tasks(_ harness: Harness) async throws -> [TaskItem] {
        [
            try await harness.create(.make("first", due: at("10:00"), remind: ["PT0S"]) { $0.tags = ["home"] }),
            try await harness.create(.make("second", due: at("10:00"), remind: ["PT0S"])),
        ]
    }

    @Test(arguments: ["all", "tag", "task", "reminder"])
    func `a pause holds what it is about, and ending it lets that go`(_ kind: String) async throws {
        let harness = try Harness(zone: "UTC")
        let first = try await tasks(harness)[0]
        let targets: [String: PauseTarget] = [
            "all": .all, "tag": .tag("home"), "task": .task(first.id), "reminder": .reminder(first.reminders[0].id),
        ]
        let pause = try await harness.pause(try #require(targets[kind]), note: "on holiday")
        try await harness.run(until: instant(at("11:00")))
        let others = kind == "all" ? [] : ["second"]
        #expect(try await harness.events(.reminderDue).map(\.title) == others)
        #expect(try await harness.task(first.id)?.reminders[0].hold?.pause == pause.id)
        try harness.restart()
        try await harness.resume(pause)
        try await harness.look()
        let fired = try await harness.events(.reminderDue)
        #expect(Set(fired.map(\.title)) == ["first", "second"])
        #expect(fired.allSatisfy { $0.scheduledAt == at("10:00") })
        #expect(fired.last?.data["lateReason"]?.string == "paused")
        #expect(try await harness.events(.pauseStarted, .pauseEnded).map(\.type) == [.pauseStarted, .pauseEnded])
        #expect(try await harness.pauses().isEmpty)
    }

    @Test(arguments: [
        ("tag:home", ["second"]), ("not tag:home", ["first"]), ("title:\"first\" or title:\"second\"", []),
        ("due = today", []), ("due > today", ["first", "second"]), ("project:Work", ["first", "second"]),
        // They were made on the day before.
        ("created < today", []), ("created = today", ["first", "second"]),
    ])
    func `a pause of a filter holds what that selects when it is due, and ending it lets that go`(
        filter: String, others: [String]
    ) async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await tasks(harness)
        let pause = try await harness.pause(.filter(filter))
        try await harness.run(until: instant(at("11:00")))
        #expect(Set(try await harness.events(.reminderDue).map(\.title)) == Set(others))
        try harness.restart()
        try await harness.resume(pause)
        try await harness.look()
        #expect(Set(try await harness.events(.reminderDue).map(\.title)) == ["first", "second"])
        #expect(try await harness.pauses().isEmpty)
    }

    @Test func `what a change takes out of a pause of a filter goes off, and there are not too many of them`()
        async throws
    {
        let harness = try Harness(zone: "UTC")
        let first = try await tasks(harness)[0]
        try await harness.pause(.filter("tag:home"))
        try await harness.run(until: instant(at("11:00")))
        #expect(try await harness.events(.reminderDue).map(\.title) == ["second"])
        var draft = TaskDraft(try #require(try await harness.task(first.id)))
        draft.tags = []
        _ = try await harness.update(first.id, to: draft)
        try await harness.look()
        #expect(try await harness.events(.reminderDue).map(\.title) == ["second", "first"])
        for number in 1..<PauseTarget.maxFilters { try await harness.pause(.filter("tag:t\(number)")) }
        await #expect(throws: SchedulerError.self) { try await harness.pause(.filter("tag:more")) }
        try await harness.pause(.filter("tag:home"), note: "still")
        await #expect(throws: SchedulerError.self) { try await harness.pause(.filter("tag:")) }
        #expect(try await harness.pauses().count == PauseTarget.maxFilters)
    }

    @Test(arguments: Pause.Missed.allCases)
    func `a pause ends by itself, and what it held fires or is told as missed`(_ missed: Pause.Missed) async throws {
        let harness = try Harness(zone: "UTC", batchSize: 1)
        _ = try await tasks(harness)
        try await harness.pause(.all, until: "2026-03-09T08:00:00Z", missed: missed)
        try await harness.run(until: instant("2026-03-10T00:00:00Z"))
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == [EventType](repeating: missed == .fire ? .reminderDue : .reminderMissed, count: 2))
        #expect(told.allSatisfy { $0.timestamp.description == "2026-03-09T08:00:00Z" })
        #expect(told.allSatisfy { $0.data["lateReason"]?.string == "paused" })
        #expect(try await harness.pauses().isEmpty)
        #expect(try await harness.look() == nil)
    }

    @Test(arguments: Pause.Missed.allCases)
    func `what became due while a pause lasted is its own, even if nobody looked`(_ missed: Pause.Missed) async throws {
        let harness = try Harness(zone: "UTC", catchUp: .seconds(60))
        _ = try await tasks(harness)
        try await harness.pause(.all, until: at("12:00"), missed: missed)
        _ = try await harness.create(.make("later", due: at("13:00"), remind: ["PT0S"]))
        try harness.restart()
        try await harness.fire(at: at("13:00"))
        let fired = try await harness.events(.reminderDue).map(\.title)
        #expect(Set(fired) == (missed == .fire ? ["first", "second", "later"] : ["later"]))
        #expect(try await harness.events(.reminderMissed).count == (missed == .fire ? 0 : 2))
        #expect(try await harness.pauses().isEmpty)
    }

    @Test(arguments: Pause.Missed.allCases)
    func `what a pause says holds for occurrences that nobody saw appear until it was over`(
        _ missed: Pause.Missed
    ) async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: at("10:00"), remind: ["PT0S"], rule: "FREQ=HOURLY;COUNT=4") { draft in
                draft.recurrence?.respawn = .schedule
                draft.recurrence?.missed = .keep
            })
        try await harness.pause(.task(task.id), until: at("12:30"), missed: missed)
        try harness.restart()
        try await harness.fire(at: at("13:30"))
        let told = try await harness.events(.reminderDue, .reminderMissed)
        let held = told.filter { $0.data["lateReason"]?.string == "paused" }
        #expect(held.compactMap(\.scheduledAt).sorted() == [at("10:00"), at("11:00"), at("12:00")])
        #expect(held.allSatisfy { $0.type == (missed == .fire ? .reminderDue : .reminderMissed) })
        let others = told.filter { $0.data["lateReason"]?.string != "paused" }
        #expect(others.map(\.type) == [.reminderDue] && others.map(\.scheduledAt) == [at("13:00")])
        #expect(try await harness.pauses().isEmpty)
    }

    @Test func `a reminder under two pauses waits for both`() async throws {
        let harness = try Harness(zone: "UTC")
        let first = try await tasks(harness)[0]
        let all = try await harness.pause(.all)
        let one = try await harness.pause(.task(first.id))
        try await harness.run(until: instant(at("11:00")))
        try await harness.resume(all)
        try await harness.look()
        #expect(try await harness.events(.reminderDue).map(\.title) == ["second"])
        try await harness.resume(one)
        try await harness.look()
        #expect(try await harness.events(.reminderDue).map(\.title) == ["second", "first"])
    }

    @Test func `a pause of a recurring task is one of its series`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"], rule: "FREQ=DAILY"))
        let pause = try await harness.pause(.task(task.id))
        #expect(pause.target == .series(try #require(task.occurrence).series))
        _ = try await harness.complete(task.id)
        try await harness.run(until: instant("2026-03-05T00:00:00Z"))
        #expect(try await harness.events(.reminderDue).isEmpty)
    }

    @Test func `a second pause of the same target replaces the first`() async throws {
        let harness = try Harness(zone: "UTC")
        try await harness.pause(.all, until: at("11:00"), note: "one")
        harness.clock.set(to: try instant(at("09:00")))
        let second = try await harness.pause(.all, until: at("12:00"), missed: .skip, note: "two")
        #expect(try await harness.pauses() == [second])
        #expect(second.since.description == "2026-03-01T12:00:00Z")
        #expect((second.note, second.author, second.missed) == ("two", "anna", .skip))
    }

    @Test func `a pause that makes no sense is refused`() async throws {
        let harness = try Harness(zone: "UTC")
        let nobody = UUIDValue(high: 1, low: 1)
        let past = await #expect(throws: SchedulerError.self) {
            try await harness.pause(.all, until: "2026-03-01T12:00:00Z")
        }
        let note = String(repeating: "x", count: 1_001)
        let long = await #expect(throws: SchedulerError.self) { try await harness.pause(.all, note: note) }
        let tag = await #expect(throws: SchedulerError.self) { try await harness.pause(.tag("")) }
        #expect([past, long, tag].map { $0?.problems.map(\.pointer) } == [["/until"], ["/note"], ["/tag"]])
        for target in [.task(TaskID(nobody)), .reminder(ReminderID(nobody))] as [PauseTarget] {
            let error = await #expect(throws: SchedulerError.self) { try await harness.pause(target) }
            #expect(error?.code == .notFound)
        }
        let pause = Pause(.all, since: harness.clock.now)
        _ = await #expect(throws: SchedulerError.self) { try await harness.resume(pause) }
    }

    @Test func `deleting a task forgets its pauses, and snoozing takes a reminder out of one until then`() async throws
    {
        let harness = try Harness(zone: "UTC")
        let all = try await tasks(harness)
        try await harness.pause(.task(all[0].id))
        try await harness.pause(.reminder(all[0].reminders[0].id))
        try await harness.delete(all[0].id)
        #expect(try await harness.pauses().isEmpty)
        try await harness.pause(.task(all[1].id))
        try await harness.fire(at: at("10:00"))
        let snoozed = try await harness.snooze(all[1].reminders[0].id, until: at("11:00"))
        #expect(snoozed.reminders[0].hold == nil)
        try await harness.fire(at: at("11:00"))
        #expect(try await harness.events(.reminderDue).isEmpty)
        #expect(try await harness.task(all[1].id)?.reminders[0].hold?.scheduledAt.description == at("11:00"))
    }
}
