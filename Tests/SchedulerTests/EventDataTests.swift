import Basics
import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct EventDataTests {
    @Test func `a due event holds the firing, the reminder and the whole task`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make("Pay \"rent\"\n집", due: "2026-03-02T11:00:00", rule: "FREQ=MONTHLY") { draft in
                draft.reminders = [try .make("-PT1H", every: "PT10M", count: 3)]
                draft.tags = ["home"]
                draft.priority = .high
                draft.subtasks = [.init(title: "Check account")]
            })
        try await harness.fire(at: "2026-03-02T09:00:01Z")
        let event = try #require(try await harness.events(.reminderDue).first)
        let data = event.data
        let firing = try #require(version5(task.reminders[0].id.uuid, "2026-03-02T09:00:00Z"))
        #expect(data["firingId"]?.string == firing.description)
        #expect(event.id.description == "evt_" + firing.description.filter { $0 != "-" })
        #expect(data["scheduledAt"]?.string == "2026-03-02T09:00:00Z")
        #expect(data["firedAt"]?.string == "2026-03-02T09:00:01Z")
        #expect(data["lateBySeconds"] == .number(1))
        #expect(data["missedCount"]?.integer == 0)
        #expect(data["reminder"]?["id"]?.string == task.reminders[0].id.description)
        #expect(data["reminder"]?["state"]?.string == "fired")
        #expect(data["reminder"]?["nextFireAt"]?.string == "2026-03-02T09:10:00Z")
        let after = try #require(try await harness.task(task.id))
        #expect(data["task"] == (try JSONValue(json: Data(after.json(now: harness.clock.now)))))
    }

    @Test func `each command tells what it did with the task as it is then`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make("Rent", due: "2026-03-02T10:00:00Z", remind: ["PT0S"], rule: "FREQ=DAILY"))
        _ = try await harness.snooze(task.reminders[0].id, until: "2026-03-02T11:00:00Z")
        _ = try await harness.acknowledge(task.reminders[0].id)
        _ = try await harness.complete(task.id)
        _ = try await harness.reopen(task.id)
        var draft = try #require(try await harness.task(task.id)).draft
        draft.title = "Rent and power"
        _ = try await harness.update(task.id, to: draft)
        _ = try await harness.skip(task.id)
        try await harness.delete(task.id)
        let events = try await harness.events()
        let types: [EventType] = [
            .taskCreated, .seriesCreated, .reminderSnoozed, .reminderAcknowledged, .taskCompleted, .taskRespawned,
            .taskReopened, .taskDeleted, .taskUpdated, .seriesUpdated, .taskSkipped, .taskRespawned, .taskDeleted,
        ]
        #expect(events.map(\.type) == types)
        #expect(
            events.allSatisfy {
                $0.type == .seriesCreated || $0.type == .seriesUpdated || $0.data["task"]?["id"]?.string != nil
            })
        #expect(events[1].data["taskId"]?.string == task.id.description)
        #expect(events[1].data["seriesId"]?.string == task.occurrence?.series.description)
        let ofTask = events.filter { $0.data["task"]?["id"]?.string == task.id.description }
        #expect(ofTask.compactMap { $0.data["task"]?["version"]?.integer } == [1, 2, 3, 4, 5, 6, 7, 7])
        #expect(events[9].data["changed"] == .array([.string("title")]) && events[9].data["taskCount"]?.integer == 0)
        let born = [events[5], events[11]]
        #expect(born.allSatisfy { $0.data["previousTaskId"]?.string == task.id.description })
        #expect(born.allSatisfy { $0.data["cause"]?.string == task.id.description && $0.data["passed"]?.integer == 0 })
        // The same occurrence, born again with a higher version under the same id.
        #expect(Set(born.map { $0.data["task"]?["id"]?.string }).count == 1)
        #expect(born.map { $0.data["task"]?["version"]?.integer } == [1, 2])
        #expect(events[2].data["reminder"]?["snoozedUntil"]?.string == "2026-03-02T11:00:00Z")
        #expect(events[8].title == "Rent and power")
        #expect([events[7], events[12]].map { $0.data["reason"]?.string } == ["withdrawn", "deleted"])
    }

    @Test func `a task that an added exception names is deleted as excepted`() async throws {
        let harness = try Harness(now: "2026-03-01T08:00:00Z", zone: "UTC")
        let first = try await harness.create(
            .make(due: "2026-03-01T09:00:00", rule: "FREQ=DAILY") { $0.recurrence?.respawn = .schedule })
        try await harness.run(until: instant("2026-03-02T09:00:00Z"))
        _ = try await harness.update(first, .all) { $0.recurrence?.exceptionDates = ["20260302T090000"] }
        let deleted = try await harness.events(.taskDeleted)
        #expect(deleted.map { $0.data["reason"]?.string } == ["excepted"])
        #expect(deleted.map { $0.data["task"]?["occurrence"]?.integer } == [2])
    }

    @Test func `a command that changes nothing tells nothing`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T09:00:00", remind: ["-PT1H", "-P1D"], rule: "FREQ=WEEKLY") { draft in
                draft.subtasks = [.init(title: "a", isCompleted: true)]
                draft.reminders.append(try .at("2026-03-02T07:00:00Z"))
            })
        #expect(try await harness.update(task.id, to: task.draft) == task)
        #expect(try await harness.reopen(task.id).reopened == task)
        #expect(try await harness.events().map(\.type) == [.taskCreated, .seriesCreated])
    }
}
