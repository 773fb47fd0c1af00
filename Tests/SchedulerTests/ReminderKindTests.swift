import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct ReminderKindTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    @Test func `a task may have many reminders of every kind, and each goes off once`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(
            .make(due: "2026-03-02T12:00:00", start: "2026-03-02T08:00:00", remind: ["-PT1H", "PT0S", "PT15M"]) {
                $0.reminders += [try .make("PT0S", from: .start), try .make("-P1D", from: .start)]
                $0.reminders += [try .at("2026-03-02T09:30:00")]
            })
        try await harness.run(until: instant("2026-03-04T00:00:00Z"))
        let expected = ["08:00", "09:30", "11:00", "12:00", "12:15"].map(at)
        let fired = try await harness.events(.reminderDue).map(\.scheduledAt)
        #expect(fired == ["2026-03-01T08:00:00Z"] + expected)
    }

    @Test func `completing a task drops its reminders, but for those that are to be kept`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: at("10:00"), remind: ["PT0S", "PT1H"]) { $0.reminders[1].isKeptOnCompletion = true })
        let done = try await harness.complete(task.id).completed
        #expect(done.reminders.map(\.state) == [.cancelled, .scheduled])
        let kept = done.reminders[1].id
        _ = try await harness.snooze(kept, until: at("12:00"))
        try await harness.run(until: instant(at("20:00")))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == [at("12:00")])
        #expect(fired.first?.data["reminder"]?["keepOnCompletion"] == .bool(true))
        #expect(try await harness.acknowledge(kept).reminders[1].state == .acknowledged)
    }

    @Test func `a skipped task keeps no reminder, and its successor has the same kinds`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(
            .make(due: at("10:00"), remind: ["PT0S"], rule: "FREQ=DAILY") {
                $0.reminders[0].isKeptOnCompletion = true
                $0.reminders[0].catchUpWindow = .seconds(120)
                $0.quietHours = .off
            })
        let skip = try await harness.skip(task.id)
        #expect(skip.skipped.reminders.map(\.state) == [.cancelled])
        let next = try #require(skip.next)
        #expect(next.reminders[0].isKeptOnCompletion && next.reminders[0].catchUpWindow == .seconds(120))
        #expect(next.quietHours == .off)
    }

    @Test func `a reminder that waits in quiet hours is dropped when its task is done`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(.make(due: at("23:00"), remind: ["PT0S"]))
        try await harness.fire(at: at("23:00"))
        let done = try await harness.complete(task.id).completed
        #expect(done.reminders[0].hold == nil && done.reminders[0].nextFireAt == nil)
        try await harness.run(until: instant("2026-03-03T12:00:00Z"))
        #expect(try await harness.events(.reminderDue).isEmpty)
    }

    @Test(arguments: [false, true])
    func `putting off to an instant that was told already goes off a second later`(_ isMissed: Bool) async throws {
        let harness = try Harness(zone: "UTC", catchUp: .seconds(60))
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        try await harness.fire(at: isMissed ? at("10:30") : at("10:00"))
        harness.clock.set(to: try instant(at("09:00")))
        let snoozed = try await harness.snooze(task.reminders[0].id, until: at("10:00"))
        #expect(snoozed.reminders[0].nextFireAt?.description == "2026-03-02T10:00:01Z")
        try await harness.run(until: instant(at("10:01")))
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.count == 2 && Set(told.map(\.id)).count == 2)
        #expect(told.last?.type == .reminderDue)
    }
}
