import Basics
import Foundation
import Recurrence
import Scheduler
import TaskdClient
import TestSupport
import Testing

@testable import taskd

/// `taskd stats` and `taskd series stats`, against a running daemon, and `taskd check` of what it counted.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StatisticsCommandTests {
    @Test
    func `what was done is shown as a table, by tag too, and is what a check expects`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let task = try #require(
            try await user.json(
                "add", "Water", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY", "--tag", "home")["id"]?.string)
        _ = try await user.json("add", "Other")
        _ = try await user.json("done", task)
        try await user.check([
            (["stats"], 0, ["\ntotal\t3\t1\t1/1\t0\t0\t0\t0\n"]),
            (["stats", "--by", "tag"], 0, ["home\t2\t1\t1/1\t"]),
            (["stats", "--by", "month", "--zone", "Asia/Kathmandu", "--tag", "home"], 0, ["total\t2\t1\t"]),
            (["stats", "--year"], 0, ["-01-01\t0\n", "\t1\n"]), (["stats", "--year", "1999"], 0, ["1999-12-31\t0\n"]),
            (["stats", "--year=1999", "--iso"], 0, ["1999-12-31\t0\n"]),
            (["stats", "--year", "--by", "tag"], 64, ["--year and --by"]),
            (
                ["series", "stats", task], 0,
                ["completed", "streak", "1 (longest 1)", "1 of 1 (100 %)", "before it is due"]
            ),
            (["stats", "--by", "year"], 64, ["--by"]),
            (["stats", "--by", "tag", "--tag", "home"], 64, ["cannot be used together"]),
            (["stats", "--cursor", "x"], 64, ["--cursor"]),
            (["stats", "--limit", "0", "--by", "tag"], 64, ["--limit"]),
            (["stats", "--from", "2031-01-01", "--until", "2030-01-01"], 64, ["is before --from"]),
        ])
        let total = try await user.json("stats", "--from", "now", "--until", "tomorrow")["total"]
        #expect(total?["created"]?.integer == 3)
        _ = try await user.json("undo")
        #expect(try await user.json("stats")["total"]?["completed"]?.integer == 0)
        #expect(try await user.json("stats")["total"]?["created"]?.integer == 2)
        try await user.check([(["check", "--db", folder.path("taskd.db")], 0, ["ok: "])])
    }
}

/// What people see of statistics on a terminal.
@Suite
struct StatisticsTextTests {
    private static func printer(
        columns: Int, accessible: Bool = false, korean: Bool = false
    ) throws -> TextFormatter {
        var terminal = Terminal()
        (terminal.hasOutput, terminal.columns, terminal.isAccessible) = (true, columns, accessible)
        terminal.language = korean ? .korean : .english
        let now = try #require(UTCInstant("2026-11-26T12:00:00Z"))
        return TextFormatter(
            context: CommandContext(
                clock: TestClock(now), environment: ["TZ": "UTC", "TASKD_CLIENT_CONFIG": "/dev/null"],
                zones: ZoneDatabase(), terminal: terminal))
    }

    private static func map(_ counts: [String: Int], of year: Int = 2026) throws -> HeatMap {
        let days = try counts.map { (try #require(CivilTime($0.key)).date, $0.value) }
        let today = try #require(CivilTime("2026-11-26")).date
        return try #require(HeatMap(year: year, counts: Dictionary(uniqueKeysWithValues: days), today: today))
    }

    @Test(arguments: [20, 40, 57, 58, 80, 111, 200])
    func `a year is as wide as the terminal at most, and has a sign for each day that there was`(columns: Int) throws {
        let map = try Self.map(["2026-01-01": 8, "2026-03-03": 1, "2026-03-04": 4, "2026-11-26": 2])
        let text = map.text(width: columns, try Self.printer(columns: columns))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(text)")
        let signs = lines.flatMap { $0.dropFirst(5) }.filter { "·░▒▓█".contains($0) }
        #expect(signs.count == 330)
        #expect(signs.count { $0 == "·" } == 326)
        #expect(signs.count { $0 == "█" } == 1 && signs.count { $0 == "▒" } == 1 && signs.count { $0 == "░" } == 2)
        // 1 January 2026 was a Thursday, the first sign of its line.
        #expect(lines.contains { $0.hasPrefix("Thu  █") })
    }

    @Test func `a year in words`() throws {
        let map = try Self.map(["2026-03-03": 1, "2026-03-04": 4, "2026-03-05": 2, "2026-11-26": 2])
        let printer = try Self.printer(columns: 80)
        #expect(map.summary(printer) == "2026: 9 done on 4 days · most on Wed 4 Mar, 4 · longest run 3 days")
        let accessible = printer.year(map)
        #expect(accessible.contains("\nTue  "))
        #expect(
            try Self.printer(columns: 80, accessible: true).year(map)
                == "\(map.summary(printer))\nMar: 7 done on 3 days\nNov: 2 done on 1 day\n")
        #expect(try Self.map([:], of: 2027).summary(printer) == "2027: nothing was done")
        #expect(HeatMap(year: 10_000, counts: [:], today: try #require(CivilTime("2026-11-26")).date) == nil)
        #expect(
            map.summary(try Self.printer(columns: 80, korean: true))
                == "2026년: 4일 동안 9개 완료 · 가장 많은 날 3월 4일 (수) 4개 · 최장 연속 3일")
    }

    @Test(arguments: [(80, 18), (60, 8), (200, 24)])
    func `bars are in proportion`(columns: Int, longest: Int) throws {
        let printer = try Self.printer(columns: columns)
        #expect(printer.bar(10, of: 10) == String(repeating: "█", count: longest))
        #expect(printer.bar(5, of: 10).count == longest / 2)
        #expect(printer.bar(0, of: 10).isEmpty)
        #expect(!printer.bar(1, of: 100_000).isEmpty)
        #expect(try Self.printer(columns: columns, accessible: true).bar(5, of: 10).isEmpty)
    }
}
