import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// How many requests are made and from which seeds: a few, or as many as `Scripts/test-hostile` says.
private enum Ordeal {
    static let requests = setting("TASKD_TEST_HOSTILE_REQUESTS", default: 1_500)
    static let seeds = Array(1...UInt64(setting("TASKD_TEST_HOSTILE_SEEDS", default: 1)))
    static let isLong = requests > 10_000
    /// How long after its time a reminder may go off, beyond the lateness of a bare writer in the same run.
    static let lateness = Swift.Duration.milliseconds(setting("TASKD_TEST_HOSTILE_LATENESS", default: 1_000))

    private static func setting(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }
}

@Suite(.serialized, .timeLimit(.minutes(Ordeal.isLong ? 60 : 5)))
struct HostileTests {
    private static let workers = 8
    /// After how many requests canaries and memory are looked at.
    private static let round = 10_000

    @Test(arguments: Ordeal.seeds)
    func `whatever is asked of it within the limits, reminders go off in time`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), keeping: Canaries.title)
        let canaries = try await Canaries.begin(Canaries.title, on: daemon, seconds: Ordeal.isLong ? 3_000 : 120)
        let memory = try daemon.residentBytes()
        let requests = HostileRequests(seed: seed)
        for first in stride(from: 0, to: Ordeal.requests, by: Self.round) {
            let count = min(Self.round, Ordeal.requests - first)
            let statuses = try await Self.sendRound(of: count, requests, to: daemon)
            let late = try await canaries.check(atMost: Ordeal.lateness)
            let growth = try daemon.residentBytes() - memory
            print(
                "seed \(seed), request \(first + count): \(statuses), latest canary \(late), memory +\(growth >> 20) MiB"
            )
            #expect(growth <= 100 << 20, "memory grew by \(growth) bytes")
        }
        try await canaries.end(atMost: Ordeal.lateness)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `beside each attack, and after all of them and a restart, reminders go off in time`() async throws {
        let folder = try TemporaryFolder()
        var daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let canaries = try await Canaries.begin("canary", on: daemon, seconds: 600)
        for attack in Attack.all {
            let begin = WallClock().now
            do { try await attack.run(daemon) } catch { Issue.record("\(attack.testDescription): \(error)") }
            print("\(attack.testDescription): \(begin.duration(to: WallClock().now))")
        }
        try await canaries.end(atMost: Ordeal.lateness)
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
        #expect(await daemon.end(by: SIGTERM) == 0)
        daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let later = try await Canaries.begin("later canary", on: daemon, seconds: 5)
        try await WallClock().sleep(until: WallClock().now.advanced(by: .seconds(6)), tolerance: nil)
        try await later.end(atMost: Ordeal.lateness)
    }

    /// Makes requests, several at a time.
    ///
    /// - Returns: How often each status was answered.
    private static func sendRound(
        of count: Int, _ requests: HostileRequests, to daemon: RunningDaemon
    ) async throws -> [(key: Int, value: Int)] {
        try await withThrowingTaskGroup(of: [Int: Int].self) { group in
            for worker in 0..<workers {
                let share = (count * (worker + 1)) / workers - (count * worker) / workers
                group.addTask { try await send(share, of: requests, to: daemon) }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }.sorted { $0.key < $1.key }
        }
    }

    /// Makes requests one after the other.
    ///
    /// - Returns: How often each status was answered.
    private static func send(
        _ count: Int, of requests: HostileRequests, to daemon: RunningDaemon
    ) async throws -> [Int: Int] {
        var statuses: [Int: Int] = [:]
        for _ in 0..<count {
            let call = requests.next()
            do {
                let (status, body) = try await daemon.exchange(call.method, call.path, call.body)
                statuses[status, default: 0] += 1
                #expect(
                    status < 500,
                    "\(call.method) \(call.path) \((call.body ?? "").prefix(2_000)): \(String(decoding: body, as: UTF8.self))"
                )
                // A debug build reads megabytes so slowly that the daemon would wait for the test.
                if (1...100_000).contains(body.count) { requests.learn(from: try JSONValue(json: body)) }
            } catch {
                Issue.record("\(call.method) \(call.path) \((call.body ?? "").prefix(2_000)): \(error)")
                throw error
            }
        }
        return statuses
    }
}
