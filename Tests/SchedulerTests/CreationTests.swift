import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct CreationTests {
    @Test(arguments: FaultyDraft.texts + FaultyDraft.lists + FaultyDraft.times + FaultyDraft.rules)
    func `a faulty field is refused with its pointer and nothing is stored`(_ faulty: FaultyDraft) async throws {
        let harness = try Harness()
        let error = try #require(
            await #expect(throws: SchedulerError.self) { _ = try await harness.create(faulty.draft) })
        #expect(error.code == .invalidInput)
        #expect(error.problems.map(\.pointer) == [faulty.pointer])
        #expect(error.problems.allSatisfy { !$0.detail.isEmpty })
        #expect(try await harness.tasks().isEmpty)
        #expect(try await harness.events().isEmpty)
    }

    @Test func `every faulty field is told at once`() async throws {
        let harness = try Harness()
        let draft = try TaskDraft.make("", due: "2026-03-02T09:00:00", zone: "Nowhere/Land") { draft in
            draft.progress = 101
            draft.tags = [""]
        }
        let error = await #expect(throws: SchedulerError.self) { _ = try await harness.create(draft) }
        #expect(error?.problems.map(\.pointer).sorted() == ["/progress", "/tags/0", "/timeZone", "/title"])
    }

    @Test func `values at their bounds are taken`() async throws {
        let harness = try Harness()
        let draft = try TaskDraft.make(String(repeating: "집", count: 500), due: "2026-03-02T09:00:00") { draft in
            draft.details = String(repeating: "é", count: 50_000)
            draft.progress = 100
            draft.tags = (0..<50).map { "tag \($0)" }
            draft.subtasks = (0..<500).map { TaskDraft.SubtaskDraft(title: "\($0)") }
            draft.reminders = (0..<50).map { .init(trigger: .offset(CalendarDuration(seconds: $0), from: .due)) }
            draft.location = TaskLocation(latitude: -90, longitude: 180)
        }
        let task = try await harness.create(draft)
        #expect(try await harness.task(task.id) == task)
        #expect(task.draft.subtasks.map(\.title) == draft.subtasks.map(\.title))
        #expect(task.details == draft.details && task.tags == draft.tags)
    }

    @Test func `an update with a faulty field changes nothing`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00"))
        for faulty in FaultyDraft.texts + FaultyDraft.rules {
            await #expect(throws: SchedulerError.self) { _ = try await harness.update(task.id, to: faulty.draft) }
        }
        #expect(try await harness.task(task.id) == task)
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `a task without a zone keeps the default zone of its day`() async throws {
        let harness = try Harness(zone: "America/New_York")
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00"))
        #expect(task.timeZone == "America/New_York")
        let other = TaskCommands(
            zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "Asia/Seoul"))
        let now = harness.clock.now
        let kept = try await harness.store.write {
            try other.update(task.id, version: nil, to: task.draft, in: $0, now: now)
        }
        #expect(kept == task)
        #expect(kept.dueAt == UTCInstant("2026-03-02T14:00:00Z"))
    }

    @Test func `an id that the client chose is the task's, and is given once`() async throws {
        let harness = try Harness()
        let id = TaskID(UUIDValue(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0001))
        let first = try await harness.create(.make("First") { $0.id = id })
        #expect(first.id == id)
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.create(.make("Second") { $0.id = id })
        }
        #expect(error?.code == .conflict)
        #expect(try await harness.task(id) == first)
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `a reminder id that another task has is a conflict, not a theft`() async throws {
        let harness = try Harness()
        let id = ReminderID(UUIDValue(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0002))
        let draft = try TaskDraft.make(due: "2026-03-02T09:00:00", remind: ["PT0S"]) { $0.reminders[0].id = id }
        let first = try await harness.create(draft)
        await #expect(throws: (any Error).self) { _ = try await harness.create(draft) }
        #expect(try await harness.tasks() == [first])
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `an id that the server makes tells when it was made`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make())
        #expect(task.id.uuid.high >> 16 == UInt64(harness.clock.now.millisecondsSinceEpoch))
        #expect(task.id.uuid.high >> 12 & 0xF == 7)
    }

    @Test func `a task that is created closed plans no reminders`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T09:00:00", remind: ["PT0S"]) { $0.status = .completed })
        #expect(task.completedAt == harness.clock.now)
        #expect(task.reminders.map(\.nextFireAt) == [nil])
        try await harness.run(until: instant("2026-03-05T00:00:00Z"))
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }
}
