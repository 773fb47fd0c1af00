import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

/// What people do every day, each with the one command for it.
@Suite(.timeLimit(.minutes(5)))
struct EverydayTests {
    private let folder: TemporaryFolder
    private let user: CommandLineUser

    init() async throws {
        folder = try TemporaryFolder()
        user = try await CommandLineUser(in: folder)
    }

    private func tasks(_ query: String = "") async throws -> [JSONValue] {
        try await user.daemon.request(.GET, "/v1/tasks\(query)").json["items"]?.array ?? []
    }

    @Test
    func `a line of words is a task`() async throws {
        let tea = try await user.json("add", "Tea in 20m")
        #expect(tea["title"]?.string == "Tea" && tea["dueAt"]?.string != nil)
        let dentist = try await user.json("add", "Dentist tomorrow 3pm remind 1h +health p:high")
        #expect(dentist["title"]?.string == "Dentist" && dentist["priority"]?.string == "high")
        #expect(dentist["due"]?.string?.hasSuffix("T15:00:00") == true)
        #expect(dentist["reminders"]?.array?.map { $0["offset"]?.string } == ["-PT1H"])
        #expect(dentist["tags"]?.array?.map(\.string) == ["health"])
        let rent = try await user.json("add", "Rent every last weekday of the month at 9am +home p:high")
        #expect(rent["recurrence"]?["rrule"]?.array?.map(\.string) == ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"])
        let meeting = try await user.json("add", "매주 월요일 오전 9시 주간회의")
        #expect(meeting["title"]?.string == "주간회의")
        #expect(meeting["recurrence"]?["rrule"]?.array?.map(\.string) == ["FREQ=WEEKLY;BYDAY=MO"])
        #expect(meeting["due"]?.string?.hasSuffix("T09:00:00") == true)
    }

