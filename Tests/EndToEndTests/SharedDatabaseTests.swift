import Basics
import Foundation
import NIOHTTP1
import Recurrence
import TestSupport
import Testing

/// Daemons that share a PostgreSQL database, as the built program runs where it is built for one.
@Suite(
    .serialized, .timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct SharedDatabaseTests {
    /// Makes reminders that go off one after the other over some seconds, and returns when two of these are over.
    private func load(_ daemon: RunningDaemon, _ count: Int, for seconds: Int, _ receiver: WebhookReceiver) async throws
    {
        _ = try await daemon.addWebhook(receiver.url)
        let begin = RunningDaemon.soon.advanced(by: .seconds(1))
        try await daemon.addTasks(count, remindingFrom: begin, for: seconds)
        try await WallClock().sleep(until: begin.advanced(by: .seconds(2)), tolerance: nil)
    }

    private func nodes() throws -> DatabaseNodes { try DatabaseNodes(on: try PostgresServer.shared.get()) }

    @Test
    func `when the node that fires is killed, another one goes on; each reminder goes off once`() async throws {
        let group = try nodes()
        let receiver = try await WebhookReceiver.start()
        var daemons = ["a": try await group.start("a")]
        for name in ["b", "c"] { daemons[name] = try await group.start(name) }
        let first = try #require(daemons["a"])
        let count = 300
        try await load(first, count, for: 8, receiver)
        let killed = try await group.leader(first)
        await daemons.removeValue(forKey: killed)?.end(by: SIGKILL)
        let moment = WallClock().steady.now
        let other = try #require(daemons.values.first)
        while try await group.leader(other) == killed { try await WallClock().steady.wait(for: .milliseconds(50)) }
        // The server sees that its session has ended.
        #expect(moment.duration(to: WallClock().steady.now) < .seconds(4))
        _ = await receiver.distinct(atLeast: count)
        try await group.check(other.log(), receiver, count)
        while try await group.nodes(other).count > 2 { try await WallClock().steady.wait(for: .milliseconds(200)) }
        for daemon in daemons.values { #expect(await daemon.end(by: SIGTERM) == 0) }
        try await receiver.stop()
    }

    @Test
    func `a node that was stopped for longer than its lease fires nothing when it wakes`() async throws {
        let group = try nodes()
        let receiver = try await WebhookReceiver.start()
        let first = try await group.start("a")
        let second = try await group.start("b")
        let daemons = ["a": first, "b": second]
        let count = 100
        try await load(first, count, for: 20, receiver)
        let stopped = try await group.leader(first)
        let (asleep, awake) = stopped == "a" ? (first, second) : (second, first)
        asleep.signal(SIGSTOP)
        while try await group.leader(awake) == stopped { try await WallClock().steady.wait(for: .milliseconds(200)) }
        asleep.signal(SIGCONT)
        _ = await receiver.distinct(atLeast: count)
        try await group.check(awake.log(), receiver, count)
        #expect(try await group.leader(awake) != stopped)
        for daemon in daemons.values { #expect(await daemon.end(by: SIGTERM) == 0) }
        try await receiver.stop()
    }

    @Test(arguments: [true, false])
    func `what is owed to hooks of a node that is killed is sent by another one, before its lease ends`(
        killsLeader: Bool
    ) async throws {
        let group = try nodes()
        let receiver = try await WebhookReceiver.start()
        var daemons = ["a": try await group.start("a"), "b": try await group.start("b")]
        let first = try #require(daemons["a"])
        for number in 1...2 {
            let body = #"{"url":"\#(receiver.url)/\#(number)","events":["task.created"]}"#
            #expect(try await first.request(.POST, "/v1/hooks", body).status == 201)
        }
        for name in daemons.keys {
            while try await group.hookCount(of: name, first) ?? 0 == 0 {
                try await WallClock().steady.wait(for: .milliseconds(50))
            }
        }
        let leader = try await group.leader(first)
        let killed = try #require(daemons.keys.first { ($0 == leader) == killsLeader })
        await daemons.removeValue(forKey: killed)?.end(by: SIGKILL)
        let moment = WallClock().steady.now
        let other = try #require(daemons.values.first)
        #expect(try await other.request(.POST, "/v1/tasks", #"{"title":"told"}"#).status == 201)
        let requests = await receiver.requests(atLeast: 2)
        let passed = moment.duration(to: WallClock().steady.now)
        #expect(passed < .seconds(8), "\(passed)")
        #expect(Set(requests.map(\.path)) == ["/hook/1", "/hook/2"])
        #expect(await other.end(by: SIGTERM) == 0)
        try await receiver.stop()
    }

    @Test
    func `the token of another database is kept when a new one is first served`() async throws {
        let group = try nodes()
        let folder = group.folder.path("a/taskd")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let former = Data("the former token\n".utf8)
        #expect(
            FileManager.default.createFile(
                atPath: "\(folder)/postgres.token", contents: former, attributes: [.posixPermissions: 0o600]))
        let daemon = try await group.start("a")
        #expect(try await daemon.request(.GET, "/v1/tasks").status == 200)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.wholeMatch(of: /postgres\.token\.replaced-[0-9TZ]+/) != nil
        }
        #expect(kept.count == 1)
        let file = "\(folder)/\(kept.first ?? "")"
        #expect(FileManager.default.contents(atPath: file) == former)
        let line = daemon.warnings().first { $0.contains("the admin token of another one was kept") }
        #expect(line?.contains("file=\(file)") == true, "\(daemon.warnings())")
        #expect(await daemon.end(by: SIGTERM) == 0)
        // Its own it keeps.
        let again = try await group.start("a")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("replaced") } == kept)
        #expect(await again.end(by: SIGTERM) == 0)
    }

    @Test
    func `a node that is stopped in good order hands over at once`() async throws {
        let group = try nodes()
        let first = try await group.start("a")
        let second = try await group.start("b")
        let leaving = try await group.leader(first)
        let (leader, other) = leaving == "a" ? (first, second) : (second, first)
        let moment = WallClock().steady.now
        #expect(await leader.end(by: SIGTERM) == 0)
        while try await group.nodes(other).first(where: \.isLeader)?.name == leaving {
            try await WallClock().steady.wait(for: .milliseconds(10))
        }
        _ = try await group.leader(other)
        #expect(moment.duration(to: WallClock().steady.now) < .seconds(3))
        #expect(await other.end(by: SIGTERM) == 0)
    }

    @Test
    func `a node without the key of the others does not start, and no text has a password`() async throws {
        let group = try nodes()
        let first = try await group.start("a")
        let lone = try await BuiltProgram.run(
            ["serve", "--db", group.uri, "--listen", "127.0.0.1:0"], environment: group.environment("lone"))
        #expect(lone.status == 1 && lone.errors.contains("copy the key file of a"), "\(lone.errors)")
        let rash = try await BuiltProgram.run(
            ["serve", "--db", group.uri, "--listen", "127.0.0.1:0", "--new-key"], environment: group.environment("lone")
        )
        #expect(rash.status == 1 && rash.errors.contains("the key is not lost"), "\(rash.errors)")
        #expect(rash.errors.contains("(a node that was killed is gone after 10 s)"), "\(rash.errors)")
        try FileManager.default.createDirectory(
            atPath: group.folder.path("other/taskd"), withIntermediateDirectories: true)
        let key = group.folder.path("other/taskd/postgres.key")
        #expect(
            FileManager.default.createFile(
                atPath: key, contents: Data(repeating: 7, count: 32), attributes: [.posixPermissions: 0o600]))
        let other = try await BuiltProgram.run(
            ["serve", "--db", group.uri, "--listen", "127.0.0.1:0"], environment: group.environment("other"))
        #expect(other.status == 1 && other.errors.contains("copy the key file of another node"), "\(other.errors)")
        let shown = try await BuiltProgram.run(
            ["config", "check", "--db", "postgresql://me:secret@db.example.org/x?sslpassword=secret&sslmode=require"])
        #expect(
            shown.status == 0 && !shown.output.contains("secret") && shown.output.contains("me:***@db.example.org/x"))
        let listed = try await BuiltProgram.run(["nodes"], environment: first.environment)
        #expect(listed.status == 0 && listed.output.contains("fires reminders"), "\(listed.output)\(listed.errors)")
        #expect(await first.end(by: SIGTERM) == 0)
    }

    @Test(arguments: [
        (["serve", "--backup-every", "PT1H"], "back the server up by its own means")
    ])
    func `what is for files alone says so of a database on a server`(arguments: [String], words: String) async throws {
        let outcome = try await BuiltProgram.run(arguments + ["--db", "postgresql://nobody:hidden@localhost/none"])
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!outcome.errors.contains("hidden"))
    }
}
