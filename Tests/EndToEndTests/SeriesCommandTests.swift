import Basics
import Foundation
import Storage
import TestSupport
import Testing

/// `taskd series`, and what other commands say of a series, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SeriesCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start() async throws -> (user: CommandLineUser, task: String, series: String) {
        let user = try await CommandLineUser(in: folder)
        let task = try await user.json(
            "add", "Pay rent", "--due", "2031-01-31T09:00", "--zone", "Europe/Berlin", "--repeat", "FREQ=DAILY")
        return (user, try #require(task["id"]?.string), try #require(task["seriesId"]?.string))
    }

    @Test
    func `a series is shown by its own id, by that of a task, and by their beginnings`() async throws {
        let (user, task, series) = try await start()
        for name in [series, task, String(series.prefix(23)), String(task.prefix(23))] {
            let shown = try await user.text("series", "show", name)
            for words in [series, "active", "Every day", "Sat 1 Feb 2031", "1 open"] {
                #expect(shown.contains(words), "\(name): \(shown)")
            }
        }
        _ = try await user.text("done", task)
        let lines = try await user.text("series", "occurrences", task, "--limit", "3").split(separator: "\n")
        #expect(lines.count == 3)
        for (line, state) in zip(lines, ["completed", "open", "projected"]) {
            #expect(line.contains(state), "\(line)")
        }
        let page = try await user.json(
            "series", "occurrences", series, "--from", "2031-02-01", "--until", "2031-02-03T00:00:00")
        #expect(
            page["items"]?.array?.map { $0["recurrenceId"]?.string } == ["2031-02-01T09:00:00", "2031-02-02T09:00:00"])
    }

    @Test(arguments: [
        ([], "2031-01-31T09:00:00", "Fri 31 Jan 2031 09:00 Berlin = 08:00"),
        (["--utc"], "2031-01-31T08:00:00Z", "Fri 31 Jan 2031 08:00 UTC"),
        (["--iso"], "2031-01-31T09:00:00+01:00", "2031-01-31T09:00:00+01:00"),
        (["--iso", "--utc"], "2031-01-31T08:00:00Z", "2031-01-31T08:00:00Z"),
    ])
    func `the times of occurrences are told in the form that was asked for`(
        options: [String], forPrograms: String, forPeople: String
    ) async throws {
        let (user, task, _) = try await start()
        let command = ["series", "occurrences", task, "--limit", "1"] + options
        #expect(try await user.run(command).output.hasPrefix("\(forPrograms)\topen\t"))
        let shown = try await user.onTerminal(command, environment: ["TASKD_ZONE": "UTC"])
        #expect(shown.contains(forPeople), "\(shown)")
    }

    @Test
    func `notes of a reminder that is still to come tell its time in UTC where that was asked for`() async throws {
        let (user, task, _) = try await start()
        for command in [["snooze", task, "10m"], ["acknowledge", task]] {
            let notes = try await user.run(command + ["--utc"]).errors
            #expect(notes.contains(" UTC"), "\(command): \(notes)")
            _ = try await user.text("undo")
        }
    }

    @Test
    func `who answers yes is not asked how far a change reaches`() async throws {
        let (user, task, _) = try await start()
        let changed = try await user.onTerminal("edit", task, "due:2031-01-31 10:00", "-y")
        #expect(changed.contains("changed ") && !changed.contains("What is to be changed?"), "\(changed)")
        // Without a rule and a due time nothing is left that the answer would be about.
        let ended = try await user.onTerminal("edit", task, "due:none", "repeat:none")
        #expect(ended.contains("ended (stopped)"), "\(ended)")
        #expect(try await user.json("show", task)["due"] == .null)
    }

    @Test
    func `a series is changed, moved, ended and resumed as a whole`() async throws {
        let (user, task, series) = try await start()
        let changed = try await user.json(
            "series", "edit", task, "--title", "Rent", "--tag", "home", "--dtstart", "2031-01-31T10:00")
        #expect(changed["title"]?.string == "Rent")
        let handle = try #require(changed["handle"]?.string)
        #expect(changed["dtstart"]?.string == "2031-01-31T10:00:00")
        #expect(try await user.json("show", task)["due"]?.string == "2031-01-31T10:00:00")
        try await user.check([
            (["series", "end", series, "--open", "keep"], 0, ["ended ", "  Rent\n"]),
            (["series", "show", series], 0, ["ended (stopped)", "1 open"]),
            (
                ["series", "edit", series, "--resume", "--repeat", "FREQ=WEEKLY"], 0,
                [
                    "changed ",
                    "  Rent  active\nits open occurrence stays where it is; next is Fri 7 Feb 2031 10:00",
                ]
            ),
            (["series", "end", task], 0, ["ended \(handle)  Rent\n"]),
            (
                ["series", "edit", handle, "--resume"], 0,
                ["changed ", "  Rent  active\n1 occurrence open; next is Fri 7 Feb 2031"]
            ),
            (
                ["series", "edit", handle, "--dtstart", "2031-02-01T10:00", "--repeat", "every sat"], 0,
                ["  Rent  active\n"]
            ),
            (["series", "edit", handle, "--repeat", "none", "--resume"], 64, ["cannot be used together"]),
            (["series", "edit", handle, "--repeat", "none"], 0, ["ended (stopped)"]),
            (
                ["series", "edit", handle, "--anchor", "due"], 64,
                ["--anchor is for a series that goes on\n  Give --repeat, too.\n"]
            ),
            (["series", "end", task], 0, ["ended "]),
            (
                ["series", "end", task, "--open", "delete"], 0,
                ["already ended \(handle)  Rent\nits open occurrence is deleted\n"]
            ),
            (["show", task], 1, ["no task"]), (["series", "show", series], 0, ["ended (stopped)", "1 deleted"]),
            (["series", "show", handle], 0, ["ended (stopped)", "1 deleted"]),
        ])
    }

    @Test
    func `a time among days is said to count as its day`() async throws {
        let outcome = try await BuiltProgram.run(
            ["rule", "expand", "--dtstart", "20261201", "--rdate", "20261205T090000"])
        #expect(outcome.output == "20261201\n20261205\n", "\(outcome)")
        #expect(outcome.errors == "note: --rdate: days alone count, as --dtstart is one\n", "\(outcome)")
    }

    @Test
    func `what is gone is named where no more is asked for`() async throws {
        let (user, task, _) = try await start()
        let handle = try #require(try await user.json("show", task)["handle"]?.string)
        try await user.check([
            (["project", "add", "Flat"], 0, []), (["view", "add", "Mine"], 0, []), (["tag", "add", "old"], 0, []),
            (["view", "remove", "Mine", "--quiet"], 0, ["Mine\n"]),
            (["tag", "delete", "old", "--quiet"], 0, ["old\n"]),
        ])
        #expect(try await user.text("series", "end", task, "--quiet") == handle + "\n")
        #expect(try await user.text("project", "delete", "Flat", "--quiet").count > 3)
    }

    @Test
    func `the times of a copy move from those of the task`() async throws {
        let (user, _, _) = try await start()
        try await user.check([(["add", "Tea", "--due", "2031-01-31 9am", "--start", "2031-01-30 9am"], 0, [])])
        let copy = try await user.json("duplicate", "Tea", "--due", "+1d", "--start=-1h", "--title", "Cup")
        #expect(
            copy["due"]?.string == "2031-02-01T09:00:00" && copy["start"]?.string == "2031-01-30T08:00:00", "\(copy)")
        try await user.check([
            (["add", "Run", "--due", "2031-01-31 9am", "--repeat", "every day"], 0, []),
            (["duplicate", "Run", "--due", "none"], 1, ["Take the rule away, too: --repeat none."]),
        ])
        let days = try await user.run(["series", "edit", "Run", "--dtstart", "2031-02-01"])
        #expect(days.errors.contains("of days now, without a time; --dtstart 2031-02-01T09:00 has"), "\(days)")
        let series = try await user.json("duplicate", "Tea", "--repeat", "every fri", "--start", "none")
        #expect(series["due"]?.string == "2031-01-31T09:00:00", "\(series)")
    }

    @Test
    func `an occurrence that is closed by its status is followed as one that is done`() async throws {
        let (user, task, _) = try await start()
        let closed = try await user.text("edit", task, "--status", "completed")
        #expect(closed.contains(/changed .*\nnext .*/), "\(closed)")
    }

    @Test
    func `a reminder at a time of its own is for one occurrence alone`() async throws {
        let (user, task, _) = try await start()
        let words = [
            "--remind \"2031-01-30 8pm\" is a time, and each occurrence of a series has its own day\n",
            "  Say how long before it is due, such as --remind 1h; taskd edit TASK --scope this reminds of one at a time.\n",
        ]
        try await user.check([
            (["edit", task, "--remind", "2031-01-30 8pm"], 64, words),
            (["edit", task, "--remind", "2031-01-30 8pm", "--scope", "all"], 64, words),
            (["edit", task, "--remind", "2031-01-30 8pm", "--scope", "following"], 64, words),
            (["edit", task, "--remind", "2h", "--scope", "all"], 0, ["changed "]),
            (["edit", task, "--remind", "2031-01-30 8pm", "--scope", "this"], 0, ["changed "]),
        ])
        let line = "Standup every monday at 9am remind 2031-01-30 8pm"
        let outcome = try await user.run(["add", line])
        #expect(
            outcome.status == 64 && outcome.errors.contains("is of one day, and each occurrence has its own day"),
            "\(outcome.errors)")
        #expect(try await user.json("show", task)["reminders"]?.array?.first?["at"]?.string == "2031-01-30T20:00:00")
        let next = try await user.json("done", task)["next"]
        #expect(next?["reminders"]?.array?.first?["offset"]?.string == "-PT2H")
    }

    @Test
    func `a task is copied, with what is to differ`() async throws {
        let (user, task, series) = try await start()
        let copy = try await user.json(
            "duplicate", String(task.prefix(23)), "--title", "Rent", "--due", "2031-03-31T09:00")
        #expect(copy["title"]?.string == "Rent" && copy["due"]?.string == "2031-03-31T09:00:00")
        #expect(copy["timeZone"]?.string == "Europe/Berlin" && copy["seriesId"]?.string != series)
        #expect(copy["recurrence"]?["rrule"]?.array?.map(\.string) == ["FREQ=DAILY"])
        let plain = try await user.json("duplicate", task, "--repeat", "none", "--tag", "home")
        #expect(plain["recurrence"] == .null && plain["tags"]?.array?.map(\.string) == ["home"])
        try await user.check([
            (["duplicate", task], 0, ["added ", "Pay rent"]), (["duplicate", "ffffffff"], 1, ["no task"]),
            (["duplicate"], 64, ["which task?"]),
        ])
    }

    @Test
    func `a change says when a series was split, has ended or is finished`() async throws {
        let (user, first, series) = try await start()
        let second = try #require(try await user.json("done", first)["next"]?["id"]?.string)
        let split = try await user.text("edit", second, "--scope", "following", "--due", "2031-02-01T11:00")
        let handle = try #require(Handle(ofID: series))
        #expect(split.contains("split: ") && split.contains("split from \(handle)"), "\(split)")
        let deleted = try await user.text("delete", second)
        #expect(deleted.hasPrefix("deleted ") && deleted.contains("ended (deleted)"), "\(deleted)")
        let last = try await user.json("add", "Twice", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY;COUNT=1")
        let done = try await user.text("done", try #require(last["id"]?.string))
        #expect(done.contains("Twice  finished"), "\(done)")
        #expect(try await !user.text("reopen", try #require(last["id"]?.string)).contains("finished"))
    }

    @Test
    func `a series that was split says before which time it ends, in words without a day that it does not reach`()
        async throws
    {
        let user = try await CommandLineUser(in: folder)
        let added = try await user.json(
            "add", "Standup", "--due", "2031-01-31T09:30", "--zone", "Etc/UTC", "--repeat", "every weekday")
        let (handle, series) = (try #require(added["handle"]?.string), try #require(added["seriesId"]?.string))
        _ = try await user.text("done", handle)
        _ = try await user.text("edit", "Standup", "--scope", "following", "--due", "2031-02-03T10:00")
        let told = "every weekday 09:30 before 3 Feb 2031"
        try await user.check([
            (["series", "show", series], 0, ["\nuntil ", " not including Mon 3 Feb 2031 09:30 "]),
            (["list", "--all"], 0, ["\tStandup\t\(told)\t"]),
            (["show", "\(handle):2031-01-31"], 0, ["repeats ", " \(told)\n"]),
        ])
    }

    @Test
    func `who means a reminder of a closed occurrence is told how that one is reopened`() async throws {
        let user = try await CommandLineUser(in: folder)
        let added = try await user.json(
            "add", "Run", "--due", "2031-01-01T09:00", "--zone", "Etc/UTC", "--repeat", "FREQ=DAILY")
        let (handle, id) = (try #require(added["handle"]?.string), try #require(added["id"]?.string))
        _ = try await user.text("done", handle)
        let short = handle.prefix(3)
        for verb in ["snooze", "acknowledge"] {
            try await user.check([
                ([verb, "\(handle):2031-01-01"], 1, ["  taskd reopen \(handle):2031-01-01 opens it again.\n"]),
                ([verb, id], 1, ["\"Run\" is done", "  taskd reopen \(short):2031-01-01T09:00 opens it again.\n"]),
            ])
        }
        let once = try #require(try await user.json("add", "Once")["handle"]?.string)
        try await user.check([
            (["reopen", "\(short):2031-01-01T09:00"], 0, ["reopened "]), (["done", once], 0, ["done "]),
            (["snooze", once], 1, ["  taskd reopen \(once.prefix(3)) opens it again.\n"]),
        ])
    }

    @Test
    func `what comes next is an occurrence that is open, also where an earlier one was reopened`() async throws {
        let user = try await CommandLineUser(in: folder)
        let first = try await user.json("add", "Run", "--due", "2031-01-01T09:00", "--repeat", "FREQ=DAILY")
        let handle = try #require(first["handle"]?.string)
        for _ in 1...3 { _ = try await user.text("done", handle) }
        for verb in ["done", "skip"] {
            _ = try await user.text("reopen", "\(handle):2031-01-01")
            let told = try await user.text(verb, "\(handle):2031-01-01")
            #expect(told.contains("next ") && told.contains("4 Jan") && !told.contains("2 Jan"), "\(told)")
        }
    }

    @Test
    func `what cannot be meant is refused`() async throws {
        let (user, task, _) = try await start()
        let single = try #require(try await user.json("add", "Once")["id"]?.string)
        try await user.check([
            (["series"], 0, ["occurrences"]), (["series", "show"], 64, ["which task?"]),
            (["series", "show", single], 1, ["does not recur"]),
            (["series", "show", "\(TaskID.numbered(1))"], 1, ["no series"]),
            (["series", "show", "ffffff"], 1, ["there is no task"]),
            (["series", "show", "ffffffff"], 1, ["there is no series"]),
            (["series", "edit", task], 64, ["no changes given"]),
            (["series", "edit", task, "--due", "2031-01-01"], 64, ["--dtstart"]),
            (["series", "edit", task, "--dtstart", "soon"], 64, ["not a date"]),
            (["series", "end", task, "--open", "burn"], 64, ["--open"]),
            (["series", "occurrences", task, "--limit", "0"], 64, ["--limit"]),
            (["series", "occurrences", task, "--from", "x"], 64, ["--from \"x\" is not understood"]),
        ])
    }

    @Test
    func `rule check warns of a rule that no date matches`() async throws {
        let never = try await BuiltProgram.run(["rule", "check", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"])
        #expect(never.status == 0)
        #expect(never.output == "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\n")
        #expect(never.errors.contains("no date matches"))
        for rule in ["FREQ=YEARLY;INTERVAL=3;COUNT=1;BYMONTH=2;BYMONTHDAY=29", "FREQ=DAILY;UNTIL=19000101"] {
            #expect(try await BuiltProgram.run(["rule", "check", rule]).errors.isEmpty)
        }
    }
}
