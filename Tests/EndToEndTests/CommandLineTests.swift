import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a task goes through its life by command line`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        func taskd(_ arguments: String...) async throws -> JSONValue {
            let outcome = try await BuiltProgram.run(arguments + ["--json"], environment: daemon.environment)
            try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
            return outcome.output.isEmpty ? .null : try JSONValue(json: Data(outcome.output.utf8))
        }
        let task = try await taskd(
            "add", "Pay rent", "--due", "2031-01-31T09:00", "--zone", "Asia/Seoul", "--repeat",
            "FREQ=MONTHLY;BYMONTHDAY=-1", "--remind", "-PT1H", "--tag", "home", "--priority", "high"
        )
        let id = try #require(task["id"]?.string)
        #expect(task["dueAt"]?.string == "2031-01-31T00:00:00Z")
        #expect(task["reminders"]?.array?.first?["nextFireAt"]?.string == "2031-01-30T23:00:00Z")
        #expect(try await taskd("list")["items"]?.array?.count == 1)
        #expect(try await taskd("list", "--where", "tag:home and due > now+1h")["items"]?.array?.count == 1)
        #expect(try await taskd("list", "--where", "not priority:high")["items"]?.array?.isEmpty == true)
        let refused = try await BuiltProgram.run(["list", "--where", "priorty:high"], environment: daemon.environment)
        #expect(refused.status != 0)
        #expect(refused.errors.contains("Did you mean priority?"))
        let upcoming = try await taskd("upcoming", "--limit", "3")["items"]?.array ?? []
        #expect(
            upcoming.map { $0["due"]?.string } == ["2031-01-31T09:00:00", "2031-02-28T09:00:00", "2031-03-31T09:00:00"])
        let next = try await taskd("done", id)["next"]
        #expect(next?["due"]?.string == "2031-02-28T09:00:00")
        #expect(next?["id"]?.string == upcoming[1]["taskId"]?.string)
        #expect(
            try await taskd("skip", try #require(next?["id"]?.string))["next"]?["due"]?.string == "2031-03-31T09:00:00")
        #expect(try await taskd("show", id)["status"]?.string == "completed")
        _ = try await taskd("delete", id)
        let gone = try await BuiltProgram.run(["show", id], environment: daemon.environment)
        #expect(gone.status == 1)
        #expect(gone.errors.contains("no task"))
    }

    @Test
    func `an estimated duration is set, shown and cleared`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        func taskd(_ arguments: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(arguments, environment: daemon.environment)
        }
        let added = try await taskd("add", "Pay", "--estimate", "90m", "--json")
        let task = try JSONValue(json: Data(added.output.utf8))
        #expect(task["estimatedDuration"]?.string == "PT1H30M")
        let id = try #require(task["id"]?.string)
        #expect(try await taskd("show", id).output.contains("1 h 30 min"))
        #expect(try await taskd("edit", id, "--estimated-duration", "P1DT2H").status == 0)
        #expect(try await taskd("show", id).output.contains("1 day 2 h"))
        #expect(try await taskd("edit", id, "--estimate", "soon").status == 64)
        #expect(try await taskd("edit", id, "--estimate", "PT0S").status == 64)
        #expect(try await taskd("edit", id, "--estimate", "none").status == 0)
        #expect(try await !taskd("show", id).output.contains("estimate"))
    }

    @Test
    func `properties are set one by one, shown, taken away and cleared`() async throws {
        let user = try await CommandLineUser(in: folder)
        let task = try await user.json(
            "add", "Pay", "--property", "X-A=b=c d", "--property", "X-Z=", "--due", "2031-01-31", "--repeat",
            "FREQ=DAILY")
        let (id, series) = (try #require(task["id"]?.string), try #require(task["seriesId"]?.string))
        #expect(task["properties"] == .object(["X-A": .string("b=c d")]))
        let values = #"{"properties":{"X-C":[1.5,true,null,{"b":"","a":{}}],"X-B":7}}"#
        #expect(try await user.daemon.request(.PATCH, "/v1/tasks/\(id)", values).status == 200)
        try await user.check([
            (["show", id], 0, ["property", "X-A=b=c d", "X-B=7", #"X-C=[1.5,true,null,{"a":{},"b":""}]"#]),
            (["edit", id, "--property", "X-A=", "--property", "X-B=e\u{301}"], 0, ["changed ", "  Pay"]),
            (["show", id], 0, ["X-B=e\u{301}", "X-C="]),
        ])
        #expect(try await !user.text("show", id).contains("X-A"))
        let copy = try await user.json("duplicate", id, "--property", "X-C=")
        #expect(copy["properties"] == .object(["X-B": .string("e\u{301}")]))
        #expect(
            try await user.json("series", "edit", series, "--property", "X-B=1")["properties"]?["X-B"]?.string == "1")
        #expect(try await user.json("edit", id, "--property", "none")["properties"] == nil)
        #expect(try await !user.text("show", id).contains("property"))
    }

    @Test
    func `an occurrence is deleted alone, or with the others`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        func taskd(_ arguments: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(arguments, environment: daemon.environment)
        }
        let added = try await taskd("add", "Pay", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY", "--json")
        let task = try JSONValue(json: Data(added.output.utf8))
        let id = try #require(task["id"]?.string)
        let handle = try #require(task["handle"]?.string)
        let deleted = try await taskd("delete", "--scope", "this", id)
        #expect(deleted.status == 0 && deleted.output.hasPrefix("deleted \(handle.prefix(3))"), "\(deleted.output)")
        #expect(deleted.output.contains("  Pay · Fri 31 Jan 2031 09:00"), "\(deleted.output)\(deleted.errors)")
        let left = try await daemon.request(.GET, "/v1/tasks").json["items"]?.array ?? []
        #expect(left.map { $0["due"]?.string } == ["2031-02-01T09:00:00"])
        #expect(try await taskd("delete", "--scope", "some", id).status == 64)
        let next = try #require(left.first?["id"]?.string)
        #expect(try await taskd("delete", next, "--scope", "all").status == 0)
        #expect(try await daemon.request(.GET, "/v1/tasks").json["items"]?.array?.isEmpty == true)
        let series = try await daemon.request(.GET, "/v1/series/\(task["seriesId"]?.string ?? "")").json
        #expect(series["state"]?.string == "ended" && series["counts"]?["deleted"]?.integer == 2)
    }

    @Test(arguments: [
        (
            ["add", "x", "--repeat", "FREQ=SOMETIMES", "--due", "2031-01-01"],
            "--repeat \"FREQ=SOMETIMES\": FREQ must be"
        ),
        (["add", "x", "--due", "2031-01-01", "--zone", "Europe/Atlantis"], "Europe/Atlantis"),
        (["hook", "add", "--url", "http://10.0.0.1/"], "--url \"http://10.0.0.1/\": "),
        (["hook", "add", "--url", "http://169.254.169.254/latest"], "is a cloud metadata address"),
    ])
    func `what the daemon refuses is told with its field`(arguments: [String], place: String) async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let outcome = try await BuiltProgram.run(arguments, environment: daemon.environment)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains(place), "\(outcome.errors)")
        #expect(try await daemon.request(.GET, "/v1/tasks").json["items"]?.array?.isEmpty == true)
        #expect(try await daemon.log().isEmpty)
    }

    @Test
    func `rules are expanded line by line, and a bad line does not stop the run`() async throws {
        let input = """
            {"id":"a","dtstart":"20261121T090000","tzid":"Europe/Berlin","rrule":["FREQ=DAILY;COUNT=2"],"limit":5}
            nonsense
            {"id":"b","dtstart":"20261121","tzid":null,"rrule":["FREQ=SOMETIMES"],"limit":5}
            {"id":"c","dtstart":"20261121","tzid":null,"rrule":["FREQ=WEEKLY"],"rdate":[],"exdate":[],"limit":2}

            """
        let outcome = try await BuiltProgram.run(["rule", "expand", "--jsonl"], input: input)
        let lines = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
        try #require(lines.count == 4)
        #expect(
            lines[0]["occurrences"]?.array?.map(\.string) == ["2026-11-21T09:00:00+01:00", "2026-11-22T09:00:00+01:00"]
        )
        #expect(lines[0]["complete"] == .bool(true))
        #expect(lines[1]["error"]?.string != nil)
        #expect(lines[2]["id"]?.string == "b")
        #expect(lines[2]["error"]?.string?.contains("FREQ") == true)
        #expect(lines[3]["occurrences"]?.array?.map(\.string) == ["20261121", "20261128"])
        #expect(lines[3]["complete"] == .bool(false))
    }

    @Test
    func `occurrences that end with their calendar's table say so`() async throws {
        let arguments = ["rule", "expand", "--dtstart", "21490101", "--rrule", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1"]
        let plain = try await BuiltProgram.run(arguments)
        #expect(plain.status == 0)
        #expect(plain.output.split(separator: "\n").count == 2)
        #expect(plain.errors.contains("2151-02-15"), "\(plain.errors)")
        let json = try JSONValue(json: Data(try await BuiltProgram.run(arguments + ["--json"]).output.utf8))
        #expect(json["horizon"]?.string == "2151-02-15")
        #expect(json["complete"] == .bool(false))
        let some = try await BuiltProgram.run(arguments + ["--json", "--limit", "1"])
        #expect(try JSONValue(json: Data(some.output.utf8))["horizon"] == nil)
    }
}
