import ArgumentParser
import Basics
import Foundation
import Storage
import TestSupport
import Testing

@testable import taskd

/// What the commands refuse themselves, without a daemon: it is wrong usage, and says how to mend it.
@Suite(.timeLimit(.minutes(5)))
struct UsageTests {
    /// Nothing listens there: a command that asks it ends with 3.
    private static let environment = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]

    private func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: Self.environment)
    }

    /// The parser derives the name of one that does not from its type, which takes the runtime longer than all the rest.
    @Test func `each command says its name`() {
        func check(_ command: any ParsableCommand.Type) {
            #expect(command.configuration.commandName != nil, "\(command)")
            for subcommand in command.configuration.subcommands { check(subcommand) }
        }
        check(Taskd.self)
    }

    @Test(arguments: [
        (["add", "x", "--tag", "none", "--tag", "a"], ["--tag none", "--tag a"]),
        (["edit", "0198c5a0", "--tag", "a", "--tag", "none"], ["--tag none", "--tag a"]),
        (["edit", "0198c5a0", "--remind", "none", "--remind", "1h"], ["--remind none", "--remind 1h"]),
        (
            ["edit", "0198c5a0", "--repeat", "FREQ=DAILY", "--repeat", "none"],
            ["--repeat none", "--repeat FREQ=DAILY"]
        ),
        (["edit", "0198c5a0", "--repeat", "none", "--missed", "keep"], ["--repeat none", "--missed keep"]),
        (["edit", "0198c5a0", "--repeat", "none", "--anchor", "due"], ["--repeat none", "--anchor due"]),
        (["series", "edit", "0198c5a0", "--tag", "none", "--tag", "a"], ["--tag none", "--tag a"]),
        (
            ["edit", "0198c5a0", "--property", "X-A=1", "--property", "none"],
            ["--property none", "--property X-A=1"]
        ),
        (["upcoming", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
        (["pause", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
        (["resume", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
    ])
    func `options that contradict each other are both named`(arguments: [String], words: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == 64)
        for word in words + ["cannot be used together"] {
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
    }

    /// Each command with what no daemon would take.
    private static let malformed: [(arguments: [String], words: String)] = [
        (["add"], "nothing to add"), (["add", "x", "--due", "soonish"], "--due \"soonish\""),
        (["add", "x", "--id", "1"], "--id"),
        (["add", "x", "--start", "2026-02-30"], "--start \"2026-02-30\""),
        (["add", "x", "--remind", "x"], "neither a distance"),
        (["add", "x", "--due", "2031-01-01", "--remind", "none"], "--no-remind"),
        (["add", "x", "--due", "today", "--zone", "Europe/Atlantis"], "--zone: "),
        (["list", "--due-from", "today", "--zone", "Europe/Atlantis"], "--zone: "),
        (["add", "x", "--estimate", "x"], "is not a duration"), (["add", "x", "--priority", "top"], "--priority"),
        (["add", "x", "--property", "X-A"], "is not a property"), (["add", "x", "--property", "none"], "NAME=VALUE"),
        (["edit", "0198c5a0", "--property", "=1"], "is not a property"),
        (["edit", "0198c5a0", "--property", "A=1", "--property", "A=2"], "--property A is given twice"),
        (["add", "x", "--remind", "1h", "--no-remind"], "--no-remind"),
        (["add", "x", "--url", "nowhere"], "--url must be"),
        (["list", "--limit", "0"], "--limit"), (["list", "--sort", "colour"], "--sort"),
        (["list", "--sort", "due,-due"], "--sort"), (["list", "--due-from", "x"], "--due-from \"x\""),
        (["list", "--zone", "Mars"], "--zone: "), (["upcoming", "--zone", "Mars"], "--zone: "),
        (["list", "--all", "--status", "completed"], "--status"), (["list", "--status", "open"], "--status"),
        (["edit", "0198c5a0"], "no changes given"),
        (["edit", "0198c5a0", "--due", "x"], "--due \"x\""),
        (["edit", "0198c5a0", "--scope", "some"], "--scope"),

        (["history", "0198c5a0", "--limit", "1001"], "--limit"),
        (["series", "edit", "0198c5a0"], "no changes given"),
        (["series", "edit", "0198c5a0", "--dtstart", "x"], "is not a date"),
        (["series", "occurrences", "0198c5a0", "--from", "x"], "--from \"x\""),
        (["undo", "101"], "the number of changes must be 1 to 100, not 101"), (["undo", "--change", "x"], "--change"),
        (["redo", "0"], "1 to 100, not 0"),
        (["upcoming", "--until", "x"], "--until \"x\""), (["upcoming", "--limit", "0"], "--limit"),
        (["snooze", "0198c5a0", "20m", "--for", "1h"], "say only once"),
        (["snooze", "0198c5a0", "--for", "x"], "--for"), (["snooze", "0198c5a0", "--for=-PT5M"], "--for"),
        (["snooze", "0198c5a0", "--until", "x"], "--until \"x\""),
        (["snooze", "0198c5a0", "yesterday 9am"], "past already"),
        (["pause"], "--all"), (["pause", "--all", "--for", "x"], "--for"), (["pause", "--all", "--for=-P1D"], "--for"),
        (["pause", "--all", "--until", "x"], "--until \"x\""),
        (["resume"], "--all"), (["pauses", "--limit", "0"], "--limit"),
        (["hook", "add"], "--command"), (["hook", "add", "--url", "http://a/", "--ordering", "x"], "--ordering"),
        (["hook", "add", "--url", "http://a/", "--priority", "x"], "--priority"),
        (["hook", "add", "--url", "http://a/", "--expires", "x"], "--expires"),
        (["hook", "add", "--url", "http://a/", "--retry", "x"], "--retry"),
        (["hook", "add", "--url", "http://a/", "--burst", "2"], "--rate"),
        (["hook", "add", "--url", "http://a/", "--header", "x"], "is not a header"),
        (["hook", "add", "--url", "http://a/", "--events", ""], "--events"),
        (["hook", "add", "--url", "http://a/", "--body-template", "/nonexistent"], "cannot be opened"),
        (["hook", "add", "--url", "http://a/", "--template-format", "json"], "--body-template"),
        (["hook", "add", "--url", "http://a/", "--payload", "thin", "--preset", "ntfy"], "--payload and --preset"),
        (["hook", "add", "--url", "http://a/", "--daemon", "nowhere"], "--daemon must be"),
        (["hook", "rotate", "0198c5a0", "--overlap", "x"], "--overlap"),
        (["hook", "disable"], "which hook?"),
        (["hook", "deliveries", "0198c5a0", "--state", "x"], "--state"),
        (["hook", "replay", "dlv_1", "--state", "failed"], "is one delivery"),
        (["hook", "replay", "0198c5a0", "--limit", "0"], "--limit"),
        (["hook", "replay", "0198c5a0", "--from", "x"], "--from \"x\""),
        (["hook", "replay", "0198c5a0", "--events", ","], "--events"),
        (["hook", "verify", "-H", "zz"], "--header needs a name, a colon and a value"),
        (["hook", "verify", "--tolerance", "86401"], "--tolerance"), (["hook", "verify"], "no secret was given"),
        (["hook", "verify", "--secret", "x"], "secret"),
        (["hook", "verify", "--secret", "x", "--secret-file", "y"], "--secret-file"),
        (["events", "--limit", "1001"], "--limit"), (["events", "--follow", "--limit", "0"], "--limit"),
        (["events", "--after", "x"], "--after"), (["events", "--after=-1"], "--after"),
        (["token", "path", "--db", ""], "--db"), (["token", "reset", "--db", ""], "--db"),
        (["backup", "--db", ""], "--db"), (["backup", "--key", "x"], "--key"), (["check", "--db", ""], "--db"),
        (["restore"], "<file>"), (["restore", "x", "--db", ""], "--db"), (["serve", "--db", ""], "--db"),
        (["rule", "expand"], "--dtstart"), (["rule", "expand", "--dtstart", "x"], "--dtstart"),
        (["rule", "expand", "--dtstart", "20261121", "--rrule", "x"], "RRULE"),
        (["rule", "expand", "--dtstart", "20261121", "--limit", "100001"], "--limit"),
        (["rule", "expand", "--dtstart", "20261121T090000", "--tz", "Europe/Atlantis"], "Europe/Atlantis"),
        (["rule", "expand", "--jsonl", "--dtstart", "20261121"], "--jsonl"),
        (["rule", "explain"], "--dtstart"), (["rule", "explain", "FREQ=SOMETIMES"], "FREQ"),
        (["rule", "explain", "FREQ=DAILY", "--tz", "UTC"], "--dtstart"), (["rule", "check"], "<rule>"),
    ]

    @Test
    func `what no daemon would take is wrong usage, of every command, before a daemon is asked`() async throws {
        for (arguments, words) in Self.malformed {
            let outcome = try await run(arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
    }

    private static let wellWritten: [(arguments: [String], status: Int32)] = [
        (["rule", "check", "FREQ=SOMETIMES"], 1), (["check", "--db", "/nonexistent/taskd.db"], 1),
        (["restore", "/nonexistent/backup.db"], 1), (["token", "reset", "--db", "/nonexistent/taskd.db"], 1),
        (["list"], 3), (["hook", "list"], 3), (["events"], 3),
        (["token", "path"], 0), (["rule", "check", "FREQ=DAILY"], 0), (["openapi"], 0),
    ]

    @Test(arguments: wellWritten)
    func `what is well written ends with 0, 1 or 3`(arguments: [String], status: Int32) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
    }

    @Test func `the description of the API needs no daemon, and has the version of the program`() async throws {
        let outcome = try await run(["openapi"])
        let document = try JSONValue(json: Data(outcome.output.utf8))
        #expect(document["openapi"]?.string?.hasPrefix("3.1.") == true)
        #expect(document["info"]?["version"] == .string(Taskd.version))
        #expect(document["paths"]?["/v1/tasks"]?["post"]?["operationId"] == .string("createTask"))
    }

    @Test(arguments: [
        (["TASKD_URL": "nowhere"], "TASKD_URL: must be http://HOST:PORT"),
        (["TASKD_TOKEN": "a b"], "Check TASKD_TOKEN."),
        (["TASKD_INSECURE": "yes"], "TASKD_INSECURE must be 1 or 0"),
        (["TASKD_URL": "http://192.0.2.1:1"], "would cross the network"),
    ])
    func `a variable that cannot be used is named`(variables: [String: String], words: String) async throws {
        let outcome = try await BuiltProgram.run(["list"], environment: Self.environment.merging(variables) { $1 })
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["help", "bogus"], "there is no command \"bogus\"", "Run taskd help for a list."),
        (
            ["completions", "fish"], "what of the completions of fish?",
            "Run taskd completions install, or taskd completions print fish."
        ),
        (["help", "lst"], "there is no command \"lst\"", "Did you mean \"taskd list\"?"),
        (
            ["help", "hook", "enabel"], "there is no command \"enabel\" of taskd hook",
            "Did you mean \"taskd hook enable\"?"
        ),
        (["help", "add", "x"], "there is no command \"x\" of taskd add", "It has no subcommands: run taskd help add."),
        (["help", "datess"], "there is no command \"datess\"", "Did you mean \"taskd help dates\"?"),
        (["help", "scripts", "x"], "\"x\" is more than taskd help scripts takes", "Run taskd help scripts."),
        (["restart"], "there is no command \"restart\"", "Did you mean \"taskd serve\"?"),
        (["completions", "print"], "<shell> is missing", "Give bash, zsh or fish."),
        (["acknow"], "there is no command \"acknow\"", "Did you mean \"taskd acknowledge\"?"),
        (["hook", "help"], "there is no command \"help\" of taskd hook", "Run taskd help hook for a list."),
        (["rule", "Expnad"], "there is no command \"Expnad\" of taskd rule", "\"taskd rule expand\"?"),
        (["deliveries"], "there is no command \"deliveries\"", "Did you mean \"taskd hook deliveries\"?"),
        (
            ["attachment", "ls", "kf3"], "there is no command \"ls\" of taskd attachment",
            "Did you mean \"taskd attachments\"?"
        ),
        (["series", "rm"], "there is no command \"rm\" of taskd series", "Did you mean \"taskd series end\"?"),
        (["view", "show"], "there is no command \"show\" of taskd view", "Did you mean \"taskd list --view\"?"),
        (["x\u{1B}"], "there is no command \"x\u{FFFD}\"", "Run taskd help"),
    ])
    func `a command that does not exist is refused with the nearest one`(
        arguments: [String], message: String, suggestion: String
    ) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("taskd: \(message)\n"), "\(outcome.errors)")
        #expect(outcome.errors.contains(suggestion), "\(outcome.errors)")
    }

    @Test(arguments: [
        [], ["help"], ["help", "help"], ["--help"], ["help", "-h"], ["hook"], ["help", "hook", "add"],
        ["add", "--help"],
        ["--version"], ["help", "rule", "--help"],
    ])
    func `help of what exists is told`(arguments: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    private static let dashed: [(arguments: [String], hint: String?)] = [
        (["snooze", "0198c5a0", "--for", "-PT5M"], "Write it without the minus: --for PT5M"),
        (["snooze", "0198c5a0", "--for", "-5"], "Write it without the minus: --for 5m"),
        (["list", "--limit", "-1"], "Write it without the minus: --limit 1"),
        (["add", "-5 degrees", "--due", "today"], "If -5 degrees is not an option, write it last, after --"),
        (["undo", "-1"], "Write it without the minus: taskd undo 1"),
        (["list", "--limit", "--iso"], nil), (["list", "--limit"], nil), (["list", "--nonsense"], nil),
        (["show"], nil), (["-v"], nil),
    ]

    @Test(arguments: dashed)
    func `a value that begins with a dash is refused with how to write it`(
        arguments: [String], hint: String?
    ) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("taskd: "), "\(outcome.errors)")
        if let hint {
            #expect(outcome.errors.hasSuffix("\n  \(hint)\n"), "\(outcome.errors)")
        } else {
            #expect(!outcome.errors.contains("If "), "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        ["add", "x", "--tag", "none"], ["list", "--tag", "a", "--tag", "a"], ["add", "x", "--tag", "a", "--tag", "b"],
        ["edit", "0198c5a0-0000-7000-8000-000000000000", "--tag", "none", "--repeat", "none"],
    ])
    func `what can be meant together goes to the daemon`(arguments: [String]) async throws {
        #expect(try await run(arguments).status == 3)
    }
}
