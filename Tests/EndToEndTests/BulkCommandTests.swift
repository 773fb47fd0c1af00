import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

/// `taskd bulk`, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BulkCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The titles of the tasks that a list shows, sorted.
    private func titles(_ user: CommandLineUser, _ options: String...) async throws -> [String] {
        let outcome = try await user.run(["list", "--json"] + options)
        let items = try JSONValue(json: Data(outcome.output.utf8))["items"]?.array ?? []
        return items.compactMap { $0["title"]?.string }.sorted()
    }

    @Test
    func `words are read in one zone for all tasks, which they get, and digits in the zone that each has`() async throws
    {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Call", "--due", "2031-01-01T09:00", "--zone", "Europe/Berlin")
        let cases: [(options: [String], zone: String)] = [
            (["--due", "2031-02-01 09:00"], "Europe/Berlin"), (["--due", "feb 1 2031 9am"], "America/New_York"),
            (["--due", "2031-02-01 09:00", "--zone", "Asia/Tokyo"], "Asia/Tokyo"),
            (["--due", "feb 1 2031 9am", "--zone", "Asia/Seoul"], "Asia/Seoul"),
        ]
        for (options, zone) in cases {
            let outcome = try await BuiltProgram.run(
                ["bulk", "edit", "--where", "text:call"] + options,
                environment: user.daemon.environment.merging(["TASKD_ZONE": "America/New_York"]) { $1 })
            #expect(outcome.status == 0, "\(outcome.errors)")
            let task = try await user.json("show", "call")
            #expect(task["timeZone"]?.string == zone, "\(options)")
            #expect(task["due"]?.string == "2031-02-01T09:00:00", "\(options)")
        }
        let help = try await user.text("bulk", "edit", "--help").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        for words in [
            "read in one zone for all tasks (see --zone), which they get; 2026-12-01T09:00 is a time in the zone that each",
            "(default: that of the task; of a new one, and of words in taskd bulk edit, TASKD_ZONE, else this machine's;",
        ] { #expect(help.contains(words), "\(help)") }
    }

    @Test
    func `every task that a filter chooses is counted, changed, completed and deleted, and no other`() async throws {
        let user = try await CommandLineUser(in: folder)
        let groceries = ["Bread", "Eggs", "Milk"]
        for title in groceries { _ = try await user.text("add", title, "--tag", "groceries") }
        _ = try await user.text("add", "Paint")
        _ = try await user.text("project", "add", "House")
        let chosen = ["--where", "tag:groceries"]
        for verb in ["done", "delete"] {
            try await user.check([(["bulk", verb] + chosen + ["--preview"], 0, ["matching tasks: 3\n"])])
        }
        #expect(try await titles(user) == groceries + ["Paint"])
        let edit = ["bulk", "edit", "--priority", "high", "--project", "House", "--status", "inProcess"]
        try await user.check([(edit + chosen, 0, ["changed 3 of 3 tasks\n"])])
        #expect(try await titles(user, "--priority", "high", "--project", "House") == groceries)
        try await user.check([(["bulk", "done"] + chosen, 0, ["done 3 of 3 tasks\n"])])
        #expect(try await titles(user) == ["Paint"])
        #expect(try await titles(user, "--status", "completed") == groceries)
        try await user.check([(["undo"], 0, []), (["bulk", "delete"] + chosen, 0, ["deleted 3 of 3 tasks\n"])])
        #expect(try await titles(user, "--all") == ["Paint"])
        try await user.check([(["undo"], 0, [])])
        #expect(try await titles(user) == groceries + ["Paint"])
        let answer = try await user.json("bulk", "done", "--where", "tag:none-has-this")
        #expect(answer["matched"]?.integer == 0 && answer["changed"]?.integer == 0)
    }

    @Test
    func `tasks that cannot be changed are named with the reason, and the others are changed`() async throws {
        let user = try await CommandLineUser(in: folder)
        let due = try #require(try await user.json("add", "Rent", "--due", "2031-01-31")["id"]?.string)
        let other = try #require(try await user.json("add", "Paint")["id"]?.string)
        let edit = ["bulk", "edit", "--where", "is:open", "--repeat", "FREQ=DAILY"]
        // What recurs has a time to count from.
        let told = try await user.run(edit)
        #expect(told.status == 1 && told.errors == "taskd: 1 task could not be changed\n", "\(told.errors)")
        #expect(
            told.output.hasPrefix("changed 1 of 2 tasks\n  ")
                && told.output.contains("  Paint  a task that repeats needs a first time\n"),
            "\(told.output)")
        #expect(try await user.json("show", due)["seriesId"]?.string != nil)
        #expect(try await user.json("show", other)["seriesId"] == .null)
        let again = try await user.run(["bulk", "edit", "--where", "Paint", "--repeat", "FREQ=DAILY", "--json"])
        let answer = try JSONValue(json: Array(again.output.utf8))
        #expect(again.status == 1)
        #expect(answer["changed"]?.integer == 0)
        #expect(answer["failed"]?.array?.map { $0["id"]?.string } == [other], "\(answer)")
    }

    @Test
    func `all that is needed to take due times away is told at once, and how to make a project`() async throws {
        let user = try await CommandLineUser(in: folder)
        let (due, rule) = (["--due", "2031-01-31T09:00"], ["--repeat", "every month"])
        try await user.check([(["add", "Rent", "--remind", "1h", "--tag", "z"] + due + rule, 0, [])])
        let edit = ["bulk", "edit", "--where", "tag:z"]
        let rules = edit + ["--repeat", "every day"]
        try await user.check([(rules, 64, ["a due time of its own\n  Give the rule alone, --repeat 'FREQ=DAILY'"])])
        let taking = edit + ["--due", "none"]
        try await user.check([
            (taking, 1, ["What repeats or reminds needs its due time: give --repeat none --remind none, too."]),
            (taking + ["--remind", "none"], 1, ["What repeats needs its due time: give --repeat none, too."]),
            (taking + ["--repeat", "none", "--remind", "none"], 0, ["changed 1 of 1 tasks\n"]),
            (
                edit + ["--project", "New house"], 1,
                ["there is no project \"New house\"", "Give --create to make it."]
            ),
            (edit + ["--project", "New house", "--create"], 0, ["changed 1 of 1 tasks\n"]),
        ])
        let preview = try await user.run(edit + ["--project", "Nope", "--create", "--preview"])
        #expect(preview.status == 1 && !preview.errors.contains("--create"), "\(preview.errors)")
    }

    @Test
    func `an undo of a part of a large change tells that there is more of it`() async throws {
        let user = try await CommandLineUser(in: folder)
        for part in [600, 500] {
            let task = #"{"op":"create","task":{"title":"Many","tags":["many"]}}"#
            let body = #"{"operations":[\#(Array(repeating: task, count: part).joined(separator: ","))]}"#
            try #require(try await user.daemon.request(.POST, "/v1/batch", body).status == 200)
        }
        try await user.check([(["bulk", "delete", "--where", "tag:many"], 0, ["deleted 1100 of 1100 tasks\n"])])
        let first = try await user.run(["undo"])
        #expect(
            first.errors
                == "note: 1000 more tasks were changed right before, it seems by the same command; run taskd undo again\n",
            "\(first.errors)")
        #expect(try await user.run(["undo"]).errors.isEmpty)
        #expect(try await user.json("list", "--limit", "1")["items"]?.array?.count == 1)
    }

    @Test
    func `several problems of a task are told in the words of the command line`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Rent", "--due", "2031-01-31", "--repeat", "FREQ=DAILY", "--remind", "1h")
        let told = try await user.run(["bulk", "edit", "--where", "is:open", "--due", "none"])
        #expect(told.status == 1 && told.output.contains(" (and 1 more problem)\n"), "\(told.output)")
        #expect(!told.output.contains("/changes") && !told.output.contains("/re"), "\(told.output)")
    }

    @Test
    func `a closed occurrence keeps its rule, and how to pass over it is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Rent", "--due", "2031-01-31", "--repeat", "FREQ=DAILY")
        _ = try await user.text("skip", "Rent")
        let taken = ["--due", "none", "--repeat", "none", "--remind", "none"]
        try await user.check([
            (
                ["bulk", "edit", "--where", "title:rent"] + taken, 1,
                ["changed 1 of 2 tasks\n", "  Rent  the occurrence is closed\n", "put status:open into the filter"]
            )
        ])
    }

    @Test
    func `days of the filter are those of its zone`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "a", "--due", "2031-01-31T12:00Z")
        let filter = ["bulk", "done", "--preview", "--where", "due:2031-02-01"]
        try await user.check([
            (filter + ["--where-zone", "UTC"], 0, ["matching tasks: 0"]),
            (filter + ["--where-zone", "Pacific/Kiritimati"], 0, ["matching tasks: 1"]),
        ])
    }

    @Test
    func `what makes no sense is refused, and changes nothing`() async throws {
        let user = try await CommandLineUser(in: folder)
        let task = try await user.json("add", "a", "--tag", "t")
        let chosen = ["--where", "tag:t"]
        try await user.check([
            (["bulk", "edit"] + chosen, 64, ["no changes given"]), (["bulk", "done"], 64, ["--where"]),
            (["bulk", "edit", "--due", "soonish"] + chosen, 64, ["--due \"soonish\""]),
            (["bulk", "edit", "--status", "gone"] + chosen, 64, ["--status"]),
            (["bulk", "edit", "--project", "None"] + chosen, 1, ["no project"]),
            (["bulk", "done", "--where", "priorty:high"], 64, ["--where", "Did you mean priority?"]),
            (["bulk", "delete", "--where", ""], 64, ["--where is empty"]),
            (["bulk", "done", "--where-zone", "Mars/Base"] + chosen, 64, ["--where-zone must be an IANA name"]),
        ])
        #expect(try await user.json("show", try #require(task["id"]?.string)) == task)
    }
}
