import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct CatchUpTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    @Test func `a reminder's own catch-up window goes before the server's`() async throws {
        let harness = try Harness(zone: "UTC", catchUp: .seconds(3_600))
        for (name, window) in [("default", nil), ("short", 600), ("long", 86_400)] as [(String, Int?)] {
            _ = try await harness.create(
                .make(name, due: at("10:00"), remind: ["PT0S"]) {
                    $0.reminders[0].catchUpWindow = window.map { .seconds($0) }
                })
        }
        try await harness.fire(at: at("10:30"))
        #expect(Set(try await harness.events(.reminderDue).map(\.title)) == ["default", "long"])
        let missed = try await harness.events(.reminderMissed)
        #expect(missed.map(\.title) == ["short"])
        #expect(missed.first?.data["reminder"]?["catchUp"]?.string == "PT10M")
    }

    @Test(arguments: [0, 59, 366 * 86_400 + 1])
    func `a catch-up window that makes no sense is refused`(_ seconds: Int) async throws {
        let harness = try Harness()
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.create(
                .make(due: at("10:00"), remind: ["PT0S"]) { $0.reminders[0].catchUpWindow = .seconds(seconds) })
        }
        #expect(error?.problems.map(\.pointer) == ["/reminders/0/catchUp"])
    }

    @Test(arguments: [("10:10", "downtime"), ("11:55", "setLate")])
    func `what is late says why`(_ created: String, _ reason: String) async throws {
        let harness = try Harness(now: "2026-03-02T09:00:00Z", zone: "UTC")
        let due = created == "11:55" ? at("11:50") : at("11:00")
        harness.clock.set(to: try instant(at(created)))
        _ = try await harness.create(.make(due: due, remind: ["PT0S"]))
        harness.clock.set(to: try instant(at("12:00")))
        if reason == "downtime" { try harness.restart() }
        try await harness.look()
        #expect(try await harness.events(.reminderDue).map { $0.data["lateReason"]?.string } == [reason])
    }

    @Test func `a reminder that a sleeping machine or a clock set forward passed over says so`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        try await harness.look()
        try await harness.fire(at: at("10:20"))
        #expect(try await harness.events(.reminderDue).map { $0.data["lateReason"]?.string } == ["wokenLate"])
    }

    @Test func `what is on time says nothing of lateness`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        try await harness.run(until: instant(at("10:00")))
        #expect(try await harness.events(.reminderDue).map { $0.data["lateReason"] } == [nil])
    }

    @Test func `after a long downtime the backlog is paced, and new reminders do not wait for it`() async throws {
        let harness = try Harness(zone: "UTC", catchUpRate: 10)
        for number in 0..<35 {
            _ = try await harness.create(.make("old \(number)", due: at("10:00"), remind: ["PT0S"]))
        }
        _ = try await harness.create(.make("new", due: at("12:00"), remind: ["PT0S"]))
        _ = try await harness.create(.make("next", due: at("12:00"), remind: ["PT1S"]))
        harness.clock.set(to: try instant(at("12:00")))
        try harness.restart()
        let next = try await harness.look()
        let first = try await harness.events(.reminderDue).map(\.title)
        #expect(first.count == 11 && first.first == "new")
        #expect(next == (try instant(at("12:00"))).advanced(by: .milliseconds(100)))
        for tenth in 1...9 {
            harness.clock.set(to: try instant(at("12:00")).advanced(by: .milliseconds(tenth * 100)))
            try await harness.look()
            #expect(try await harness.events(.reminderDue).count == 11 + tenth)
        }
        try await harness.run(until: instant(at("12:05")))
        let all = try await harness.events(.reminderDue)
        #expect(all.count == 37 && Set(all.map(\.id)).count == 37)
        let late = try #require(all.first { $0.title == "next" })
        #expect(late.timestamp == (try instant("2026-03-02T12:00:01Z")))
    }

    @Test func `new reminders that are many go before the backlog, each once`() async throws {
        let harness = try Harness(zone: "UTC", catchUpRate: 10)
        for (name, count, time) in [("old", 35, "10:00"), ("new", 150, "12:00")] {
            for number in 0..<count {
                _ = try await harness.create(.make("\(name) \(number)", due: at(time), remind: ["PT0S"]))
            }
        }
        harness.clock.set(to: try instant(at("12:00")))
        try harness.restart()
        try await harness.look()
        let first = try await harness.events(.reminderDue).map(\.title)
        #expect(first.count == 160)
        #expect(first.prefix(150).allSatisfy { $0?.hasPrefix("new") ?? false })
        #expect(first.suffix(10).allSatisfy { $0?.hasPrefix("old") ?? false })
        try await harness.run(until: instant(at("12:05")))
        let all = try await harness.events(.reminderDue)
        #expect(all.count == 185 && Set(all.map(\.id)).count == 185)
    }
}
