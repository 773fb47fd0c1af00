import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Where a reminder of 10:00 stands when something happens to it.
enum Standing: String, CaseIterable {
    /// Waits for its time; it is 9:00.
    case scheduled
    /// Went off at 10:00.
    case fired
    /// Went off at 10:00, and will every half an hour, three times.
    case repeating
    /// Went off at 10:00, and was put off to 10:30.
    case snoozed
    /// Went off at 10:00, and somebody has seen it.
    case acknowledged
    /// Was due at 10:00 with a window of a minute, and nobody looked until 10:10.
    case missed
    /// Is held since 10:00 by quiet hours that end at 11:00.
    case quiet
    /// Is held since 10:00 by a pause without an end.
    case paused
}

/// What happens to it.
enum Happening: String, CaseIterable {
    case snooze
    case acknowledge
    case complete
    case cancel
    case reopenCompleted
    case reopenCancelled
    case moveTime
    case raisePriority
    case quietHoursOff
    case takeOffAndPutBack
    case deleteAndRecreate
    case passTwoHours
    case passThreeDays
    case endPause
}

/// The whole table: what each reminder is after what happened to it and one look of the due loop; `+` where it has a next
/// time, `~` where it is held.
enum StateTable {
    static let columns: [Standing] = [
        .scheduled, .fired, .repeating, .snoozed, .acknowledged, .missed, .quiet, .paused,
    ]

    static let text = """
        snooze            | snoozed+   | snoozed+   | snoozed+   | snoozed+   | snoozed+     | snoozed+   | snoozed+    | snoozed+
        acknowledge       | acknowledged | acknowledged | acknowledged | acknowledged | acknowledged | acknowledged | acknowledged | acknowledged
        complete          | cancelled  | fired      | cancelled  | cancelled  | acknowledged | missed     | cancelled   | cancelled
        cancel            | cancelled  | fired      | cancelled  | cancelled  | acknowledged | missed     | cancelled   | cancelled
        reopenCompleted   | scheduled+ | fired      | fired+     | snoozed+   | acknowledged | missed     | scheduled+~ | scheduled~
        reopenCancelled   | scheduled+ | fired      | fired+     | snoozed+   | acknowledged | missed     | scheduled+~ | scheduled~
        moveTime          | scheduled+ | scheduled+ | scheduled+ | scheduled+ | scheduled+   | scheduled+ | scheduled+  | scheduled+
        raisePriority     | scheduled+ | fired      | fired+     | snoozed+   | acknowledged | missed     | scheduled+~ | scheduled~
        quietHoursOff     | scheduled+ | fired      | fired+     | snoozed+   | acknowledged | missed     | fired       | scheduled~
        takeOffAndPutBack | scheduled+ | fired      | fired+     | fired      | fired        | missed     | scheduled+~ | scheduled~
        deleteAndRecreate | scheduled+ | fired      | fired+     | fired      | fired        | missed     | scheduled+~ | scheduled~
        passTwoHours      | fired      | fired      | fired      | fired      | acknowledged | missed     | fired       | scheduled~
        passThreeDays     | missed     | fired      | missed     | missed     | acknowledged | missed     | missed      | scheduled~
        endPause          | scheduled+ | fired      | fired+     | snoozed+   | acknowledged | missed     | scheduled+~ | fired
        """

    static func expected(_ standing: Standing, _ happening: Happening) -> String? {
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "|").map { String($0.filter { $0 != " " }) }
            guard cells.first == happening.rawValue, let column = columns.firstIndex(of: standing) else { continue }
            return cells[column + 1]
        }
        return nil
    }
}

@Suite struct ReminderStateTests {
    private static let day = "2026-03-02T"
    private static let due = "\(day)10:00:00Z"

    @Test(arguments: Standing.allCases, Happening.allCases)
    func `a reminder is in exactly one state, whatever happens to it in whichever state`(
        _ standing: Standing, _ happening: Happening
    ) async throws {
        let harness = try Harness(now: "\(Self.day)09:00:00Z", zone: "UTC")
        let task = try await put(standing, harness)
        try await check(harness, "before")
        try await make(happening, of: task, harness)
        try await check(harness, "after")
        try await harness.look()
        try await check(harness, "after a look")
        let reminder = try #require(try await harness.store.read { try $0.task(withReminder: task.reminders[0].id) })
            .reminders[0]
        let text = reminder.state.rawValue + (reminder.nextFireAt == nil ? "" : "+") + (reminder.hold == nil ? "" : "~")
        #expect(text == StateTable.expected(standing, happening))
        // And nothing is reported twice of what follows.
        try await harness.run(until: instant("2026-03-20T00:00:00Z"))
        try await check(harness, "at last")
    }

