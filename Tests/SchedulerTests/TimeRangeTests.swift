import Basics
import Foundation
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct TimeRangeTests {
    /// What a refused draft names.
    private func pointers(_ draft: TaskDraft) async throws -> [String] {
        let harness = try Harness()
        do {
            _ = try await harness.create(draft)
            return []
        } catch let error as SchedulerError {
            #expect(try await harness.tasks().isEmpty && error.code == .invalidInput)
            return error.problems.map(\.pointer)
        }
    }

    @Test(arguments: [
        ("0001-01-01T00:00:00Z", "America/New_York"), ("9999-12-31T23:59:59Z", "Pacific/Kiritimati"),
        ("0001-01-01T00:00:00", "Asia/Seoul"), ("9999-12-31T23:59:59", "America/New_York"),
        ("0001-01-01", "Asia/Seoul"), ("9999-12-31T23:59:59.001Z", "UTC"),
    ])
    func `a time whose instant or local time lies beyond the range is refused at its place`(
        _ time: String, _ zone: String
    ) async throws {
        #expect(try await pointers(.make(due: time, zone: zone)) == ["/due"])
        #expect(try await pointers(.make(start: time, zone: zone)) == ["/start"])
        guard time.contains("T") else { return }
        let reminder = try TaskDraft.make(zone: zone) { $0.reminders = [try .at(time)] }
        #expect(try await pointers(reminder) == ["/reminders/0/at"])
    }

    @Test(arguments: [
        ("0001-01-01T00:00:00Z", "UTC"), ("9999-12-31T23:59:59Z", "UTC"), ("0001-01-01", "America/New_York"),
        ("9999-12-31", "Pacific/Kiritimati"), ("9999-12-31", "UTC"), ("0001-01-01T00:00:00Z", "Asia/Seoul"),
    ])
    func `the ends of the range themselves are kept and read back`(_ time: String, _ zone: String) async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: time, zone: zone))
        #expect(try await harness.task(task.id)?.due == task.due)
        #expect(task.dueAt != nil)
    }

    @Test(arguments: [
        ("0001-01-02T00:00:00", "-P3D", "/reminders/0/offset"), ("9999-12-30T00:00:00", "P3D", "/reminders/0/offset"),
        ("9999-12-31T12:00:00", "PT13H", "/reminders/0/offset"),
        ("0050-01-01T00:00:00", "-P36525D", "/reminders/0/offset"),
    ])
    func `an offset that leads beyond the range is refused`(
        _ due: String, _ offset: String, _ pointer: String
    ) async throws {
        #expect(try await pointers(.make(due: due, zone: "UTC", remind: [offset])) == [pointer])
    }

    @Test func `durations that only a program can write are refused, and trap nowhere`() async throws {
        for extreme in [Int.min, -40_000, 40_000, .max] {
            for offset in [CalendarDuration(days: extreme), CalendarDuration(seconds: extreme)] {
                let isLong = offset.days.magnitude > 36_525 || offset.seconds.magnitude > 36_525 * 86_400
                let draft = try TaskDraft.make(due: "2026-03-02T10:00:00") {
                    $0.reminders = [.init(trigger: .offset(offset, from: .due))]
                }
                #expect(try await pointers(draft) == (isLong ? ["/reminders/0/offset"] : []))
            }
        }
        let repeated = try TaskDraft.make(due: "9990-03-02T10:00:00", zone: "UTC") {
            $0.reminders = [try .make("PT0S", every: "PT8760H", count: 10_000)]
        }
        #expect(try await pointers(repeated) == ["/reminders/0/repeat"])
    }

    @Test func `added and taken dates beyond the range are refused, UNTIL is a bound alone`() async throws {
        for field in ["rdate", "exdate"] {
            let draft = try TaskDraft.make(
                due: "2026-03-02T10:00:00", zone: "Pacific/Kiritimati", rule: "FREQ=DAILY;UNTIL=99991231T235959Z"
            ) { draft in
                let dates = ["20260309T100000", "99991231T235959Z"]
                if field == "rdate" {
                    draft.recurrence?.dates = dates
                } else {
                    draft.recurrence?.exceptionDates = dates
                }
            }
            #expect(try await pointers(draft) == ["/recurrence/\(field)/1"])
        }
    }

    @Test(arguments: [
        ("9999-06-01T10:00:00", "9999-06-01T10:00:00", "FREQ=YEARLY"),
        ("9998-12-31T10:00:00", "9999-12-31T10:00:00", "FREQ=YEARLY"),
        ("2020-01-01T10:00:00", "9999-12-31T10:00:00", "FREQ=YEARLY"),
        ("9999-12-30T23:00:00", "9999-12-31T18:59:59", "FREQ=DAILY"),
    ])
    func `a series that comes to the end of time ends, and says why`(
        _ start: String, _ due: String, _ rule: String
    ) async throws {
        for respawn in TaskRecurrence.Respawn.allCases {
            let harness = try Harness(now: "9999-12-31T23:00:00Z")
            let task = try await harness.create(
                .make(due: due, start: start, zone: "America/New_York", rule: rule) { draft in
                    draft.recurrence?.respawn = respawn
                    draft.recurrence?.missed = .keep
                })
            #expect(try await harness.complete(task.id).next == nil)
            if respawn == .completion {
                let ended = try await harness.events(.seriesEnded)
                #expect(ended.map { $0.data["seriesId"]?.string } == [task.occurrence?.series.description])
                #expect(ended.first?.data["reason"]?.string == "timeRange")
            }
            #expect(try await harness.look() == nil)
        }
    }

    @Test func `a series that appears by itself ends with its last task, and says why`() async throws {
        let harness = try Harness(now: "9999-12-29T12:00:00Z")
        _ = try await harness.create(
            .make(due: "9999-12-29T10:00:00", zone: "UTC", remind: ["PT0S"], rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = .schedule
            })
        try await harness.run(until: instant("9999-12-31T23:00:00Z"))
        #expect(try await harness.tasks().count == 3)
        #expect(try await harness.events(.seriesEnded).count == 1)
    }

    @Test func `moving every occurrence beyond the range is refused and changes nothing`() async throws {
        let harness = try Harness(now: "9999-12-28T12:00:00Z")
        let first = try await harness.create(
            .make(due: "9999-12-28T10:00:00", zone: "UTC", rule: "FREQ=DAILY") { $0.recurrence?.respawn = .schedule })
        try await harness.fire(at: "9999-12-31T10:30:00Z")
        let before = try await harness.tasks()
        var draft = first.draft
        draft.due = try .make("9999-12-29T10:00:00")
        let (commands, now, wanted) = (harness.commands, harness.clock.now, draft)
        await #expect {
            try await harness.store.write {
                _ = try commands.update(first.id, version: nil, to: wanted, scope: .all, in: $0, now: now)
            }
        } throws: { ($0 as? SchedulerError)?.problems.map(\.pointer) == ["/due"] }
        #expect(try await harness.tasks() == before)
    }

    @Test(arguments: [
        ("2026-03-01T12:00:52.900Z", "2026-03-01T12:00:53Z"), ("2026-03-01T12:00:52.0001Z", "2026-03-01T12:00:53Z"),
        ("2026-03-01T12:00:52.000Z", "2026-03-01T12:00:52Z"), ("2026-03-01T12:00:59.5Z", "2026-03-01T12:01:00Z"),
    ])
    func `a fraction of a second counts as the next whole one`(_ given: String, _ fires: String) async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: given, remind: ["PT0S"]) { $0.reminders.append(try .at(given)) })
        #expect(task.reminders.allSatisfy { $0.nextFireAt?.description == fires })
        let put = try await harness.snooze(task.reminders[0].id, until: given)
        #expect(put.reminders[0].nextFireAt?.description == fires)
    }
}
