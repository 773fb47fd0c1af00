import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// A reminder of 23:00 that is held at 23:30, what changes then, and what becomes of it.
struct HeldCase: Sendable, CustomTestStringConvertible {
    enum Change: Sendable {
        case quietHours(QuietHoursChoice?)
        case priority(TaskPriority)
        case tags([String])
        case title
        case serverHours(String?)
        case pauseReplaced(until: String, Pause.Missed)
        case pauseEnded
    }

    let testDescription: String
    var serverHours: String?
    var ownHours: QuietHoursChoice?
    var tags: [String] = []
    var pauses: [(target: PauseTarget, missed: Pause.Missed)] = []
    let change: Change
    /// When it goes off, or is missed; nil when it stays held for a day.
    let outcome: (type: EventType, at: String)?

    static let atOnce = "2026-03-02T23:30:00Z"

    static let all: [HeldCase] = [
        HeldCase(
            testDescription: "the task's quiet hours are switched off", serverHours: "22:00-07:00",
            change: .quietHours(.off), outcome: (.reminderDue, atOnce)),
        HeldCase(
            testDescription: "the task's quiet hours end earlier", ownHours: window("22:00-07:00"),
            change: .quietHours(window("22:00-02:00")), outcome: (.reminderDue, "2026-03-03T02:00:00Z")),
        HeldCase(
            testDescription: "the task's quiet hours end later", serverHours: "22:00-07:00",
            change: .quietHours(window("22:00-09:00")), outcome: (.reminderDue, "2026-03-03T09:00:00Z")),
        HeldCase(
            testDescription: "the task's quiet hours give way to the server's", serverHours: "23:00-05:00",
            ownHours: window("22:00-07:00"), change: .quietHours(nil), outcome: (.reminderDue, "2026-03-03T05:00:00Z")),
        HeldCase(
            testDescription: "the priority rises above what is held", serverHours: "22:00-07:00 high",
            change: .priority(.urgent), outcome: (.reminderDue, atOnce)),
        HeldCase(
            testDescription: "the priority rises, but not enough", serverHours: "22:00-07:00 high",
            change: .priority(.medium), outcome: (.reminderDue, "2026-03-03T07:00:00Z")),
        HeldCase(
            testDescription: "nothing that counts changes", serverHours: "22:00-07:00", change: .title,
            outcome: (.reminderDue, "2026-03-03T07:00:00Z")),
        HeldCase(
            testDescription: "the server's quiet hours end earlier", serverHours: "22:00-07:00",
            change: .serverHours("22:00-04:00"), outcome: (.reminderDue, "2026-03-03T04:00:00Z")),
        HeldCase(
            testDescription: "the server's quiet hours end later", serverHours: "22:00-07:00",
            change: .serverHours("22:00-08:00"), outcome: (.reminderDue, "2026-03-03T08:00:00Z")),
        HeldCase(
            testDescription: "the server has no quiet hours any more", serverHours: "22:00-07:00",
            change: .serverHours(nil), outcome: (.reminderDue, atOnce)),
        HeldCase(
            testDescription: "the server's quiet hours change, the task has its own", serverHours: "22:00-07:00",
            ownHours: window("22:00-06:00"), change: .serverHours(nil),
            outcome: (.reminderDue, "2026-03-03T06:00:00Z")),
        HeldCase(
            testDescription: "the tag that is paused is taken off", tags: ["home"], pauses: [(.tag("home"), .fire)],
            change: .tags([]), outcome: (.reminderDue, atOnce)),
        HeldCase(
            testDescription: "the tag that is paused is taken off, and what it held was to be skipped", tags: ["home"],
            pauses: [(.tag("home"), .skip)], change: .tags([]), outcome: (.reminderMissed, atOnce)),
        HeldCase(
            testDescription: "the tag that is paused is taken off, another is paused too", tags: ["home", "work"],
            pauses: [(.tag("home"), .fire), (.tag("work"), .fire)], change: .tags(["work"]), outcome: nil),
        HeldCase(
            testDescription: "a tag is added to one that is paused", tags: ["home"], pauses: [(.tag("home"), .fire)],
            change: .tags(["work", "home"]), outcome: nil),
        HeldCase(
            testDescription: "the tag that is paused is taken off in quiet hours", serverHours: "22:00-07:00",
            tags: ["home"], pauses: [(.tag("home"), .fire)], change: .tags([]),
            outcome: (.reminderDue, "2026-03-03T07:00:00Z")),
        HeldCase(
            testDescription: "a tag that is paused is added to one held by quiet hours", serverHours: "22:00-07:00",
            pauses: [(.tag("work"), .fire)], change: .tags(["work"]), outcome: nil),
        HeldCase(
            testDescription: "the pause gets an end", pauses: [(.all, .fire)],
            change: .pauseReplaced(until: "2026-03-03T01:00:00Z", .fire),
            outcome: (.reminderDue, "2026-03-03T01:00:00Z")),
        HeldCase(
            testDescription: "the pause gets an end and skips what it held", pauses: [(.all, .fire)],
            change: .pauseReplaced(until: "2026-03-03T01:00:00Z", .skip),
            outcome: (.reminderMissed, "2026-03-03T01:00:00Z")),
        HeldCase(
            testDescription: "the pause is ended", pauses: [(.all, .fire)], change: .pauseEnded,
            outcome: (.reminderDue, atOnce)),
    ]

