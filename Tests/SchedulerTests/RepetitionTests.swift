import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// What a repeating reminder (10:00, every ten minutes, three times more) does when the loop looks at given times.
struct Repetition: CustomTestStringConvertible {
    let looks: [String]
    let fired: [String]
    let missed: [Int]

    init(_ looks: [String], fired: [String], missed: [Int]) {
        (self.looks, self.fired, self.missed) = (looks, fired, missed)
    }

    var testDescription: String { looks.joined(separator: " ") }

    static let all = [
        Repetition(
            ["10:00", "10:10", "10:20", "10:30", "10:40", "23:00"], fired: ["10:00", "10:10", "10:20", "10:30"],
            missed: [0, 0, 0, 0]),
        Repetition(
            ["10:09", "10:11", "10:29", "10:30"], fired: ["10:00", "10:10", "10:20", "10:30"], missed: [0, 0, 0, 0]),
        Repetition(["10:10", "10:40"], fired: ["10:10", "10:30"], missed: [1, 1]),
        Repetition(["10:25", "10:30"], fired: ["10:20", "10:30"], missed: [2, 0]),
        Repetition(["10:30", "10:40"], fired: ["10:30"], missed: [3]),
        Repetition(["20:00", "21:00"], fired: ["10:30"], missed: [3]),
        Repetition(["09:59"], fired: [], missed: []),
    ]
}

@Suite struct RepetitionTests {
    private func repeating(_ harness: Harness) async throws -> TaskItem {
        try await harness.create(
            .make(due: "2026-03-02T10:00:00Z") { $0.reminders = [try .make("PT0S", every: "PT10M", count: 3)] })
    }

    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    @Test(arguments: Repetition.all)
    func `a reminder repeats, and missed repetitions become one firing that counts them`(_ expected: Repetition)
        async throws
    {
        let harness = try Harness(zone: "UTC")
        _ = try await repeating(harness)
        for look in expected.looks {
            try await harness.fire(at: at(look))
            try await harness.fire(at: at(look))
        }
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == expected.fired.map(at))
        #expect(fired.map(\.missedCount) == expected.missed)
    }

    @Test func `a repeating reminder is as late as the latest of its times`() async throws {
        let harness = try Harness(zone: "UTC", catchUp: .seconds(900))
        _ = try await repeating(harness)
        try await harness.fire(at: at("10:22"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == [at("10:20")])
        #expect(fired.map(\.missedCount) == [2])
        #expect(try await harness.events(.reminderMissed).isEmpty)
    }

    @Test func `an acknowledged reminder repeats no more`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await repeating(harness)
        try await harness.fire(at: at("10:00"))
        try await harness.fire(at: at("10:10"))
        let seen = try await harness.acknowledge(task.reminders[0].id)
        #expect(seen.reminders[0].state == .acknowledged)
        #expect(seen.reminders[0].nextFireAt == nil)
        try await harness.run(until: instant(at("20:00")))
        #expect(try await harness.events(.reminderDue).count == 2)
        #expect(try await harness.events(.reminderAcknowledged).count == 1)
    }

    @Test func `acknowledging twice changes nothing`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await repeating(harness)
        try await harness.fire(at: at("10:00"))
        let first = try await harness.acknowledge(task.reminders[0].id)
        let again = try await harness.acknowledge(task.reminders[0].id)
        #expect(first == again)
        #expect(try await harness.events(.reminderAcknowledged).count == 1)
    }

    @Test func `completing the task ends the repetitions`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await repeating(harness)
        try await harness.fire(at: at("10:00"))
        _ = try await harness.complete(task.id)
        try await harness.run(until: instant(at("20:00")))
        #expect(try await harness.events(.reminderDue).count == 1)
        for command in ["snooze", "acknowledge"] {
            let error = await #expect(throws: SchedulerError.self) {
                _ =
                    command == "snooze"
                    ? try await harness.snooze(task.reminders[0].id, until: "2026-03-03T10:00:00Z")
                    : try await harness.acknowledge(task.reminders[0].id)
            }
            #expect(error?.code == .notPossible)
        }
    }

    @Test func `a snoozed reminder goes off again at the time it was put off to`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        try await harness.fire(at: at("10:00"))
        let snoozed = try await harness.snooze(task.reminders[0].id, until: at("10:15"))
        #expect(snoozed.reminders[0].state == .snoozed)
        #expect(snoozed.reminders[0].snoozedUntil == UTCInstant(at("10:15")))
        try await harness.fire(at: at("10:14"))
        #expect(try await harness.events(.reminderDue).count == 1)
        try await harness.run(until: instant(at("20:00")))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == [at("10:00"), at("10:15")])
        #expect(Set(fired.map(\.id)).count == 2)
        let after = try await harness.task(task.id)?.reminders[0]
        #expect(after?.state == .fired && after?.snoozedUntil == nil && after?.nextFireAt == nil)
    }

    @Test func `a snooze before the reminder's time puts it off`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        _ = try await harness.snooze(task.reminders[0].id, until: at("11:00"))
        try await harness.run(until: instant(at("20:00")))
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == [at("11:00")])
    }

    @Test func `a snoozed reminder survives a change of the task's title`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        let snoozed = try await harness.snooze(task.reminders[0].id, until: at("11:00"))
        var draft = snoozed.draft
        draft.title = "Another title"
        let changed = try await harness.update(task.id, to: draft)
        #expect(changed.reminders == snoozed.reminders)
    }

    @Test(arguments: ["2026-03-01T12:00:00Z", "2026-03-01T11:59:59Z", "1999-01-01T00:00:00Z"])
    func `a reminder cannot be snoozed to a past time`(_ until: String) async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.snooze(task.reminders[0].id, until: until)
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.problems.map(\.pointer) == ["/until"])
        #expect(try await harness.task(task.id) == task)
    }

    @Test func `a reminder that nobody has is not found`() async throws {
        let harness = try Harness()
        let id = ReminderID(UUIDValue(high: 1, low: 1))
        let snooze = await #expect(throws: SchedulerError.self) { _ = try await harness.snooze(id, until: at("11:00")) }
        let acknowledge = await #expect(throws: SchedulerError.self) { _ = try await harness.acknowledge(id) }
        #expect([snooze?.code, acknowledge?.code] == [.notFound, .notFound])
    }
}
