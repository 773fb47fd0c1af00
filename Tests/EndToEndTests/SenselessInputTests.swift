import Basics
import Foundation
import TestSupport
import Testing

@testable import taskd

/// What was typed and makes no sense, or does nothing, is told with what does.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SenselessInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `what makes no sense is refused with what does`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
        let hook = ["hook", "add", "https://example.com/"]
        try await user.check([
            (["stats", "--from", "foo"], 64, ["Try --from 'yesterday 9am'"]),
            (["hook", "replay", "stdout", "--from", "foo"], 64, ["Try --from 'yesterday 9am'"]),
            (
                ["series", "edit", "Rent", "--remind", "tomorrow 9am"], 64,
                ["each occurrence of a series has its own day\n  Say how long before it is due, such as --remind 1h;"]
            ),
            (["series", "edit", "Rent", "--remind", "x"], 64, ["Write 1h for an hour before, or '10m after'.\n"]),
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
            (["undo", "--list", "--cursor", "x"], 64, ["there is no option --cursor of taskd undo"]),
            (["hook", "disable", "--all"], 64, ["no option --all of taskd hook disable\n  Run taskd hook disable "]),
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

    /// Rules that give no date, with the words of the note.
    private static let emptyRules: [(arguments: [String], rule: String)] = [
        (["add", "x", "--due", "tomorrow", "--repeat", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "BYMONTHDAY=30"),
        (["add", "x", "--due", "tomorrow", "--repeat", "FREQ=WEEKLY;UNTIL=20200101"], "UNTIL=20200101"),
        (["edit", "Dated", "--repeat", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "BYMONTHDAY=30"),
        (["edit", "Dated", "--repeat", "FREQ=WEEKLY;UNTIL=20200101"], "UNTIL=20200101"),
    ]

    @Test
    func `a rule that gives no date, and a tag that there is none of, are told of`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
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
        let user = try await CommandLineUser.withTasks(in: folder)
        let days = try await user.json("stats", "--from", "friday", "--until", "today")["items"]?.array?.count
        #expect((1...7).contains(days ?? 0), "\(String(describing: days))")
    }

    @Test
    func `an empty answer is said beside the output`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
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
        for command in [["pause"], ["view", "add", "v"], ["hook", "add", "https://example.org/hook"]] {
            let outcome = try await user.run(command + ["--where", "tag:'home'"])
            let note = "there is no tag \"'home'\" yet"
            #expect(outcome.status == 0 && outcome.errors.contains(note), "\(outcome.errors)")
        }
    }

    @Test
    func `what was done already is said to be, and a task with an id of its own is added once`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
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
}
