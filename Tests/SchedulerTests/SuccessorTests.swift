import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct SuccessorTests {
    @Test func `a respawned task has the content of its predecessor, open again`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY") { draft in
                (draft.details, draft.priority, draft.tags) = ("Details", .urgent, ["b", "a"])
                draft.location = TaskLocation(latitude: 1, longitude: 2, placeName: "Bank")
                draft.subtasks = [.init(title: "one", isCompleted: true), .init(title: "two")]
            })
        let next = try #require(try await harness.complete(task.id).next)
        #expect((next.title, next.details) == (task.title, task.details))
        #expect(next.tags == task.tags && next.priority == .urgent && next.location == task.location)
        #expect(next.status == .needsAction && next.version == 1 && next.completedAt == nil)
        #expect(next.subtasks.map(\.title) == ["one", "two"])
        #expect(next.subtasks.map(\.isCompleted) == [false, false])
        #expect(next.subtasks.map(\.id.uuid) == task.subtasks.map { version5(next.id.uuid, $0.id.description) })
        #expect(next.progress == 0)
        #expect(try await harness.task(next.id) == next)
    }

    @Test func `reminder ids follow from the task and the first reminder, in every generation`() async throws {
        let harness = try Harness()
        let first = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["-PT1H", "-P1D"], rule: "FREQ=DAILY"))
        var task = first
        for _ in 0..<3 {
            task = try #require(try await harness.complete(task.id).next)
            let expected = first.reminders.map { version5(task.id.uuid, $0.id.description) }
            #expect(task.reminders.map(\.id.uuid) == expected)
            #expect(task.reminders.map(\.trigger) == first.reminders.map(\.trigger))
        }
    }

    @Test func `a reminder with a time of its own moves as far as the occurrence does`() async throws {
        let harness = try Harness(now: "2026-03-20T12:00:00Z")
        var task = try await harness.create(
            .make(due: "2026-03-27T10:00:00", rule: "FREQ=WEEKLY") { $0.reminders = [try .at("2026-03-26T18:00:00")] })
        for expected in ["2026-04-02T16:00:00Z", "2026-04-09T16:00:00Z", "2026-04-16T16:00:00Z"] {
            task = try #require(try await harness.complete(task.id).next)
            #expect(task.reminders[0].nextFireAt == UTCInstant(expected))
        }
    }

    @Test func `start and due keep their distance on local time`() async throws {
        let harness = try Harness(now: "2026-03-20T12:00:00Z")
        let task = try await harness.create(
            .make(due: "2026-03-29T17:00:00", start: "2026-03-27T09:00:00", rule: "FREQ=WEEKLY"))
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.start?.civil.description == "2026-04-03T09:00:00")
        #expect(next.due?.civil.description == "2026-04-05T17:00:00")
        #expect(next.occurrence?.recurrenceID.description == "2026-04-03T09:00:00")
        #expect(next.dueAt == UTCInstant("2026-04-05T15:00:00Z"))
    }

    @Test func `a moved due does not move the next occurrence`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY"))
        var draft = task.draft
        draft.due = .civil(try civil("2026-03-02T18:00:00"))
        let moved = try await harness.update(task.id, to: draft)
        #expect(moved.occurrence?.recurrenceID.description == "2026-03-02T10:00:00")
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.due?.civil.description == "2026-03-03T10:00:00")
        #expect(next.reminders[0].nextFireAt == UTCInstant("2026-03-03T08:00:00Z"))
    }

    @Test func `a task without a rule has no successor`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00"))
        let completion = try await harness.complete(task.id)
        #expect(completion.next == nil)
        #expect(completion.completed.status == .completed && completion.completed.completedAt == harness.clock.now)
        let other = try await harness.create(.make(due: "2026-03-02T10:00:00"))
        let error = await #expect(throws: SchedulerError.self) { _ = try await harness.skip(other.id) }
        #expect(error?.code == .notPossible)
    }
}
