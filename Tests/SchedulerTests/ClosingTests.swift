import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct ClosingTests {
    private func daily(_ harness: Harness) async throws -> TaskItem {
        try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY"))
    }

    @Test(arguments: TaskRecurrence.Anchor.allCases)
    func `completing twice answers the same and makes one successor`(_ anchor: TaskRecurrence.Anchor) async throws {
        let harness = try Harness()
        var draft = try await daily(harness).draft
        draft.recurrence?.anchor = anchor
        draft.reminders = []
        let task = try await harness.create(draft)
        let first = try await harness.complete(task.id)
        harness.clock.advance(by: .seconds(3 * 86_400))
        let again = try await harness.complete(task.id)
        #expect(first == again)
        #expect(try await harness.events(.taskRespawned).count == 1)
        #expect(try await harness.events(.taskCompleted).count == 1)
    }

    @Test func `twenty completions at once make one successor`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let completions = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await harness.complete(task.id) } }
            return try await group.reduce(into: Set<TaskCommands.Completion>()) { $0.insert($1) }
        }
        #expect(completions.count == 1)
        #expect(completions.first?.next != nil)
        #expect(try await harness.events(.taskRespawned).count == 1)
        #expect(try await harness.events(.taskCompleted).count == 1)
        #expect(try await harness.tasks().count == 2)
    }

    @Test func `completing through an update does what completing does`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        var draft = task.draft
        draft.status = .completed
        let done = try await harness.update(task.id, to: draft)
        #expect(done.status == .completed && done.completedAt == harness.clock.now)
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.occurrence?.number == 2)
        draft.status = .inProcess
        let again = try await harness.update(task.id, to: draft)
        #expect(again.status == .inProcess && again.completedAt == nil)
        #expect(try await harness.task(next.id) == nil)
    }

    @Test func `cancelling through an update ends the series`() async throws {
        for respawn in TaskRecurrence.Respawn.allCases {
            let harness = try Harness()
            let task = try await harness.create(
                .make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY") { $0.recurrence?.respawn = respawn })
            var draft = task.draft
            draft.status = .cancelled
            #expect(try await harness.update(task.id, to: draft).status == .cancelled)
            try await harness.run(until: instant("2026-03-09T00:00:00Z"))
            #expect(try await harness.tasks().map(\.id) == [task.id])
        }
    }

    @Test func `skipping cancels this occurrence and brings the next`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let skip = try await harness.skip(task.id)
        #expect(skip.skipped.status == .cancelled)
        #expect(skip.skipped.reminders.map(\.nextFireAt) == [nil])
        #expect(skip.next?.occurrence?.recurrenceID.description == "2026-03-03T10:00:00")
        let error = await #expect(throws: SchedulerError.self) { _ = try await harness.skip(task.id) }
        #expect(error?.code == .notPossible)
        #expect(try await harness.reopen(task.id).withdrawn == skip.next?.id)
    }

    @Test(arguments: TaskRecurrence.Respawn.allCases)
    func `deleting the open task ends its series`(_ respawn: TaskRecurrence.Respawn) async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = respawn
            })
        try await harness.delete(task.id)
        #expect(try await harness.upcoming(UpcomingQuery(from: harness.clock.now)).isEmpty)
        try await harness.run(until: instant("2026-03-09T00:00:00Z"))
        #expect(try await harness.tasks().isEmpty)
        #expect(try await harness.events().map(\.type) == [.taskCreated, .seriesCreated, .taskDeleted, .seriesEnded])
    }

    @Test func `a stale version is refused by every command and changes nothing`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let current = try await harness.snooze(task.reminders[0].id, until: "2026-03-02T09:30:00Z")
        let commands: [@Sendable () async throws -> Void] = [
            { _ = try await harness.update(task.id, version: 1, to: task.draft) },
            { _ = try await harness.complete(task.id, version: 1) },
            { _ = try await harness.skip(task.id, version: 1) },
            { _ = try await harness.reopen(task.id, version: 1) },
            { try await harness.delete(task.id, version: 1) },
        ]
        for command in commands {
            let error = await #expect(throws: SchedulerError.self) { try await command() }
            #expect(error?.code == .stale)
        }
        #expect(try await harness.task(task.id) == current)
        #expect(try await harness.complete(task.id, version: 2).completed.version == 3)
    }

    @Test func `a task that nobody has is not found by any command`() async throws {
        let harness = try Harness()
        let id = TaskID(UUIDValue(high: 1, low: 1))
        let commands: [@Sendable () async throws -> Void] = [
            { _ = try await harness.update(id, to: .make()) }, { _ = try await harness.complete(id) },
            { _ = try await harness.skip(id) }, { _ = try await harness.reopen(id) },
            { try await harness.delete(id) },
        ]
        for command in commands {
            let error = await #expect(throws: SchedulerError.self) { try await command() }
            #expect(error?.code == .notFound)
        }
    }
}
