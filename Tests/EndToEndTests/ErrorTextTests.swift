import Basics
import Foundation
import TestSupport
import Testing

@testable import taskd

/// What went wrong is told in the words that were typed: one line of what, and one of how to mend it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ErrorTextTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private typealias Refused = (arguments: [String], what: String, how: String)

    /// What the daemon finds wrong in what was typed, with what is told instead of its pointers.
    private static let mistyped: [Refused] = [
        (["add", ""], "the title is empty", "Give the words of a task, such as 'Tea in 20m'."),
        (["edit", "Plain", "--title", ""], "--title is empty", "Give the words of a task, such as 'Tea in 20m'."),
        (
            ["add", String(repeating: "A", count: 3_000)], "the title is too long: at most 500 characters are allowed",
            "Put the rest after // or --description."
        ),
        (
            ["add", "x", "--due", "2031-01-01", "--repeat", "FREQ=FOO"],
            "--repeat \"FREQ=FOO\": FREQ must be YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY or SECONDLY",
            "Write 'every week', or a rule that taskd rule check takes."
        ),
        (
            ["add", "x", "--due", "2031-02-03", "--repeat", "every 2 hours"],
            "--repeat \"every 2 hours\" needs a time of day to count from, and --due has none",
            "Give it a time of day, such as --due '2031-02-03 09:00'."
        ),
        (
            ["add", "x", "--start", "2031-02-03", "--repeat", "FREQ=MINUTELY"],
            "--repeat \"FREQ=MINUTELY\" needs a time of day to count from, and --start has none",
            "Give it a time of day, such as --start '2031-02-03 09:00'."
        ),
        (
            ["edit", "Timed", "due:2031-02-03", "repeat:FREQ=HOURLY", "--scope", "following"],
            "repeat:FREQ=HOURLY needs a time of day to count from, and due:2031-02-03 has none",
            "Give it a time of day, such as 'due:2031-02-03 09:00'."
        ),
        (
            ["edit", "Timed", "--repeat", "FREQ=HOURLY", "--scope", "following"],
            "--repeat \"FREQ=HOURLY\" needs a time of day to count from",
            "Give a time of day, such as --due '2026-12-01 09:00'."
        ),
        (
            ["series", "edit", "Timed", "--repeat", "FREQ=HOURLY"],
            "--repeat \"FREQ=HOURLY\" needs a time of day to count from",
            "Give a time of day, such as --dtstart 2026-12-01T09:00."
        ),
        (["add", "x", "--repeat", "FREQ=DAILY"], "a task that repeats needs a first time", "Give --due or --start."),
        (["add", "x", "--missed", "keep"], "--missed is for tasks that repeat", "Give --repeat and --due, too."),
        (
            ["add", "x", "--remind", "1h"], "--remind \"1h\" counts from the due time, and there is none",
            "Give --due, or a time: --remind 'tomorrow 9am'."
        ),
        (
            ["edit", "Plain", "remind:1h"], "remind:1h counts from the due time, and there is none",
            "Give --due, or a time: --remind 'tomorrow 9am'."
        ),
        (
            ["edit", "Rent", "--scope", "this", "--repeat", "none"], "--repeat cannot change one occurrence alone",
            "Give --scope following or --scope all."
        ),
        (
            ["edit", "Plain", "--blocked-by", "Plain"], "--blocked-by: a task cannot wait for itself",
            "Name another task."
        ),
        (
            ["edit", "Plain", "zone:Mars"], "zone:Mars: there is no time zone \"Mars\"",
            "Use an IANA name such as Europe/Berlin."
        ),
        (
            ["edit", "Plain", "--zone", "Mars"], "--zone: there is no time zone \"Mars\"",
            "Use an IANA name such as Europe/Berlin."
        ),
        (["list", "--tag", ""], "--tag is empty", "Give it a value, or leave it away."),
        (
            ["hook", "add", ""], "the URL is empty",
            "Give the address that events are posted to, such as https://example.com/hook."
        ),
        (
            ["hook", "add", "https://example.com/", "--header", "a b: c"],
            "the name in --header \"a b: c\" must be 1 to 100 letters, digits or any of !#$%&'*+-.^_`|~",
            "Write it as \"Name: value\"."
        ),
        (
            ["hook", "add", "https://example.com/", "--header", "X-A: 1", "--header", "x-a: 2"],
            "--header \"x-a: 2\" names a header that was given already", "Leave one of them away."
        ),
        (
            ["edit", "After", "--respawn", "schedule"],
            "--respawn schedule cannot go with --anchor completion, which this task has", "Give --anchor due, too."
        ),
        (
            ["edit", "Timed", "--anchor", "completion"],
            "--anchor completion cannot go with --respawn schedule, which this task has",
            "Give --respawn completion, too."
        ),
        (["list", "--search", ""], "--search is empty", "Give it a value, or leave it away."),
        (
            ["list", "--cursor", "x"], "--cursor \"x\" is not from this list",
            "Give the nextCursor of the page before, with the same filters and order."
        ),
        (
            ["stats", "--from", "2026-12-01", "--until", "2026-01-01"], "--until \"2026-01-01\" is before --from",
            "Exchange them."
        ),
        (
            ["pause", "--all", "--until", "yesterday"], "--until \"yesterday\" is past",
            "Give a time to come, such as 'tomorrow 9am'."
        ),
        (
            ["series", "edit", "Rent", "--dtstart", "2031-01-01T09:00"],
            "--dtstart \"2031-01-01T09:00\" moves other occurrences to times that the rule does not give",
            "Change the rule, too, with --repeat."
        ),
        (
            ["hook", "add", "foo"], "the address of a receiver must begin with https:// or http://",
            "Write it like https://example.com/hook."
        ),
        (
            ["hook", "add", "https://example.com/", "--events", "task.*,foo"], "--events: there is no event \"foo\"",
            "Events are such as reminder.due, task.* or *; taskd help hooks tells more."
        ),
        (
            ["hook", "add", "https://example.com/", "--expires", "0s"], "--expires must be 1s to 366d, not \"0s\"",
            "Run taskd hook add --help for what it takes."
        ),
        (
            ["hook", "add", "https://example.com/", "--concurrency", "65"], "--concurrency must be 1 to 64, not 65",
            "Run taskd hook add --help for what it takes."
        ),
        (
            ["hook", "add", "https://example.com/", "--header", "Host: x"],
            "--header \"Host: x\" is set by taskd itself", "Choose another name."
        ),
        (
            ["token", "add", "x", "--hook", "stdout", "--scope", "write"],
            "--scope \"write\" is not for a token of a hook",
            "With --hook give --scope read or --scope hooks."
        ),
        (
            ["token", "add", "x", "--tag", "home", "--scope", "hooks"], "--scope \"hooks\" is not for a token of a tag",
            "With --tag give --scope read or --scope write."
        ),
        (
            ["hook", "replay", "stdout", "--events", "task.*,foo"], "--events: there is no event \"foo\"",
            "Events are such as reminder.due, task.* or *; taskd help hooks tells more."
        ),
        (
            ["add", "x", "--repeat", "FREQ=WEEKLYY"],
            """
            2 problems:
              a task that repeats needs a first time
                Give --due or --start.
              --repeat "FREQ=WEEKLYY": FREQ must be YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY or SECONDLY
            """, "  Write 'every week', or a rule that taskd rule check takes."
        ),
        (
            ["list", "--where", "due < fri 5pm"],
            "--where: 5pm behind the date fri is a word to look for\n  due < fri 5pm\n            ^^^",
            "Write a time as 2026-11-27T17:00, or quote the word."
        ),
        (
            ["list", "--where", "prioriti:high"],
            "--where: there is no field \"prioriti\"\n  prioriti:high\n  ^^^^^^^^", "Did you mean priority?"
        ),
    ]

    /// What is not there, or not done as things stand.
    private static let refused: [Refused] = [
        (
            ["edit", "Rent", "due:none"], "\"Rent\" repeats, so that it needs its due time",
            "Take the rule away, too: repeat:none."
        ),
        (["list", "--view", "nope"], "there is no view \"nope\"", "Run taskd view list to see the views."),
        (
            ["hook", "remove", "stdout"], "the standard output hook cannot be deleted",
            "Disable it with taskd hook disable stdout."
        ),
        (
            ["token", "edit", "admin", "--scope", "read"],
            "this is the last token with the scope admin that never expires",
            "Make another one first (taskd token add NAME --scope admin), or rotate this one."
        ),
        (
            ["hook", "test", "st"], "there is no hook \"st\": it is too short for a handle, and none is called so",
            "Run taskd hook list to see them."
        ),
        (
            ["hook", "replay", "dlv_foo"], "there is no delivery \"dlv_foo\"",
            "taskd hook deliveries HOOK lists them; give the whole id."
        ),
        (["tag", "show", "nope"], "there is no tag \"nope\"", "Run taskd tag list to see the tags."),
        (
            ["list", "--project", "Nope"], "there is no project \"Nope\"",
            "Run taskd project list to see the projects."
        ),
        (
            ["add", "x", "--project", "Nope"], "there is no project \"Nope\"",
            "Run taskd project list to see the projects. Give --create to make it."
        ),
        (
            ["show", "mj"], "there is no task \"mj\": it is too short for a handle, and no title has it",
            "Give at least 3 characters of a handle, or words of a title."
        ),
    ]

    @Test
    func `what the daemon refuses is told in the words that were typed`() async throws {
        let user = try await start()
        for (status, cases) in [(Int32(64), Self.mistyped), (1, Self.refused)] {
            for (arguments, what, how) in cases {
                let outcome = try await user.run(arguments)
                #expect(outcome.status == status && outcome.output.isEmpty, "\(arguments)")
                #expect(outcome.errors == "taskd: \(what)\n  \(how)\n", "\(arguments): \(outcome.errors)")
            }
        }
    }

    @Test
    func `for a program the daemon's problem stays as it came`() async throws {
        let user = try await start()
        let outcome = try await user.run(["edit", "Plain", "--zone", "Mars", "--json"])
        #expect(outcome.status == 64 && outcome.errors.contains(#""pointer":"/timeZone""#), "\(outcome.errors)")
    }

    @Test
    func `an empty answer is said beside the output`() async throws {
        let user = try await start()
        let remarks = [
            (["view", "list"], "no views"), (["attachments", "Plain"], "no attachments"),
            (["hook", "deliveries", "stdout", "--failed"], "nothing failed"), (["list", "nope"], "no tasks"),
        ]
        for (arguments, words) in remarks {
            let outcome = try await user.run(arguments)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(arguments): \(outcome.output)")
            #expect(outcome.errors == "\(words)\n", "\(arguments): \(outcome.errors)")
        }
        let filtered = try await user.run(["list", "--where", "project:Nope"])
        #expect(filtered.errors == "no tasks\nnote: --where: there is no project \"Nope\"\n")
    }

    @Test
    func `what was done already is said to be, and a task with an id of its own is added once`() async throws {
        let user = try await start()
        let id = "00000000-0000-4000-8000-000000000001"
        try await user.check([
            (["add", "Once", "--id", id], 0, ["added "]), (["add", "Once", "--id", id], 0, ["already added "]),
            (["add", "Other", "--id", id], 1, ["already exists", "Choose another id"]),
            (["done", id], 0, ["done "]), (["done", id], 0, ["already done "]),
            (["reopen", id], 0, ["reopened "]), (["reopen", id], 0, ["already open "]),
            (["series", "end", "Rent"], 0, ["ended "]),
        ])
        #expect(try await user.json("list", "Once")["items"]?.array?.count == 1)
    }

    /// What is added, by arguments or on standard input, and how that ends.
    struct Addition: Sendable, CustomTestStringConvertible {
        var arguments: [String] = []
        var input = ""
        var status: Int32

        var testDescription: String { "\(arguments.map { $0.prefix(40) }) \(input.prefix(40))" }
    }

    private static let additions: [Addition] = [
        Addition(arguments: ["Tea @Nope"], status: 1), Addition(arguments: ["Tea", "--blocked-by", "nope"], status: 1),
        Addition(arguments: [String(repeating: "A", count: 501)], status: 64),
        Addition(arguments: ["Tea", "--note", String(repeating: "A", count: 50_001)], status: 64),
        Addition(arguments: ["Tea", "--tag", " "], status: 64),
        Addition(arguments: ["Tea +" + String(repeating: "a", count: 101)], status: 64),
        Addition(arguments: ["x", "--due", "2031-01-01", "--repeat", "FREQ=FOO"], status: 64),
        Addition(arguments: ["x", "--remind", "1h"], status: 64),
        Addition(arguments: ["x", "--missed", "keep"], status: 64),
        Addition(input: "One\n\nTwo @Nope\n", status: 1),
        Addition(input: "One\n" + String(repeating: "A", count: 501), status: 64),
        Addition(arguments: ["--json"], input: #"[{"title":"a"},{"title":""}]"#, status: 64),
        Addition(arguments: ["--json"], input: #"{"title":"a","color":1}"#, status: 64),
        Addition(arguments: ["Tea"], status: 0), Addition(arguments: ["Tea @New", "--create"], status: 0),
    ]

    @Test(arguments: additions)
    func `what would be refused is refused where it is only tried, too`(addition: Addition) async throws {
        let user = try await start()
        func add(_ more: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(
                ["add"] + addition.arguments + more, environment: user.daemon.environment, input: addition.input)
        }
        let status = addition.status
        let (tried, added) = (try await add("--dry-run"), try await add())
        #expect(tried.status == status && added.status == status, "\(tried.errors)\(added.errors)")
        func plain(_ errors: String) -> String { errors.replacing(/,"requestId":"[^"]*"/, with: "") }
        if status != 0 { #expect(plain(tried.errors) == plain(added.errors)) }
        #expect(try await user.json("list", "Tea")["items"]?.array?.count == (status == 0 ? 1 : 0))
    }

    @Test func `without a daemon a dry run says what was not looked for`() async throws {
        let nobody = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]
        let outcome = try await BuiltProgram.run(["add", "Tea @Nope", "--dry-run"], environment: nobody)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("not added: Tea\n"))
        #expect(outcome.errors == "note: no daemon answers, so that nobody looked for the project \"Nope\"\n")
        #expect(try await BuiltProgram.run(["add", "Tea", "--dry-run"], environment: nobody).errors.isEmpty)
    }

    @Test
    func `lines and JSON on standard input that cannot be added are told by their place`() async throws {
        let user = try await start()
        func add(_ arguments: [String], _ input: String) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(["add"] + arguments, environment: user.daemon.environment, input: input)
        }
        let lines = try await add([], "One\nTwo @Nope\n")
        #expect(lines.status == 1)
        #expect(lines.errors.hasPrefix("taskd: line 2: there is no project \"Nope\"; nothing was added\n"))
        // The empty lines count, too.
        let title = try await add([], "One\n\n+home\n")
        #expect(title.status == 64 && title.errors.hasPrefix("taskd: line 3: the title is missing"), "\(title.errors)")
        let text = try await add(["-", "--json"], "\"x\"")
        #expect(text.status == 64 && text.errors.contains("standard input is JSON, but no task"), "\(text.errors)")
        let bad = try await add(["--json"], #"[{"title":"a"},{"title":""}]"#)
        let problem = try JSONValue(json: Data(bad.errors.utf8))
        #expect(bad.status == 64 && problem["detail"]?.string == "task 2: title must not be empty", "\(bad.errors)")
        #expect(problem["errors"]?.array?.map { $0["pointer"]?.string } == ["/1/title"], "\(bad.errors)")
        let field = try await add(["-"], #"{"title":"Tea"}"#)
        #expect(field.status == 0 && field.errors.hasPrefix("note: standard input looks like JSON"), "\(field.errors)")
    }

    @Test
    func `what makes no sense is refused with what does`() async throws {
        let user = try await start()
        let hook = ["hook", "add", "https://example.com/"]
        try await user.check([
            (["stats", "--from", "foo"], 64, ["Try --from 'yesterday 9am'"]),
            (["hook", "replay", "stdout", "--from", "foo"], 64, ["Try --from 'yesterday 9am'"]),
            (
                ["series", "edit", "Rent", "--remind", "tomorrow 9am"], 64,
                ["each occurrence of a series has its own day\n  Say how long before it is due, such as --remind 1h;"]
            ),
            (["series", "edit", "Rent", "--remind", "2h"], 0, ["changed "]),
            (["list", "--color", "foo"], 64, ["--color must be auto, always or never, not \"foo\""]),
            (["token", "add", "x", "--scope", "read,write"], 64, ["Repeat it: --scope read --scope write."]),
            (["edit", "ncb", "ngb"], 64, ["no changes given for \"ncb\" and \"ngb\""]),
            (["view", "add", "V", "--sort", "due,due"], 64, ["--sort must be up to three different ones of"]),
            (["list", "--json="], 64, ["--json= is empty"]), (["stats", "--year", ""], 64, ["--year must be a year"]),
            (["list", "--template", "{{>x}}"], 64, ["there are no partials such as {{>x}}"]),
            (
                ["list", "--due-from", "2027-03-02", "--due-until", "2027-01-01"], 64,
                ["--due-until is before --due-from"]
            ),
            (["stats", "--limit", "3"], 64, ["--limit needs --by tag"]),
            (["why", "Rent", "--quiet"], 64, ["there is no option --quiet of taskd why"]),
            (
                ["add", "x", "--due", "fri", "--repeat", "FREQ=DALY", "--dry-run"], 64,
                ["--repeat \"FREQ=DALY\": FREQ must be YEARLY"]
            ),
            (["list", "--limit", "2", "--limit", "3"], 0, []),
            (["status", "--quiet"], 64, ["there is no option --quiet of taskd status"]),
            (
                ["rule", "expand", "--jsonl", "--limit", "5"], 64,
                ["from standard input, with all that is asked of each"]
            ),
            (hook + ["--tag", ""], 64, ["--tag is empty\n  Give it a value"]),
            (["add", "x", "--due", "for 10m"], 64, ["says how long it takes", "Try --due 'in 10m';"]),
            (["add", "x", "--due", "30분 동안"], 64, ["Try --due '30분 뒤';"]),
            (["snooze", "Rent", "for 10m"], 64, ["Try 'in 10m';"]),
            (["add", "x", "--due", "in 5"], 64, ["what should follow \"in\" is missing", "Try --due 'in 5m';"]),
            (["hook", "disable", "--all"], 64, ["no option --all of taskd hook disable\n  Give its handle"]),
            (["hook", "add", "--command"], 64, ["--command with the absolute path of a program"]),
            (["list", "--where", "has:foo"], 64, ["has must be one of due, start, completed, priority"]),
            (["pause", "--tag", " "], 64, ["--tag is empty\n  Give it a value"]),
        ])
        for command in ["check", "backup"] {
            let outcome = try await BuiltProgram.run(
                [command],
                environment: user.daemon.environment.merging(["TASKD_DB": "postgresql://u:secret@db.example/t"]) { $1 })
            // A build without PostgreSQL says so, one with it does not find the server.
            #expect(outcome.status != 0 && outcome.errors.hasPrefix("taskd: "), "\(outcome.errors)")
            #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
        }
        let settings = try await BuiltProgram.run(
            ["list"], environment: user.daemon.environment.merging(["TASKD_CLIENT_CONFIG": "/nope"]) { $1 })
        #expect(
            settings.errors.hasPrefix(
                """
                taskd: TASKD_CLIENT_CONFIG: the configuration file "/nope" cannot be opened: there is no such file
                  Name another file.

                """), "\(settings.errors)")
        let view = try await BuiltProgram.run(
            ["due"], environment: user.daemon.environment.merging(["TASKD_DEFAULT_VIEW": "nope"]) { $1 })
        #expect(
            view.status == 1
                && view.errors
                    == "taskd: TASKD_DEFAULT_VIEW: there is no view \"nope\"\n  Run taskd view list to see the views.\n",
            "\(view.errors)")
    }

    @Test
    func `text that is not UTF-8 is refused, and not stored as something else`() async throws {
        let user = try await start()
        let latin = Data([UInt8]("caf".utf8) + [0xE9])
        let piped = folder.path("latin1.txt")
        try latin.write(to: URL(fileURLWithPath: piped))
        for script in ["\"$0\" add \"$(cat \"$1\")\"", "\"$0\" add - < \"$1\""] {
            let child = try ChildProcess(
                URL(filePath: "/bin/sh"), ["-c", script, BuiltProgram.url.path, piped],
                environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
            let errors = await child.errors.text()
            #expect(await child.exitStatus() == 64 && errors.contains("is not UTF-8 text"), "\(errors)")
        }
        #expect(try await user.json("list", "caf")["items"]?.array?.isEmpty == true)
    }

    /// Rules that give no date, with the words of the note.
    private static let emptyRules: [(arguments: [String], rule: String)] = [
        (["add", "x", "--due", "tomorrow", "--repeat", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "BYMONTHDAY=30"),
        (["add", "x", "--due", "tomorrow", "--repeat", "FREQ=WEEKLY;UNTIL=20200101"], "UNTIL=20200101"),
        (["edit", "Dated", "--repeat", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "BYMONTHDAY=30"),
        (["edit", "Dated", "--repeat", "FREQ=WEEKLY;UNTIL=20200101"], "UNTIL=20200101"),
    ]

    @Test
    func `a rule that gives no date, and a tag that there is none of, are told of`() async throws {
        let user = try await start()
        _ = try await user.text("add", "Dated", "--due", "2031-02-01", "+home")
        for (arguments, rule) in Self.emptyRules {
            let outcome = try await user.run(arguments)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            #expect(
                outcome.errors.contains("note: no date matches the rule FREQ=")
                    && outcome.errors.contains("\(rule), so that it does not repeat\n"),
                "\(arguments): \(outcome.errors)")
        }
        let good = try await user.run(["add", "x", "--due", "2031-01-01", "--repeat", "FREQ=YEARLY;COUNT=1"])
        #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
        let korean = user.daemon.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        let paused = try await BuiltProgram.run(["pause", "--tag", "nope"], environment: korean)
        #expect(paused.errors == "note: \"nope\" 태그는 아직 없습니다\n", "\(paused.errors)")
        let hook = ["hook", "add", "http://127.0.0.1:8099/", "--tag"]
        #expect(try await user.run(hook + ["nope"]).errors == "note: there is no tag \"nope\" yet\n")
        #expect(try await user.run(hook + ["home"]).errors.isEmpty)
        #expect(try await user.run(["pause", "--tag", "home"]).errors.isEmpty)
    }

    @Test
    func `a weekday of what is past is the last one`() async throws {
        let user = try await start()
        let days = try await user.json("stats", "--from", "friday", "--until", "today")["items"]?.array?.count
        #expect((1...7).contains(days ?? 0), "\(String(describing: days))")
    }

    @Test
    func `several tasks that are refused together are called by their titles`() async throws {
        let user = try await start()
        let (plain, after) = (try await handle("Plain", user), try await handle("After", user))
        let skipped = try await user.run(["skip", after, plain])
        #expect(
            skipped.errors.hasPrefix("taskd: \"Plain\" (\(plain)): the task does not recur; nothing was done\n"),
            "\(skipped.errors)")
        _ = try await user.text("done", "Plain")
        let reader = try #require(try await user.json("token", "add", "reader")["secret"]?.string)
        let snoozed = try await user.run(["snooze", after, "10m", "--token", reader])
        #expect(snoozed.status == 1 && !snoozed.errors.contains("note: "), "\(snoozed.errors)")
        let many = try await user.run(["done"] + (1...1_001).map { "task \($0)" })
        #expect(many.status == 64, "\(many.errors)")
        #expect(
            many.errors
                == "taskd: 1001 tasks are too many: at most 1000 are changed together\n  Use taskd bulk done --where.\n",
            "\(many.errors)")
    }

    @Test
    func `a change that is no undo, and one that another stands in the way of, are told in words`() async throws {
        let user = try await start()
        _ = try await user.text("edit", "Plain", "+home")
        _ = try await user.text("edit", "Plain", "+work")
        let changes = try await user.json("undo", "--list")["items"]?.array ?? []
        let ids = changes.compactMap { $0["id"]?.string }
        try #require(ids.count > 2)
        _ = try await user.text("view", "add", "Mine")
        try await user.check([
            (["view", "add", "Mine"], 1, ["taskd: another view has this name\n  Choose another name.\n"]),
            (
                ["redo", "--change", ids[0]], 64,
                ["--change \"\(ids[0])\" is not an undo\n  Give the id of an undo, as taskd undo --list shows it."]
            ),
            (
                ["undo", "--change", ids[1]], 1,
                [
                    "the task \"Plain\" (\(try await handle("Plain", user))) has been changed since, by another change\n",
                    "  taskd undo --change \(ids[0]) takes that back first.\n",
                ]
            ),
        ])
    }

    private func handle(_ title: String, _ user: CommandLineUser) async throws -> String {
        try #require(try await user.json("list", title)["items"]?.array?.first?["shortHandle"]?.string)
    }

    private func start() async throws -> CommandLineUser {
        let user = try await CommandLineUser(in: folder)
        let daily = ["--due", "2031-01-31", "--repeat", "FREQ=DAILY"]
        _ = try await user.run(["add", "After", "--anchor", "completion"] + daily)
        _ = try await user.run(["add", "Timed", "--respawn", "schedule"] + daily)
        _ = try await user.text("add", "Plain")
        _ = try await user.text(
            "add", "Rent", "--due", "2031-01-31T09:00", "--repeat", "FREQ=MONTHLY;BYMONTHDAY=-1", "--remind", "1h")
        return user
    }
}
