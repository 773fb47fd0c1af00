import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct RunawaySeriesTests {
    private func runaway(_ harness: Harness, missed: TaskRecurrence.Missed = .keep) async throws -> TaskItem {
        try await harness.create(
            .make(due: "1990-01-01T00:00:00", zone: "UTC", rule: "FREQ=SECONDLY") { draft in
                draft.recurrence?.respawn = .schedule
                draft.recurrence?.missed = missed
            })
    }

    private func count(_ harness: Harness, _ series: SeriesID) async throws -> Int {
        try await harness.store.read { try $0.openCount(of: series, limit: 10_000) }
    }

    @Test func `a series far behind stalls with a thousand open tasks, and goes on when one is closed`() async throws {
        let harness = try Harness()
        let first = try await runaway(harness)
        let series = try #require(first.occurrence).series
        let next = try await harness.look()
        #expect(try await count(harness, series) == 1_000)
        // Nothing is left to look for, so the loop rests.
        #expect(next.map { $0 > harness.clock.now } ?? true)
        let stalled = try await harness.events(.seriesStalled)
        #expect(stalled.map { $0.data["seriesId"]?.string } == [series.description])
        #expect(stalled.first?.data["open"]?.integer == 1_000)
        try await harness.look()
        #expect(try await count(harness, series) == 1_000)

        _ = try await harness.complete(first.id)
        try await harness.look()
        #expect(try await count(harness, series) == 1_000)
        #expect(try await harness.store.read { try $0.frontier(of: series) }?.number == 1_001)
        let second = try #require(try await harness.task(2, in: series))
        try await harness.delete(second.id, scope: .this)
        try await harness.look()
        #expect(try await harness.store.read { try $0.frontier(of: series) }?.number == 1_002)
    }

    @Test func `one transaction makes a bounded number of tasks, behind what is due for everybody`() async throws {
        let harness = try Harness()
        for _ in 0..<150 { _ = try await runaway(harness) }
        let reminder = try await harness.create(.make("Tea", due: "2026-03-01T12:00:01Z", remind: ["PT0S"]))
        harness.clock.set(to: try instant("2026-03-01T12:00:01Z"))
        let (commands, now) = (harness.commands, harness.clock.now)
        let report = try await harness.store.write { transaction in
            try DueTransaction(
                commands: commands, transaction: transaction, now: now, history: LoopHistory(startedAt: now),
                allowance: nil, isBehind: false, isCareful: true
            ).run()
        }
        #expect(report.fired == 1 && report.isMoreDue)
        #expect(try await harness.events(.taskRespawned).count == SeriesBounds.maxBirths)
        #expect(try await harness.events(.reminderDue).map(\.title) == [reminder.title])
    }

    @Test func `skipping makes one only`() async throws {
        let harness = try Harness()
        let first = try await runaway(harness, missed: .skip)
        try await harness.look()
        #expect(try await count(harness, try #require(first.occurrence).series) == 2)
    }
}
