import Basics
import Foundation
import TestSupport
import Testing

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
            (["stats"], 0, ["\t3\t1\t1/1\t0\t", "\ntotal\t3\t1\t1/1\t"]),
            (["stats", "--by", "tag"], 0, ["home\t2\t1\t1/1\t0\t0\t0\t0\n"]),
            (["stats", "--by", "month", "--zone", "Asia/Kathmandu", "--tag", "home"], 0, ["\ntotal\t"]),
            (
                ["series", "stats", task], 0,
                ["completed", "streak", "1 (longest 1)", "1 of 1 (100 %)", "before it is due"]
            ),
            (["stats", "--by", "year"], 64, ["--by"]),
            (["stats", "--by", "tag", "--tag", "home"], 64, ["cannot be used together"]),
            (["stats", "--cursor", "x"], 64, ["--cursor"]),
            (["stats", "--limit", "0", "--by", "tag"], 64, ["--limit"]),
            (["stats", "--from", "2031-01-01", "--until", "2030-01-01"], 1, ["must not be before from"]),
        ])
        let total = try await user.json("stats", "--from", "now", "--until", "tomorrow")["total"]
        #expect(total?["created"]?.integer == 3)
        _ = try await user.json("undo")
        #expect(try await user.json("stats")["total"]?["completed"]?.integer == 0)
        #expect(try await user.json("stats")["total"]?["created"]?.integer == 2)
        try await user.check([(["check", "--db", folder.path("taskd.db")], 0, ["ok: "])])
    }
}
