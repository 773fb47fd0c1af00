import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

extension Harness {
    func firings(of id: TaskID, before place: Firing? = nil, limit: Int = 100) async throws -> FiringHistory {
        let (commands, now) = (commands, clock.now)
        return try await store.read { try commands.firings(of: id, before: place, limit: limit, in: $0, now: now) }
    }
}

@Suite struct WhyTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    @Test func `a firing tells when it was, how late and why, and what was done with it`() async throws {
        let harness = try Harness(zone: "UTC")
        try await harness.store.write { try $0.save(Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)) }
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        let id = task.reminders[0].id
        try await harness.look()
        try await harness.fire(at: at("10:20"))
        let snooze = try instant(at("11:00"))
        _ = try await harness.store.write { [commands = harness.commands, now = harness.clock.now] in
            try commands.snooze(id, until: snooze, author: "anna", in: $0, now: now)
        }
        try await harness.fire(at: at("11:00"))
        _ = try await harness.acknowledge(id)
        let past = try await harness.firings(of: task.id).past
        #expect(past.map(\.firing.scheduledAt.description) == [at("11:00"), at("10:00")])
        #expect(past.map(\.lateReason) == [nil, "wokenLate"])
        #expect(past.map(\.snoozedFrom?.description) == [at("10:00"), nil])
        #expect(past[1].snooze?.author == "anna" && past[1].snooze?.until == snooze)
        #expect(past.map(\.acknowledgement?.at) == [snooze, nil])
        #expect(past.map { $0.deliveries.map(\.hook) } == [[Hook.stdoutID], [Hook.stdoutID]])
        #expect(past.map { $0.deliveries.map(\.eventID.uuid) } == past.map { [$0.firing.id.uuid] })
    }

    @Test func `a missed firing is among them, with its reason`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        harness.clock.set(to: try instant("2026-03-05T10:00:00Z"))
        try harness.restart()
        try await harness.look()
        let history = try await harness.firings(of: task.id)
        #expect(history.past.map(\.isMissed) == [true])
        #expect(history.past.first?.lateReason == "downtime")
        #expect(history.planned.isEmpty)
    }

    @Test func `pages of the past follow each other without gap or overlap`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: at("10:00")) {
                $0.reminders = try (0..<2).map { _ in try .make("PT0S", every: "PT1M", count: 6) }
            })
        try await harness.run(until: instant(at("12:00")))
        let all = try await harness.firings(of: task.id).past.map(\.firing)
        #expect(all.count == 14)
        for size in [1, 3, 7, 14] {
            var (seen, place): ([Firing], Firing?) = ([], nil)
            repeat {
                let page = try await harness.firings(of: task.id, before: place, limit: size)
                seen += page.past.map(\.firing)
                place = page.next
            } while place != nil
            #expect(seen == all)
        }
    }

    @Test func `a planned firing tells what rule, zone and policy put it there`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(
            .make(due: "2026-03-02T23:00:00", zone: "Europe/Berlin", remind: ["-PT30M"], rule: "FREQ=DAILY"))
        let planned = try await harness.firings(of: task.id).planned
        #expect(planned.map(\.isProjected) == [false, true])
        let first = try #require(planned.first)
        #expect(first.scheduledAt.description == at("21:30"))
        #expect(first.fireAt?.description == "2026-03-03T06:00:00Z")
        #expect(first.reasons[0].hasPrefix("It is set for PT30M before the due time, 2026-03-02T23:00:00 Europe/"))
        #expect(first.reasons[1] == "It belongs to occurrence 1 of its series, at 2026-03-02T23:00:00 by FREQ=DAILY.")
        #expect(first.reasons[2] == "Quiet hours (22:00-07:00) hold it until 2026-03-03T06:00:00Z.")
        #expect(first.reasons[3] == "If it is more than P1D late, it is reported as missed instead.")
        #expect(first.firingID == FiringID(reminder: task.reminders[0].id, scheduledAt: first.scheduledAt))
        try await harness.pause(.all)
        let paused = try #require(try await harness.firings(of: task.id).planned.first)
        #expect(paused.fireAt == nil)
        #expect(paused.reasons[2] == "A pause (all) holds it until it is ended.")
    }

    @Test func `what was said of a firing to come is what then happens`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(
            .make(due: "2026-03-02T23:00:00", remind: ["-P1D", "-PT4H", "-PT30M", "PT0S", "PT9H"]))
        try await harness.pause(.task(task.id), until: at("20:00"))
        let planned = try await harness.firings(of: task.id).planned
        try await harness.run(until: instant("2026-03-04T00:00:00Z"))
        let fired = try await harness.events(.reminderDue)
        let expected = planned.sorted { ($0.fireAt!, $0.scheduledAt) < ($1.fireAt!, $1.scheduledAt) }
        #expect(fired.map(\.timestamp) == expected.map(\.fireAt))
        #expect(Set(fired.map(\.id.uuid)) == Set(planned.map(\.firingID.uuid)))
    }
}
