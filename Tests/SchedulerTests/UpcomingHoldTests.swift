import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// Pauses and quiet hours, and what they do to a reminder for 10:00 on a task that recurs every day.
struct HoldCase: CustomTestStringConvertible {
    enum Target { case all, tag, series, task, reminder, filter, otherTag, otherFilter }

    let testDescription: String
    var pauses: [(Target, until: String?, Pause.Missed)] = []
    var quietHours: String?
    var own: QuietHoursChoice?
    var priority = TaskPriority.none
    var recurs = true
    var snoozedTo: String?
    /// Who holds it, and until when; nil where nobody does.
    let hold: (Reminder.Hold.Reason, String?)?

    static let all: [HoldCase] = [
        HoldCase(testDescription: "nothing", hold: nil),
        HoldCase(testDescription: "all", pauses: [(.all, "11:00", .fire)], hold: (.pause, "11:00")),
        HoldCase(testDescription: "all, without end", pauses: [(.all, nil, .fire)], hold: (.pause, nil)),
        HoldCase(testDescription: "over before", pauses: [(.all, "09:00", .fire)], hold: nil),
        HoldCase(testDescription: "tag", pauses: [(.tag, "11:00", .fire)], hold: (.pause, "11:00")),
        HoldCase(testDescription: "another tag", pauses: [(.otherTag, "11:00", .fire)], hold: nil),
        HoldCase(testDescription: "series", pauses: [(.series, nil, .fire)], hold: (.pause, nil)),
        HoldCase(testDescription: "task", pauses: [(.task, "11:00", .fire)], recurs: false, hold: (.pause, "11:00")),
        HoldCase(testDescription: "reminder", pauses: [(.reminder, nil, .fire)], recurs: false, hold: (.pause, nil)),
        HoldCase(testDescription: "filter", pauses: [(.filter, "11:00", .fire)], hold: (.pause, "11:00")),
        HoldCase(testDescription: "another filter", pauses: [(.otherFilter, nil, .fire)], hold: nil),
        HoldCase(testDescription: "skipping", pauses: [(.all, "11:00", .skip)], hold: (.skippingPause, nil)),
        HoldCase(
            testDescription: "one after the other", pauses: [(.all, "11:00", .fire), (.tag, "12:00", .fire)],
            hold: (.pause, "12:00")),
        HoldCase(
            testDescription: "an end and none", pauses: [(.all, "11:00", .fire), (.tag, nil, .fire)],
            hold: (.pause, nil)),
        HoldCase(testDescription: "quiet", quietHours: "09:00-13:00", hold: (.quietHours, "13:00")),
        HoldCase(testDescription: "quiet later", quietHours: "11:00-13:00", hold: nil),
        HoldCase(testDescription: "let through", quietHours: "09:00-13:00 high", priority: .high, hold: nil),
        HoldCase(
            testDescription: "not let through", quietHours: "09:00-13:00 high", priority: .low,
            hold: (.quietHours, "13:00")),
        HoldCase(testDescription: "off", quietHours: "09:00-13:00", own: .off, hold: nil),
        HoldCase(
            testDescription: "its own", own: .window(QuietHours(start: 9 * 3_600, end: 14 * 3_600)),
            hold: (.quietHours, "14:00")),
        HoldCase(
            testDescription: "a pause into quiet hours", pauses: [(.all, "11:00", .fire)], quietHours: "10:30-13:00",
            hold: (.pause, "13:00")),
        HoldCase(
            testDescription: "snoozed", quietHours: "09:00-13:00", recurs: false, snoozedTo: "10:30", hold: nil),
        HoldCase(
            testDescription: "snoozed into a pause", pauses: [(.all, "11:00", .fire)], recurs: false,
            snoozedTo: "10:30", hold: (.pause, "11:00")),
    ]
}

@Suite struct UpcomingHoldTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    private func make(_ scene: HoldCase) async throws -> (Harness, TaskItem) {
        let harness = try Harness(now: "2026-03-02T08:00:00Z", zone: "UTC", quietHours: scene.quietHours)
        let task = try await harness.create(
            .make("held", due: at("10:00"), remind: ["PT0S"], rule: scene.recurs ? "FREQ=DAILY" : nil) {
                ($0.tags, $0.priority, $0.quietHours) = (["home"], scene.priority, scene.own)
            })
        if let snoozedTo = scene.snoozedTo {
            _ = try await harness.snooze(task.reminders[0].id, until: at(snoozedTo))
        }
        for (target, until, missed) in scene.pauses {
            let target: PauseTarget =
                switch target {
                case .all: .all
                case .tag: .tag("home")
                case .series: .series(try #require(task.occurrence?.series))
                case .task: .task(task.id)
                case .reminder: .reminder(task.reminders[0].id)
                case .filter: .filter("tag:home")
                case .otherTag: .tag("work")
                case .otherFilter: .filter("tag:work")
                }
            try await harness.pause(target, until: until.map(at), missed: missed)
        }
        return (harness, try #require(try await harness.task(task.id)))
    }

    @Test(arguments: HoldCase.all)
    func `what is upcoming says what will hold it, as why does`(_ scene: HoldCase) async throws {
        let (harness, task) = try await make(scene)
        let items = try await harness.upcoming(UpcomingQuery(from: harness.clock.now, limit: 2))
        let expected = try scene.hold.map { reason, until in
            UpcomingHold(reason, until: try until.map { try instant(at($0)) })
        }
        #expect(items.first?.hold == expected)
        #expect(items.first?.fireAt.description == at(scene.snoozedTo ?? "10:00"))
        let planned = try await harness.firings(of: task.id).planned
        #expect(items.count == planned.count)
        for (item, record) in zip(items, planned) {
            #expect(record.isProjected == item.isProjected && record.reminder.id == item.reminderID)
            #expect(record.fireAt == (item.hold.map(\.until) ?? item.fireAt), "\(item)")
            #expect(record.isPaused == [.pause, .skippingPause].contains(item.hold?.reason), "\(item)")
        }
    }

    @Test(arguments: HoldCase.all)
    func `and that is what happens`(_ scene: HoldCase) async throws {
        let (harness, _) = try await make(scene)
        let item = try #require(try await harness.upcoming(UpcomingQuery(from: harness.clock.now, limit: 1)).first)
        try await harness.run(until: instant(at("20:00")))
        let fired = try await harness.events(.reminderDue).map(\.timestamp)
        let expected = item.hold.map(\.until) ?? item.fireAt
        #expect(fired == [expected].compactMap(\.self))
        let missed = try await harness.events(.reminderMissed).count
        #expect(missed == (item.hold?.reason == .skippingPause ? 1 : 0))
    }

    @Test func `what quiet hours hold already says so`() async throws {
        let harness = try Harness(now: at("08:00"), zone: "UTC", quietHours: "09:00-13:00")
        _ = try await harness.create(.make(due: at("10:00"), remind: ["PT0S"]))
        try await harness.fire(at: at("10:30"))
        let items = try await harness.upcoming(UpcomingQuery(from: harness.clock.now))
        let end = try instant(at("13:00"))
        #expect(items.map(\.fireAt) == [end] && items.map(\.hold) == [UpcomingHold(.quietHours, until: end)])
    }
}
