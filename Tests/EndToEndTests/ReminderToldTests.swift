import Basics
import Foundation
import TestSupport
import Testing

/// What commands report about reminders: which a task has, when they go off, and what holds them.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReminderToldTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `who adds a reminder while everything is paused is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("pause", "--all")
        let note = "note: everything is paused until it is resumed\n"
        #expect(try await user.run(["add", "Tea", "--due", "2031-01-01"]).errors == note)
        #expect(try await user.run(["add", "Plain"]).errors.isEmpty)
        func asked() async throws -> Substring? {
            try await user.daemon.metrics().text.split(separator: "\n").first {
                $0.hasPrefix("taskd_http_request_seconds_count{method=\"GET\",route=\"/v1/tasks/{id}/firings\"}")
            }
        }
        let before = try await asked()
        for form in ["--json", "--quiet", "--jsonl", "--csv", "--template={{handle}}"] {
            #expect(try await user.run(["add", "Tea", "--due", "2031-01-01", form]).errors.isEmpty)
        }
        let after = try await asked()
        #expect(before != nil && after == before)
        _ = try await user.text("resume", "--all")
        #expect(try await user.run(["add", "Milk", "--due", "2031-01-01"]).errors.isEmpty)
        // One that is over by then holds nothing.
        _ = try await user.text("pause", "--all", "--for", "1h")
        #expect(try await user.run(["add", "Bread", "--due", "2031-01-01"]).errors.isEmpty)
    }

    @Test
    func `what quiet hours hold is told with its end, where it is added, changed and shown`() async throws {
        let daemon = try await RunningDaemon(
            store: folder.path("quiet.db"), flags: ["--quiet-hours", "22:00-06:00"])
        func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(arguments, environment: daemon.environment)
        }
        let held = "held until 06:00: quiet hours"
        let added = try await run("add", "Tea", "--due", "2031-01-01T02:06")
        #expect(added.errors.hasSuffix("note: its reminder for Wed 1 Jan 2031 02:06 is \(held)\n"), "\(added)")
        #expect(try await run("show", "tea").output.contains("2031 02:06 (in 4 years) · \(held) · when"))
        #expect(try await run("add", "Milk", "--due", "2031-01-01T12:00").errors.isEmpty)
        #expect(try await run("edit", "milk", "+home").errors.isEmpty)
        let moved = try await run("edit", "milk", "--due", "2031-01-01T23:00")
        #expect(
            moved.errors.contains("its reminder for Wed 1 Jan 2031 23:00 is held until Thu 2 Jan 2031 06:00: quiet"),
            "\(moved)")
        await daemon.end(by: SIGTERM)
    }

    @Test
    func `what a change means for reminders is told`() async throws {
        let user = try await CommandLineUser(in: folder)
        let notes: [(arguments: [String], note: String)] = [
            (["add", "Tea in 10m remind 1h"], "which is past, so it goes off now"), (["add", "Plain"], ""),
            (["edit", "plain", "due:tomorrow"], "it has no reminder; taskd edit "),
            (["add", "Later tomorrow 3pm"], ""),
            (["edit", "later", "+home"], ""),
            (["acknowledge", "later"], "it has not gone off yet, and will not go off at "),
            (["edit", "later", "--remind", "in 10m"], ""),
            (["add", "Past 2 hours ago"], "which is past, so it goes off now"),
            (["edit", "past", "--remind", "10m"], "which is past, so it goes off now"),
            (["edit", "past", "due:1 hour ago", "--remind", "5m"], "which is past, so it goes off now"),
        ]
        for (arguments, note) in notes {
            let outcome = try await user.run(arguments)
            #expect(outcome.status == 0)
            #expect(
                note.isEmpty
                    ? outcome.errors.isEmpty : outcome.errors.contains("note: ") && outcome.errors.contains(note),
                "\(arguments): \(outcome.errors)")
        }
        try await user.check([
            (["add", "Soon tomorrow 3pm"], 0, []), (["acknowledge", "soon"], 0, []),
            (
                ["acknowledge", "soon"], 1,
                ["the reminder of \"Soon\" was acknowledged already", "--remind 'in 10m' gives it another"]
            ),
            (["add", "Bare"], 0, []),
            (["snooze", "bare", "5m"], 1, ["\"Bare\" has no reminder", "--remind 'tomorrow 9am'"]),
        ])
    }

    @Test
    func `an acknowledged reminder takes no other one with it, and hints about reminders can be followed`() async throws
    {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Both", "--due", "in 1h", "--remind", "1h", "--remind", "10m")
        _ = try await user.daemon.events("reminder.due", titled: "Both", atLeast: 1)
        try await user.check([(["acknowledge", "both"], 0, ["acknowledged "])])
        let coming = try await user.json("show", "both")["reminders"]?.array?.first { $0["nextFireAt"]?.string != nil }
        let handle = try #require(coming?["handle"]?.string)
        try await user.check([
            (
                ["acknowledge", "both"], 1,
                [
                    "the reminder of \"Both\" was acknowledged already",
                    "taskd acknowledge \(handle) acknowledges the next one",
                ]
            ),
            (["acknowledge", handle], 0, ["acknowledged "]),
            (["add", "Gym tomorrow 9am", "--repeat", "FREQ=DAILY"], 0, []), (["acknowledge", "gym"], 0, []),
            (
                ["acknowledge", "gym"], 1,
                ["was acknowledged already", "--remind 'in 10m' --scope this gives it another"]
            ),
            (["pause", "--reminder", "gym"], 1, ["was acknowledged already", " pauses all of the task"]),
            (["resume", "--reminder", "gym"], 1, ["no such pause is active", "taskd pauses"]),
            (["edit", "gym", "--remind", "in 10m", "--scope", "this"], 0, ["changed "]),
            (["pause", "--reminder", "gym"], 0, ["paused "]), (["resume", "--reminder", "gym"], 0, ["resumed "]),
        ])
    }

    @Test
    func `tasks in JSON remind as other new tasks do, unless they say otherwise`() async throws {
        let user = try await CommandLineUser(in: folder)
        func offsets(_ input: String, _ settings: [String: String] = [:]) async throws -> [[String]] {
            let outcome = try await BuiltProgram.run(
                ["add", "--json"], environment: user.daemon.environment.merging(settings) { $1 }, input: input)
            let value = try JSONValue(json: Array(outcome.output.utf8))
            return (value["results"]?.array ?? [value]).map { task in
                task["reminders"]?.array?.compactMap { $0["offset"]?.string } ?? []
            }
        }
        let due = #"{"title":"Tea","due":"2031-12-01T09:00"}"#
        #expect(try await offsets(due) == [["PT0S"]])
        #expect(try await offsets("[\(due),{\"title\":\"Plain\"}]") == [["PT0S"], []])
        #expect(try await offsets(due, ["TASKD_REMIND": "1h"]) == [["-PT1H"]])
        #expect(try await offsets(due, ["TASKD_REMIND": "none"]) == [[]])
        #expect(try await offsets(#"{"title":"Tea","due":"2031-12-01T09:00","reminders":[]}"#) == [[]])
    }

    @Test
    func `a reminder that is snoozed or copied while a pause holds it is said to come after it`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["add", "Tea", "--due", "2031-01-31 9am"], 0, []), (["pause", "Tea", "--until", "2031-02-10 9am"], 0, []),
        ])
        let snoozed = try await user.run(["snooze", "Tea", "2031-02-01 10am"])
        #expect(snoozed.output.hasSuffix("\nagain: Mon 10 Feb 2031 09:00 (in 4 years)\n"), "\(snoozed)")
        let note = "note: its reminder for Sat 1 Feb 2031 10:00 is held until Mon 10 Feb 2031 09:00: paused\n"
        #expect(snoozed.errors == note, "\(snoozed)")
        // What was held until then does not come earlier.
        #expect(try await user.run(["snooze", "Tea", "2031-02-05 10am"]).errors.contains("earlier") == false)
        try await user.check([(["pause", "--all", "--until", "2031-03-01"], 0, [])])
        let late = try await user.run(["add", "Late", "--due", "2020-01-01 9am"])
        #expect(late.errors.contains("everything is paused") && !late.errors.contains("goes off now"), "\(late)")
        let copied = try await user.run(["duplicate", "Tea"])
        #expect(copied.errors == "note: everything is paused until Sat 1 Mar 2031 00:00 (in 4 years)\n", "\(copied)")
    }

    @Test
    func `whatever brings a reminder back or on tells what holds it`() async throws {
        let user = try await CommandLineUser(in: folder)
        for title in ["Tea", "Nap"] {
            try await user.check([(["add", title, "--due", "2031-01-31 9am", "--repeat", "every week"], 0, [])])
        }
        try await user.check([(["pause", "--all", "--until", "2031-03-01"], 0, [])])
        let note = "note: everything is paused until Sat 1 Mar 2031 00:00 (in 4 years)\n"
        for command in [
            ["done", "Tea", "Nap"], ["undo"], ["skip", "Tea"], ["undo"], ["delete", "Tea", "--yes"],
            ["trash", "restore", "Tea"], ["edit", "Tea", "Nap", "due:+30m"],
            ["add", "Milk", "--due", "2031-02-02 9am"],
            ["done", "Milk"], ["reopen", "Milk"],
        ] {
            let outcome = try await user.run(command)
            let isWithout = ["delete", "done Milk"].contains { command.joined(separator: " ").hasPrefix($0) }
            #expect(outcome.status == 0 && outcome.errors.hasSuffix(isWithout ? "" : note), "\(command): \(outcome)")
            #expect(isWithout == outcome.errors.isEmpty, "\(command): \(outcome)")
        }
        try await user.check([(["add", "Ack", "--due", "2031-02-02 9am"], 0, [])])
        #expect(try await user.run(["ack", "Ack"]).errors.contains("it has not gone off yet, and will not go off at"))
        try await user.check([(["resume", "--all"], 0, []), (["pause", "Tea", "--until", "2031-03-01"], 0, [])])
        let both = try await user.run(["edit", "Tea", "Nap", "due:+30m"])
        #expect(
            both.errors.hasPrefix("note: the reminder of ")
                && both.errors.contains("is held until Sat 1 Mar 2031 00:00: paused")
                && both.errors.split(separator: "\n").count == 1, "\(both)")
    }

    @Test
    func `names that mean none are told with what finds what has none`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["list", "@none"], 1, ["there is no project \"none\"\n  taskd list --where no:project finds"]),
            (["list", "+none"], 0, []),
        ])
        #expect(try await user.run(["list", "+none"]).errors.contains("no:tag finds what has none"))
    }

    @Test
    func `reminders that go with the due time are told`() async throws {
        let user = try await CommandLineUser(in: folder)
        try await user.check([(["add", "Tea", "--due", "2031-01-31 9am", "--remind", "1h"], 0, [])])
        let changed = try await user.run(["edit", "Tea", "due:none"])
        #expect(changed.errors == "note: the reminder that counted from the due time is gone with it\n", "\(changed)")
        try await user.check([(["add", "Nap", "--due", "2031-01-31 9am", "--remind", "1h"], 0, [])])
        try await user.check([(["add", "Two", "--due", "2031-01-31 9am", "--remind", "1h,2h"], 0, [])])
        #expect(try await user.run(["edit", "Two", "due:none"]).errors.contains("the 2 reminders that counted from"))
        #expect(try await user.run(["duplicate", "Nap", "--due", "none", "--title", "x"]).errors == changed.errors)
        let named = try await user.run(["edit", "Nap", "due:none", "remind:none"])
        #expect(named.errors == "", "\(named)")
    }
}
