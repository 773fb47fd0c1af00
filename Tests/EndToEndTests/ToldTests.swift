import Basics
import Foundation
import TestSupport
import Testing

/// What commands report about what they did: everything that was typed, under the names that people use.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ToldTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a change to what is so already is said to be none`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Gym", "--due", "2031-01-01T09:00", "--repeat", "FREQ=DAILY")
        for made in [
            ["tag", "add", "home"], ["project", "add", "Flat"], ["view", "add", "Mine"], ["token", "add", "me"],
        ] {
            try await user.check([(made, 0, [])])
        }
        let edits = [
            ["tag", "edit", "home", "--color", "red"], ["project", "edit", "flat", "--description", "ours"],
            ["view", "edit", "Mine", "--where", "tag:home"], ["token", "edit", "me", "--scope", "write"],
            ["series", "edit", "gym", "--tag", "home"],
        ]
        for edit in edits {
            #expect(try await user.run(edit).output.hasPrefix("changed "), "\(edit)")
            #expect(try await user.run(edit).output.hasPrefix("unchanged "), "\(edit)")
        }
        try await user.check([
            (["series", "edit", "gym", "--resume"], 0, ["unchanged "]),
            (["view", "edit", "Mine", "--name", "Mine"], 0, ["unchanged Mine  tag:home\n"]),
            (["view", "edit", "Mine", "--name", "Ours"], 0, ["changed Ours  tag:home\n"]),
        ])
    }

    @Test
    func `a time of another zone leaves the others at their moments, and what moves along is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        let zone = ["--zone", "Asia/Seoul"]
        func times(_ title: String) async throws -> [String] {
            let task = try await user.json("show", title, "--json")
            return ["start", "due", "timeZone"].map { task[$0]?.string ?? "" }
        }
        let berlin = ["--due", "dec 1 2031 5pm in Europe/Berlin"]
        func note(_ moved: String) -> String {
            "note: a task has one time zone, so that \(moved) moved to Europe/Berlin, too\n"
        }
        let reminder = ["--remind", "2031-12-01 08:00"]
        let flight = ["add", "Fly", "--start", "2031-12-01 09:00", "--due", "2031-12-01 17:00"]
        try await user.check([(flight + zone + reminder, 0, [])])
        #expect(try await user.run(["edit", "fly"] + berlin).errors == note("its reminders at a time"))
        #expect(try await times("fly") == ["2031-12-01T01:00:00", "2031-12-01T17:00:00", "Europe/Berlin"])
        try await user.check([(["edit", "fly", "--start", "dec 1 2031 9am in Asia/Tokyo"], 0, [])])
        #expect(try await times("fly") == ["2031-12-01T09:00:00", "2031-12-02T01:00:00", "Asia/Tokyo"])
        try await user.check([(["edit", "fly", "--remind", "dec 1 2031 8am in America/New_York"], 0, [])])
        let reminders = try await user.json("show", "fly", "--json")["reminders"]?.array
        #expect(reminders?.first?["nextFireAt"]?.string == "2031-12-01T13:00:00Z")
        // Who names the zone by itself means the local times.
        let moved = try await user.run(["edit", "fly", "zone:Europe/Berlin", "--remind", "1h"])
        #expect(moved.status == 0 && !moved.errors.contains("note: "), "\(moved.errors)")
        #expect(try await times("fly") == ["2031-12-01T09:00:00", "2031-12-02T01:00:00", "Europe/Berlin"])
        let weekly = ["--repeat", "FREQ=WEEKLY", "--start", "2031-12-01 09:00", "--due", "2031-12-01 17:00"]
        try await user.check([
            (["add", "Shift"] + weekly + zone, 0, []),
            (["add", "Land", "--start", "dec 1 2031 9am in Asia/Tokyo"] + berlin, 0, ["added "]),
        ])
        #expect(try await user.run(["edit", "shift", "--scope", "all"] + berlin).errors == note("its start"))
        #expect(try await times("land") == ["2031-12-01T01:00:00", "2031-12-01T17:00:00", "Europe/Berlin"])
    }

    @Test
    func `a start behind the due time is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        let paint = ["add", "Paint", "--start", "2031-12-10", "--due", "2031-12-04"]
        let commands: [(arguments: [String], isTold: Bool)] = [
            (paint, true), (paint + ["--dry-run"], true),
            (["add", "Glue 2031-12-04 9am", "--start", "2031-12-04 10am"], true),
            (["add", "Sand", "--start", "2031-12-04", "--due", "2031-12-04"], false),
            (["edit", "glue", "+home"], false),
            (["edit", "sand", "due:2031-12-05"], false), (["edit", "sand", "start:2031-12-06"], true),
        ]
        for (arguments, isTold) in commands {
            let told = try await user.run(arguments)
            #expect(told.status == 0 && told.errors == (isTold ? "note: it starts after it is due\n" : ""), "\(told)")
        }
    }

    @Test
    func `no project and no tag gets the name that means none`() async throws {
        let user = try await CommandLineUser(in: folder)
        let refusal = "cannot be called \"none\", which means no "
        try await user.check([
            (["project", "add", "none"], 64, ["a project " + refusal, "Choose another name."]),
            (["project", "add", "None such"], 0, ["added "]), (["tag", "add", "+none"], 64, ["a tag " + refusal]),
            (["project", "edit", "none such", "--name", "none"], 64, ["a project " + refusal]),
            (["tag", "add", "home"], 0, []), (["tag", "edit", "home", "--name", "none"], 64, ["a tag " + refusal]),
        ])
    }

    @Test
    func `the line of a new task and of a changed one has all that was typed`() async throws {
        let user = try await CommandLineUser(in: folder)
        let line = "Dentist 2031-12-01 15:00 @Flat for 45m // bring the card"
        try await user.check([
            (["project", "add", "Flat"], 0, ["  Flat\n"]),
            (
                ["add", line, "--start", "2031-12-01 14:00"], 0,
                [" · starts ", " · @Flat · ", " · takes 45 min · // bring the card\n"]
            ),
            (["edit", "dentist", "+health"], 0, [" · @Flat · #health · ", " · takes 45 min · // bring the card\n"]),
            (["edit", "dentist", "+health"], 0, ["unchanged ", " · @Flat · #health · "]),
            (["done", "dentist"], 0, [" · @Flat · #health\n"]), (["undo"], 0, ["restored ", " · @Flat · #health · "]),
            (["add", "Next", "--blocked-by", "dentist", "--note", "a\nb"], 0, ["  Next · waits for 1 task · // a\n"]),
            (["show", "next"], 0, ["blocked by  ", "  Dentist\n"]),
            (["add", "Last", "--blocked-by", "next"], 0, [" · waits for 1 task\n"]),
            (
                ["edit", "dentist", "--blocked-by", "last"], 64,
                [
                    "--blocked-by \"last\": waits for this task in turn: \"Last\" (", ") waits for \"Next\" (",
                    ") waits for \"Dentist\" (", "--blocked-by replaces what a task waits for",
                ]
            ),
        ])
    }

    @Test
    func `a task in what was done is meant by its own fields`() async throws {
        let user = try await CommandLineUser(in: folder)
        let task = try await user.json("add", "Water", "--due", "2031-01-31", "--repeat", "FREQ=DAILY")
        let handle = try #require(task["handle"]?.string)
        let template = "{{handle}} {{title}} {{next.due}}\\n"
        #expect(try await user.text("done", "water", "--template", template) == "\(handle) Water 2031-02-01\n")
        #expect(try await user.text("undo", "--json=title") == "{\"title\":[\"Water\"]}\n")
        #expect(try await user.text("delete", "water", "--quiet") == "\(handle.prefix(3))\n")
    }

    @Test
    func `names alone are those that a person types, and a program gets all of a list`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Water", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY", "--tag", "home")
        let handle = try await user.text("list", "--quiet")
        #expect(try await user.text("upcoming", "--quiet", "--limit", "2") == handle + handle)
        #expect(try await user.text("tag", "list", "--quiet") == "home\n")
        #expect(
            try await user.text("series", "occurrences", "water", "--quiet", "--limit", "2").split(separator: "\n")
                .count
                == 2)
        let lines = (1...510).map { "Line \($0)\n" }.joined()
        _ = try await BuiltProgram.run(["add", "-"], environment: user.daemon.environment, input: lines)
        #expect(try await user.text("events", "--jsonl").split(separator: "\n").count == 512)
        #expect(try await user.run(["events"]).errors.hasPrefix("the first 100 of more; --limit 500"))
        for number in 1...25 { _ = try await user.text("edit", "water", "--title", "Water \(number)") }
        #expect(try await user.text("undo", "--list", "--jsonl").split(separator: "\n").count == 27)
    }

    @Test
    func `what was done is found by its title, where only looking is asked for`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Dentist")
        _ = try await user.text("done", "dentist")
        for command in ["show", "history", "why"] {
            #expect(try await user.run([command, "dentist"]).status == 0, "\(command)")
        }
        #expect(try await user.run(["edit", "dentist", "+x"]).status == 1)
    }

    @Test
    func `weeks and months of statistics are whole, and twelve`() async throws {
        let user = try await CommandLineUser(in: folder)
        for (unit, until, first) in [
            ("week", "2026-11-26", "2026-W37"), ("month", "2026-11-26", "2025-12"), ("month", "2026-12-31", "2026-01"),
        ] {
            let items = try await user.json("stats", "--by", unit, "--until", until)["items"]?.array ?? []
            #expect(items.count == 12 && items.first?["key"]?.string == first, "\(unit) \(until)")
        }
    }

    @Test
    func `programs get the first of a list that goes on for ever`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Water", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")
        for (command, end) in [(["upcoming"], "2033-12-31"), (["series", "occurrences", "water"], "2034-01-01")] {
            let outcome = try await user.run(command + ["--jsonl"])
            #expect(outcome.output.split(separator: "\n").count == 1_000 && outcome.status == 0)
            #expect(outcome.errors == "note: these are the first 1000; --until prints all before a time\n")
            let bound = try await user.run(command + ["--jsonl", "--until", end])
            #expect(bound.output.split(separator: "\n").count == 1_066 && bound.errors.isEmpty, "\(bound.errors)")
        }
    }

    @Test
    func `a rule at another time of day is another rule, also beside a due time`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "Gym", "--due", "2031-01-01 07:00", "--repeat", "FREQ=DAILY"], 0, []), (["done", "gym"], 0, []),
            (
                ["edit", "gym", "due:2031-01-02 08:00", "repeat:every day at 8am"], 0,
                ["2 Jan 2031 08:00 (in 4 years) · every day 08:00"]
            ),
            (["done", "gym"], 0, ["next", "3 Jan 2031 08:00"]),
            // One that was moved to that time before.
            (["edit", "gym", "due:2031-01-03 10:00"], 0, ["3 Jan 2031 10:00 (in 4 years) · every day 08:00"]),
            (
                ["edit", "gym", "due:2031-01-03 10:00", "repeat:every day at 10am"], 0,
                ["3 Jan 2031 10:00 (in 4 years) · every day 10:00"]
            ),
            (["done", "gym"], 0, ["next", "4 Jan 2031 10:00"]),
            (["add", "Standup", "--due", "2031-01-06 09:00", "--repeat", "FREQ=WEEKLY;BYDAY=MO"], 0, []),
            (["edit", "standup", "due:2031-01-06 09:30"], 0, []),
            (
                ["edit", "standup", "due:+30m", "--scope", "all"], 1,
                ["with --scope all: due:2031-01-06T10:00 or due:2031-01-06T09:30."]
            ),
            (["add", "Tax", "--due", "2031-01-28", "--repeat", "FREQ=MONTHLY"], 0, []),
            (
                ["edit", "tax", "due:2031-01-29", "--scope", "following"], 64,
                ["which the rule does not give\n  Change the rule, too, such as with --repeat 'every 29th'.\n"]
            ),
            (
                ["edit", "tax", "due:2031-01-29", "--scope", "following", "--repeat", "every 29th"], 0,
                ["29 Jan 2031 (in 4 years) · every 29th"]
            ),
            (["add", "Rent", "--due", "2031-02-01", "--repeat", "FREQ=MONTHLY"], 0, []),
            (
                ["edit", "rent", "due:+30m", "--scope", "following"], 1,
                ["is due on a day", "due:'2031-02-01 9am', with --scope following"]
            ),
            (["edit", "rent", "due:2031-02-01 9am"], 0, []),
            (
                ["edit", "rent", "due:+30m", "--scope", "following"], 1,
                ["the others of \"Rent\" are due on days", "with --scope following: due:2031-02-01T09:30."]
            ),
            (
                ["edit", "rent", "due:2031-02-01T09:30", "--scope", "following"], 0,
                ["1 Feb 2031 09:30 (in 4 years) · every 1st 09:30"]
            ),
            (["edit", "standup", "due:+1d", "--scope", "all"], 1, ["due:2031-01-07T09:30 --repeat 'every tue'"]),
            (
                ["edit", "standup", "due:2031-01-06T10:00", "--repeat", "every mon"], 0,
                ["6 Jan 2031 10:00 (in 4 years) · every Mon 10:00"]
            ),
            (["done", "standup"], 0, ["next", "13 Jan 2031 10:00"]),
        ])
        let told = try await user.run(["edit", "gym", "due:2031-01-05 10:00", "--repeat", "FREQ=DAILY"])
        #expect(
            told.errors
                == "note: the rule is as it was, and only this one moved; --scope following moves those after it, too\n"
        )
    }

    @Test
    func `what is missing is told with the words that were not taken for it`() async throws {
        let user = try await CommandLineUser(in: folder)
        let note = "note: \"at 8\" stays in the title: \"8\" may be morning or afternoon; try: 8am or 8pm\n"
        for options in [[], ["--dry-run"]] {
            let refused = try await user.run(["add", "Tea at 8 remind 1h"] + options)
            #expect(refused.errors.hasPrefix(note) && refused.errors.contains("and there is none"), "\(refused)")
        }
    }

    @Test
    func `what has a start alone is due when it starts once it repeats`() async throws {
        let user = try await CommandLineUser(in: folder)
        for (rule, due) in [
            ("every week", "2031-01-06T09:00:00"), ("every mon", "2031-01-06T09:00:00"),
            ("every 3 days", "2031-01-06T09:00:00"),
        ] {
            try await user.check([(["add", rule, "--literal", "--start", "2031-01-06 9am"], 0, [])])
            let changed = try await user.json("edit", rule, "--repeat", rule)
            #expect(changed["due"]?.string == due && changed["start"]?.string == "2031-01-06T09:00:00", "\(changed)")
            try await user.check([(["delete", rule, "--yes"], 0, [])])
        }
    }

    @Test
    func `a hyphen of a word stands for a space in a project that is made`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "Tea @Old-House", "--create"], 0, ["@Old House"]),
            (["add", "Cake @\"New-House\"", "--create"], 0, ["@New-House"]),
            (["add", "Jam @New-House"], 0, ["@New-House"]),
            (["edit", "tea", "@Big-Shed", "--create"], 0, ["@Big Shed"]),
            (["edit", "tea", "--project", "Left-Wing", "--create"], 0, ["@Left-Wing"]),
        ])
    }

    @Test
    func `what was undone and redone is told as what it is now`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "Fix p1 bug"], 0, ["  Fix bug · urgent", "  priority: urgent from \"p1\"\n"]),
            (["done", "fix"], 0, []),
            (["undo"], 0, ["  restored "]), (["redo"], 0, ["  done again "]), (["reopen", "fix"], 0, []),
            (["undo"], 0, ["  done again "]), (["undo", "--list", "--limit", "1"], 0, ["\tundo\t"]),
            (["undo", "--limit", "1"], 64, ["--limit needs --list"]), (["reopen", "fix"], 0, []),
            (["delete", "fix"], 0, []), (["undo"], 0, ["  restored "]), (["history", "fix"], 0, ["undo: restored"]),
            (["delete", "fix"], 0, []), (["trash", "delete", "fix", "--yes"], 0, ["deleted for good ", "  Fix bug"]),
            (["tag", "add", "+home"], 0, ["added home\n"]), (["tag", "show", "+home"], 0, ["name   home\n"]),
        ])
    }

    @Test
    func `JSON of tasks takes no options, and adds nothing where it is only tried`() async throws {
        let user = try await CommandLineUser(in: folder)
        func add(_ options: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(
                ["add", "--json"] + options, environment: user.daemon.environment, input: #"{"title":"Tea"}"#)
        }
        #expect(try await add("--dry-run").output == #"{"title":"Tea"}"# + "\n")
        for option in [["--due", "tomorrow"], ["--tag", "x"], ["--literal"], ["--no-remind"]] {
            let outcome = try await BuiltProgram.run(
                ["add", "--json"] + option, environment: user.daemon.environment, input: #"{"title":"Tea"}"#)
            #expect(
                outcome.status == 64 && outcome.errors.contains("cannot be used together with JSON"),
                "\(outcome.errors)")
        }
        func lines(_ arguments: [String], _ input: String) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(["add", "-"] + arguments, environment: user.daemon.environment, input: input)
        }
        #expect(try await lines(["--json"], "Tea").errors.contains("standard input is not JSON"))
        let id = "00000000-0000-4000-8000-000000000001"
        #expect(try await lines(["--id", id], "a\nb").errors.contains("--id is for one task, and there are 2"))
        #expect(try await user.json("list")["items"]?.array?.isEmpty == true)
        #expect(try await lines(["--id", id], "Tea").output.hasPrefix("added "))
        #expect(try await lines(["--id", id], "Tea").output.hasPrefix("already added "))
    }

    @Test
    func `a time of day in a rule is that of a due day, and is never dropped`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "Swim", "--due", "2031-01-03", "--repeat", "every day at 10am"], 0, ["Fri 3 Jan 2031 10:00"]),
            (
                ["add", "Run", "--due", "2031-01-03 09:00", "--repeat", "every day at 10am"], 64,
                ["is not a time of --repeat \"every day at 10am\"", "Leave --due away"]
            ),
            (["add", "Walk", "--due", "2031-01-03 09:00", "--repeat", "every 2 hours"], 0, ["Fri 3 Jan 2031 09:00"]),
            (["edit", "walk", "--due", "2031-01-04 09:00", "--repeat", "none"], 0, ["Sat 4 Jan 2031 09:00"]),
            (["edit", "walk", "repeat:every 3 hours"], 0, ["Sat 4 Jan 2031 09:00", "every 3 h"]),
            (["add", "Sail", "--due", "2031-01-03"], 0, []),
            (["edit", "sail", "--repeat", "every 2 hours"], 64, ["needs a time of day to count from"]),
            (
                ["series", "edit", "swim", "--repeat", "every day at noon"], 64,
                ["says a time of day", "taskd edit TASK --repeat 'every day at noon'", "--dtstart at 12:00"]
            ),
            (
                ["series", "edit", "swim", "--repeat", "every day at noon", "--dtstart", "2031-01-03T10:00"], 64,
                ["--repeat and --dtstart say two times of day"]
            ),
            (["edit", "swim", "--repeat", "every day at 7am"], 0, ["every day 07:00"]),
            (["done", "swim"], 0, ["07:00"]),
            (["series", "edit", "swim", "--repeat", "every 2 days"], 0, ["changed "]),
        ])
    }

    @Test
    func `none leaves away what a new task would have, and a word behind a change is no other task`() async throws {
        let user = try await CommandLineUser(in: folder)
        let bare = try await user.json(
            "add", "Gym", "tag:none", "--tag", "none", "--due", "none", "--start", "none", "--estimate", "none")
        #expect(bare["tags"]?.array?.isEmpty == true && bare["due"] == .null && bare["start"] == .null, "\(bare)")
        _ = try await user.text("add", "Buy tickets")
        try await user.check([
            (["edit", "gym", "title:Buy", "tickets"], 64, ["quote them: 'title:Buy tickets'"]),
            (["edit", "gym", "due:fri", "3pm"], 64, ["\"3pm\" stands behind the change \"due:fri\""]),
            (["edit", "title:Run", "gym"], 0, ["Run"]), (["edit", "run", "tickets", "p:high"], 0, ["Run", "tickets"]),
            (["undo", "-1"], 64, ["Write it without the minus: taskd undo 1"]), (["done", ""], 64, ["which task?"]),
            (["add", "x", "--project", ""], 64, ["the project's name is empty"]),
            (["add", "y", "--repeat", "none", "--blocked-by", "none"], 0, ["added ", "  y\n"]),
            (["hook", "add", "https://example.com/", "--command"], 64, ["--command needs a value"]),
            (["project", "edit", "Shed", "--archived", "--no-archived"], 64, ["cannot be used together"]),
            (["edit", "tickets", "-@Shed"], 64, ["Write @none to take it out."]),
            (["list", "--where", "done"], 64, ["Write 'status:completed' and --all, or"]),
            (["add", "x", "--due", "2031-01-01 09:00", "--remind", "0"], 64, ["0m"]),
            (["add", "x", "--due", "2031-01-01 09:00", "--remind", "1,5h"], 64, ["1.5h"]),
        ])
    }

    @Test
    func `a task without a title is refused`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "tomorrow 3pm"], 64, ["the title is missing in \"tomorrow 3pm\"", "--literal"]),
            (["add", "+home"], 64, ["the title is missing in \"+home\"", "such as 'Call Ann +home'"]),
            (["add", "--dry-run", "Tea tag:none @none"], 0, ["not added: Tea\n"]),
            (["add", "--dry-run", "Tea tomorrow remind 1h", "--remind", "2h"], 0, ["  remind: 2h\n"]),
            (["add", "--dry-run", "Tea", "--description", "none"], 0, ["not added: Tea\n"]),
            (["add", "Tea at 8 remind 1h"], 64, ["and there is none"]),
            (["add", "at 8"], 64, ["the title is missing in \"at 8\"", "such as 'Call Ann tomorrow 9am'"]),
            (["add", "due:monday"], 64, ["the title is missing"]),
            (["add", "tomorrow 3pm", "--literal"], 0, ["  tomorrow 3pm\n"]),
        ])
        let lines = try await BuiltProgram.run(
            ["add", "-"], environment: user.daemon.environment, input: "Tea\n+home tomorrow\n")
        #expect(lines.status == 64 && lines.errors.contains("line 2: the title is missing"), "\(lines.errors)")
        #expect(lines.errors.contains("; nothing was added\n"), "\(lines.errors)")
    }

    @Test
    func `what the words of a line were taken for is told once, and as it is`() async throws {
        let user = try await CommandLineUser(in: folder)
        func told(_ arguments: String...) async throws -> String { try await user.run(["add"] + arguments).output }
        #expect(try await told("Tea !high", "--dry-run") == "not added: Tea\n  priority: high from \"!high\"\n")
        #expect(try await told("Tea p:high", "--dry-run") == "not added: Tea\n  priority: high\n")
        #expect(try await told("Tea every! 3 days").contains("every 3 days after completion"))
        #expect(
            try await told("Tea", "--repeat", "every! 3 days", "--dry-run").contains("every 3 days after completion\n"))
        let zoned = try await told("Fill mon 9am Asia/Seoul", "--zone", "Europe/Berlin")
        #expect(!zoned.contains("Seoul =") && !zoned.contains("09:00 Seoul"), "\(zoned)")
        #expect(!(try await told("Fill mon remind 1h", "--no-remind").contains("reminder")))
    }

    @Test
    func `what a list leaves out, and what there is not, is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([(["add", "Tea +drinks"], 0, []), (["done", "tea"], 0, [])])
        let notes: [(arguments: [String], note: String)] = [
            (["list", "--where", "status:closed"], "--where asks for closed tasks, which are left out; give --all"),
            (["list", "--where", "status:closed", "--all"], ""), (["list", "status:closed"], ""),
            (
                ["edit", "--where", "status:closed", "+x"],
                "--where asks for closed tasks, which taskd edit leaves out; taskd bulk edit changes them, too"
            ),
            (["list", "--where", "tag:nope"], "there is no tag \"nope\" yet"), (["list", "+drinks"], ""),
            (["edit", "--where", "project:nope", "+x"], "--where: there is no project \"nope\""),
            (["upcoming", "--tag", "nope"], "there is no tag \"nope\" yet"),
            (["list", "-nope"], "there is no tag \"nope\" yet"), (["today", "+nope"], "there is no tag \"nope\" yet"),
            (["list", "--all", "-nope"], "there is no tag \"nope\" yet"), (["list", "--all", "-drinks"], ""),
            (["list", "+a"], "there is no tag \"a\" yet"),
            (["list", "-n", "3"], "there is no tag \"n\" yet; the option is --limit"),
            (["list", "-overdue"], "there is no tag \"overdue\" yet; the option is --overdue"),
            (["week", "-limit"], "there is no tag \"limit\" yet; the option is --limit"),
            (["list", "priorty:high"], "there is no field \"priorty\"; did you mean priority:high?"),
            (["list", "prio:high"], "there is no field \"prio\"; did you mean priority:high?"),
            (["list", "due.before:today"], "there is no field \"due.before\"; did you mean 'due<today'?"),
            (["list", "urgency:high"], "there is no field \"urgency\"; taskd help filters tells what there is"),
            (
                ["list", "overdue", "or", "+home"],
                "\"or\" is looked for as a word; a filter has it, such as --where 'overdue or tag:home'"
            ),
            (
                ["list", "overdue or tag:home"],
                "\"overdue or tag:home\" is looked for as words; did you mean --where 'overdue or tag:home'?"
            ),
            (["list", "tomorrow"], "\"tomorrow\" is looked for as a word; did you mean due:tomorrow?"),
            (["list", "next", "week"], "\"next week\" is looked for as words; did you mean 'due:next week'?"),
            (["list", "urgent", "nope"], "\"urgent\" is looked for as a word; did you mean p:urgent?"),
            (["list", "due:fri", "5pm"], "\"5pm\" is looked for as a word; did you mean 'due:fri 5pm'?"),
            (["list", "due<fri", "5", "pm"], "\"5 pm\" is looked for as words; did you mean 'due<fri 5 pm'?"),
            (["list", "due:fri", "nope"], ""), (["list", "due:fri", "overdue", "5pm"], ""),
            (["list", "http://example.org"], ""), (["list", "12:30"], ""),
            (
                ["list", "--json", "title"],
                "\"title\" is a word to look for; to print only that field, write --json=title"
            ),
            (
                ["add", "Fill every monday", "--repeat", "every friday", "--dry-run"],
                "\"every monday\" was left out, as --repeat says how it repeats"
            ),
            (
                ["add", "Fill mon 9am Asia/Seoul", "--zone", "Europe/Berlin", "--dry-run"],
                "\"Asia/Seoul\" was left out, as --zone says the zone"
            ),
            (
                ["add", "Fill mon remind 1h", "--no-remind", "--dry-run"],
                "\"remind 1h\" was left out, as --no-remind says not to remind"
            ),
            (
                ["add", "Fill p:high", "--priority", "low", "--dry-run"],
                "\"p:high\" was left out, as --priority says how much it matters"
            ),
            (
                ["add", "Fill @zzz", "--project", "New house", "--create", "--dry-run"],
                "\"@zzz\" was left out, as --project says its project"
            ),
            (
                ["add", "Fill for:45m", "--estimated-duration", "1h", "--dry-run"],
                "\"for:45m\" was left out, as --estimated-duration says how long it will take"
            ),
            (["add", "Fill // hey", "--note", "ho", "--dry-run"], "\"// hey\" was left out, as --note is the note"),
            (["add", "Fill p:high", "--project", "New house", "--create", "--dry-run"], ""),
            (["bulk", "edit", "--where", "tag:nope", "--tag", "none"], "there is no tag \"nope\" yet"),
            (["bulk", "edit", "--where", "tag:drinks", "--tag", "none"], ""),
        ]
        for (arguments, note) in notes {
            let outcome = try await user.run(arguments)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            #expect(
                note.isEmpty ? !outcome.errors.contains("note: ") : outcome.errors.contains("note: \(note)"),
                "\(arguments): \(outcome.errors)")
        }
    }

    @Test
    func `projects of one name are told apart`() async throws {
        let user = try await CommandLineUser(in: folder)
        let first = try #require(try await user.json("project", "add", "Home")["handle"]?.string).prefix(3)
        let second = try await user.run(["project", "add", "Home", "--json"])
        #expect(second.errors == "note: there is another project of this name, \(first)\n")
        try await user.check([(["list", "--project", "Home"], 1, ["fits 2 projects", "  \(first)  Home"])])
    }

    @Test
    func `what has no meaning for a command is refused`() async throws {
        let absent = folder.path("absent")
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Tea", "--due", "2031-01-31T09:00")
        try await user.check([
            (["export", "--csv"], 64, ["there is no option --csv of taskd export"]),
            (["import", "x", "--quiet"], 64, ["there is no option --quiet of taskd import"]),
            (["list", "--template", "{{"], 64, ["a {{ is not closed", "{{handle}}"]),
            (["list", "--template", ""], 64, ["--template is empty", "{{handle}}"]),
            (["list", "--where", "done"], 64, ["\"done\" is a term", "'status:completed'", "'\"done\"'"]),
            (["list", "--where", "not (p1 or overdue)"], 64, ["\"p1\" is a term", "'priority:urgent'"]),
            (["list", "--where", "open letter"], 0, []), (["list", "--where", "\"done\""], 0, []),
            (["list", "--where", "p:high"], 64, ["p:high is a term of taskd list", "priority:high?"]),
            (["pause", "--all", "--zone", "UTC"], 64, ["has no effect without it", "--until"]),
            (["snooze", "tea", "10m", "--zone", "UTC"], 64, ["no effect on how long", "'tomorrow 9am'"]),
            (["snooze", "tea", "--zone", "UTC"], 64, ["no effect on how long"]),
            (["snooze", "tea", "2031-01-30 09:00", "--zone", "UTC"], 0, ["snoozed "]),
            (["edit", "tea", "start:+1d"], 1, ["\"Tea\" has no start that could be moved", "start:fri"]),
            (["edit", "tea", "start:2031-01-30 09:00"], 0, []),
            (["edit", "tea", "start:-2d"], 0, ["starts Tue 28 Jan 2031 09:00"]),
            (["edit", "tea", "start:+1h"], 0, ["starts Tue 28 Jan 2031 10:00"]),
            (["edit", "tea", "start:none"], 0, []),
            (["edit", "tea", "remind:1h", "remind:none"], 64, ["cannot be used together: none clears the whole list"]),
            (["list", "--where", "text = foo"], 64, ["text cannot be compared", "  Write \":\" there.\n"]),
            (["project", "add", "Plain", "--description", "none", "--icon", "none"], 0, []),
            (["project", "show", "Plain", "--template", "{{description}}{{icon}}|"], 0, ["|"]),
            (["attach", "tea", "://x"], 64, ["is no URL as it stands\n  Begin it with its scheme"]),
            (["attach", "tea", "javascript://x"], 64, ["could run a program where it is opened\n  Give an address"]),
            (["view", "edit", "x"], 64, ["no changes given"]),
            (["stats", "--tag", "nope"], 1, ["there is no tag \"nope\"", "taskd tag list"]),
            (["stats", "--year", "--tag", "nope"], 1, ["there is no tag \"nope\""]),
            (["skip", "tea"], 1, ["does not recur", "taskd done"]),
            (["duplicate", "tea", "--due", "none", "--title", "Copy"], 0, ["added "]),
            (["rule", "expand", "FREQ=DAILY", "--dtstart", "x"], 64, ["--dtstart must be a date"]),
            (["list", "--sort", "x"], 64, ["created, updated, completed and sortOrder"]),
            (["list", "--where", "-home"], 64, ["is a term of taskd list", "not tag:home"]),
            (["bulk", "done", "--where", "is:open (-home or +flat)"], 64, ["\"-home\" is a term", "not tag:home"]),
            (["list", "--where", "title:\"a -home\""], 0, []), (["doctor", "--json=ok"], 64, ["takes no fields"]),
            (["attach", "tea", "http://x y"], 64, ["is no URL as it stands", "%20"]),
            (["snooze", "tea", "-5m"], 64, ["write 5m"]),
            (
                ["bulk", "edit", "--where", "tea", "--due", "none"], 1,
                ["counts from the due time", "What reminds needs its due time: give --remind none, too."]
            ),
            (
                ["config", "check", "--listen", ""], 64, ["--listen must not be empty"]
            ),
            (
                ["config", "check", "--tls-certificate", absent, "--tls-key", absent], 64,
                ["--tls-certificate: \(absent) cannot be read: No such file or directory"]
            ),
            (["hook", "verify", "--secret", "foo", "--id", "a"], 64, ["begins with whsec_"]),
            (["doctor", "--quiet"], 64, ["there is no option --quiet of taskd doctor", "Run taskd doctor --help"]),
            (["export", "--utc"], 64, ["there is no option --utc of taskd export"]),
            (["stats", "--quiet"], 64, ["there is no option --quiet of taskd stats"]),
            (["series", "stats", "x", "--quiet"], 64, ["there is no option --quiet of taskd series stats"]),
            (["attachment", "get", "x", "--json"], 64, ["there is no option --json of taskd attachment get"]),
            (["stats", "--template", "{{period}}"], 64, ["there is no field \"period\""]),
            (["edit", "tea", "foo"], 64, ["\"foo\" is no change"]),
            (["complete", "tea"], 64, ["Did you mean \"taskd done\"?"]),
            (["view", "delete", "x"], 64, ["taskd view remove"]),
            (["add", "Nap", "--remind", "1h"], 64, ["--remind \"1h\" counts from the due time"]),
            (["add", "Nap sat 3pm", "--repeat", "every monday at 9am"], 64, ["is not a time of --repeat"]),
            (["add", "Nap every monday at 9am", "--start", "fri 8am"], 64, ["is not a time of \"every Mon 09:00\""]),
            (["edit", "tea", "due:tomorrow 3-4pm"], 64, ["Give start: and due: one each."]),
            (["edit", "tea", "--due", "tomorrow 3-4pm"], 64, ["Give --start and --due one each."]),
            (
                ["edit", "tea", "start:2031-01-30"], 64,
                ["start:2031-01-30 is a day, and \"Tea\"", "'start:2031-01-30 9am'"]
            ),
            (["edit", "tea", "--due", "+1h"], 0, ["Fri 31 Jan 2031 10:00"]),
            (["edit", "tea", "--due=-1h"], 0, ["Fri 31 Jan 2031 09:00"]),
            (["edit", "tea", "tag:one", "+two"], 0, ["#one · #two"]),
            (["edit", "tea", "tag:none", "+three"], 0, ["#three"]),
            (["edit", "tea", "tag:none"], 0, ["changed "]),
            (
                ["bulk", "edit", "--where", "tea", "--due", "+1h"], 64,
                ["sets one for all", "taskd edit --where 'tea and has:due' due:+1h"]
            ),
            (["upcoming", "--until", "every friday"], 64, ["Give one time, such as --until 'fri 5pm'."]),
            (["list", "--due-from", "3-4pm"], 64, ["Give one time, such as --due-from 'fri 5pm'."]),
            (["snooze", "tea", "every friday"], 64, ["Give one time, such as 'fri 5pm'."]),
            (["snooze", "tea", "20m", "extra"], 64, ["\"extra\" is more than taskd snooze takes", "Give 20m alone"]),
            (["add", "Nap", "--estimate", "100000000d"], 64, ["\"100000000d\" is too long", "The most is 3660d."]),
            (["add", "Nap", "--due", "fri", "--remind", "99999999h"], 64, ["\"99999999h\" is too long", "36525d"]),
            (["list", "--where", "-tag:a"], 64, ["Write 'not tag:a'."]), (["today", ""], 64, ["a term is empty"]),
            (["list", "--where", "due is null"], 64, ["Did you mean no:due?"]),
            (["add", "Nap remind 1h"], 64, ["taskd: the reminder counts from the due time"]),
        ])
        let settings = try JSONValue(json: Array(try await BuiltProgram.run(["config", "list", "--json"]).output.utf8))
        #expect(settings.array?.contains { $0["name"]?.string == "db" && $0["flag"]?.string == "--db" } == true)
        let folder = try await BuiltProgram.run(["serve", "--db", folder.path("")])
        #expect(folder.status == 1 && folder.errors.contains("is a folder; name a file"), "\(folder.errors)")
    }
}
