import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// `taskd copy`, as the built program runs where it is built for PostgreSQL.
@Suite(
    .serialized, .timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct MovingTests {
    private func copy(_ source: String, _ target: String, _ environment: [String: String] = [:]) async throws -> (
        status: Int32, errors: String, tables: JSONValue?
    ) {
        let outcome = try await BuiltProgram.run(
            ["copy", "--from", source, "--to", target, "--json"], environment: environment)
        let answer = outcome.output.isEmpty ? nil : try JSONValue(json: Data(outcome.output.utf8))
        return (outcome.status, outcome.errors, answer?["tables"])
    }

    /// Gives a node what lay beside a file.
    private func bringKeys(of file: String, to nodes: DatabaseNodes) throws {
        let folder = nodes.folder.path("a/taskd")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for ending in ["key", "token"] {
            try FileManager.default.copyItem(atPath: "\(file).\(ending)", toPath: "\(folder)/postgres.\(ending)")
        }
    }

    /// Uses a store as people do over time.
    private func use(_ user: CommandLineUser) async throws {
        let commands = [
            ["project", "add", "Home"], ["project", "add", "Garden", "--parent", "Home"], ["tag", "add", "kept"],
            ["token", "add", "shop", "--project", "Home"], ["view", "add", "urgent", "--where", "priority = high"],
            ["hook", "add", "http://127.0.0.1:9099/x", "--header", "x-a: b", "--ordering", "perTask"],
            ["add", "Buy bread +shop +food !high", "--due", "2031-01-01T09:00", "--remind=-PT1H", "--note", "two"],
            ["add", "Water plants +garden every day from 2031-01-01", "--project", "Garden"], ["add", "Second"],
            ["add", "Cut hedge +garden", "--project", "Garden", "--blocked-by", "Second", "--property", "a=b"],
            ["add", "Standup every weekday 9am from 2031-01-01 +work"],
            ["add", "Rent", "--repeat", "FREQ=MONTHLY", "--due", "2027-01-01T08:00"], ["add", "Gone"],
            ["edit", "Cut hedge", "--description", "high"], ["undo"], ["edit", "Second", "--priority", "low"],
            ["done", "Second"], ["delete", "Gone", "--yes"], ["done", "Rent"], ["skip", "Water plants"],
            ["edit", "Standup", "--scope", "this", "--priority", "high"],
            ["attach", "Buy bread", "https://example.org/x"],
            ["snooze", "Buy bread", "2030-01-01T09:00"], ["tag", "edit", "food", "--name", "foods"],
            ["pause", "--tag", "work", "--until", "2030-01-01"], ["project", "edit", "Home", "--name", "House"],
        ]
        for command in commands {
            let outcome = try await user.run(command)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        }
    }

    @Test
    func `a store that is used moves to a server, fires there what is due, and comes back as it was`() async throws {
        let nodes = try DatabaseNodes(on: try PostgresServer.shared.get())
        let file = nodes.folder.path("taskd.db")
        let first = try await RunningDaemon(store: file)
        try await use(CommandLineUser(of: first))
        let soon = RunningDaemon.soon.advanced(by: .seconds(8))
        let task = try await first.addTask("soon", remindingAt: soon)
        let unused = nodes.folder.path("unused.db")
        #expect(try await copy(nodes.uri, unused).status == 1)
        #expect(!FileManager.default.fileExists(atPath: unused))
        let refused = try await copy(file, nodes.uri)
        #expect(refused.status == 1 && refused.errors.contains("is in use"), "\(refused.errors)")
        let handle = try #require(task["handle"]?.string)
        let last = try #require(try await first.log().last?["seq"]?.integer)
        #expect(await first.end(by: SIGTERM) == 0)
        let moved = try await copy(file, nodes.uri)
        try #require(moved.status == 0, "\(moved.errors)")
        #expect(try await copy(file, nodes.uri).errors.contains("was moved to"))

        let left = try await RunningDaemon(store: file)
        #expect(try await left.request(.GET, "/v1/tasks/\(handle)").status == 200)
        let change = try await left.request(.POST, "/v1/tasks", #"{"title":"late"}"#)
        #expect(change.status == 503 && change.json["detail"]?.string?.contains("was moved to") == true)
        #expect(try await left.request(.GET, "/readyz").status == 503)

        try bringKeys(of: file, to: nodes)
        let node = try await nodes.start("a")
        let events = try await node.events("reminder.due", titled: "soon", atLeast: 1)
        let reminder = try #require(
            task["reminders"]?.array?.first?["id"]?.string.flatMap { UUIDValue($0) }.map { ReminderID($0) })
        #expect(try events.map { try $0.instant("scheduledAt") } == [soon])
        #expect(
            events.first?.data["firingId"]?.string == "\(FiringID(reminder: reminder, scheduledAt: soon))",
            "\(events)")
        let log = try await node.log()
        #expect(log.count > last && log.compactMap { $0["seq"]?.integer } == Array(1...log.count))
        #expect(log.count { $0["type"]?.string == "reminder.due" } == 1)
        #expect(try await left.log().last?["seq"]?.integer == last)
        #expect(await left.end(by: SIGTERM) == 0)
        let user = CommandLineUser(of: node)
        #expect(try await user.text("undo").contains("soon"))
        #expect(try await user.text("list", "+foods").contains("Buy bread"))
        #expect(await node.end(by: SIGTERM) == 0)

        let back = nodes.folder.path("back.db")
        let returned = try await copy(nodes.uri, back)
        try #require(returned.status == 0, "\(returned.errors)")
        // What was moved answers reads, as a file does.
        let former = try await nodes.start("a")
        #expect(try await former.request(.GET, "/v1/tasks?limit=1").status == 200)
        #expect(try await former.request(.POST, "/v1/tasks", #"{"title":"late"}"#).status == 503)
        #expect(await former.end(by: SIGTERM) == 0)
        let again = try await copy(
            back, PostgresServer.shared.get().conninfo(PostgresServer.shared.get().makeDatabase()))
        #expect(again.tables == returned.tables && again.status == 0)
        try FileManager.default.copyItem(atPath: file + ".key", toPath: back + ".key")
        let check = try await BuiltProgram.run(["check", "--db", back])
        #expect(check.status == 0, "\(check.output)")
    }

    @Test
    func `a store that is served while it is moved says where it went as soon as that is so`() async throws {
        let server = try PostgresServer.shared.get()
        let nodes = try DatabaseNodes(on: server)
        let file = nodes.folder.path("taskd.db")
        for daemon in [try await RunningDaemon(store: file), try await nodes.start("a")] {
            #expect(await daemon.end(by: SIGTERM) == 0)
        }
        let place = try SQLiteCopyPlace.source(file, stateFolder: nil)
        let mark = CopyMark(.version7(millisecondsSinceEpoch: 0), .leaving, "elsewhere", begunAt: WallClock().now)
        try place.leave(mark)
        try server.query("INSERT INTO taskd.identity VALUES ('copy', '\(mark)')", in: nodes.database)
        let served = [try await RunningDaemon(store: file), try await nodes.start("a")]
        for daemon in served { try await expectRefusal(by: daemon, "is being moved to elsewhere") }
        try place.settle(mark.with(.left))
        try place.close()
        try server.query(
            "UPDATE taskd.identity SET value = '\(mark.with(.left))' WHERE name = 'copy'", in: nodes.database)
        for daemon in served {
            try await expectRefusal(by: daemon, "was moved to elsewhere")
            #expect(await daemon.end(by: SIGTERM) == 0)
        }
    }

    private func expectRefusal(by daemon: RunningDaemon, _ words: String) async throws {
        let change = try await daemon.request(.POST, "/v1/tasks", #"{"title":"late"}"#)
        let readiness = try await daemon.request(.GET, "/readyz")
        let reason = try await daemon.request(.GET, "/v1/status").json["reason"]?.string
        #expect(change.status == 503 && readiness.status == 503)
        for text in [change.json["detail"]?.string, readiness.json["detail"]?.string, reason] {
            #expect(text?.contains(words) == true, "\(text ?? "")")
        }
    }

    @Test
    func `a move that is killed again and again goes on, and no reminder goes off at both ends`() async throws {
        let nodes = try DatabaseNodes(on: try PostgresServer.shared.get())
        let (file, count) = (nodes.folder.path("taskd.db"), 1_500)
        let first = try await RunningDaemon(store: file)
        let begin = RunningDaemon.soon.advanced(by: .seconds(30))
        try await first.addTasks(count, remindingFrom: begin, for: 5)
        await first.end(by: SIGKILL)
        var delay = 50
        while true {
            let process = try BuiltProgram.start(["copy", "--from", file, "--to", nodes.uri])
            async let status = process.exitStatus()
            try await WallClock().steady.wait(for: .milliseconds(delay))
            kill(process.identifier, SIGKILL)
            if await status == 0 { break }
            // One that is killed when all is done cannot say so, and the next one has nothing to do.
            let source = try SQLiteStore(path: file)
            let mark = try source.copyMark()
            try source.close()
            if mark?.state == .left {
                _ = try await copy(file, nodes.uri)
                break
            }
            delay += 150
        }
        try bringKeys(of: file, to: nodes)
        let left = try await RunningDaemon(store: file)
        let node = try await nodes.start("a")
        let events = try await node.events("reminder.due", atLeast: count)
        #expect(Set(events.map(\.id)).count == count && events.count == count)
        #expect(try await left.log().allSatisfy { $0["type"]?.string != "reminder.due" })
        for daemon in [left, node] { #expect(await daemon.end(by: SIGTERM) == 0) }
    }

    @Test
    func `an unfinished copy is neither served nor given a token`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("taskd.db")
        let target = try SQLiteCopyPlace.target(file)
        let mark = CopyMark(.version7(millisecondsSinceEpoch: 0), .arriving, "elsewhere", begunAt: WallClock().now)
        try target.begin(mark)
        try target.close()
        for command in [["serve", "--listen", "127.0.0.1:0"], ["token", "reset"]] {
            let outcome = try await BuiltProgram.run(command + ["--db", file])
            #expect(
                outcome.status == 1 && outcome.errors.contains("unfinished copy of elsewhere"), "\(outcome.errors)")
        }
        #expect(try !folder.names().contains("taskd.db.token"))
    }

    @Test(arguments: [
        (["--from", "a.db", "--to", "b.db"], 64, "between a file and a database"),
        (["--from", "", "--to", "postgresql://me:hidden@localhost/x"], 64, "--from is empty"),
        (["--from", "mysql://me:hidden@x/y", "--to", "a.db"], 64, "mysql://"),
        (["--from", "/nowhere/taskd.db", "--to", "postgresql://me:hidden@localhost/x"], 1, "/nowhere/taskd.db"),
    ])
    func `what cannot be meant is refused`(options: [String], status: Int32, words: String) async throws {
        let outcome = try await BuiltProgram.run(["copy"] + options)
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!outcome.errors.contains("hidden"))
    }
}