    private func check(_ harness: Harness, _ when: String) async throws {
        for task in try await harness.tasks() { #expect(task.brokenReminders == [], "\(when)") }
        let ids = try await harness.events().map(\.id)
        #expect(Set(ids).count == ids.count, "\(when)")
    }

    private func put(_ standing: Standing, _ harness: Harness) async throws -> TaskItem {
        let window = QuietHours("09:30-11:00")
        let task = try await harness.create(
            .make(due: Self.due) { draft in
                let isRepeating = standing == .repeating
                draft.reminders = [try .make("PT0S", every: isRepeating ? "PT30M" : nil, count: 3)]
                if standing == .missed { draft.reminders[0].catchUpWindow = .seconds(60) }
                if standing == .quiet { draft.quietHours = window.map { .window($0) } }
            })
        if standing == .scheduled { return task }
        if standing == .paused { try await harness.pause(.all) }
        try await harness.fire(at: standing == .missed ? "\(Self.day)10:10:00Z" : Self.due)
        let id = task.reminders[0].id
        if standing == .snoozed { _ = try await harness.snooze(id, until: "\(Self.day)10:30:00Z") }
        if standing == .acknowledged { _ = try await harness.acknowledge(id) }
        return try #require(try await harness.task(task.id))
    }

    private func make(_ happening: Happening, of task: TaskItem, _ harness: Harness) async throws {
        let id = task.reminders[0].id
        var draft = task.draft
        switch happening {
        case .snooze: _ = try await harness.snooze(id, until: "\(Self.day)10:45:00Z")
        case .acknowledge: _ = try await harness.acknowledge(id)
        case .complete: _ = try await harness.complete(task.id)
        case .cancel: try await cancel(task, harness)
        case .reopenCompleted:
            _ = try await harness.complete(task.id)
            try await expectGivenBack(task, harness)
        case .reopenCancelled:
            try await cancel(task, harness)
            try await expectGivenBack(task, harness)
        case .moveTime: draft.due = try .make("2026-03-05T15:00:00")
        case .raisePriority: draft.priority = .urgent
        case .quietHoursOff: draft.quietHours = .off
        case .takeOffAndPutBack:
            var bare = draft
            bare.reminders = []
            _ = try await harness.update(task.id, to: bare)
        case .deleteAndRecreate:
            try await harness.delete(task.id)
            draft.id = task.id
            _ = try await harness.create(draft)
        case .passTwoHours: harness.clock.advance(by: .seconds(7_200))
        case .passThreeDays: harness.clock.advance(by: .seconds(3 * 86_400))
        case .endPause:
            for pause in try await harness.pauses() { try await harness.resume(pause) }
        }
        if [.moveTime, .raisePriority, .quietHoursOff, .takeOffAndPutBack].contains(happening) {
            _ = try await harness.update(task.id, to: draft)
        }
    }

    private func cancel(_ task: TaskItem, _ harness: Harness) async throws {
        var draft = task.draft
        draft.status = .cancelled
        _ = try await harness.update(task.id, to: draft)
    }

    private func expectGivenBack(_ task: TaskItem, _ harness: Harness) async throws {
        _ = try await harness.reopen(task.id)
        #expect(try await harness.task(task.id)?.reminders == task.reminders)
    }
}

@Suite struct ClosedReminderTests {
    private static let due = "2026-03-02T10:00:00Z"

    private func set(_ status: TaskStatus, of id: TaskID, _ harness: Harness) async throws -> TaskItem {
        var draft = try #require(try await harness.task(id)).draft
        draft.status = status
        return try await harness.update(id, to: draft)
    }

    @Test func `a reminder kept on completion is dropped when its task is cancelled, and given back`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: Self.due, remind: ["PT0S", "PT1H"]) { $0.reminders[1].isKeptOnCompletion = true })
        let path: [(TaskStatus, [Reminder.State])] = [
            (.completed, [.cancelled, .scheduled]), (.cancelled, [.cancelled, .cancelled]),
            (.completed, [.cancelled, .scheduled]), (.needsAction, [.scheduled, .scheduled]),
            (.cancelled, [.cancelled, .cancelled]), (.inProcess, [.scheduled, .scheduled]),
        ]
        for (status, states) in path {
            let changed = try await set(status, of: task.id, harness)
            #expect(changed.status == status && changed.reminders.map(\.state) == states, "\(status)")
            #expect(changed.brokenReminders == [])
            for (reminder, state) in zip(changed.reminders, states) where state == .scheduled {
                #expect(reminder.nextFireAt == reminder.scheduledAt)
            }
        }
    }

    @Test(arguments: Pause.Missed.allCases)
    func `what a pause held when its task was closed leaves it as it wants, even when it is over and forgotten`(
        _ missed: Pause.Missed
    ) async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: Self.due, remind: ["PT0S"]))
        try await harness.pause(.all, until: "2026-03-03T00:00:00Z", missed: missed)
        try await harness.run(until: instant("2026-03-02T12:00:00Z"))
        _ = try await harness.complete(task.id)
        try await harness.run(until: instant("2026-03-09T00:00:00Z"))
        #expect(try await harness.pauses().isEmpty)
        _ = try await harness.reopen(task.id)
        try await harness.look()
        let told = try await harness.events(.reminderDue, .reminderMissed)
        #expect(told.map(\.type) == [missed == .fire ? .reminderDue : .reminderMissed])
        #expect(told.first?.data["lateReason"]?.string == "paused" && told.first?.scheduledAt == Self.due)
    }

    @Test func `a time that moved while the task was closed is the one that counts when it is opened`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: Self.due, remind: ["PT0S"]))
        try await harness.fire(at: Self.due)
        var draft = try await harness.complete(task.id).completed.draft
        draft.due = try .make("2026-03-05T10:00:00")
        let moved = try await harness.update(task.id, to: draft)
        #expect(moved.reminders.map(\.state) == [.cancelled] && moved.brokenReminders == [])
        _ = try await harness.reopen(task.id)
        try await harness.run(until: instant("2026-03-06T00:00:00Z"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == [Self.due, "2026-03-05T10:00:00Z"])
    }
}
