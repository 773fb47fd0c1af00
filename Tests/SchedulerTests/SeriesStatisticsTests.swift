import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct SeriesStatisticsTests {
    /// Letters for what became of occurrences, and the current and the longest streak: `c` completed, `C` completed
    /// after some were passed over, `s` skipped, `x` cancelled, `d` deleted, `D` completed and deleted, `o` open.
    @Test(arguments: [
        ("", 0, 0), ("o", 0, 0), ("ccc", 3, 3), ("ccco", 3, 3), ("csc", 2, 2), ("cdc", 2, 2), ("cDc", 3, 3),
        ("cccxc", 1, 3), ("cccCc", 2, 3), ("x", 0, 0), ("ccx", 0, 2), ("ocs", 1, 1), ("cCccxcc", 2, 3),
    ])
    func `a streak goes on over what was completed, skipped or deleted`(
        letters: String, current: Int, longest: Int
    ) {
        let statistics = SeriesStatistics(letters.map(Self.outcome))
        #expect(statistics.currentStreak == current)
        #expect(statistics.longestStreak == longest)
        #expect(statistics.passed == letters.count { $0 == "C" } * 2)
    }

    private static func outcome(_ letter: Character) -> OccurrenceOutcome {
        switch letter {
        case "c": OccurrenceOutcome(.completed)
        case "C": OccurrenceOutcome(.completed, passed: 2)
        case "s": OccurrenceOutcome(.skipped)
        case "x": OccurrenceOutcome(.cancelled)
        case "d": OccurrenceOutcome(.open, isDeleted: true)
        case "D": OccurrenceOutcome(.completed, isDeleted: true)
        default: OccurrenceOutcome(.open)
        }
    }

    @Test(
        arguments: [
            ([], nil, nil, 0), ([-5_000], -5, -5, 1), ([1_000, -3_000], -1, -1, 1), ([0, 0, 9_000], 0, 3, 2),
            ([10_000, 20_000, 1_500, 2_500], 6.25, 8.5, 0),
        ] as [([Int64], Double?, Double?, Int)])
    func `of the times from due to done there are a median and a mean`(
        lateness: [Int64], median: Double?, mean: Double?, onTime: Int
    ) {
        let statistics = SeriesStatistics(lateness.map { OccurrenceOutcome(.completed, lateness: $0) })
        #expect(statistics.medianLateness == median)
        #expect(statistics.meanLateness == mean)
        #expect(statistics.onTime == onTime)
    }

    @Test func `a series that was split goes on with the streak of the other, and undoing leads back`() async throws {
        let harness = try Harness()
        var task = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY"))
        for day in 2...4 {
            harness.clock.set(to: try instant("2026-03-0\(day)T10:30:00Z"))
            task = try #require(try await harness.complete(task.id).next)
        }
        let next = try await harness.update(task, .following) { $0.title = "other" }
        #expect(next.occurrence?.series != nil)
        let before = try await harness.statistics(of: next)
        #expect(before.currentStreak == 3)
        #expect(before.lateness == [5_400_000, 5_400_000, 5_400_000])
        let completion = try await harness.does { _ = try $0.complete(next.id, version: nil, in: $1, now: $2) }
        #expect(try await harness.statistics(of: next).currentStreak == 4)
        #expect(try await harness.statistics(of: next).onTime == 1)
        try await harness.undo(completion)
        #expect(try await harness.statistics(of: next) == before)
        _ = try await harness.complete(next.id)
        try await harness.delete(next.id)
        #expect(try await harness.statistics(of: next).currentStreak == 4)
    }
}

extension Harness {
    fileprivate func statistics(of task: TaskItem) async throws -> SeriesStatistics {
        let series = try await series(of: task)
        return try await store.read { try SeriesStatistics(of: series, in: $0) }
    }
}

@Suite struct StatisticsPeriodTests {
    @Test(
        arguments: [
            (.day, "2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z", "2026-03-29 23h, 2026-03-30 24h"),
            (.day, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-25 25h"),
            (.day, "2026-03-01T12:00:00Z", "2026-03-02T12:00:00Z", "2026-03-01 11h, 2026-03-02 13h"),
            (.day, "2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z", ""),
            (.week, "2025-12-31T23:00:00Z", "2026-01-05T23:00:00Z", "2026-W01 96h, 2026-W02 24h"),
            (.week, "2021-01-03T00:00:00Z", "2021-01-04T00:00:00Z", "2020-W53 23h, 2021-W01 1h"),
            (.month, "2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z", "2026-01 23h, 2026-02 672h, 2026-03 1h"),
            (.month, "2025-12-01T00:00:00Z", "2025-12-02T00:00:00Z", "2025-12 24h"),
        ] as [(StatisticsPeriod, String, String, String)])
    func `a range is divided without gaps, as clocks in its zone show`(
        period: StatisticsPeriod, from: String, until: String, expected: String
    ) throws {
        let zone = try ZoneDatabase().rules(for: "Europe/Berlin")
        let parts = period.parts(of: try instant(from)..<instant(until), in: zone)
        let words = parts.map { part in
            let length = part.range.upperBound.millisecondsSinceEpoch - part.range.lowerBound.millisecondsSinceEpoch
            return "\(part.key) \(length / 3_600_000)h"
        }
        #expect(words.joined(separator: ", ") == expected)
    }

    @Test(arguments: ["Pacific/Apia", "Asia/Kathmandu", "America/Sao_Paulo", "Africa/Cairo", "Australia/Lord_Howe"])
    func `ten years of days have no gap, and each begins at a quarter of an hour`(name: String) throws {
        let zone = try ZoneDatabase().rules(for: name)
        let range = try instant("2009-01-01T00:00:00Z")..<instant("2019-01-01T00:00:00Z")
        let parts = StatisticsPeriod.day.parts(of: range, in: zone)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
        #expect(parts.allSatisfy { $0.range.lowerBound.millisecondsSinceEpoch % StatisticsSlot.length == 0 })
        #expect(parts.first?.range.lowerBound == range.lowerBound && parts.last?.range.upperBound == range.upperBound)
        #expect(Set(parts.map(\.key)).count == parts.count)
    }
}