    private static func window(_ text: String) -> QuietHoursChoice? { QuietHours(text).map { .window($0) } }
}

@Suite struct HoldReviewTests {
    @Test(arguments: HeldCase.all)
    func `what is held is looked at again when what holds it changes`(_ held: HeldCase) async throws {
        var harness = try Harness(zone: "UTC", quietHours: held.serverHours)
        let task = try await harness.create(
            .make(due: "2026-03-02T23:00:00", remind: ["PT0S"]) { draft in
                (draft.quietHours, draft.tags) = (held.ownHours, held.tags)
            })
        for pause in held.pauses { try await harness.pause(pause.target, missed: pause.missed) }
        try await harness.run(until: instant(HeldCase.atOnce))
        #expect(try await harness.task(task.id)?.reminders[0].hold != nil)
        try await change(held.change, task, &harness)
        try await harness.run(until: instant("2026-03-03T20:00:00Z"))
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == (held.outcome.map { [$0.type] } ?? []))
        #expect(told.map(\.timestamp.description) == (held.outcome.map { [$0.at] } ?? []))
        #expect(told.allSatisfy { $0.scheduledAt == "2026-03-02T23:00:00Z" })
        let stored = try #require(try await harness.task(task.id))
        #expect((stored.reminders[0].hold == nil) == (held.outcome != nil))
        #expect(stored.brokenReminders.isEmpty)
    }

    private func change(_ change: HeldCase.Change, _ task: TaskItem, _ harness: inout Harness) async throws {
        var draft = task.draft
        switch change {
        case .quietHours(let hours): draft.quietHours = hours
        case .priority(let priority): draft.priority = priority
        case .tags(let tags): draft.tags = tags
        case .title: draft.title = "Another"
        case .serverHours(let hours):
            harness = try harness.restarted(quietHours: hours)
            return
        case .pauseReplaced(let until, let missed):
            try await harness.pause(.all, until: until, missed: missed)
            return
        case .pauseEnded:
            try await harness.resume(try #require(try await harness.pauses().first))
            return
        }
        _ = try await harness.update(task.id, to: draft)
    }

    @Test func `a reminder that leaves its hold keeps its time when the clock was set back`() async throws {
        let harness = try Harness(zone: "UTC", quietHours: "22:00-07:00")
        let task = try await harness.create(.make(due: "2026-03-02T23:00:00", remind: ["PT0S"]))
        try await harness.fire(at: "2026-03-02T23:00:00Z")
        harness.clock.set(to: try instant("2026-03-02T20:00:00Z"))
        var draft = task.draft
        draft.quietHours = .off
        let edited = try await harness.update(task.id, to: draft)
        #expect(edited.reminders[0].nextFireAt?.description == "2026-03-02T23:00:00Z")
        try await harness.look()
        #expect(try await harness.events(.reminderDue).isEmpty)
    }
}
