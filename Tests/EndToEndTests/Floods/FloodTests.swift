import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// How large the floods are: small, or as large as `Scripts/test-limits` says.
private enum Size {
    static let connections = setting("TASKD_TEST_FLOOD_CONNECTIONS", default: 200)
    static let requests = setting("TASKD_TEST_FLOOD_REQUESTS", default: 6_000)
    /// What the slowest of a hundred answers to others may take in any case, in milliseconds.
    static let floor = setting("TASKD_TEST_FLOOD_FLOOR", default: 50)
    /// How late a canary may be, in milliseconds, beyond a bare writer.
    static let lateness = setting("TASKD_TEST_FLOOD_LATENESS", default: 1_000)
    static let memory = 50 << 20
    static let rounds = 3
    static let isLong = requests > 10_000

    private static func setting(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }
}

/// Floods of clients that do nothing right, and what others notice of them.
///
/// A machine that is flooded is busy, and so is whoever floods it, on the same processors. What others notice is therefore
/// compared with what they notice while the very same flood goes to another daemon on the same machine: that is as busy,
/// and the daemon that is measured is left alone. Both are measured in turns.
@Suite(.serialized, .timeLimit(.minutes(Size.isLong ? 30 : 5)))
struct FloodTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a flood of bad requests delays nobody else, and leaves no memory behind`() async throws {
        try await compare("\(Size.requests) bad requests") { daemon in
            let flood = Flood(port: daemon.port, token: daemon.token)
            return { await flood.send(Size.requests / Size.rounds) }
        } check: { outcome in
            #expect(outcome.answers >= Size.requests / Size.rounds / 4 * 4, "\(outcome)")
            #expect(outcome.failures == 0, "\(outcome)")
        }
    }

    @Test
    func `clients whose requests never end delay nobody else, and leave no memory behind`() async throws {
        try await compare("\(Size.connections) slow clients") { daemon in
            let clients = SlowClients(Size.connections, port: daemon.port)
            return {
                // Beyond the time that a header may take, so that the server gives up all of them at once.
                let clock = WallClock()
                try? await clock.sleep(until: clock.now.advanced(by: .seconds(Size.isLong ? 25 : 4)), tolerance: nil)
                return await clients.end()
            }
        } check: { opened in
            #expect(opened >= Size.connections)
        }
    }

    /// Measures a daemon while a flood goes to another one, and while it goes to the daemon itself, in turns.
    private func compare<Outcome: Sendable>(
        _ name: String,
        _ begin: (RunningDaemon) async throws -> @Sendable () async -> Outcome,
        check: (Outcome) -> Void
    ) async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), keeping: Canaries.title)
        let other = try await RunningDaemon(store: folder.path("other/taskd.db"), keeping: Canaries.title)
        let canaries = try await Canaries.begin(Canaries.title, on: daemon, seconds: Size.isLong ? 1_200 : 120)
        let task = try await daemon.addTask("measured", remindingAt: RunningDaemon.soon)
        var (beside, amid) = (Latencies(), Latencies())
        try await measure(daemon, task, into: &beside) { await onThread { keepPace(milliseconds: 500) } }
        let (idle, memory) = (beside, try daemon.residentBytes())
        beside = Latencies()
        var growth = 0
        for _ in 0..<Size.rounds {
            for target in [other, daemon] {
                let flood = try await begin(target)
                if target === other {
                    try await measure(daemon, task, into: &beside) { check(await flood()) }
                } else {
                    try await measure(daemon, task, into: &amid) { check(await flood()) }
                }
                growth = max(growth, try daemon.residentBytes() - memory)
            }
        }
        let late = try await canaries.end(atMost: .milliseconds(Size.lateness))
        print(
            """
            \(name): p99 of others \(amid.words); beside a daemon that is flooded \(beside.words); before \(idle.words); \
            memory +\(growth >> 20) MiB; latest canary \(late)
            """)
        #expect(amid.slowestOfHundred <= max(beside.slowestOfHundred * 3, .milliseconds(Size.floor)))
        #expect(growth <= Size.memory, "memory grew by \(growth) bytes")
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
        #expect(await daemon.end(by: SIGTERM) == 0)
        #expect(await other.end(by: SIGTERM) == 0)
    }

    /// Makes a request every few milliseconds on a connection of its own while something goes on.
    private func measure(
        _ daemon: RunningDaemon, _ task: JSONValue, into latencies: inout Latencies, while body: () async -> Void
    ) async throws {
        let probe = Probe(daemon, "/v1/tasks/\(task["id"]?.string ?? "")")
        await body()
        latencies.add(try await probe.end())
    }
}

/// How long answers took.
struct Latencies: Sendable {
    private var sorted: [Int64] = []

    mutating func add(_ nanoseconds: [Int64]) { sorted = (sorted + nanoseconds).sorted() }

    /// What 99 of 100 took at most.
    var slowestOfHundred: Swift.Duration { .nanoseconds(sorted.isEmpty ? 0 : sorted[(sorted.count * 99 - 1) / 100]) }

    var words: String {
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        func rounded(_ nanoseconds: Double) -> Double { (nanoseconds / 1e4).rounded() / 100 }
        return
            "\(rounded(slowestOfHundred / .nanoseconds(1))) ms (median \(rounded(Double(median))), of \(sorted.count))"
    }
}

/// A client that does all right, and measures how long its answers take.
private struct Probe {
    private static let pause: Int32 = 3

    private let isOver = Locked(false)
    private let running: Task<[Int64]?, Never>

    init(_ daemon: RunningDaemon, _ path: String) {
        let (port, token, isOver) = (daemon.port, daemon.token, isOver)
        running = Task {
            await onThread {
                guard let socket = BlockingSocket(port: port) else { return nil }
                let head = "GET \(path) HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(token)\r\n\r\n"
                let request = Array(head.utf8)
                var taken: [Int64] = []
                while !isOver.withLock(\.self) {
                    let begin = monotonicTime()
                    guard socket.send(request), socket.receiveAnswers(1) == (1, 0) else { return nil }
                    taken.append(monotonicTime() - begin)
                    keepPace(milliseconds: Self.pause)
                }
                return taken
            }
        }
    }

    /// - Throws: Where its connection was closed, or an answer was a failure.
    func end() async throws -> [Int64] {
        isOver.withLock { $0 = true }
        return try #require(await running.value, "a client that did all right was not answered")
    }
}
