import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct LatenessTests {
    @Test(arguments: [(0, true), (3_599, true), (3_600, true), (3_601, false), (86_400, false), (31_536_000, false)])
    func `a reminder within the catch-up window fires, a later one is told as missed`(
        _ late: Int, _ fires: Bool
    ) async throws {
        let harness = try Harness(catchUp: .seconds(3_600))
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00Z", remind: ["PT0S"]))
        harness.clock.set(to: try instant("2026-03-02T10:00:00Z").advanced(by: .seconds(late)))
        for _ in 0..<2 { _ = try await harness.look() }
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == [fires ? .reminderDue : .reminderMissed])
        #expect(told.first?.data["lateBySeconds"] == .number(Double(late)))
        let after = try #require(try await harness.task(task.id))
        #expect(after.reminders[0].state == (fires ? .fired : .missed))
        #expect(after.reminders[0].nextFireAt == nil)
    }

    @Test func `a missed reminder has its firing's id and can still be snoozed`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00Z", remind: ["PT0S"]))
        try await harness.fire(at: "2026-03-05T10:00:00Z")
        let missed = try #require(try await harness.events(.reminderMissed).first)
        #expect(missed.id.uuid == version5(task.reminders[0].id.uuid, "2026-03-02T10:00:00Z"))
        #expect(missed.data["firingId"]?.string == missed.id.uuid.description)
        #expect(missed.data["reminder"]?["state"]?.string == "missed")
        _ = try await harness.snooze(task.reminders[0].id, until: "2026-03-05T11:00:00Z")
        try await harness.fire(at: "2026-03-05T11:00:00Z")
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == ["2026-03-05T11:00:00Z"])
    }

    @Test func `a task is told overdue once, and again only when its due moves`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00Z"))
        try await harness.fire(at: "2026-03-02T09:59:59Z")
        #expect(try await harness.events(.taskOverdue).isEmpty)
        for time in ["2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z", "2026-03-09T00:00:00Z"] {
            try await harness.fire(at: time)
            try harness.restart()
        }
        let told = try await harness.events(.taskOverdue)
        #expect(told.map(\.timestamp) == [try instant("2026-03-02T10:00:00Z")])
        #expect(told.first?.data["task"]?["isOverdue"] == .bool(true))
        var draft = try #require(try await harness.task(task.id)).draft
        draft.title = "Renamed"
        _ = try await harness.update(task.id, to: draft)
        try await harness.fire(at: "2026-03-10T00:00:00Z")
        #expect(try await harness.events(.taskOverdue).count == 1)
        draft.due = try .make("2026-03-11T10:00:00Z")
        _ = try await harness.update(task.id, to: draft)
        try await harness.run(until: instant("2026-03-20T00:00:00Z"))
        #expect(try await harness.events(.taskOverdue).count == 2)
    }

    @Test(arguments: [TaskStatus.completed, .cancelled])
    func `a closed task is not told overdue`(_ status: TaskStatus) async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00Z"))
        var draft = task.draft
        draft.status = status
        _ = try await harness.update(task.id, to: draft)
        try await harness.run(until: instant("2026-03-09T00:00:00Z"))
        #expect(try await harness.events(.taskOverdue).isEmpty)
    }

    @Test func `a date is told overdue when its day has ended`() async throws {
        let harness = try Harness(zone: "America/New_York")
        _ = try await harness.create(.make(due: "2026-03-08"))
        try await harness.run(until: instant("2026-03-20T00:00:00Z"))
        #expect(try await harness.events(.taskOverdue).map(\.timestamp) == [try instant("2026-03-09T04:00:00Z")])
    }
}
