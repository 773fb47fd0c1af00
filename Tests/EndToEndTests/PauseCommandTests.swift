import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// `taskd pause`, `resume`, `pauses` and `why`, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PauseCommandTests {
    private let folder: TemporaryFolder
    private let user: CommandLineUser

    init() async throws {
        folder = try TemporaryFolder()
        user = try await CommandLineUser(in: folder)
    }

    private static func handle(_ id: String) throws -> String { try #require(Handle(ofID: id)).description }

    @Test
    func `each kind of target is paused, listed and resumed`() async throws {
        let once = try #require(
            try await user.json("add", "Once", "--due", "2031-01-31T09:00", "--remind", "-PT1H")["id"]?.string)
        let series = try await user.json("add", "Daily", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")
        let daily = try #require(series["id"]?.string)
        let reminder = try #require(
            try await user.json("show", once)["reminders"]?.array?.first?["id"]?.string)
        let targets: [(choice: [String], said: String, listed: String)] = [
            ([once], "\(try await user.shortHandle(once))  Once", "task \(try Self.handle(once))\t"),
            (
                [daily], "\(try await user.shortHandle(daily))  Daily",
                "series \(try Self.handle(try #require(series["seriesId"]?.string)))\t"
            ),
            (["--tag", "home"], "#home", "#home"),
            (
                ["--reminder", reminder], "reminder \(try Self.handle(reminder))",
                "reminder \(try Self.handle(reminder))\t"
            ),
            (["--all"], "everything", "everything"),
            (
                ["--where", "priority >= high and tag:home"], "tasks with priority >= high and tag:home",
                "tasks with priority >= high and tag:home"
            ),
        ]
        for (choice, said, _) in targets {
            let paused = try await user.run(
                ["pause"] + choice + ["--for", "2w", "--missed", "skip", "--note", "holiday"])
            #expect(paused.status == 0, "\(paused.errors)")
            for word in ["paused \(said)", "until", "reported as missed", "holiday"] {
                #expect(paused.output.contains(word), "\(paused.output)")
            }
        }
        let listed = try await user.text("pauses")
        for (_, _, words) in targets { #expect(listed.contains(words), "\(listed)") }
        #expect(listed.split(separator: "\n").allSatisfy { $0.contains("\tskip\tholiday\t") }, "\(listed)")
        for title in ["Once", "Daily"] { #expect(listed.contains("\tholiday\t\(title)\n"), "\(listed)") }
        #expect(try await user.onTerminal("pauses").contains("  Daily"))
        #expect(try await user.json("pauses", "--limit", "2")["nextCursor"]?.string != nil)
        for (choice, said, _) in targets {
            try await user.check([
                (["resume"] + choice, 0, ["resumed \(said)"]), (["resume"] + choice, 1, ["no such pause is active"]),
            ])
        }
        #expect(try await user.run(["pauses"]).errors == "nothing is paused\n")
        let gone = try #require(
            try await user.json("add", "Gone", "--due", "2031-01-31", "--repeat", "every day")["handle"]?.string)
        try await user.check([
            (["pause", "Gone", "--for", "0s"], 64, ["--for 0s would end at once"]),
            (["pause", "Gone"], 0, []), (["delete", "Gone", "--scope", "all"], 0, []),
            (["resume", gone], 0, ["resumed series \(gone)"]),
        ])
        try await user.check([(["pause", "--all"], 0, []), (["pause", "--tag", "a"], 0, [])])
        let columns = try await user.text("pauses", "--csv").split(separator: "\n")[0].split(separator: ",")
        #expect(columns.contains("all") && columns.contains("tag"), "\(columns)")
        try await user.check([(["resume", "--all"], 0, []), (["resume", "--tag", "a"], 0, [])])
        let words = "reminder of \(try await user.shortHandle(once))  Once"
        try await user.check([
            (["pause", "--reminder", "Once"], 0, ["paused \(words)\n"]),
            (["resume", "--reminder", "Once"], 0, ["resumed \(words)\n"]),
            (["pause", "--reminder", "Once"], 0, ["paused \(words)\n"]),
        ])
        let name = try #require(try await user.text("pauses").firstMatch(of: /^reminder (\w{12})/)).output.1
        try await user.check([(["resume", "--reminder", String(name)], 0, ["resumed reminder \(name)\n"])])
    }

    @Test
    func `a pause of a series that has ended is listed with a handle that can be typed`() async throws {
        let task = try await user.json("add", "Daily", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")
        let id = try #require(task["id"]?.string)
        try await user.check([
            (["pause", id], 0, ["paused "]), (["series", "end", id], 0, ["ended "]), (["done", id], 0, ["done "]),
        ])
        let handle = try await user.shortHandle(id)
        #expect(try await user.text("pauses").contains("task \(handle)\t"))
        try await user.check([(["resume", handle], 0, ["resumed "])])
    }

    @Test
    func `what is to come says what will hold it, and the overview that all is paused`() async throws {
        for (title, due, tags) in [("Tea", "2031-01-31T09:00", "hot"), ("Ice", "2031-01-31T10:00", "cold")] {
            _ = try await user.text("add", title, "--due", due, "--remind", "0m", "--tag", tags)
        }
        _ = try await user.text("pause", "--tag", "hot", "--until", "2031-01-31T12:00")
        let upcoming = try await user.text("upcoming")
        #expect(upcoming.contains("\tTea\t\theld until 2031-01-31T12:00:00"), "\(upcoming)")
        #expect(upcoming.contains(": paused\n") && upcoming.contains("\tIce\t\t\n"), "\(upcoming)")
        #expect(try await user.text("status").contains("Fri 31 Jan 2031 10:00"))
        let item = try await user.json("upcoming", "--limit", "1")["items"]?.array?.first
        #expect(item?["heldBy"]?.string == "pause" && item?["heldUntil"]?.string == "2031-01-31T12:00:00Z")
        _ = try await user.text("pause", "--all", "--missed", "skip")
        try await user.check([
            (["status"], 0, ["paused  everything is paused until it is resumed", "Tea  skipped: paused"]),
            (["upcoming"], 0, ["\tIce\t\tskipped: paused\n"]), (["why", "tea"], 0, ["It will be reported as missed."]),
        ])
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: user.daemon.environment)
        #expect(try await terminal.run("taskd").text.contains("everything is paused until it is resumed"))
        await terminal.close()
    }

    @Test
    func `what cannot be meant is refused`() async throws {
        try await user.check([
            (["pause"], 64, ["--all"]), (["pause", "--all", "--tag", "x"], 64, ["--all"]),
            (["pause", "--all", "--for", "1h", "--until", "tomorrow"], 64, ["not both"]),
            (["pause", "--all", "--for", "whenever"], 64, ["--for"]),
            (["pause", "--all", "--missed", "x"], 64, ["--missed"]),
            (["pause", "\(TaskID.numbered(1))"], 1, ["no task"]), (["resume"], 64, ["--all"]),
            (["why", "\(TaskID.numbered(1))"], 1, ["no task"]), (["why"], 64, ["which task?"]),
        ])
    }

    @Test
    func `why tells the time that a pause holds, and not that it goes off late where it is skipped`() async throws {
        let task = try await user.json("add", "Tea", "--due", "2031-01-01T09:00")
        let id = try #require(task["id"]?.string)
        _ = try await user.text("pause", id, "--until", "2031-01-02T09:00")
        let held = try await user.text("why", id)
        #expect(held.contains("09:00.\n    That is when it is due.\n"), "\(held)")
        _ = try await user.text("resume", id)
        _ = try await user.text("pause", id, "--until", "2031-01-02T09:00", "--missed", "skip")
        let skipped = try await user.text("why", id)
        #expect(skipped.contains("reported as missed") && !skipped.contains("late; after that"), "\(skipped)")
    }

    @Test
    func `what a pause held goes off when it is resumed, and why tells all of it`() async throws {
        _ = try await user.text("pause", "--all", "--note", "holiday")
        let soon = RunningDaemon.soon
        let task = try await user.daemon.addTask("Pay rent", remindingAt: soon)
        let id = try #require(task["id"]?.string)
        let planned = try await user.text("why", id)
        for word in [
            "It will go off when its pause is ended", "A pause of everything (holiday) holds it",
            "That is when it is due.",
        ] {
            #expect(planned.contains(word), "\(planned)")
        }
        try await WallClock().sleep(until: soon.advanced(by: .milliseconds(300)), tolerance: nil)
        #expect(try await !user.daemon.log().contains { $0["type"]?.string == "reminder.due" })
        _ = try await user.text("resume", "--all")
        let event = try #require(try await user.daemon.events("reminder.due", atLeast: 1).first)
        #expect(try event.instant("scheduledAt") == soon)
        #expect(try event.instant("firedAt") >= soon.advanced(by: .milliseconds(300)))
        _ = try await user.text("snooze", id, "--for", "10m")
        _ = try await user.text("acknowledge", id)
        let told = try await user.text("why", id)
        for word in ["It went off", "It was snoozed", "It was acknowledged", "standard output: delivered, 1 attempt"] {
            #expect(told.contains(word), "\(told)")
        }
        #expect(!told.contains("fires no more"), "its firing says so")
        let json = try await user.json("why", String(id.prefix(13)), "--limit", "1")
        #expect(json["items"]?.array?.first?["firingId"]?.string == event.data["firingId"]?.string)
    }
}
