import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// A reminder at a local time in Berlin, and when it goes off under quiet hours.
struct QuietCase: CustomTestStringConvertible {
    let hours: String
    let due: String
    let firesAt: String

    init(_ hours: String, _ due: String, _ firesAt: String) {
        (self.hours, self.due, self.firesAt) = (hours, due, firesAt)
    }

    var testDescription: String { "\(hours), due \(due)" }

    static let all = [
        QuietCase("22:00-07:00", "2026-03-02T21:59:59", "2026-03-02T20:59:59Z"),
        QuietCase("22:00-07:00", "2026-03-02T22:00:00", "2026-03-03T06:00:00Z"),
        QuietCase("22:00-07:00", "2026-03-03T06:59:59", "2026-03-03T06:00:00Z"),
        QuietCase("22:00-07:00", "2026-03-03T07:00:00", "2026-03-03T06:00:00Z"),
        QuietCase("12:00-13:30", "2026-03-02T12:15:00", "2026-03-02T12:30:00Z"),
        QuietCase("12:00-13:30", "2026-03-02T13:45:00", "2026-03-02T12:45:00Z"),
        QuietCase("22:00-07:00 Asia/Tokyo", "2026-03-02T15:00:00", "2026-03-02T22:00:00Z"),
        QuietCase("22:00-07:00 Asia/Tokyo", "2026-03-02T23:00:00", "2026-03-02T22:00:00Z"),
        // The night of the gap is an hour shorter, that of the overlap an hour longer.
        QuietCase("22:00-07:00", "2026-03-28T23:00:00", "2026-03-29T05:00:00Z"),
        QuietCase("22:00-02:30", "2026-03-28T23:00:00", "2026-03-29T01:30:00Z"),
        QuietCase("22:00-07:00", "2026-10-24T23:00:00", "2026-10-25T06:00:00Z"),
        QuietCase("22:00-02:30", "2026-10-24T23:00:00", "2026-10-25T00:30:00Z"),
        // What begins or ends in the gap or the overlap does so at one instant.
        QuietCase("22:00-02:30", "2026-03-29T03:10:00", "2026-03-29T01:30:00Z"),
        QuietCase("02:30-07:00", "2026-03-29T03:10:00", "2026-03-29T01:10:00Z"),
        QuietCase("02:30-07:00", "2026-10-25T01:15:00Z", "2026-10-25T06:00:00Z"),
        QuietCase("22:00-02:30", "2026-10-25T01:15:00Z", "2026-10-25T01:15:00Z"),
    ]
}

@Suite struct QuietHoursTests {
    @Test(arguments: QuietCase.all)
    func `a reminder in quiet hours waits for their end, one outside does not`(_ expected: QuietCase) async throws {
        let harness = try Harness(quietHours: expected.hours)
        _ = try await harness.create(.make(due: expected.due, remind: ["PT0S"]))
        try await harness.run(until: instant("2026-11-01T00:00:00Z"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.timestamp.description) == [expected.firesAt])
    }

    @Test func `a reminder that waited keeps its instant and its id, and says why it is late`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(.make(due: "2026-03-02T23:30:00", remind: ["PT0S"]))
        #expect(try await harness.fire(at: "2026-03-02T23:30:00Z") == instant("2026-03-03T07:00:00Z"))
        let held = try #require(try await harness.task(task.id)?.reminders[0])
        #expect(held.hold == Reminder.Hold(.quietHours, scheduledAt: try instant("2026-03-02T23:30:00Z")))
        #expect(try await harness.events(.reminderDue).isEmpty)
        try harness.restart()
        try await harness.fire(at: "2026-03-03T07:00:00Z")
        let fired = try #require(try await harness.events(.reminderDue).first)
        #expect(fired.id.uuid == version5(held.id.uuid, "2026-03-02T23:30:00Z"))
        #expect(fired.data["lateReason"]?.string == "quietHours")
        #expect(fired.data["lateBySeconds"] == .number(27_000))
        #expect(try await harness.task(task.id)?.reminders[0].hold == nil)
    }

    @Test(arguments: TaskPriority.allCases)
    func `quiet hours let through from a priority on`(_ priority: TaskPriority) async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00 high")
        _ = try await harness.create(.make(due: "2026-03-02T23:30:00", remind: ["PT0S"]) { $0.priority = priority })
        try await harness.run(until: instant("2026-03-04T00:00:00Z"))
        let isThrough = priority == .high || priority == .urgent
        let expected = isThrough ? "2026-03-02T23:30:00Z" : "2026-03-03T07:00:00Z"
        #expect(try await harness.events(.reminderDue).map(\.timestamp.description) == [expected])
    }

    @Test func `a task's own quiet hours go before the server's, and it may have none`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let own = try #require(QuietHours("23:00-23:45"))
        for choice in [nil, .off, .window(own)] as [QuietHoursChoice?] {
            _ = try await harness.create(.make(due: "2026-03-02T23:30:00", remind: ["PT0S"]) { $0.quietHours = choice })
        }
        try await harness.run(until: instant("2026-03-04T00:00:00Z"))
        let fired = try await harness.events(.reminderDue).map(\.timestamp.description)
        #expect(fired == ["2026-03-02T23:30:00Z", "2026-03-02T23:45:00Z", "2026-03-03T07:00:00Z"])
    }

    @Test func `a reminder that was put off into quiet hours goes off in them`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(.make(due: "2026-03-02T21:00:00", remind: ["PT0S"]))
        try await harness.fire(at: "2026-03-02T21:00:00Z")
        _ = try await harness.snooze(task.reminders[0].id, until: "2026-03-02T22:30:00Z")
        try await harness.fire(at: "2026-03-02T22:30:00Z")
        #expect(try await harness.events(.reminderDue).count == 2)
    }

    @Test func `repetitions in quiet hours become one at their end`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        _ = try await harness.create(
            .make(due: "2026-03-02T21:50:00") { $0.reminders = [try .make("PT0S", every: "PT1H", count: 12)] })
        try await harness.run(until: instant("2026-03-03T08:30:00Z"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == ["02T21:50", "03T06:50", "03T07:50"].map { "2026-03-\($0):00Z" })
        #expect(fired.map(\.missedCount) == [0, 8, 0])
    }

    @Test(arguments: [
        "", "22:00", "22:00-22:00", "25:00-07:00", "22:00-07:00 a b", "22:00-07:00 high high", "-", "x-y",
    ])
    func `quiet hours that make no sense are not read`(_ text: String) {
        #expect(QuietHours(text) == nil)
    }

    @Test(arguments: ["22:00-07:00", "00:00-23:59:59", "22:00-07:00 Europe/Berlin", "22:00-07:00 Asia/Seoul high"])
    func `quiet hours are read as they are written`(_ text: String) {
        #expect(QuietHours(text)?.description == text)
    }

    @Test func `quiet hours in a zone that there is not are refused`() async throws {
        let harness = try Harness()
        let hours = try #require(QuietHours("22:00-07:00 Mars/Olympus"))
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.create(.make { $0.quietHours = .window(hours) })
        }
        #expect(error?.problems.map(\.pointer) == ["/quietHours/timeZone"])
    }
}
