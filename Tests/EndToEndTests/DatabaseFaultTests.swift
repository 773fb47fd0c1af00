import Basics
import Foundation
import NIOCore
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// What nodes do while their server cannot be reached, changes, or has no room; each fault of ``DatabaseChaosTests`` by
/// itself.
@Suite(
    .serialized, .timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct DatabaseFaultTests {
    /// Makes reminders that go off from the second after next on.
    private func load(_ daemon: RunningDaemon, _ count: Int, for seconds: Int, _ receiver: WebhookReceiver) async throws
    {
        _ = try await daemon.addWebhook(receiver.url)
        try await daemon.addTasks(count, remindingFrom: RunningDaemon.soon.advanced(by: .seconds(1)), for: seconds)
    }

    private func pause(_ duration: Swift.Duration) async throws {
        try await WallClock().steady.wait(for: duration)
    }

    @Test
    func `a leader that the network cuts off loses the lead and its hooks, and does nothing twice when it is back`()
        async throws
    {
        let group = try DatabaseNodes(on: try PostgresServer.shared.get())
        let receiver = try await WebhookReceiver.start()
        let proxies = Dictionary(uniqueKeysWithValues: try ["a", "b"].map { ($0, try group.proxies(of: $0)[0]) })
        let daemons = ["a": try await group.start("a"), "b": try await group.start("b")]
        let first = try #require(daemons["a"])
        let count = 200
        try await load(first, count, for: 15, receiver)
        _ = await receiver.distinct(atLeast: 20)
        let lone = try await group.leader(first)
        let other = try #require(daemons.first { $0.key != lone }?.value)
        proxies[lone]?.stall()
        let begin = WallClock().steady.now
        while try await group.leader(other) == lone { try await pause(.milliseconds(100)) }
        while try await group.hookCount(of: lone, other) ?? 0 > 0 { try await pause(.milliseconds(100)) }
        #expect(begin.duration(to: WallClock().steady.now) < .seconds(12))
        try await pause(.seconds(1))
        proxies[lone]?.resume()
        // What was on its way when it was cut off is sent once more by the other one, before.
        let before = receiver.requests.count
        let known = Set(receiver.requests.compactMap { $0.headers["webhook-id"] })
        _ = await receiver.distinct(atLeast: count)
        let later = receiver.requests.dropFirst(before).compactMap { $0.headers["webhook-id"] }
        #expect(known.isDisjoint(with: later) && Set(later).count == later.count)
        try await group.check(other.log(), receiver, count)
        #expect(try await group.leader(other) != lone)
        while try await group.nodes(other).count < 2 { try await pause(.milliseconds(100)) }
        try await end([RunningDaemon](daemons.values), receiver)
    }

    @Test
    func `connections that are slow, or cut again and again, lose no reminder and make none twice`() async throws {
        let group = try DatabaseNodes(on: try PostgresServer.shared.get())
        let receiver = try await WebhookReceiver.start()
        let proxies = try ["a", "b"].map { try group.proxies(of: $0)[0] }
        let daemons = [try await group.start("a"), try await group.start("b")]
        for proxy in proxies { proxy.delay(by: .milliseconds(3)) }
        let count = 100
        let follower = LogFollower { daemons }
        try await follower.follow(untilSeen: count) {
            try await load(daemons[0], count, for: 4, receiver)
            for round in 0..<8 {
                try await pause(.milliseconds(700))
                proxies[round % 2].cut()
            }
        }
        #expect(follower.troubles == [])
        try await group.check(daemons[0].log(), receiver, count)
        try await end(daemons, receiver)
    }

    @Test
    func `when the primary dies its synchronous standby takes over: nothing acknowledged is lost, nothing done twice`()
        async throws
    {
        let primary = try PostgresServer()
        let standby = try primary.makeStandby()
        let group = try DatabaseNodes(on: primary, or: standby)
        let receiver = try await WebhookReceiver.start()
        let daemons = [try await group.start("a"), try await group.start("b")]
        let count = 300
        let follower = LogFollower { daemons }
        let acknowledged = Locked<[String]>([])
        let isOver = Locked(false)
        try await follower.follow(untilSeen: count) {
            try await load(daemons[0], count, for: 6, receiver)
            // Beside the fault, until it is over.
            let writing = Task {
                while !isOver.withLock({ $0 }) {
                    guard let answer = try? await daemons[1].request(.POST, "/v1/tasks", #"{"title":"kept"}"#),
                        answer.status == 201, let id = answer.json["id"]?.string
                    else { continue }
                    acknowledged.withLock { $0.append(id) }
                }
            }
            _ = await receiver.distinct(atLeast: 50)
            try primary.die()
            try standby.promote()
            let promoted = WallClock().now
            while follower.firstFiring(after: promoted) == nil { try await pause(.milliseconds(20)) }
            let pause = follower.firstFiring(after: promoted).map { promoted.duration(to: $0) }
            #expect(pause ?? .seconds(60) < .seconds(2))
            isOver.withLock { $0 = true }
            await writing.value
        }
        for id in acknowledged.withLock({ $0 }) {
            #expect(try await daemons[0].request(.GET, "/v1/tasks/\(id)").status == 200)
        }
        #expect(follower.troubles == [] && acknowledged.withLock { $0.count } > 10)
        try await group.check(daemons[0].log(), receiver, count)
        try await end(daemons, receiver)
    }

    @Test(.enabled(if: WrongClock.library != nil, "there is no compiler of C"), arguments: [310, -310])
    func `a node whose clock is five minutes off fires neither early nor late, and is named`(lead: Int) async throws {
        let group = try DatabaseNodes(on: try PostgresServer.shared.get())
        let receiver = try await WebhookReceiver.start()
        let wrong = try await group.start("a", clockAheadBy: .seconds(lead))
        let right = try await group.start("b")
        #expect(try await group.leader(right) == "a")
        let count = 40
        let follower = LogFollower { [right] }
        try await follower.follow(untilSeen: count) { try await load(right, count, for: 2, receiver) }
        #expect(follower.troubles == [])
        try await group.check(right.log(), receiver, count)
        for event in try await right.log() where event["type"]?.string == "reminder.due" {
            let instants = ["scheduledAt", "firedAt"].compactMap {
                event["data"]?[$0]?.string.flatMap { UTCInstant($0) }
            }
            // A machine that is slow to make them has them late by seconds, a wrong clock by minutes.
            #expect((.zero ..< .seconds(60)).contains(instants[0].duration(to: instants[1])))
        }
        let listed = try await BuiltProgram.run(["nodes"], environment: right.environment)
        let line = listed.output.split(separator: "\n").first { $0.hasPrefix("a") } ?? ""
        #expect(line.contains(lead > 0 ? "ahead" : "behind") && line.contains("5"), "\(listed.output)")
        try await end([wrong, right], receiver)
    }

    @Test
    func `the log says once that the database is lost, and that it is there again`() async throws {
        let group = try DatabaseNodes(on: try PostgresServer.shared.get())
        let proxy = try group.proxies(of: "a")[0]
        let daemon = try await group.start("a")
        try await expectHealth(of: daemon)
        let begin = WallClock().steady.now
        proxy.stall()
        proxy.cut()
        let lost = try #require(await daemon.logLine(containing: "the database cannot be reached"))
        #expect(lost.contains("] the database cannot be reached; nothing goes off meanwhile"), "\(lost)")
        #expect(lost.contains("store=postgresql:///\(group.database)"), "\(lost)")
        #expect(begin.duration(to: WallClock().steady.now) < .seconds(6))
        try await pause(.seconds(2))
        proxy.resume()
        let found = try #require(await daemon.logLine(containing: "the store is there again"))
        #expect(found.contains(#/after=[2-9] s/#), "\(found)")
        let told = daemon.warnings().count { $0.contains("cannot be reached") }
        #expect(told == 1, "\(daemon.warnings())")
        try await expectHealth(of: daemon)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `a server without connections left is waited for, and the daemon says so`() async throws {
        let server = try PostgresServer(maxConnections: 40)
        let group = try DatabaseNodes(on: server)
        let receiver = try await WebhookReceiver.start()
        let daemons = [try await group.start("a"), try await group.start("b")]
        let count = 100
        let follower = LogFollower { daemons }
        let held = HeldSessions(of: server)
        try await follower.follow(untilSeen: count) {
            try await load(daemons[0], count, for: 4, receiver)
            _ = await receiver.distinct(atLeast: 10)
            try held.takeAllFromOthers()
            try await expectTrouble(of: daemons[0])
            held.giveBack()
        }
        #expect(follower.troubles == [])
        try await group.check(daemons[0].log(), receiver, count)
        try await expectHealth(of: daemons[0])
        try await end(daemons, receiver)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "no file system can be mounted here"))
    func `a server whose disk is full loses nothing that was acknowledged, and goes on when there is room`()
        async throws
    {
        let disk = try SmallDisk(megabytes: 200)
        let server = try PostgresServer(on: disk)
        let group = try DatabaseNodes(on: server)
        let receiver = try await WebhookReceiver.start()
        let daemons = [try await group.start("a"), try await group.start("b")]
        let count = 500
        let follower = LogFollower { daemons }
        var acknowledged = 0
        try await follower.follow(untilSeen: count) {
            try await load(daemons[0], count, for: 6, receiver)
            _ = await receiver.distinct(atLeast: 20)
            try disk.fill()
            var refusal: (status: Int, json: JSONValue)?
            while refusal == nil {
                let body = #"{"title":"kept","description":"\#(String(repeating: "x", count: 30_000))"}"#
                let answer = try await daemons[0].request(.POST, "/v1/tasks", body)
                if answer.status == 201 { acknowledged += 1 } else { refusal = answer }
            }
            #expect(refusal?.status == 503 && refusal?.json["detail"]?.string?.contains("full") ?? false, "\(refusal!)")
            try await pause(.seconds(2))
            #expect(try await daemons[0].request(.GET, "/healthz").status == 200)
            try disk.clear()
        }
        #expect(follower.troubles == [])
        try await group.check(daemons[0].log(), receiver, count)
        let kept = try await daemons[1].log().count { $0["type"]?.string == "task.created" }
        #expect(kept == count + acknowledged)
        try await expectHealth(of: daemons[0])
        try await end(daemons, receiver)
    }

    @Test
    func `a table that somebody has locked makes no node ready, and none that is asked waits for long`() async throws {
        let server = try PostgresServer.shared.get()
        let group = try DatabaseNodes(on: server)
        let daemon = try await group.start("a")
        #expect(try await group.leader(daemon) == "a")
        let other = try await group.start("b")
        for daemon in [daemon, other] { try await expectHealth(of: daemon) }
        let isOver = Locked(false)
        // A thread of its own, which waits for psql.
        Thread {
            let script = "BEGIN; LOCK TABLE taskd.task; SELECT pg_sleep(14); COMMIT"
            _ = try? server.query(script, in: group.database)
            isOver.withLock { $0 = true }
        }.start()
        let held = "SELECT count(*) FROM pg_locks WHERE relation = 'taskd.task'::regclass AND granted "
        while try server.query(held + "AND mode = 'AccessExclusiveLock'", in: group.database) == "0" {
            try await pause(.milliseconds(20))
        }
        for daemon in [daemon, other, daemon, other] {
            let begin = WallClock().steady.now
            let answer = try await daemon.exchange(.GET, "/readyz")
            #expect(begin.duration(to: WallClock().steady.now) < .seconds(3))
            #expect(answer.status == 503, "\(String(decoding: answer.body, as: UTF8.self))")
        }
        #expect(try await daemon.exchange(.GET, "/healthz").status == 200 && !isOver.withLock { $0 })
        while !isOver.withLock({ $0 }) { try await pause(.milliseconds(100)) }
        for daemon in [daemon, other] {
            try await expectHealth(of: daemon)
            #expect(await daemon.end(by: SIGTERM) == 0)
        }
    }

    private func end(_ daemons: [RunningDaemon], _ receiver: WebhookReceiver) async throws {
        for daemon in daemons { #expect(await daemon.end(by: SIGTERM) == 0, "\(daemon.warnings())") }
        try await receiver.stop()
    }

    /// The process is alive, and says within some seconds that it can do nothing.
    private func expectTrouble(of daemon: RunningDaemon) async throws {
        #expect(try await daemon.exchange(.GET, "/healthz").status == 200)
        let begin = WallClock().steady.now
        var text = ""
        // At first it waits itself.
        while !text.contains("database cannot be reached") {
            try await pause(.milliseconds(200))
            let answer = try await daemon.exchange(.GET, "/readyz", within: .seconds(5))
            text = answer.status == 503 ? String(decoding: answer.body, as: UTF8.self) : ""
            try #require(begin.duration(to: WallClock().steady.now) < .seconds(10), "\(text)")
        }
    }

    private func expectHealth(of daemon: RunningDaemon) async throws {
        // Another node may have done all the work before this one has tried again.
        let begin = WallClock().steady.now
        while try await daemon.request(.GET, "/readyz").status != 200 { try await pause(.milliseconds(100)) }
        #expect(begin.duration(to: WallClock().steady.now) < .seconds(4))
        let status = try await BuiltProgram.run(["status"], environment: daemon.environment)
        #expect(status.status == 0, "\(status.output)")
    }
}