    @Test
    func `what was taken from a line is told, and nothing is taken that was not asked for`() async throws {
        let told = try await user.text("add", "Dentist", "+health", "sat", "28", "nov", "2099", "3pm")
        #expect(
            told.hasPrefix("added ") && told.contains("  when: ") && told.contains("from \"sat 28 nov 2099 3pm\""),
            "\(told)")
        #expect(
            try await user.text("add", "Tea !high", "--dry-run") == "not added: Tea\n  priority: high from \"!high\"\n")
        let silent = try await user.text("add", "Nap mon remind 1h", "--no-remind", "--dry-run")
        #expect(silent.contains("  remind: never\n") && !silent.contains("1h"), "\(silent)")
        _ = try await user.text("add", "Zed")
        let all = try await user.text(
            "add", "Nap", "--due", "dec 1 2099", "--repeat", "every day", "--missed", "keep", "--anchor", "completion",
            "--respawn", "completion", "--property", "X-A=1", "--blocked-by", "Zed", "--dry-run")
        for line in [
            "anchor: completion", "missed: keep", "respawn: completion", "blocked by: Zed", "properties: X-A=1",
        ] {
            #expect(all.contains("  \(line)\n"), "\(all)")
        }
        _ = try await user.text("delete", "Zed")
        let counted = try await user.text("add", "Filter every! 3 days", "--dry-run")
        #expect(counted.contains("every 3 days after completion, first"), "\(counted)")
        let dry = try await user.text("add", "Tea in 20m +kitchen", "--dry-run")
        #expect(dry.contains("not added: Tea\n") && dry.contains("tags: kitchen"), "\(dry)")
        let options = try await user.text(
            "add", "Rent", "--due", "dec 1 2099", "--start", "2099-11-30", "--repeat", "FREQ=MONTHLY", "--dry-run"
        )
        #expect(
            options
                == """
                not added: Rent
                  start: Mon 30 Nov 2099 (in \(options.firstMatch(of: /Nov 2099 \(in (\d+ years)\)/)?.output.1 ?? "?"))
                  due: Tue 1 Dec 2099 (in \(options.firstMatch(of: /Dec 2099 \(in (\d+ years)\)/)?.output.1 ?? "?"))
                  repeats: every 1st

                """)
        let gap = try await user.run(["add", "x", "--due", "2099-03-29 02:30", "--zone", "Europe/Berlin", "--dry-run"])
        let skipped = "clocks in Europe/Berlin skip that time, so it is Sun 29 Mar 2099 03:30 Berlin = 01:30"
        #expect(gap.errors == "note: \(skipped)\n")
        let past = try await user.run(["add", "x", "--due", "2020-03-29", "--dry-run"])
        #expect(past.errors == "note: it is past already\n", "\(past.errors)")
        #expect(try await user.json("add", "read tomorrow's paper")["due"] == .null)
        let literal = try await user.json("add", "--literal", "Tea in 20m +kitchen")
        #expect(literal["title"]?.string == "Tea in 20m +kitchen" && literal["due"] == .null)
        #expect(try await user.json("add", #"Watch \tomorrow"#)["title"]?.string == "Watch tomorrow")
        let doubtful = try await user.run(["add", "Meet at 8"])
        #expect(doubtful.status == 0 && doubtful.errors.contains("stays in the title"), "\(doubtful.errors)")
        let option = try await user.json("add", "Call tomorrow 3pm", "--due", "2099-01-01T10:00")
        #expect(option["title"]?.string == "Call" && option["due"]?.string == "2099-01-01T10:00:00")
        #expect(try await tasks().count == 6)
    }

    @Test
    func `lines of standard input are added together or not at all`() async throws {
        func add(_ arguments: [String], _ input: String) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(arguments, environment: user.daemon.environment, input: input)
        }
        #expect(try await add(["add", "-"], "Milk +shop\n\nEggs tomorrow\n").status == 0)
        #expect(try await tasks().map { $0["title"]?.string ?? "" }.sorted() == ["Eggs", "Milk"])
        let refused = try await add(["add"], "Bread\nCheese @nowhere\n")
        #expect(refused.status == 1 && refused.errors.contains("nowhere"), "\(refused.errors)")
        #expect(try await tasks().count == 2)
        #expect(try await add(["add", "--json"], #"[{"title":"a"},{"title":"b","priority":"high"}]"#).status == 0)
        #expect(try await add(["add", "--json"], #"{"title":"c"}"#).status == 0)
        #expect(try await tasks().count == 5)
        _ = try await user.text("undo", "2")
        #expect(try await tasks().count == 2)
        let nothing = try await add(["add"], "")
        #expect(nothing.status == 64 && nothing.errors.contains("nothing to add"))
    }

    @Test
    func `tasks are meant by handle, by words, or as the last one`() async throws {
        let rent = try await user.json("add", "Pay rent tomorrow")
        let handle = try #require(rent["handle"]?.string)
        #expect(handle.count == 12 && rent["shortHandle"]?.string.map(handle.hasPrefix) == true)
        for name in [
            handle, String(handle.prefix(3)), handle.uppercased(), "rent", "pay rent", rent["id"]?.string ?? "",
        ] {
            #expect(try await user.json("show", name)["id"] == rent["id"], "\(name)")
        }
        _ = try await user.text("add", "Rent a car")
        let several = try await user.run(["done", "rent"])
        #expect(several.status == 1 && several.errors.contains("fits 2 open tasks"), "\(several.errors)")
        #expect(several.errors.contains("Pay rent") && several.errors.contains("Rent a car"), "\(several.errors)")
        #expect(try await user.json("done", "pay", "rent")["completed"]?["id"] == rent["id"])
        #expect(try await user.json("reopen", handle)["reopened"]?["id"] == rent["id"])
        let none = try await user.run(["done", "xylophone"])
        #expect(none.status == 1 && none.errors.contains("no task \"xylophone\""), "\(none.errors)")
    }

    @Test
    func `an occurrence is meant by the handle of its series`() async throws {
        let water = try await user.json("add", "Water", "--due", "2031-01-01T09:00", "--repeat", "FREQ=DAILY")
        let handle = try #require(water["handle"]?.string)
        let second = try await user.json("done", handle)["next"]
        #expect(second?["handle"]?.string == handle)
        #expect(try await user.json("done", handle)["completed"]?["id"] == second?["id"])
        #expect(try await user.json("show", "\(handle):2031-01-01T09:00:00")["id"] == water["id"])
        #expect(try await user.json("skip", handle)["skipped"]?["due"]?.string == "2031-01-03T09:00:00")
    }

    @Test
    func `several tasks are done at once and taken back at once`() async throws {
        var handles: [String] = []
        for title in ["One", "Two", "Three"] {
            handles.append(try #require(try await user.json("add", "\(title) tomorrow")["handle"]?.string))
        }
        let told = try await user.text("done", handles[0], handles[1], handles[2])
        #expect(told.split(separator: "\n").count == 3)
        #expect(try await tasks("?status=completed").count == 3)
        _ = try await user.text("undo")
        #expect(try await tasks("?status=needsAction").count == 3)
        let refused = try await user.run(["done", handles[0], "xylophone"])
        #expect(refused.status == 1)
        #expect(try await tasks("?status=needsAction").count == 3, "none is done where one is unknown")
        _ = try await user.text("delete", handles[0], handles[1])
        #expect(try await tasks().count == 1)
        _ = try await user.text("undo")
        #expect(try await tasks().count == 3)
    }

    @Test
    func `terms change a task, and a filter selects many`() async throws {
        let dentist = try await user.json("add", "Dentist 2031-01-03 15:00 +old +kept")
        let handle = try #require(dentist["handle"]?.string)
        _ = try await user.text("project", "add", "Flat")
        let changed = try await user.json("edit", handle, "due:2031-01-04 16:00", "+new", "-old", "@flat", "p:low")
        #expect(changed["due"]?.string == "2031-01-04T16:00:00" && changed["priority"]?.string == "low")
        #expect(Set(changed["tags"]?.array?.compactMap(\.string) ?? []) == ["kept", "new"])
        #expect(changed["projectId"]?.string != nil)
        #expect(try await user.json("edit", handle, "due:+30m")["due"]?.string == "2031-01-04T16:30:00")
        #expect(try await user.json("edit", handle, "due:-1d")["due"]?.string == "2031-01-03T16:30:00")
        #expect(try await user.run(["edit", handle, "due:+30m", "--due", "2031-01-01"]).status == 64)
        _ = try await user.text("add", "Paint @flat yesterday")
        _ = try await user.text("add", "Sweep @flat yesterday")
        let all = try await user.json("edit", "--where", "overdue and project:Flat", "due:2031-05-05")
        #expect(all["results"]?.array?.map { $0["due"]?.string } == ["2031-05-05", "2031-05-05"])
        _ = try await user.text("undo")
        #expect(try await user.json("list", "overdue", "@flat")["items"]?.array?.count == 2)
        let series = try await user.json("add", "Run", "--due", "2031-01-01T09:00", "--repeat", "FREQ=DAILY")
        let moved = try await user.json("edit", series["handle"]?.string ?? "", "due:+30m", "--scope", "following")
        #expect(moved["due"]?.string == "2031-01-01T09:30:00")
        #expect(try await user.json("done", moved["id"]?.string ?? "")["next"]?["due"]?.string == "2031-01-02T09:30:00")
        _ = try await user.text("edit", "Run", "due:2031-01-02T15:00", "--scope", "this")
        for scope in ["following", "all"] {
            // What it shows and what its series has are two times, of which nobody knows the one that is meant.
            try await user.check([
                (
                    ["edit", "Run", "due:+30m", "--scope", scope], 1,
                    [
                        "was moved", "15:00", "09:30", "due:2031-01-02T15:30 or due:2031-01-02T10:00",
                    ]
                )
            ])
        }
        #expect(
            try await user.json("edit", "Run", "due:+30m", "--scope", "this")["due"]?.string == "2031-01-02T15:30:00")
    }

    @Test
    func `terms narrow a list, and tags are all to hold`() async throws {
        for line in ["Pay rent +home +money p:high tomorrow", "Buy paint +home", "Report +work p:urgent"] {
            _ = try await user.text("add", line)
        }
        func titles(_ arguments: String...) async throws -> [String] {
            let outcome = try await user.run(["list"] + arguments + ["--json=title"])
            try #require(outcome.status == 0, "\(outcome.errors)")
            let page = try JSONValue(json: Data(outcome.output.utf8))
            return page["items"]?.array?.compactMap { $0["title"]?.string } ?? []
        }
        #expect(try await titles("+home") == ["Pay rent", "Buy paint"])
        #expect(try await titles("+home", "-money") == ["Buy paint"])
        #expect(try await titles("--tag", "home", "--tag", "money") == ["Pay rent"])
        #expect(try await titles("p:high+") == ["Pay rent", "Report"])
        #expect(try await titles("due:tomorrow") == ["Pay rent"])
        #expect(try await titles("due:none", "rep") == ["Report"])
        #expect(try await titles("--where", "tag:work or tag:money", "p:urgent") == ["Report"])
        #expect(try await titles("done") == [])
        _ = try await user.text("done", "report")
        #expect(try await titles("done") == ["Report"])
        #expect(try await user.text("ls", "xylophone").isEmpty, "an empty list is no output, and no error")
    }

    @Test
    func `a reminder is put off by what comes to mind`() async throws {
        let tea = try await user.json("add", "Tea in 2h")
        let handle = try #require(tea["handle"]?.string)
        let later = try await user.json("snooze", handle, "3h")
        #expect(later["reminders"]?.array?.first?["state"]?.string == "snoozed")
        let until = try await user.json("snooze", handle, "2031-01-01 09:00")
        #expect(until["reminders"]?.array?.first?["snoozedUntil"]?.string == "2031-01-01T09:00:00Z")
        let soon = try await user.run(["snooze", handle])
        #expect(soon.status == 0)
        #expect(try await user.run(["snooze", handle, "yesterday 9am"]).status == 64)
        let early = try await user.run(["add", "Later 2031-01-01 09:00", "--quiet"])
        let warned = try await user.run(["snooze", early.output.trimmingCharacters(in: .whitespacesAndNewlines), "10m"])
        #expect(warned.status == 0 && warned.errors.contains("earlier"), "\(warned.errors)")
    }

    @Test
    func `a whole title means its task, and words of a closed one open it again`() async throws {
        _ = try await user.json("add", "Milk")
        _ = try await user.json("add", "Milk and honey")
        #expect(try await user.json("show", "milk")["title"]?.string == "Milk")
        _ = try await user.json("done", "milk", "--yes")
        _ = try await user.json("done", "milk", "--yes")
        try await user.check([
            (["reopen", "milk", "--yes"], 0, ["reopened "]), (["reopen", "honey", "--yes"], 0, ["Milk and honey"]),
            (["reopen", "honey", "--yes"], 1, ["no closed title"]),
        ])
    }

    @Test
    func `a due time goes with the reminders that count from it, and hours move it by the clock`() async throws {
        let task = try await user.json("add", "Night", "--due", "2026-10-25T02:30", "--zone", "Europe/Berlin")
        let handle = try #require(task["handle"]?.string)
        let moved = try await user.json("edit", handle, "due:+1h")
        #expect(moved["dueAt"]?.string == "2026-10-25T01:30:00Z" && moved["due"]?.string == "2026-10-25T02:30:00")
        let again = try await user.json("edit", handle, "due:+30m")
        #expect(again["dueAt"]?.string == "2026-10-25T02:00:00Z")
        let cleared = try await user.json("edit", handle, "due:none")
        #expect(cleared["due"] == .null && cleared["reminders"] == .array([]))
        let before = try await user.json("add", "Plain")
        let series = try await user.json("edit", try #require(before["handle"]?.string), "repeat:every day at 9am")
        #expect(series["handle"] == before["handle"], "a task that begins to repeat keeps its handle")
    }

    @Test(arguments: [
        ("Europe/Berlin", "2027-10-31T02:30", ["+02:00", "+01:00"], ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"]),
        (
            "America/New_York", "2027-11-07T01:30", ["-04:00", "-05:00"],
            ["2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"]
        ),
    ])
    func `of two equal hours each command tells the one that is meant`(
        zone: String, local: String, offsets: [String], instants: [String]
    ) async throws {
        let here = ["TASKD_ZONE": zone]
        let second = "\(local.suffix(5))\(offsets[1])"
        let added = try await user.text(
            "add", "Night", "--start", local + offsets[1], "--due", local + offsets[1], environment: here)
        #expect(added.contains("2027 \(second) (") && added.contains("reminder at \(second)"), "\(added)")
        #expect(try await user.text("list", environment: here).contains("\t\(local):00\(offsets[1])\t"))
        #expect(try await user.text("list", "--utc").contains("\t\(instants[1])\t"))
        #expect(try await user.onTerminal("list", "--sort", "due", environment: here).contains(second))
        #expect(try await user.onTerminal("upcoming", environment: here).contains(second))
        #expect(try await user.onTerminal("log", environment: here).contains(second))
        let template = try await user.text("list", "--iso", "--template", "{{time(start)}}", environment: here)
        #expect(template.hasPrefix("\(local):00\(offsets[1])"), "\(template)")
        let shown = try await user.text("show", "night", environment: ["TASKD_ZONE": "UTC"])
        let there = instants[1].dropFirst(11).prefix(5)
        #expect(shown.matches(of: try Regex(" = \(there)")).count == 2, "\(shown)")
        let early = try await user.text("edit", "night", "due:-1h", environment: here)
        #expect(early.contains(" \(local.suffix(5))\(offsets[0]) (in"), "\(early)")
        let late = try await user.run(["edit", "night", "start:-1h", "due:+1h"])
        #expect(try await user.json("show", "night")["startAt"]?.string == instants[0], "\(late)")
        #expect(try await user.json("show", "night")["dueAt"]?.string == instants[1], "\(late)")
        #expect(late.errors.isEmpty, "\(late)")
        // That it starts after it is due is not to be seen by the local times.
        let turned = try await user.run(["edit", "night", "start:+1h", "due:-1h"])
        #expect(turned.errors.contains("it starts after it is due"), "\(turned)")
    }

    @Test
    func `of those who change a task at once none takes away what another added`() async throws {
        let handle = try #require(try await user.json("add", "Shared")["handle"]?.string)
        try await withThrowingTaskGroup { group in
            for number in 1...6 {
                group.addTask {
                    let outcome = try await user.run(["edit", handle, "+t\(number)", "--quiet"])
                    #expect(outcome.status == 0 && outcome.output == "\(handle.prefix(3))\n", "\(outcome)")
                }
            }
            try await group.waitForAll()
        }
        let tags = try await user.json("show", handle)["tags"]?.array?.compactMap(\.string) ?? []
        #expect(Set(tags) == Set((1...6).map { "t\($0)" }))
    }

    @Test
    func `a due time in digits that is over, or that clocks skip, is told`() async throws {
        let gap = try await user.run(["add", "Gap", "--due", "2031-03-30 02:30", "--zone", "Europe/Berlin"])
        #expect(gap.status == 0 && gap.errors.contains("clocks in Europe/Berlin skip that time"), "\(gap)")
        let past = try await user.run(["add", "Past", "--due", "2026-03-29"])
        #expect(past.status == 0 && past.errors.hasPrefix("note: it is past already\nnote: its reminder"), "\(past)")
        let changed = try await user.run(["edit", "gap", "due:2020-01-01", "--yes"])
        #expect(changed.status == 0 && changed.errors.contains("it is past already"), "\(changed)")
        #expect(try await user.run(["add", "Then", "--due", "2031-01-01 09:00"]).errors.isEmpty)
    }

    @Test
    func `a task that begins to repeat by a rule in words keeps its time of day`() async throws {
        for (due, rule, expected) in [
            ("2031-01-31T23:00", "every day", "2031-01-31T23:00:00"),
            ("2031-01-31T23:00", "every day at 9am", "T09:00:00"),
            ("2031-01-28T15:00", "every friday", "T15:00:00"),
        ] {
            let task = try #require(try await user.json("add", "Again", "--due", due)["id"]?.string)
            let changed = try await user.json("edit", task, "repeat:\(rule)")
            #expect(changed["due"]?.string?.hasSuffix(expected) == true, "\(rule): \(changed)")
        }
        try await user.check([
            (
                ["done", "+again"], 64,
                [
                    "\"+again\" is a tag, and no task", "taskd list '+again'",
                    "taskd bulk done --where 'tag:again' completes",
                ]
            ),
            (["delete", "@Flat"], 64, ["is a project", "taskd bulk delete --where 'project:Flat' deletes"]),
            (["why", "+again"], 64, ["taskd list '+again' shows its tasks.\n"]),
        ])
    }

    @Test
    func `what a script is not shown it is told of, and an empty list can be a failure`() async throws {
        let hook = try await user.run(["hook", "add", "https://example.org/x", "--quiet"])
        #expect(hook.status == 0 && hook.errors.contains("taskd hook rotate"), "\(hook)")
        let handle = hook.output.filter { $0 != "\n" }
        for (arguments, told) in [
            (["hook", "rotate", handle, "--quiet"], "--quiet leaves it out; taskd hook rotate makes another"),
            (["hook", "rotate", handle, "--template", "{{handle}}\n"], "--template leaves it out"),
            (["hook", "rotate", handle, "--json=id"], "--json leaves it out"),
            (["hook", "rotate", handle, "--csv=id,secret"], ""),
            (["token", "add", "bare", "--template", "{{name}}\n"], "taskd token rotate makes another"),
        ] {
            let run = try await user.run(arguments)
            #expect(run.status == 0 && (told.isEmpty ? run.errors.isEmpty : run.errors.contains(told)), "\(run)")
        }
        let token = try await user.run(["token", "add", "script", "--quiet"])
        #expect(token.status == 0 && token.output.hasPrefix("taskd_"), "\(token)")
        let task = try #require(try await user.json("add", "Bare")["id"]?.string)
        try await user.check([
            (["attachments", task], 0, []), (["attachments", task, "--exit-empty"], 1, ["no attachments"]),
        ])
    }
}
