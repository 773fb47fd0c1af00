import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct KeepingTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path("data") }
    private var store: String { data + "/taskd.db" }
    private var environment: [String: String] { ["TASKD_STATE": folder.path("state")] }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ flags: [String] = []) async throws -> RunningDaemon {
        try await RunningDaemon(store: store, flags: flags, environment: environment)
    }

    private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: environment.merging(["TASKD_DB": store]) { $1 })
    }

    @Test func `a folder that was put back from an older copy fires nothing until it is adopted`() async throws {
        let first = try await start()
        let soon = RunningDaemon.soon.advanced(by: .seconds(4))
        try await first.addTask("once", remindingAt: soon)
        #expect(await first.end(by: SIGTERM) == 0)
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: data, toPath: copy)
        let second = try await start()
        #expect(try await second.request(.GET, "/readyz").status == 200)
        let fired = try await second.events("reminder.due", atLeast: 1)
        #expect(await second.end(by: SIGTERM) == 0)

        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: copy, toPath: data)
        let third = try await start()
        let readiness = try await third.request(.GET, "/readyz")
        #expect(readiness.status == 503)
        #expect(readiness.json["detail"]?.string?.contains("older copy") == true, "\(readiness.json)")
        try await WallClock().sleep(until: WallClock().now.advanced(by: .seconds(1)), tolerance: nil)
        #expect(try await third.log().allSatisfy { $0["type"]?.string != "reminder.due" })
        #expect(await third.end(by: SIGTERM) == 0)

        // Adopted, it fires under the ids that the original gave.
        let adopted = try await start(["--adopt-store"])
        #expect(try await adopted.events("reminder.due", atLeast: 1).map(\.id) == fired.map(\.id))
        await adopted.end(by: SIGTERM)
    }

    @Test func `a running store is backed up, checked, and restored once it is stopped`() async throws {
        let daemon = try await start(["--backup-every", "P1D", "--backup-key", "include"])
        let soon = RunningDaemon.soon.advanced(by: .seconds(8))
        try await daemon.addTask("past by then", remindingAt: soon)
        _ = try await daemon.addWebhook("http://127.0.0.1:8099/")
        let backup = folder.path("backup.db")
        let made = try await run("backup", "--to", backup, "--key", "include", "--json")
        #expect(made.status == 0 && made.output.contains("\"hasKey\":true"), "\(made.errors)")
        let checked = try await run("check", "--json")
        #expect(checked.status == 0 && checked.output.contains("\"ok\":true"), "\(checked.output)\(checked.errors)")
        #expect(try await daemon.metrics().text.contains("taskd_backup_age_seconds"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store + ".backups").count == 2)
        #expect(try await run("restore", backup, "--replace").status == 1, "a store that is in use was replaced")
        _ = try await daemon.events("reminder.due", atLeast: 1)
        #expect(await daemon.end(by: SIGTERM) == 0)

        #expect(try await run("restore", backup).status == 1, "a store that is there was replaced")
        let restored = try await run("restore", backup, "--replace")
        #expect(restored.status == 0, "\(restored.errors)")
        let repeated = try await run("restore", backup, "--replace")
        #expect(repeated.status == 0, "what was moved aside in the same second stood in the way: \(repeated.errors)")
        let again = try await start()
        #expect(try await again.request(.GET, "/readyz").status == 200)
        let missed = try await again.events("reminder.missed", atLeast: 1)
        #expect(missed.compactMap { $0.data["lateReason"]?.string } == ["restored"])
        await again.end(by: SIGTERM)
        #expect(try await run("check").status == 0)
    }

    @Test func `people read what was backed up, and whether the key is in it`() async throws {
        let daemon = try await start()
        #expect(await daemon.end(by: SIGTERM) == 0)
        func told(_ arguments: String...) async throws -> String {
            let made = try await BuiltProgram.run(
                ["backup"] + arguments, environment: environment.merging(["TASKD_DB": store]) { $1 })
            #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
            return made.output.replacing(/\d+ bytes/, with: "N bytes")
        }
        func line(_ file: String) -> String { "backed up: \(file)  0 tasks, events up to 0, N bytes, verified\n" }
        let (with, without, lost) = (folder.path("with.db"), folder.path("without.db"), folder.path("lost.db"))
        #expect(try await told("--to", with, "--key", "include") == line(with))
        #expect(try Data(contentsOf: URL(filePath: with + ".key")) == Data(contentsOf: URL(filePath: store + ".key")))
        let note = "the hooks' secrets cannot be opened.\n"
        #expect(
            try await told("--to", without)
                == line(without) + "The key file is not included; without \(store).key \(note)")
        #expect(!FileManager.default.fileExists(atPath: without + ".key"))
        try FileManager.default.removeItem(atPath: store + ".key")
        #expect(
            try await told("--to", lost, "--key", "include")
                == line(lost) + "The key file \(store).key is missing, and so not included; without it \(note)")
    }

    @Test func `what cannot be backed up or restored is told of first, and leaves nothing behind`() async throws {
        let (empty, damaged, other) = (folder.path("empty.db"), folder.path("damaged.db"), folder.path("a/b/x.db"))
        try Data().write(to: URL(filePath: empty))
        let daemon = try await start()
        try await daemon.addTask("a", remindingAt: RunningDaemon.soon.advanced(by: .seconds(86_400)))
        let backup = folder.path("backup.db")
        #expect(try await run("backup", "--to", backup).status == 0)
        #expect(await daemon.end(by: SIGTERM) == 0)
        var bytes = Array(try Data(contentsOf: URL(filePath: backup)))
        for place in stride(from: 4_096, to: bytes.count, by: 1) { bytes[place] = 0x55 }
        try Data(bytes).write(to: URL(filePath: damaged))
        let (text, pipe) = (folder.path("notes.txt"), folder.path("pipe"))
        try Data("not a database".utf8).write(to: URL(filePath: text))
        try #require(mkfifo(pipe, 0o600) == 0)
        let names = try folder.names()
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            (["check", "--db", empty], 1, "is not a taskd store"),
            (["backup", "--db", empty], 1, "is not a taskd store"),
            (["restore", empty], 1, "is not a taskd store"),
            (["restore", folder.path("none")], 1, "does not exist; name the file of a backup"),
            (["backup", "--db", folder.path("none/x.db")], 1, "does not exist"),
            (["backup", "--to", ""], 64, "--to is empty"), (["restore", ""], 64, "the file's name is empty"),
            (["restore", damaged, "--db", other], 1, "taskd: "),
            (["restore", empty + "/x.db"], 1, "cannot be reached: Not a directory; name the file of a backup"),
            (["restore", backup, "--db", text], 1, "\(text) is not a taskd store"),
            (["restore", backup, "--db", pipe, "--replace"], 1, "\(pipe) is not a regular file; name another file"),
            (["restore", backup, "--db", data, "--replace"], 1, "\(data) is a folder; name a file"),
            (["backup", "--db", pipe], 1, "\(pipe) is not a regular file; name another file"),
            (["backup", "--to", folder.path("none/x.db")], 1, "create its folder, or name another file"),
            (["backup", "--to", empty + "/x.db"], 1, "Not a directory; name a file in another folder"),
            (["restore", backup, "--db", empty + "/x.db"], 1, "\(empty) is not a folder"),
            (["restore", backup, "--db", other, "--state", empty], 64, "--state: \(empty) is not a folder"),
        ]
        for (arguments, status, words) in cases {
            let outcome = try await BuiltProgram.run(
                arguments, environment: environment.merging(["TASKD_DB": store]) { $1 })
            #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
            #expect(try folder.names() == names, "\(arguments)")
        }
        let restored = try await run("restore", backup, "--db", other)
        for words in ["taskd token reset --db \(other) makes a new one", "Run taskd check --db \(other) to verify"] {
            #expect(restored.output.contains(words), "\(restored.output)")
        }
    }

    @Test func `a check tells what is wrong, and ends with 1`() async throws {
        let daemon = try await start()
        _ = try await daemon.addWebhook("http://127.0.0.1:8099/")
        #expect(await daemon.end(by: SIGTERM) == 0)
        try FileManager.default.removeItem(atPath: store + ".key")
        let checked = try await run("check")
        #expect(checked.status == 1)
        #expect(checked.output.contains("secret: ") && checked.output.contains("taskd.db.key"), "\(checked.output)")
        let machine = try JSONValue(json: Data(try await run("check", "--json").output.utf8))
        let fault = try #require(machine["faults"]?.array?.first)
        #expect(machine["ok"] == .bool(false) && machine["faultCount"]?.integer == 1, "\(machine)")
        #expect(fault["kind"]?.string == "secret" && fault["detail"]?.string?.hasPrefix("missing") == true)
        #expect(fault["subject"]?.string == "file \(store).key")
        try Data("short".utf8).write(to: URL(filePath: store + ".key"))
        let short = try await run("check")
        #expect(short.status == 1 && short.output.contains("secret: file \(store).key: "), "\(short.output)")
        try PrivateFile(store + ".key").replace(with: Array(repeating: 1, count: 32))
        let other = try await run("check")
        let hook = try #require(other.output.firstMatch(of: #/secret: hook (\S+): /#)?.1, "\(other.output)")
        #expect(
            other.status == 1
                && other.output.contains(
                    "secret 1: a signing secret of the hook \(hook) was sealed with another key, or is damaged"),
            "\(other.output)")
        let missing = try await run("check", "--db", folder.path("none.db"))
        #expect(missing.status == 1 && missing.errors.contains("does not exist"), "\(missing.errors)")
        let early = try await BuiltProgram.run(["check", "--db", store], environment: ["TASKD_DAY_START": "25:00"])
        #expect(early.status == 64 && early.errors.contains("TASKD_DAY_START is not a time of day"), "\(early.errors)")
    }

    @Test func `a check lists what is set aside, at most a thousand of it, and ends with 1`() async throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let now = WallClock().now
        // It has no time to count from, and so no derived instant.
        let task = TaskItem.fixture(1) { task in
            var reminder = Reminder.fixture(7, firesAt: nil)
            reminder.nextFireAt = now
            task.reminders = [reminder]
        }
        let made = try SQLiteStore(path: store)
        try await made.write { transaction in
            try transaction.save(task)
            try transaction.setAside(.reminder(task.reminders[0].id, of: task.id), reason: "it is broken", at: now)
            for number in 1...1_010 { try transaction.setAside(.zone("Mars/\(number)"), reason: "unknown", at: now) }
        }
        try made.close()
        let checked = try await run("check")
        #expect(checked.status == 1)
        let line = "set aside: reminder \(task.reminders[0].id) since \(now): it is broken"
        #expect(checked.output.contains(line), "\(checked.output.prefix(400))\(checked.errors)")
        #expect(checked.output.contains("… and 11 more"), "\(checked.output.suffix(400))")
        #expect(checked.output.contains("0 faults, 1011 set aside: "), "\(checked.output.suffix(400))")
        let machine = try JSONValue(json: Data(try await run("check", "--json").output.utf8))
        #expect(machine["ok"] == .bool(false) && machine["setAside"]?.array?.count == 1_000)
        #expect(machine["setAside"]?.array?.first?["taskId"]?.string == task.id.description)
    }

    @Test func `a check finds a series that lacks its next occurrence`() async throws {
        let daemon = try await start()
        let body = #"{"title":"a","due":"2031-01-31","recurrence":{"rrule":["FREQ=DAILY"]}}"#
        let task = try await daemon.request(.POST, "/v1/tasks", body).json
        #expect(await daemon.end(by: SIGTERM) == 0)
        #expect(try await run("check").status == 0)
        let series = try #require(task["seriesId"]?.string)
        let id = try #require(SeriesID(series))
        let opened = try SQLiteStore(path: store)
        try await opened.write { transaction in
            guard var entry = try transaction.frontier(of: id) else { return }
            entry.state = .completed
            try transaction.save(entry, of: id)
        }
        try opened.close()
        let checked = try await run("check")
        #expect(checked.status == 1)
        #expect(checked.output.contains("series: series \(series): "), "\(checked.output)\(checked.errors)")
    }

    @Test
    func `a store that is removed or replaced beneath the daemon is told by its readiness`() async throws {
        let folder = try TemporaryFolder()
        let (store, aside) = (folder.path("taskd.db"), folder.path("aside.db"))
        let daemon = try await RunningDaemon(store: store)
        try FileManager.default.moveItem(atPath: store, toPath: aside)
        #expect(try await daemon.request(.GET, "/readyz").status == 503)
        try FileManager.default.copyItem(atPath: aside, toPath: store)
        #expect(try await daemon.request(.GET, "/readyz").status == 503)
        try FileManager.default.removeItem(atPath: store)
        try FileManager.default.moveItem(atPath: aside, toPath: store)
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }
}
