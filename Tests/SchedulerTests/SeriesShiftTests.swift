import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// What moves with a whole series, and what its rules do not let move.
@Suite struct SeriesShiftTests {
    /// A series that begins on the Monday 2 March at ten, of which so many were born and all but the last closed.
    private func series(
        _ harness: Harness, _ rule: String, due: String = "2026-03-02T10:00:00", born: Int = 1
    ) async throws -> TaskItem {
        var task = try await harness.create(.make(due: due, rule: rule) { $0.recurrence?.missed = .keep })
        for _ in 1..<born { task = try #require(try await harness.complete(task.id).next) }
        return task
    }

    private static let weekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"

    @Test(arguments: [
        // The first goes to a day that the rule gives, others do not.
        (weekdays, 1, "2026-03-03T10:00:00", "2026-03-07T10:00:00"),
        (weekdays, 3, "2026-03-05T10:00:00", "2026-03-07T10:00:00"),
        (weekdays + ";COUNT=8", 2, "2026-03-04T10:00:00", "2026-03-07T10:00:00"),
        ("FREQ=WEEKLY;BYDAY=MO,TU", 1, "2026-03-03T10:00:00", "2026-03-04T10:00:00"),
        // The rule's week begins elsewhere.
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU", 1, "2026-03-03T10:00:00", "2026-03-09T10:00:00"),
        ("FREQ=DAILY;BYHOUR=10,12", 1, "2026-03-02T12:00:00", "2026-03-02T14:00:00"),
        ("FREQ=MONTHLY", 1, "2026-04-02T10:00:00", "2026-05-02T10:00:00"),
        ("FREQ=MONTHLY;BYMONTHDAY=2,3", 1, "2026-03-03T10:00:00", "2026-03-04T10:00:00"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=1MO", 1, "2026-03-09T10:00:00", "2026-03-09T10:00:00"),
    ])
    func `a series is not moved to where its rule does not give every occurrence`(
        _ rule: String, _ born: Int, _ due: String, _ named: String
    ) async throws {
        let harness = try Harness()
        let task = try await series(harness, rule, born: born)
        let before = try await harness.series(of: task)
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(task, .all) { $0.due = try .make(due) }
        }
        #expect(error?.problems.map(\.pointer) == ["/due"])
        #expect(error?.description.contains(named) == true, "\(error.debugDescription)")
        #expect(error?.description.contains("change /recurrence/rrule in the same request") == true)
        #expect(try await harness.series(of: task) == before)
        #expect(try await harness.task(task.id) == task)
    }

    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=3;COUNT=9", 2, "2026-03-04T10:00:00", "2026-03-07T10:00:00"),
        ("FREQ=WEEKLY", 2, "2026-03-10T10:00:00", "2026-03-17T10:00:00"),
        (weekdays, 2, "2026-03-10T10:00:00", "2026-03-11T10:00:00"),
        (weekdays, 1, "2026-03-02T12:30:00", "2026-03-03T12:30:00"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU", 1, "2026-03-03T10:00:00", "2026-03-04T10:00:00"),
        ("FREQ=MONTHLY", 1, "2026-03-28T10:00:00", "2026-04-28T10:00:00"),
        ("FREQ=MONTHLY;COUNT=5", 2, "2026-04-20T10:00:00", "2026-05-20T10:00:00"),
        ("FREQ=DAILY;BYHOUR=10,12", 1, "2026-03-03T10:00:00", "2026-03-03T12:00:00"),
        ("FREQ=YEARLY", 1, "2026-05-02T10:00:00", "2027-05-02T10:00:00"),
        // Beyond the last that counts nothing is compared.
        (weekdays + ";COUNT=4", 1, "2026-03-03T10:00:00", "2026-03-04T10:00:00"),
    ])
    func `a series is moved where the rule goes along`(
        _ rule: String, _ born: Int, _ due: String, _ next: String
    ) async throws {
        let harness = try Harness()
        let task = try await series(harness, rule, born: born)
        let moved = try await harness.update(task, .all) { $0.due = try .make(due) }
        #expect(moved.occurrence?.recurrenceID.description == due)
        #expect(moved.occurrence?.number == born)
        #expect(try await harness.complete(task.id).next?.due?.civil.description == next)
    }

    @Test func `a month's last days do not go along into the next month`() async throws {
        let harness = try Harness(now: "2026-01-30T12:00:00Z")
        for rule in ["FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=31"] {
            let task = try await series(harness, rule, due: "2026-01-31T10:00:00")
            await #expect(throws: SchedulerError.self, "\(rule)") {
                _ = try await harness.update(task, .all) { $0.due = try .make("2026-02-01T10:00:00") }
            }
            let moved = try await harness.update(task, .all) { $0.due = try .make("2026-01-31T12:00:00") }
            #expect(moved.occurrence?.recurrenceID.description == "2026-01-31T12:00:00", "\(rule)")
        }
    }

    @Test func `what follows is not moved off its rule either, and both stay as they were`() async throws {
        let harness = try Harness()
        let task = try await series(harness, Self.weekdays, born: 2)
        await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(task, .following) { $0.due = try .make("2026-03-04T10:00:00") }
        }
        #expect(try await harness.series(of: task).end == nil)
        let moved = try await harness.update(task, .following) {
            $0.due = try .make("2026-03-07T10:00:00")
            $0.recurrence?.rules = ["FREQ=WEEKLY;BYDAY=SA,SU"]
        }
        #expect(try await harness.complete(moved.id).next?.due?.civil.description == "2026-03-08T10:00:00")
    }

    @Test func `days become times and times days where the rule goes along`() async throws {
        let harness = try Harness()
        let task = try await series(harness, Self.weekdays, due: "2026-03-02")
        await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(task, .all) { $0.due = try .make("2026-03-03T18:00:00") }
        }
        let timed = try await harness.update(task, .all) { $0.due = try .make("2026-03-02T18:00:00") }
        await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(timed, .all) { $0.due = try .make("2026-03-03") }
        }
        let day = try await harness.update(timed, .all) { $0.due = try .make("2026-03-09") }
        #expect(try await harness.complete(day.id).next?.due?.civil.description == "2026-03-10")
    }

    @Test func `rules that count from completion have no slots that could be left behind`() async throws {
        let harness = try Harness(now: "2026-01-30T12:00:00Z")
        let task = try await harness.create(
            .make(due: "2026-01-31T10:00:00", rule: "FREQ=MONTHLY") { $0.recurrence?.anchor = .completion })
        let moved = try await harness.update(task, .all) { $0.due = try .make("2026-02-01T10:00:00") }
        #expect(moved.occurrence?.recurrenceID.description == "2026-02-01T10:00:00")
    }

    @Test func `however long and dense a series is, moving it costs no more`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "1990-01-01T10:00:00", rule: "FREQ=MINUTELY;BYSECOND=0,30"))
        let next = try #require(try await harness.complete(task.id).next)
        let moved = try await harness.update(next, .all) {
            $0.due = .civil(try #require(next.due?.civil.advanced(bySeconds: 60)))
        }
        #expect(moved.occurrence?.number == 2)
    }
}
