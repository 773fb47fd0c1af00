import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Corners of series: what a split leaves, what was closed while its series moved, the end of time, what was set late.
@Suite struct SeriesCornerTests {
    /// The slots of the set that the text shown beside DTSTART gives, and those of the series itself.
    private func slots(
        _ harness: Harness, of series: Series, _ count: Int = 12
    ) throws -> (shown: [String], own: [String]) {
        let zone = try harness.commands.zones.rules(for: series.timeZone)
        let shown = try harness.commands.ruleSets.set(
            of: #require(series.shown), start: series.start, zone: zone)
        let own = try harness.commands.ruleSets.set(of: series, zone: zone)
        return (
            shown.occurrences.prefix(count).map(\.start.description),
            own.occurrences.prefix(count).map(\.start.description)
        )
    }

    @Test(arguments: [
        ["FREQ=WEEKLY;COUNT=6"], ["FREQ=DAILY"], ["FREQ=MONTHLY"], ["FREQ=YEARLY"], ["FREQ=YEARLY;BYMONTHDAY=2,5"],
        ["FREQ=YEARLY;BYWEEKNO=10,20"], ["FREQ=YEARLY;BYMONTH=3,5"], ["FREQ=DAILY;BYHOUR=9,11"], ["FREQ=HOURLY"],
        ["FREQ=DAILY", "FREQ=WEEKLY"], ["FREQ=DAILY;UNTIL=20260401T080000Z", "FREQ=MONTHLY", "FREQ=WEEKLY;BYHOUR=11"],
    ])
    func `what a split shows gives the set that it has`(_ rules: [String]) async throws {
        let harness = try Harness()
        let first = try await harness.create(
            .make(due: "2026-03-02T10:00:00", rule: rules[0]) {
                $0.recurrence?.rules = rules
                $0.recurrence?.dates = ["20260304T183005"]
                $0.recurrence?.missed = .keep
            })
        var task = first
        while task.occurrence?.recurrenceID != (try civil("2026-03-04T18:30:05")) {
            task = try #require(try await harness.complete(task.id).next)
        }
        let split = try await harness.update(task, .following) { $0.title = "Feed" }
        let series = try await harness.series(of: split)
        let (shown, own) = try slots(harness, of: series)
        #expect(shown == own, "\(series.shown?.rules ?? [])")
        #expect(split.recurrence == series.shown)
        // What is shown and sent back is no other rule.
        let same = try await harness.update(split, .all) { $0.title = "Water" }
        #expect(try await harness.series(of: same).rules == series.rules)
        // The rules themselves still go along with the series.
        guard !rules.contains(where: { $0.contains("BY") || $0 == "FREQ=MONTHLY" || $0 == "FREQ=YEARLY" }) else {
            return
        }
        let moved = try await harness.update(same, .all) { $0.due = try .make("2026-03-05T19:30:05") }
        let after = try slots(harness, of: try await harness.series(of: moved))
        #expect(after.shown == after.own)
    }

    @Test func `an occurrence opened again after its series was moved keeps its time as its own`() async throws {
        let harness = try Harness()
        let first = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        _ = try await harness.update(second, .all) { $0.due = try .make("2026-03-03T12:00:00") }
        let reopened = try await harness.reopen(first.id).reopened
        #expect(reopened.due == first.due)
        #expect(reopened.occurrence?.recurrenceID.description == "2026-03-02T12:00:00")
        #expect(try await harness.ledger(of: first).map(\.overrides) == [.times, []])
        // Another move does not reach it.
        let again = try #require(try await harness.task(second.id))
        _ = try await harness.update(again, .all) { $0.due = try .make("2026-03-03T13:00:00") }
        #expect(try await harness.task(first.id)?.due == first.due)
    }

    @Test func `one opened again on its slot has no time of its own`() async throws {
        let harness = try Harness()
        let first = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY"))
        _ = try await harness.complete(first.id)
        _ = try await harness.reopen(first.id)
        #expect(try await harness.ledger(of: first).first?.overrides == [])
    }

    /// The second occurrence of a series whose rules end before it by now.
    private func leftOver(_ harness: Harness) async throws -> TaskItem {
        let first = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        return try await harness.update(second, .all) { $0.recurrence?.rules = ["FREQ=DAILY;COUNT=1"] }
    }

    @Test func `a split that leaves neither rules nor dates ends the new series`() async throws {
        let harness = try Harness()
        let split = try await harness.update(try await leftOver(harness), .following) { $0.title = "Feed" }
        let series = try await harness.series(of: split)
        #expect(series.end == Series.End(.stopped) && series.shown == nil && split.recurrence == nil)
        #expect(try await harness.events(.seriesEnded).map { $0.data["reason"]?.string } == ["stopped"])
        #expect(try await harness.complete(split.id).next == nil)
        #expect(try await harness.events(.seriesFinished).isEmpty)
        // Nothing brings it back but rules.
        let (commands, now) = (harness.commands, harness.clock.now)
        func revive(_ rules: [String]?) async throws -> Series {
            try await harness.store.write { transaction in
                try commands.update(series.id, isRevived: true, in: transaction, now: now) { task in
                    var draft = TaskDraft(task)
                    if let rules { draft.recurrence = TaskRecurrence(rules: rules) }
                    return try commands.checked(draft, changing: task)
                }
            }
        }
        let error = await #expect(throws: SchedulerError.self) { _ = try await revive(nil) }
        #expect(error?.problems.map(\.pointer) == ["/state"])
        #expect(try await revive(["FREQ=DAILY"]).isActive)
    }

    @Test func `a split that leaves nothing goes on where the same change brings rules`() async throws {
        let harness = try Harness()
        let split = try await harness.update(try await leftOver(harness), .following) {
            $0.recurrence?.rules = ["FREQ=WEEKLY"]
        }
        #expect(try await harness.series(of: split).isActive)
        #expect(try await harness.events(.seriesEnded).isEmpty)
        #expect(try await harness.complete(split.id).next?.due?.civil.description == "2026-03-10T10:00:00")
    }

    @Test(arguments: TaskRecurrence.Respawn.allCases)
    func `at the end of the years a series has nothing next, and is finished when its last one is closed`(
        _ respawn: TaskRecurrence.Respawn
    ) async throws {
        let harness = try Harness(now: "9999-12-29T12:00:00Z", zone: "UTC")
        // The one of the last day would be due in the year 10000.
        let first = try await harness.create(
            .make(due: "9999-12-31T20:00:00", start: "9999-12-30T18:00:00", rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = respawn
            })
        let id = try #require(first.occurrence).series
        let (commands, now) = (harness.commands, harness.clock.now)
        let open = try await harness.store.read { try commands.view(of: id, in: $0, now: now) }
        #expect(open.state == .active && open.next == nil)
        let slots = try await harness.store.read {
            try commands.occurrences(of: id, from: nil, until: nil, limit: 10, in: $0, now: now).items
        }
        #expect(slots.map(\.recurrenceID.description) == ["9999-12-30T18:00:00"])
        #expect(try await harness.complete(first.id).next == nil)
        let closed = try await harness.store.read { try commands.view(of: id, in: $0, now: now) }
        #expect(closed.state == .finished && closed.next == nil)
    }

    @Test
    func
        `two times of day that a gap brings to one instant are one occurrence, count as two, and are two at the start`()
        async throws
    {
        let harness = try Harness(now: "2026-03-27T12:00:00Z")
        func chain(from due: String, _ count: Int) async throws -> [String] {
            let task = try await harness.create(
                .make("T", due: due, rule: "FREQ=DAILY;BYHOUR=2,3;COUNT=\(count)") { $0.recurrence?.missed = .keep })
            return try await harness.chain(from: task, 10)
        }
        // Of 02:30 and 03:30 on the 29th the set has the one that clocks show.
        #expect(
            try await chain(from: "2026-03-28T02:30:00", 6)
                == ["28T02", "28T03", "29T03", "30T02", "30T03"].map { "T 2026-03-\($0):30:00" })
        // The first occurrence exists as it was created.
        #expect(
            try await chain(from: "2026-03-29T02:30:00", 4)
                == ["29T02", "29T03", "30T02", "30T03"].map { "T 2026-03-\($0):30:00" })
    }

    @Test func `what appears by itself in the past of its series was set late`() async throws {
        let harness = try Harness(now: "2026-03-10T12:00:00Z", catchUp: .seconds(3_600))
        // A run of the loop that had nothing to do yet.
        try await harness.look()
        harness.clock.set(to: try instant("2026-03-10T12:30:00Z"))
        _ = try await harness.create(
            .make(due: "2026-03-01T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = .schedule
            })
        try await harness.look()
        #expect(
            try await harness.events(.reminderMissed).map { $0.data["lateReason"]?.string } == ["setLate", "setLate"])
        // One that comes due while nobody looks was not.
        try await harness.fire(at: "2026-03-12T08:00:00Z")
        let last = try #require(try await harness.events(.reminderMissed).last)
        #expect(last.scheduledAt == "2026-03-11T09:00:00Z" && last.data["lateReason"]?.string == "wokenLate")
    }
}
