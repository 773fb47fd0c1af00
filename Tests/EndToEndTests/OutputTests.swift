import Basics
import Foundation
import NIOHTTP1
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@testable import taskd

/// What commands print for people, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start() async throws -> CommandLineUser {
        try await CommandLineUser(in: folder)
    }

    /// The beginning of a task's handle, by which it is told.
    private func handle(_ id: String, _ user: CommandLineUser) async throws -> String {
        String(try #require(try await user.json("show", id)["handle"]?.string).prefix(3))
    }

    @Test
    func `tasks are listed, shown and changed in words`() async throws {
        let user = try await start()
        let late = try #require(
            try await user.json(
                "add", "Late", "--start", "2020-01-01 08:00", "--due", "2020-01-01 09:00", "--priority", "urgent",
                "--tag",
                "home", "--description", "long ago", "--no-remind")["id"]?.string)
        let day = try #require(try await user.json("add", "Day", "--due", "tomorrow", "--remind", "1d")["id"]?.string)
        let daily = try #require(
            try await user.json(
                "add", "Daily", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY", "--missed", "keep")["id"]?.string
        )
        let short = String(day.prefix(13))
        let (lateHandle, dayHandle) = (try await handle(late, user), try await handle(day, user))
        let dailyHandle = try await handle(daily, user)
        let remarks: [(arguments: [String], says: String)] = [
            (["list", "--sort", "-priority,due", "--limit", "1"], "the first 1 of more"),
            (["list", "--tag", "none"], "no tasks"), (["list", "--status", "completed"], "no tasks"),
            (["upcoming", "--limit", "1"], "the first 1 of more"),
            (["upcoming", "--until", "2020-01-01"], "no upcoming reminders"),
        ]
        for (arguments, words) in remarks {
            let outcome = try await user.run(arguments)
            #expect(outcome.status == 0 && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
            #expect(!outcome.output.contains(words), "\(arguments): \(outcome.output)")
        }
        try await user.check([
            (
                ["list"], 0,
                [
                    "\tLate\t\t\thome\turgent\toverdue\n", "\t2020-01-01T09:00:00+00:00\t", "\tDay\t",
                    "\tDaily\tevery day 09:00\t",
                ]
            ),
            (["list", "--sort", "-priority,due", "--limit", "1"], 0, ["\tLate\t"]),
            (["list", "--overdue", "--text", "lat"], 0, ["Late"]),
            (["list", "--priority", "urgent", "--due-until", "2020-01-02"], 0, ["Late"]),
            (
                ["show", late], 0,
                ["priority", "urgent", "start", "Wed 1 Jan 2020 08:00", "tags", "#home", "description", "long ago"]
            ),
            (
                ["show", daily], 0,
                ["repeats", "every day 09:00", "counted from", "when it was due, missed ones are kept", "occurrence"]
            ),
            (["show", day], 0, ["reminder", "1 day before it is due"]),
            (["edit", late, "--status", "inProcess"], 0, ["changed \(lateHandle)"]), (["list"], 0, ["inProcess"]),
            (["show", late], 0, ["started"]),
            (["edit", late, "--status", "cancelled", "--due", "none"], 0, ["changed \(lateHandle)"]),
            (["list", "--all"], 0, ["cancelled"]),
            (["edit", late, "--missed", "keep"], 64, ["does not recur", "--repeat"]),
            (
                ["snooze", short, "--until", "2031-01-01 09:00"], 0,
                ["snoozed \(dayHandle)", "again: Wed 1 Jan 2031 09:00"]
            ),
            (["acknowledge", day], 0, ["acknowledged \(dayHandle)"]),
            (["snooze", late, "--for", "10m"], 1, ["\"Late\" is cancelled", "taskd reopen"]),
            (["why", late], 0, ["Nothing will go off, as it was cancelled."]),
            (["why", "ffffffff"], 1, ["taskd list --all"]),
            (["upcoming"], 0, ["\tDaily\t", "\tprojected\t\n"]),
            (["events", "--limit", "2"], 0, ["1\t20", "\ttask.created\tLate\n", "\n2\t20"]),
            (["events", "--follow", "--after", "0", "--limit", "1"], 0, ["1\t20", "\ttask.created\t"]),
            (["events", "--follow", "--after", "0", "--limit", "1", "--json"], 0, [#""seq":1"#]),
            (["done", daily], 0, ["done \(dailyHandle)", "next \(dailyHandle)", "Sat 1 Feb 2031 09:00"]),
            (["reopen", daily], 0, ["reopened \(dailyHandle)", "the untouched next occurrence is gone"]),
            (["skip", daily], 0, ["skipped \(dailyHandle)", "next \(dailyHandle)"]),
            (["undo", "--list"], 0, ["occurrence skipped"]),
            (["show", "0000"], 1, ["there is no task \"0000\""]),
        ])
        let twins = ["ab", "ac"].map { "abcd0000-0000-7000-8000-0000000000\($0)" }
        for id in twins { _ = try await user.text("add", "Twin", "--id", id) }
        try await user.check([(["show", "abcd0000"], 1, ["fits 2 open tasks", "Type more", "b9p", "f6d"])])
    }

    @Test
    func `what a task waits for is named by the first letters of its id, shown, and cleared`() async throws {
        let user = try await start()
        let ids = ["aaaa1111", "bbbb2222"].map { "\($0)-0000-7000-8000-000000000000" }
        for id in ids { _ = try await user.text("add", "Before \(id.prefix(1))", "--id", id) }
        let task = try #require(
            try await user.json("add", "After", "--blocked-by", "aaaa1111", "--blocked-by", ids[1])["id"]?.string)
        try await user.check([
            (["show", task], 0, ["blocked by  ", "  Before a\n", "  Before b\n"]),
            (["done", "aaaa1111"], 0, ["done ", "  Before a"]),
            (["done", "bbbb2222"], 0, ["done ", "  Before b"]), (["show", task], 0, ["waited for  ", "  Before a\n"]),
            (["edit", task, "--blocked-by", "cccc3333"], 1, ["there is no task \"cccc3333\""]),
            (["edit", task, "--blocked-by", "none", "--blocked-by", "aaaa1111"], 64, ["cannot be used together"]),
            (["edit", task, "--blocked-by", task], 64, ["--blocked-by"]),
            (["edit", "aaaa1111", "--blocked-by", task], 64, ["--blocked-by"]),
            (["edit", task, "--blocked-by", "none"], 0, ["changed ", "  After"]),
        ])
        #expect(try await user.json("show", task)["blockedBy"] == .array([]))
    }

    @Test
    func `a task stands for its reminder that fires next, or else that fired last`() async throws {
        let user = try await start()
        func snoozed(_ task: JSONValue) async throws -> [String?] {
            let id = try #require(task["id"]?.string)
            let answer = try await user.json("snooze", id, "--until", "2035-01-01T09:00Z")
            let reminders = answer["reminders"]?.array ?? []
            return reminders.filter { $0["nextFireAt"]?.string == "2035-01-01T09:00:00Z" }.map { $0["offset"]?.string }
        }
        let coming = try await user.json(
            "add", "Coming", "--due", "2031-01-31T09:00", "--remind", "1h", "--remind", "3h", "--remind", "2h")
        #expect(try await snoozed(coming) == ["-PT3H"])
        let gone = try await user.json(
            "add", "Gone", "--start", "in 1s", "--due", "in 2s", "--remind", "0s", "--remind", "1s")
        _ = try await user.daemon.events("reminder.due", titled: "Gone", atLeast: 2)
        #expect(try await snoozed(gone) == ["PT0S"])
    }

    @Test
    func `why a reminder was late is told`() async throws {
        let user = try await start()
        let past = RunningDaemon.soon.advanced(by: .seconds(-600))
        let id = try #require(try await user.daemon.addTask("Past", remindingAt: past)["id"]?.string)
        _ = try await user.daemon.events("reminder.due", titled: "Past", atLeast: 1)
        try await user.check([
            (
                ["why", id], 0,
                ["\nIt went off ", "\n    It was set for ", ", and late by 10 min: it was set after its time.\n"]
            )
        ])
    }

    @Test
    func `a reminder that a pause holds is planned for its end`() async throws {
        let user = try await start()
        try await user.check([(["pause", "--all"], 0, ["paused"])])
        let id = try #require(try await user.daemon.addTask("Held", remindingAt: RunningDaemon.soon)["id"]?.string)
        try await user.check([
            (["why", id], 0, ["It will go off when its pause is ended\n", "A pause of everything holds it"]),
            (["resume", "--all"], 0, []),
        ])
        #expect(try await user.daemon.events("reminder.due", titled: "Held", atLeast: 1).count == 1)
    }

    @Test
    func `hooks are added with all that can be said of them, listed and removed`() async throws {
        let user = try await start()
        let template = folder.path("body.mustache")
        try #"{"text":"{{type}}"}"#.write(toFile: template, atomically: true, encoding: .utf8)
        let latin = folder.path("latin.txt")
        try Data([0x61, 0xE9, 0x62]).write(to: URL(filePath: latin))
        let resources = try #require(Bundle.module.resourceURL)
        let certificate = resources.appending(path: "Fixtures/TLS/first.pem").path
        let long = folder.path("long.txt")
        try Data(repeating: 0x61, count: 1_048_577).write(to: URL(filePath: long))
        let url = "http://127.0.0.1:8099/"
        let added = try await user.text(
            "hook", "add", "--url", url, "--events", "task.*,reminder.due", "--signing", "v1a", "--body-template",
            template,
            "--template-format", "json", "--max-body-bytes", "4096", "--tag", "home", "--priority", "high",
            "--ordering", "perTask", "--rate", "2.5", "--burst", "3", "--concurrency", "4", "--expires", "1d",
            "--retry", "0s", "--retry", "1m", "--header", "X-A: b", "--secret-header", "Authorization: Bearer c")
        #expect(added.contains("public key: whpk_") && added.contains("only the public key to verify"), "\(added)")
        let id = try #require(added.split(separator: " ").dropFirst().first.map(String.init))
        let hook = try await user.daemon.request(.GET, "/v1/hooks/\(id)").json
        #expect(hook["rateLimit"]?["burst"]?.integer == 3 && hook["concurrency"]?.integer == 4, "\(hook)")
        #expect(hook["ordering"]?.string == "perTask" && hook["expires"]?.string == "PT24H", "\(hook)")
        #expect(hook["priorities"]?.array?.map(\.string) == ["high"])
        #expect(hook["retrySchedule"]?.array?.map(\.string) == ["PT0S", "PT1M"])
        let withTemplate = ["hook", "add", "--url", url, "--body-template"]
        try await user.check([
            (
                ["hook", "add", "--url", url, "--signing", "both"], 0,
                ["secret: whsec_", "secret: whsk_", "shown once"]
            ),
            (["hook", "add", "--url", url, "--payload", "thin"], 0, ["secret: whsec_", "The secret is shown once"]),
            (["hook", "add", "--url", url, "--preset", "slack"], 0, ["added ", "  \(url)\n"]),
            (
                ["hook", "add", "--command", "/usr/bin/true"], 1,
                ["--command: '/usr/bin/true' is no program that the daemon may run"]
            ),
            (
                ["hook", "add", "--url", url, "--tls-authorities", template], 64,
                ["--tls-authorities has no certificates in PEM"]
            ),
            (
                ["hook", "add", "--url", url, "--tls-certificate", template, "--tls-key", template], 64,
                ["taskd: the file of --tls-certificate has no certificates in PEM\n  Check the file.\n"]
            ),
            (
                ["hook", "add", "--url", url, "--tls-certificate", certificate, "--tls-key", template], 64,
                ["taskd: the file of --tls-key has no private key in PEM, or one with a password\n"]
            ),
            (withTemplate + [latin], 64, ["is not UTF-8"]), (withTemplate + [long], 64, ["more than 1048576 bytes"]),
            (withTemplate + [folder.path("")], 64, ["cannot be read"]),
            (["hook", "list"], 0, ["enabled", "webhook", "task.*,reminder.due", url, "stdout"]),
            (["hook", "deliveries", id], 0, []), (["hook", "remove", id], 0, ["removed \(id.prefix(3))"]),
            (["hook", "remove", id], 1, ["no hook"]), (["hook", "remove", "ffffffff"], 1, ["taskd hook list"]),
        ])
        let piped = try await BuiltProgram.run(
            withTemplate + ["-"], environment: user.daemon.environment, input: #"{"t":"{{type}}"}"#)
        #expect(piped.status == 0, "\(piped.errors)")
    }

    @Test
    func `who is not let in, or talks to something else, is told so`() async throws {
        let user = try await start()
        let other = try await WebhookReceiver.start(answers: [.status(200), .status(200)])
        let empty = folder.path("empty.db")
        try Data().write(to: URL(filePath: empty + ".token"))
        let cases: [(environment: [String: String], status: Int32, words: [String])] = [
            (["TASKD_URL": user.daemon.url, "TASKD_DB": "/nonexistent"], 1, ["no access token", "does not exist"]),
            (["TASKD_URL": user.daemon.url, "TASKD_DB": empty], 1, ["no access token", "is empty"]),
            (["TASKD_URL": user.daemon.url, "TASKD_DB": user.daemon.store], 0, []),
            (
                ["TASKD_URL": user.daemon.url, "TASKD_TOKEN": "wrong"], 1,
                ["the daemon does not know the token from TASKD_TOKEN"]
            ),
            (["TASKD_URL": other.url, "TASKD_TOKEN": "x", "TASKD_INSECURE": "1"], 1, ["not from a taskd"]),
        ]
        for (environment, status, words) in cases {
            let outcome = try await BuiltProgram.run(["list"], environment: environment)
            #expect(outcome.status == status, "\(environment): \(outcome.errors)")
            for word in words { #expect(outcome.errors.contains(word), "\(environment): \(outcome.errors)") }
        }
        let following = try await BuiltProgram.run(
            ["events", "--follow"], environment: ["TASKD_URL": other.url, "TASKD_TOKEN": "x"])
        #expect(following.status == 1 && following.errors.contains("not from a taskd"), "\(following.errors)")
        try await other.stop()
        let gateway = try await WebhookReceiver.start(answers: [.status(502)])
        let refused = try await BuiltProgram.run(
            ["list"], environment: ["TASKD_URL": gateway.url, "TASKD_TOKEN": "x"])
        #expect(refused.errors.contains("responded with status 502, and not as taskd does"), "\(refused.errors)")
        try await gateway.stop()
    }

    @Test
    func `an output that is full ends a command with 1, a closed one with 0`() async throws {
        for (script, words, status) in [
            (
                #""$0" rule check FREQ=DAILY >/dev/full"#,
                "taskd: the output cannot be written: No space left on device\n", 1 as Int32
            ),
            (#"trap '' PIPE; { sleep 0.2; "$0" rule check FREQ=DAILY; } | true; exit ${PIPESTATUS[0]}"#, "", 0),
        ] {
            let shell = try ChildProcess(
                URL(filePath: "/bin/bash"), ["-c", script, BuiltProgram.url.path],
                environment: BuiltProgram.baseEnvironment)
            #expect(await shell.errors.text() == words)
            #expect(await shell.exitStatus() == status)
        }
    }

    private static let rules: [(arguments: [String], status: Int32, words: String)] = [
        (["explain", "FREQ=DAILY"], 0, "Every day"),
        (["explain", "--rrule", "FREQ=DAILY", "--json"], 0, #"{"explanation":""#),
        (["explain", "--dtstart", "20261121T090000", "--tz", "Asia/Seoul", "FREQ=DAILY"], 0, "2026"),
        (["check", "freq=daily", "--json"], 0, #"{"valid":true,"rrule":"FREQ=DAILY","matches":true}"#),
        (["check", "FREQ=DAILY;INTERVAL=0", "--json"], 1, #"{"valid":false,"error":"#),
        (["check", "FREQ=ÜBER"], 1, "FREQ"),
        (
            ["expand", "--dtstart", "20261121", "--rrule", "FREQ=DAILY", "--before", "20261123"], 0,
            "20261121\n20261122\n"
        ),
        (["expand", "--dtstart", "20261121", "--rdate", "20261130", "--exdate", "20261121"], 0, "20261130"),
        (
            ["expand", "--dtstart", "20261121", "--rrule", "FREQ=DAILY", "--after", "20301231", "--limit", "1"], 0,
            "20301231"
        ),
    ]

    @Test(arguments: rules)
    func `rules are told without a daemon`(arguments: [String], status: Int32, words: String) async throws {
        let outcome = try await BuiltProgram.run(["rule"] + arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains(words), "\(outcome.output)\(outcome.errors)")
    }
}

/// `taskd backup`, `restore`, `token` and what they are made of, without a daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StoreCommandTests {
    private let folder: TemporaryFolder
    private var store: String { folder.path("taskd.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: ["TASKD_DB": store, "TASKD_STATE": folder.path("state")])
    }

    @Test
    func `a store is backed up and restored in words, and its token replaced`() async throws {
        let daemon = try await RunningDaemon(
            store: store, flags: ["--backup-every", "P1D", "--backup-to", store],
            environment: ["TASKD_STATE": folder.path("state")])
        _ = try await daemon.addWebhook("http://127.0.0.1:8099/")
        #expect(try await run("token", "reset").status == 1, "the token of a store in use was replaced")
        while !daemon.warnings().contains(where: { $0.contains("the store was not backed up") }) {
            try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(20)), tolerance: nil)
        }
        #expect(await daemon.end(by: SIGTERM) == 0)
        let token = try await run("token", "reset")
        #expect(token.status == 0 && token.output == store + ".token\n", "\(token.errors)")
        #expect(try String(contentsOfFile: store + ".token", encoding: .utf8) != daemon.token + "\n")

        let made = try await run("backup")
        #expect(made.status == 0 && made.output.contains("The key file is not included"), "\(made.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: store + ".backups").count == 1)
        let backup = folder.path("backup.db")
        #expect(try await run("backup", "--to", backup, "--key", "include").output.contains("backed up: \(backup)"))
        let again = try await run("backup", "--to", backup)
        #expect(again.status == 1, "\(again.output)")

        // The key that came with the backup is another one than that of the store.
        try FileManager.default.removeItem(atPath: store + ".key")
        try PrivateFile(store + ".key").replace(with: Array(repeating: 1, count: 32))
        let refused = try await run("restore", backup)
        #expect(refused.status == 1, "\(refused.errors)")
        for words in ["differs from that of the backup", "Give --replace to move the store and its key file aside."] {
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        let restored = try await run("restore", backup, "--replace")
        #expect(restored.status == 0, "\(restored.errors)")
        for words in ["restored: \(store)", "What was there was moved to", "taskd token reset", "Run taskd check"] {
            #expect(restored.output.contains(words), "\(restored.output)")
        }
        #expect(try folder.names().contains { $0.hasPrefix("taskd.db.key.replaced-") })
        #expect(try await run("check").status == 0)
        // Without a key, who restores is told so.
        for file in [store + ".key", backup + ".key"] { try FileManager.default.removeItem(atPath: file) }
        let bare = folder.path("bare.db")
        let keyless = try await run("restore", backup, "--db", bare)
        #expect(keyless.output.contains("The key file \(bare).key is missing"), "\(keyless.output)\(keyless.errors)")
        let machine = try await run("restore", backup, "--db", folder.path("third.db"), "--json")
        #expect(machine.output.contains(#""key":"missing""#), "\(machine.output)\(machine.errors)")
    }

    @Test
    func `only the latest backups are kept, with their keys, and all that were made by hand`() throws {
        let backups = BackupFolder(path: folder.path("backups"))
        try backups.create()
        #expect(backups.newest == nil)
        let instants = (0..<4).map { UTCInstant(secondsSinceEpoch: 1_795_267_810 + $0 * 60) }
        for instant in instants {
            for file in [backups.file(at: instant), backups.file(at: instant) + ".key"] {
                try Data().write(to: URL(filePath: file))
            }
        }
        // Nor does one that was made by hand count.
        let manual = backups.file(at: instants[1], byHand: true)
        try Data().write(to: URL(filePath: manual))
        for name in ["taskd-x.db", "notes.txt"] { try Data().write(to: URL(filePath: "\(backups.path)/\(name)")) }
        #expect(try backups.prune(keeping: 1) == 3)
        #expect(backups.newest == instants[3] && backups.newestFile == backups.file(at: instants[3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: backups.path).count == 5)
        #expect(FileManager.default.fileExists(atPath: manual))
        let later = instants[3].advanced(by: .seconds(60))
        try Data().write(to: URL(filePath: backups.file(at: later, byHand: true)))
        #expect(backups.newest == later && backups.newestFile == "\(backups.path)/taskd-20261121T133410Z-manual.db")
        #expect(throws: CommandFailure.self) { try BackupFolder(path: "\(backups.path)/notes.txt/x").create() }
    }

    @Test
    func `a key is copied once, to where there is none`() throws {
        let (source, target) = (folder.path("a.key"), folder.path("b.key"))
        #expect(throws: CommandFailure.self) { try KeyFileCopy.make(of: source, at: target) }
        try PrivateFile(source).replace(with: [1, 2, 3])
        try KeyFileCopy.make(of: source, at: target)
        #expect(KeyFileCopy.isSame(source, target))
        #expect(throws: CommandFailure.self) { try KeyFileCopy.make(of: source, at: target) }
    }

    @Test(arguments: [
        (["STATE_DIRECTORY": "/a:/b", "HOME": "/h"], "/a"), (["XDG_STATE_HOME": "/x"], "/x/taskd"),
        (["STATE_DIRECTORY": "a", "XDG_STATE_HOME": "x", "HOME": "/h"], "/h/.local/state/taskd"), (["HOME": "h"], nil),
    ])
    func `the state folder is where the environment says`(environment: [String: String], path: String?) {
        #expect(StatePaths.folder(environment: environment) == path)
    }

    @Test
    func `the machine's zone is that of the link, else of the file, else UTC`() throws {
        let etc = folder.path("etc")
        func zone() -> String { MachineZone(environment: [:], root: folder.path("")).identifier }
        try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: true)
        #expect(zone() == "UTC")
        try "Asia/Seoul\n".write(toFile: etc + "/timezone", atomically: true, encoding: .utf8)
        #expect(zone() == "Asia/Seoul")
        try FileManager.default.createSymbolicLink(
            atPath: etc + "/localtime", withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
        #expect(zone() == "Europe/Berlin")
    }
}
