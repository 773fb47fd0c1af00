import Basics
import Foundation
import TestSupport
import Testing

@testable import taskd

/// What the daemon refuses is told in the words that were typed: one line of what, and one of how to mend it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ErrorTextTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private typealias Refused = (arguments: [String], what: String, how: String)

    /// What the daemon finds wrong in what was typed, with what is told instead of its pointers.
    private static let mistyped: [Refused] = [
        (["add", ""], "the title is empty", "Give it a few words, such as 'Call Ann'."),
        (["edit", "Plain", "--title", ""], "--title is empty", "Give it a few words, such as 'Call Ann'."),
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
        (
            ["edit", "Rent", "due:none", "repeat:none", "--scope", "all"],
            "due:none would take away what the whole series counts from",
            "Leave --scope away, to take it from this occurrence alone."
        ),
        (
            ["edit", "Dated", "repeat:weekly", "--start", "2031-02-04"],
            "--start Tue 4 Feb 2031 does not fit Mon 3 Feb 2031, when the task is due, by repeat:weekly",
            "Give --due, too, such as --due 'Tue 4 Feb 2031'."
        ),
        (
            ["events", "--after", "999", "--follow"], "--after is beyond the end of the log",
            "Give --after 8."
        ),
        (["events", "--after", "999"], "--after is beyond the end of the log", "Give --after 8."),
        (["list", "\""], "\"\"\" has no word to look for", "Write a word of the task, such as rent."),
        (["list", "title:!"], "\"title:!\" has no word to look for", "Write a word of the task, such as rent."),
        (
            ["bulk", "edit", "--where", "tag:nope", "--zone", "Mars", "--priority", "high"],
            "--zone: there is no time zone \"Mars\"", "Use an IANA name such as Europe/Berlin."
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
        let user = try await CommandLineUser.withTasks(in: folder)
        _ = try await user.text("add", "Dated", "--due", "2031-02-03")
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
        let user = try await CommandLineUser.withTasks(in: folder)
        let outcome = try await user.run(["edit", "Plain", "--zone", "Mars", "--json"])
        #expect(outcome.status == 64 && outcome.errors.contains(#""pointer":"/timeZone""#), "\(outcome.errors)")
    }

    @Test
    func `several tasks that are refused together are called by their titles`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
        let (plain, after) = (try await user.handle(of: "Plain"), try await user.handle(of: "After"))
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
        let user = try await CommandLineUser.withTasks(in: folder)
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
                [
                    "--change \"\(ids[0])\" is not an undo\n",
                    "  Give the id of an undo, as taskd undo --list --json shows it.",
                ]
            ),
            (
                ["undo", "--change", ids[1]], 1,
                [
                    "the task \"Plain\" (\(try await user.handle(of: "Plain"))) has been changed since, by another change\n",
                    "  taskd undo --change \(ids[0]) takes that back first.\n",
                ]
            ),
        ])
    }
}
