import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct ReopeningTests {
    private func daily(_ harness: Harness) async throws -> TaskItem {
        try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY"))
    }

    @Test func `reopening withdraws a successor that nobody touched, and gives the reminders back`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let next = try #require(try await harness.complete(task.id).next)
        let reopening = try await harness.reopen(task.id)
        #expect(reopening.withdrawn == next.id)
        #expect(reopening.reopened.status == .needsAction && reopening.reopened.completedAt == nil)
        #expect(reopening.reopened.reminders.map(\.nextFireAt) == task.reminders.map(\.nextFireAt))
        #expect(reopening.reopened.reminders.map(\.state) == [.scheduled])
        #expect(try await harness.task(next.id) == nil)
        #expect(try await harness.complete(task.id).next?.id == next.id)
    }

    @Test(arguments: ["changed", "fired", "snoozed", "overdue", "completed"])
    func `reopening keeps a successor that somebody or something touched`(_ touch: String) async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let next = try #require(try await harness.complete(task.id).next)
        switch touch {
        case "changed":
            var draft = next.draft
            draft.title = "Mine now"
            _ = try await harness.update(next.id, to: draft)
        case "fired": try await harness.fire(at: "2026-03-03T08:00:00Z")
        case "snoozed": _ = try await harness.snooze(next.reminders[0].id, until: "2026-03-08T08:00:00Z")
        case "overdue": try await harness.fire(at: "2026-03-09T08:00:00Z")
        default: _ = try await harness.complete(next.id)
        }
        let reopening = try await harness.reopen(task.id)
        #expect(reopening.withdrawn == nil)
        #expect(reopening.reopened.status == .needsAction)
        #expect(try await harness.task(next.id) != nil)
        #expect(try await harness.complete(task.id).next?.id == next.id)
        #expect(try await harness.events(.taskDeleted).isEmpty)
    }

    @Test(arguments: [("2026-03-02T09:30:00Z", EventType.reminderDue), ("2026-03-04T09:30:00Z", .reminderMissed)])
    func `a reminder whose time passed meanwhile is caught up, or reported as missed when it is too late`(
        _ reopened: String, _ type: EventType
    ) async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["-PT1H"]))
        _ = try await harness.complete(task.id)
        harness.clock.set(to: try instant(reopened))
        _ = try await harness.reopen(task.id)
        try await harness.look()
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == [type] && told.map(\.scheduledAt) == ["2026-03-02T08:00:00Z"])
    }

    @Test func `reopening keeps a successor that reminded by a reminder which cannot be read any more`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let next = try #require(try await harness.complete(task.id).next)
        try await harness.fire(at: "2026-03-03T08:00:00Z")
        let hex = next.reminders[0].id.description.filter { $0 != "-" }
        try harness.damage("UPDATE reminder SET offset = 'PT' WHERE id = x'\(hex)'")
        #expect(try await harness.reopen(task.id).withdrawn == nil)
        #expect(try await harness.task(next.id) != nil)
    }

    @Test func `reopening leaves a task that appeared by itself`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY") { $0.recurrence?.respawn = .schedule })
        _ = try await harness.complete(task.id)
        try await harness.run(until: instant("2026-03-03T09:00:00Z"))
        let before = try await harness.tasks().filter { $0.id != task.id }
        #expect(before.count == 1)
        #expect(try await harness.reopen(task.id).withdrawn == nil)
        #expect(try await harness.tasks().filter { $0.id != task.id } == before)
    }
}
