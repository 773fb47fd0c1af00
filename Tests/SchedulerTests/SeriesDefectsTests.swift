import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// What went wrong while each occurrence carried a copy of its series (the review's section C, by its numbers).
@Suite struct SeriesDefectsTests {
    private func daily(
        _ harness: Harness, _ rule: String = "FREQ=DAILY", respawn: TaskRecurrence.Respawn = .completion,
        change: (inout TaskDraft) throws -> Void = { _ in }
    ) async throws -> TaskItem {
        try await harness.create(
            .make("Water", due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: rule) {
                $0.recurrence?.respawn = respawn
                try change(&$0)
            })
    }

    private func lines(_ harness: Harness, _ task: TaskItem) async throws -> [String] {
        try await harness.ledger(of: task).map(\.line)
    }

    @Test func `1: a series that is moved a day back goes on behind what was done`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        let second = try #require(try await harness.complete(first.id).next)
        let moved = try await harness.update(second, .all) { $0.due = try .make("2026-03-02T10:00:00") }
        #expect(moved.id == second.id && moved.occurrence?.recurrenceID.description == "2026-03-02T10:00:00")
        let next = try #require(try await harness.complete(second.id).next)
        #expect(![first.id, second.id].contains(next.id) && next.status.isOpen)
        #expect(
            try await lines(harness, second) == [
                "2026-03-01T10:00:00 completed", "2026-03-02T10:00:00 completed", "2026-03-03T10:00:00 open",
            ])
        // What is done keeps its date, and the id that its slot had is not given again.
        #expect(try await harness.task(first.id)?.due == first.due)
        let series = try #require(first.occurrence).series
        #expect(next.id == TaskID(series: series, recurrenceID: try civil("2026-03-03T10:00:00"), attempt: 1))
        #expect(try await harness.complete(next.id).next?.due?.civil.description == "2026-03-04T10:00:00")
    }

    @Test(arguments: ["exdate", "missed", "respawn", "rdate"])
    func `2: COUNT and phase stay when something else of the recurrence changes`(_ member: String) async throws {
        let harness = try Harness()
        let first = try await daily(harness, "FREQ=DAILY;COUNT=3")
        let second = try #require(try await harness.complete(first.id).next)
        _ = try await harness.update(second, nil) { draft in
            switch member {
            case "exdate": draft.recurrence?.exceptionDates = ["20260501T100000"]
            case "rdate": draft.recurrence?.dates = ["20260304T100000"]
            case "missed": draft.recurrence?.missed = .keep
            default: draft.recurrence?.respawn = .schedule
            }
        }
        try await harness.run(until: instant("2026-03-10T00:00:00Z"))
        _ = try await harness.complete(second.id)
        for task in try await harness.tasks() where task.status.isOpen { _ = try await harness.complete(task.id) }
        try await harness.run(until: instant("2026-03-20T00:00:00Z"))
        let slots = try await harness.ledger(of: first).map(\.recurrenceID.description)
        // Late, what is past is jumped over but for who keeps it.
        let isLate = member == "exdate" || member == "rdate"
        #expect(slots == (isLate ? 2...3 : 2...4).map { "2026-03-0\($0)T10:00:00" })
        #expect(try await harness.ledger(of: first).map(\.state) == slots.map { _ in .completed })
    }

    @Test func `2: an occurrence excepted still counts`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, "FREQ=DAILY;COUNT=3")
        let second = try #require(try await harness.complete(first.id).next)
        _ = try await harness.update(second, nil) { $0.recurrence?.exceptionDates = ["20260304T100000"] }
        #expect(try await harness.complete(second.id).next == nil)
        #expect(try await harness.events(.seriesFinished).count == 1)
    }

    @Test func `2: the 31st stays one when a moved occurrence's recurrence changes`() async throws {
        let harness = try Harness(now: "2026-01-30T12:00:00Z")
        let first = try await harness.create(.make(due: "2026-01-31T10:00:00", rule: "FREQ=MONTHLY"))
        let second = try #require(try await harness.complete(first.id).next)
        let moved = try await harness.update(second, nil) { $0.due = try .make("2026-04-02T10:00:00") }
        let kept = try await harness.update(moved, nil) { $0.recurrence?.missed = .keep }
        #expect(kept.due == moved.due && kept.occurrence == second.occurrence)
        let third = try #require(try await harness.complete(second.id).next)
        #expect(third.due?.civil.description == "2026-05-31T10:00:00")
    }

    @Test func `3: with thousands missed the latest appears, and nothing before its time`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, "FREQ=MINUTELY", respawn: .schedule) {
            ($0.due, $0.reminders) = (try .make("2026-03-01T13:00:00"), [])
        }
        try await harness.fire(at: "2026-03-05T11:59:30Z")
        #expect(
            try await lines(harness, first) == ["2026-03-01T13:00:00 open", "2026-03-05T12:59:00 open"])
        #expect(try await harness.ledger(of: first).last?.passed == 1_000)
        #expect(try await harness.look() == instant("2026-03-05T12:00:00Z"))
    }

    @Test func `4: a pause of a series holds what is split off too, until the same end`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        let second = try #require(try await harness.complete(first.id).next)
        try await harness.pause(.task(second.id), until: "2026-03-05T12:00:00Z")
        let changed = try await harness.update(second, .following) { $0.title = "Feed" }
        let series = try [first, changed].map { try #require($0.occurrence).series }
        #expect(Set(series).count == 2)
        for id in series {
            let pause = try await harness.store.read { try $0.pause(PauseID(pausing: .series(id))) }
            #expect(pause?.until == (try instant("2026-03-05T12:00:00Z")))
        }
        try await harness.run(until: instant("2026-03-05T11:59:59Z"))
        #expect(try await harness.events(.reminderDue).isEmpty)
        try await harness.run(until: instant("2026-03-05T12:00:00Z"))
        #expect(try await harness.events(.reminderDue).map(\.title) == ["Feed"])
    }

    @Test func `4: what a pause held before a split waits for the copy of it`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        let second = try #require(try await harness.complete(first.id).next)
        try await harness.pause(.task(second.id), until: "2026-03-05T12:00:00Z")
        try await harness.run(until: instant("2026-03-04T12:00:00Z"))
        let held = try #require(try await harness.task(second.id))
        #expect(held.reminders[0].hold != nil)
        _ = try await harness.update(held, .following) { $0.title = "Feed" }
        try await harness.run(until: instant("2026-03-05T11:59:59Z"))
        #expect(try await harness.events(.reminderDue).isEmpty)
        try await harness.run(until: instant("2026-03-05T12:00:00Z"))
        #expect(try await harness.events(.reminderDue).map(\.title) == ["Feed"])
    }

    @Test func `5: one that was given up and opened again appears by itself again`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, respawn: .schedule)
        _ = try await harness.update(first.id, status: .cancelled)
        try await harness.run(until: instant("2026-03-03T12:00:00Z"))
        #expect(try await harness.ledger(of: first).count == 1)
        _ = try await harness.update(first.id, status: .needsAction)
        try await harness.run(until: instant("2026-03-05T12:00:00Z"))
        // What passed while it had ended is jumped over; from then on each day has one.
        #expect(
            try await lines(harness, first) == [2, 3, 4, 5].map { "2026-03-0\($0)T10:00:00 open" })
        #expect(try await harness.events(.seriesResumed).count == 1)
    }

    @Test func `5: one that was given up and then completed bears the next`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        _ = try await harness.update(first.id, status: .cancelled)
        _ = try await harness.update(first.id, status: .completed)
        #expect(try await harness.ledger(of: first).map(\.state) == [.completed, .open])
        #expect(try await harness.series(of: first).isActive)
    }

    @Test func `6: a change for all reaches every open one, over gaps, and says how many`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-06T12:00:00Z"))
        let tasks = try await harness.occurrences(of: first)
        #expect(tasks.count == 5)
        try await harness.delete(tasks[2].id, scope: .this)
        _ = try await harness.update(tasks[4], .all) { $0.title = "Feed" }
        #expect(try await harness.occurrences(of: first).map(\.title) == ["Feed", "Feed", "Feed", "Feed"])
        let updated = try #require(try await harness.events(.seriesUpdated).last)
        #expect(updated.data["taskCount"]?.integer == 3)
    }

    @Test func `6: an occurrence keeps what was changed of it alone, and takes all else`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-04T12:00:00Z"))
        let tasks = try await harness.occurrences(of: first)
        _ = try await harness.update(tasks[0], .this) { $0.title = "Mine" }
        _ = try await harness.update(tasks[1], nil) { $0.due = try .make("2026-03-09T18:00:00") }
        _ = try await harness.update(tasks[2], .all) {
            ($0.title, $0.tags) = ("Feed", ["all"])
            $0.due = try .make("2026-03-04T11:00:00")
        }
        let after = try await harness.occurrences(of: first)
        #expect(after.map(\.title) == ["Mine", "Feed", "Feed"] && after.allSatisfy { $0.tags == ["all"] })
        let dues = ["2026-03-02T11:00:00", "2026-03-09T18:00:00", "2026-03-04T11:00:00"]
        #expect(after.map(\.due?.civil.description) == dues)
        let slots = (2...4).map { "2026-03-0\($0)T11:00:00" }
        #expect(after.map(\.occurrence?.recurrenceID.description) == slots)
    }

    @Test(arguments: [1, 2, 3], TaskRecurrence.Respawn.allCases)
    func `7: deleting any open occurrence ends its series, and the others stay`(
        _ number: Int, _ respawn: TaskRecurrence.Respawn
    ) async throws {
        let harness = try Harness()
        let first = try await daily(harness, respawn: .schedule)
        try await harness.run(until: instant("2026-03-04T12:00:00Z"))
        if respawn == .completion {
            _ = try await harness.update(first, nil) { $0.recurrence?.respawn = .completion }
        }
        let tasks = try await harness.occurrences(of: first)
        try await harness.delete(tasks[number - 1].id)
        for task in tasks where task.id != tasks[number - 1].id { _ = try await harness.complete(task.id) }
        try await harness.run(until: instant("2026-03-09T12:00:00Z"))
        let states = (1...3).map { $0 == number ? LedgerEntry.State.deleted : .completed }
        #expect(try await harness.ledger(of: first).map(\.state) == states)
        #expect(try await harness.series(of: first).end == Series.End(.deleted, by: tasks[number - 1].id))
    }

    @Test func `8: rules within the day are refused for a series of days, and taken where it becomes one of times`()
        async throws
    {
        let harness = try Harness()
        let first = try await harness.create(.make(due: "2026-03-02", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        let timed = try await harness.update(second, nil) { $0.due = try .make("2026-03-03T18:00:00") }
        #expect(timed.occurrence?.recurrenceID.description == "2026-03-03")
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(timed, .all) { $0.recurrence?.rules = ["FREQ=HOURLY"] }
        }
        #expect(error?.problems.map(\.pointer) == ["/recurrence/rrule"])
        #expect(try await harness.task(timed.id) == timed)
        let hourly = try await harness.update(timed, .all) {
            $0.due = try .make("2026-03-03T09:00:00")
            $0.recurrence?.rules = ["FREQ=HOURLY"]
        }
        #expect(hourly.occurrence?.recurrenceID.description == "2026-03-03T09:00:00")
        #expect(try await harness.series(of: hourly).start.description == "2026-03-02T09:00:00")
        #expect(try await harness.complete(hourly.id).next?.due?.civil.description == "2026-03-03T10:00:00")
    }

    @Test func `9: moving the due of one occurrence stretches no other`() async throws {
        let harness = try Harness()
        let first = try await harness.create(
            .make(due: "2026-03-03T17:00:00", start: "2026-03-02T09:00:00", rule: "FREQ=WEEKLY"))
        let moved = try await harness.update(first, nil) { $0.due = try .make("2026-03-05T17:00:00") }
        let next = try #require(try await harness.complete(moved.id).next)
        #expect(next.start?.civil.description == "2026-03-09T09:00:00")
        #expect(next.due?.civil.description == "2026-03-10T17:00:00")
    }

    @Test func `9: what was changed of one occurrence alone stays out of the series that it begins`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        let second = try #require(try await harness.complete(first.id).next)
        var task = try await harness.update(second, .this) { $0.title = "Mine" }
        task = try await harness.update(task, nil) { $0.due = try .make("2026-03-03T20:00:00") }
        task = try await harness.update(task, .following) { $0.tags = ["later"] }
        #expect(task.title == "Mine" && task.due?.civil.description == "2026-03-03T20:00:00")
        let third = try #require(try await harness.complete(task.id).next)
        #expect(third.title == "Water" && third.tags == ["later"])
        #expect(third.due?.civil.description == "2026-03-04T10:00:00")
        #expect(third.occurrence?.number == 2)
    }

    @Test func `9: splitting at an added date keeps the phase and the rest of COUNT`() async throws {
        let harness = try Harness()
        let first = try await daily(harness, "FREQ=WEEKLY;INTERVAL=2;COUNT=4") {
            $0.recurrence?.dates = ["20260311T180000"]
        }
        let added = try #require(try await harness.complete(first.id).next)
        #expect(added.due?.civil.description == "2026-03-11T18:00:00")
        var task = try await harness.update(added, .following) { $0.title = "Feed" }
        let rules = try await harness.series(of: task).rules
        #expect(rules == [Series.Rule("FREQ=WEEKLY;INTERVAL=2;COUNT=3", start: try civil("2026-03-16T10:00:00"))])
        var dues: [String] = []
        while let next = try await harness.complete(task.id).next {
            dues.append(try #require(next.due).civil.description)
            task = next
        }
        #expect(dues == ["2026-03-16", "2026-03-30", "2026-04-13"].map { $0 + "T10:00:00" })
    }

    @Test func `9: an occurrence that was deleted does not come back`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        let second = try #require(try await harness.complete(first.id).next)
        try await harness.delete(second.id, scope: .this)
        _ = try await harness.reopen(first.id)
        #expect(
            try await harness.complete(first.id).next?.occurrence?.recurrenceID.description == "2026-03-04T10:00:00")
        let series = try #require(first.occurrence).series
        let third = try #require(try await harness.task(3, in: series))
        // Neither a change of the rules nor an exception that is given and taken brings it back.
        _ = try await harness.update(third, nil) { $0.recurrence?.exceptionDates = ["20260303T100000"] }
        let again = try #require(try await harness.task(third.id))
        _ = try await harness.update(again, nil) { $0.recurrence?.exceptionDates = [] }
        let last = try #require(try await harness.task(third.id))
        _ = try await harness.update(last, .all) { $0.recurrence?.rules = ["FREQ=DAILY;COUNT=30"] }
        #expect(
            try await lines(harness, first) == [
                "2026-03-02T10:00:00 completed", "2026-03-03T10:00:00 deleted", "2026-03-04T10:00:00 open",
            ])
    }
}
