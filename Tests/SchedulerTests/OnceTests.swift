import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// How a reminder goes away for a while, and comes back with its id.
enum Return: String, CaseIterable {
    case reminderTakenOff
    case taskDeleted
    case onAnotherTask
    case timeMovedAway
    case seriesTaskDeleted
    case reopened
}

@Suite struct OnceTests {
    private static let due = "2026-03-02T10:00:00Z"

    /// Takes the reminders of a task away, by and by with all else, and brings them back as they were.
    private func go(and come: Return, _ task: TaskItem, _ harness: Harness) async throws {
        var draft = task.draft
        switch come {
        case .reminderTakenOff:
            var bare = draft
            bare.reminders = []
            _ = try await harness.update(task.id, to: bare)
            _ = try await harness.update(task.id, to: draft)
        case .taskDeleted, .seriesTaskDeleted:
            try await harness.delete(task.id)
            draft.id = task.id
            _ = try await harness.create(draft)
        case .onAnotherTask:
            try await harness.delete(task.id)
            _ = try await harness.create(draft)
        case .timeMovedAway:
            var moved = draft
            moved.due = try .make("2026-05-02T10:00:00")
            _ = try await harness.update(task.id, to: moved)
            _ = try await harness.update(task.id, to: draft)
        case .reopened:
            _ = try await harness.complete(task.id)
            _ = try await harness.reopen(task.id)
        }
    }

    private static let firsts = [
        ("2026-03-02T10:00:00Z", EventType.reminderDue), ("2026-03-05T10:00:00Z", .reminderMissed),
    ]

    @Test(arguments: Return.allCases, firsts)
    func `what went off or was missed is not reported again when its reminder comes back`(
        _ come: Return, _ first: (String, EventType)
    ) async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: Self.due, remind: ["PT0S"], rule: come == .seriesTaskDeleted ? "FREQ=MONTHLY" : nil))
        try await harness.fire(at: first.0)
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == [first.1])
        for _ in 1...2 {
            let stored = try #require(try await harness.store.read { try $0.task(withReminder: task.reminders[0].id) })
            try await go(and: come, stored, harness)
            try await harness.look()
            try harness.restart()
            try await harness.look()
        }
        // Later it would be missed, had it not gone off.
        try await harness.fire(at: "2026-03-09T10:00:00Z")
        #expect(try await harness.events(.reminderDue, .reminderMissed).map(\.id) == told.map(\.id))
        let stored = try #require(try await harness.store.read { try $0.task(withReminder: task.reminders[0].id) })
        #expect(stored.reminders[0].nextFireAt == nil && stored.brokenReminders.isEmpty)
    }

    @Test func `another time of a reminder that came back is reported`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: Self.due, remind: ["PT0S"]))
        try await harness.fire(at: Self.due)
        try await go(and: .taskDeleted, task, harness)
        var draft = task.draft
        draft.due = try .make("2026-03-03T10:00:00")
        _ = try await harness.update(task.id, to: draft)
        try await harness.run(until: instant("2026-03-04T00:00:00Z"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == [Self.due, "2026-03-03T10:00:00Z"])
        #expect(Set(fired.map(\.id)).count == 2)
    }

    @Test func `what lies at or before the floor that trimming left is not reported again`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: Self.due, remind: ["PT0S"]))
        try await harness.fire(at: Self.due)
        harness.clock.set(to: try instant("2026-06-01T00:00:00Z"))
        let (now, id) = (harness.clock.now, task.reminders[0].id)
        let trimmed = try await harness.store.write { try $0.trimFirings(before: now, after: nil, limit: 100) }
        #expect(trimmed.deleted == 1)
        for come in [Return.taskDeleted, .reminderTakenOff, .timeMovedAway] {
            try await go(and: come, try #require(try await harness.task(task.id)), harness)
            try await harness.look()
        }
        #expect(try await harness.events(.reminderDue, .reminderMissed).count == 1)
        let snoozed = try await harness.snooze(id, until: "2026-06-02T00:00:00Z")
        #expect(snoozed.reminders[0].nextFireAt?.description == "2026-06-02T00:00:00Z")
        try await harness.fire(at: "2026-06-02T00:00:00Z")
        #expect(try await harness.events(.reminderDue).count == 2)
    }
}
