import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Planning costs a number of rule questions that depends on reminders and page size alone: counted, not timed.
@Suite struct BoundedPlanningTests {
    /// What a body asks of rule sets.
    private func work(
        _ harness: Harness, _ body: @escaping @Sendable (TaskCommands, any StoreTransaction) throws -> Void
    ) async throws -> RuleMeter.Work {
        let meter = RuleMeter()
        var commands = harness.commands
        commands.ruleSets = RuleSets(meter: meter)
        try await harness.store.write { [commands] transaction in try body(commands, transaction) }
        return meter.work
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        var due: String
        var rule: String
        var remind: [String]
        var subtasks = 0
        var respawn = TaskRecurrence.Respawn.completion
        var testDescription: String { "\(due) \(rule) \(remind.count) \(respawn)" }
    }

    static let hostile = [
        Hostile(due: "2026-01-01T00:00:00", rule: "FREQ=SECONDLY;COUNT=1000000", remind: ["PT0S"]),
        Hostile(
            due: "2026-02-09T12:00:00", rule: "FREQ=SECONDLY;UNTIL=20260301T080000Z", remind: ["PT0S", "P1D"]),
        Hostile(
            due: "2026-02-01T12:00:00", rule: "FREQ=SECONDLY", remind: ["PT0S", "-PT1H", "P1D", "-P7D", "PT90S"],
            subtasks: 100),
        Hostile(due: "1990-01-01T00:00:00", rule: "FREQ=SECONDLY", remind: ["PT0S"], respawn: .schedule),
        Hostile(due: "0001-01-03T00:00:00", rule: "FREQ=SECONDLY", remind: ["-P1D", "P36500D"]),
        Hostile(due: "2026-02-01T12:00:00", rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", remind: ["PT0S"]),
        Hostile(
            due: "2026-02-01T12:00:00", rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", remind: ["PT0S"]),
    ]

    private func draft(_ hostile: Hostile) throws -> TaskDraft {
        try .make(due: hostile.due, zone: "Europe/Berlin", remind: hostile.remind, rule: hostile.rule) { draft in
            draft.subtasks = (0..<hostile.subtasks).map { .init(title: "Part \($0)") }
            draft.recurrence?.respawn = hostile.respawn
        }
    }

    @Test(arguments: hostile)
    func `creating a hostile series asks a few questions of its rules`(_ hostile: Hostile) async throws {
        let harness = try Harness()
        let draft = try draft(hostile)
        let work = try await work(harness) { commands, transaction in
            _ = try commands.create(draft, in: transaction, now: harness.clock.now)
        }
        #expect(work.queries <= 2 * hostile.remind.count + 1 && work.steps == 0 && work.compilations == 1, "\(work)")
    }

    @Test(arguments: hostile, ["2026-03-01T12:00:00Z", "2031-01-01T00:00:00Z", "2500-01-01T00:00:00Z"])
    func `a page costs what its items and the series' reminders cost`(
        _ hostile: Hostile, _ from: String
    ) async throws {
        let harness = try Harness()
        _ = try await harness.create(draft(hostile))
        for limit in [1, 20] {
            let query = UpcomingQuery(from: try instant(from), limit: limit)
            let work = try await work(harness) { commands, transaction in
                _ = try commands.upcoming(query, in: transaction, now: harness.clock.now)
            }
            #expect(work.queries <= 4 * (hostile.remind.count + limit + 1), "\(work)")
            #expect(work.steps <= (hostile.remind.count + 2) * (SeriesSlots.maxNumbered + 1) + limit, "\(work)")
        }
    }

    @Test func `three hourly series that ended are known to have ended at a question each`() async throws {
        let harness = try Harness()
        for _ in 0..<3 {
            _ = try await harness.create(
                .make(due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=HOURLY;UNTIL=20300101T000000Z"))
        }
        let query = UpcomingQuery(from: try instant("2031-01-01T00:00:00Z"))
        let work = try await work(harness) { commands, transaction in
            let page = try commands.upcoming(query, in: transaction, now: harness.clock.now)
            #expect(page.items.isEmpty)
        }
        #expect(work.queries <= 3 && work.steps == 0, "\(work)")
    }

    @Test func `a place behind the end of time is found to be so at once`() async throws {
        let harness = try Harness()
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY"))
        for milliseconds in [Int64.max, TimeRange.latest.millisecondsSinceEpoch + 1] {
            let far = UTCInstant(millisecondsSinceEpoch: milliseconds)
            let place = UpcomingQuery.Cursor(fireAt: far, reminder: .numbered(1), isProjected: false)
            let query = UpcomingQuery(from: harness.clock.now, cursor: place)
            let work = try await work(harness) { commands, transaction in
                let page = try commands.upcoming(query, in: transaction, now: harness.clock.now)
                #expect(page.items.isEmpty)
            }
            #expect(work.queries <= 2 && work.steps == 0, "\(work)")
        }
    }

    @Test func `a thousand dates are made ready once for a command, however many reminders there are`() async throws {
        let harness = try Harness()
        let first = try civil("2026-03-02T10:00:00").localSeconds
        let dates = (1...1_000).map { number in
            CivilTime.dateTime(CivilDateTime(secondsSinceEpoch: first + number * 1_800)).basicFormat
        }
        let draft = try TaskDraft.make(due: "2026-03-02T10:00:00", zone: "Europe/Berlin", rule: "FREQ=HOURLY") {
            $0.recurrence?.dates = dates
            $0.recurrence?.exceptionDates = Array(dates.dropFirst(100))
            $0.reminders = try (1...50).map { try .make("-PT\($0)M") }
        }
        let made = try await work(harness) { commands, transaction in
            let task = try commands.create(draft, in: transaction, now: harness.clock.now)
            _ = try commands.complete(task.id, version: nil, in: transaction, now: harness.clock.now)
        }
        #expect(made.compilations == 1 && made.queries <= 4 * 50 && made.steps == 0, "\(made)")
    }

    @Test(arguments: TaskRecurrence.Missed.allCases)
    func `what is due of a dense series is found without walking`(_ missed: TaskRecurrence.Missed) async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "1990-01-01T00:00:00", zone: "UTC", remind: ["-PT10S", "PT0S"], rule: "FREQ=SECONDLY") {
                $0.recurrence?.respawn = .schedule
                $0.recurrence?.missed = missed
            })
        let now = harness.clock.now
        let work = try await work(harness) { commands, transaction in
            let series = try #require(try task.occurrence.flatMap { try transaction.series($0.series) })
            let start = try commands.projection(of: series, in: transaction)?.slotToAppear(by: now)
            // Ten seconds ahead, the reminder of that one is due.
            let expected = missed == .skip ? "2026-03-01T12:00:10" : "1990-01-01T00:00:01"
            #expect(start?.description == expected)
        }
        #expect(work.queries <= 4 && work.steps == 0, "\(work)")
    }

    @Test func `with more than a thousand missed the latest appears, and nothing before its time`() async throws {
        let harness = try Harness(now: "2026-03-01T12:00:00Z")
        _ = try await harness.create(
            .make(due: "2026-03-01T12:00:00", zone: "UTC", rule: "FREQ=HOURLY") { draft in
                draft.recurrence?.respawn = .schedule
                draft.recurrence?.missed = .skip
            })
        try await harness.fire(at: "2026-06-01T12:30:00Z")
        let slots = try await harness.tasks().compactMap { $0.occurrence?.recurrenceID.description }.sorted()
        #expect(slots == ["2026-03-01T12:00:00", "2026-06-01T12:00:00"])
        #expect(try await harness.look() == instant("2026-06-01T13:00:00Z"))
    }
}
