import Basics
import Foundation
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// A delivery that ends the process is found out, set aside, and harms no other.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CrashTests {
    private static let eventCount: Int64 = 60
    private let folder: TemporaryFolder
    private let hooks = (1...3).map { number in
        Hook.webhook(number) { $0.events = [EventPattern("task.created")].compactMap(\.self) }
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("taskd.db") }

    /// Makes a store in which each hook is owed each event, but the second alone the deadly one.
    private func makeStore(deadly: Int64) async throws {
        let store = try SQLiteStore(path: path)
        let (hooks, now) = (hooks, WallClock().now)
        try await store.write { transaction in
            for hook in hooks { try transaction.save(hook) }
            try transaction.append((1...Int(Self.eventCount)).map { .fixture($0, at: now) })
            let attempt = DeliveryAttempt(number: 1, startedAt: now, durationMilliseconds: 0, outcome: "delivered")
            for hook in [hooks[0], hooks[2]] {
                let claims = try transaction.claimDeliveries(of: hook.id, dueAt: now, leaseUntil: now, limit: 1_000)
                try transaction.record(
                    claims.filter { $0.event.sequence == deadly }.map {
                        DeliveryResult(delivery: $0.id, attempt: attempt, verdict: .delivered)
                    })
                try transaction.release(claims.filter { $0.event.sequence != deadly }.map(\.id), at: now)
            }
        }
        try store.close()
    }

    /// Starts the daemon again and again until it stays up.
    ///
    /// - Returns: With which status it ended each time before.
    private func runUntilDrained(_ deadly: Int64, _ way: String) async throws -> [Int32] {
        var ends: [Int32] = []
        while ends.count < 20 {
            let process = try ChildProcess(
                BuiltProgram.url.deletingLastPathComponent().appending(path: "CrashingDaemon"),
                [path, "\(deadly)", way],
                environment: ["SWIFT_BACKTRACE": "enable=no"]
            )
            let isDrained = await process.output.line(containing: "drained") != nil
            if isDrained { kill(process.identifier, SIGKILL) }
            let status = await process.exitStatus()
            if isDrained { return ends }
            ends.append(status)
        }
        return ends
    }

    private func deliveries() async throws -> [Delivery] {
        let store = try SQLiteStore(path: path)
        let hooks = hooks
        let deliveries = try await store.read { reader in
            try hooks.flatMap { try reader.deliveries(of: $0.id, state: nil, before: nil, limit: 1_000) }
        }
        try store.close()
        return deliveries.filter { $0.eventSequence <= Self.eventCount }
    }

    private func replay(_ delivery: DeliveryID) async throws {
        let store = try SQLiteStore(path: path)
        let count = try await store.write { try $0.replay([delivery], at: WallClock().now, every: .zero) }
        #expect(count == 1)
        try store.close()
    }

    @Test(arguments: [("trap", 128 + SIGILL), ("abort", 128 + SIGABRT), ("overrun", 128 + SIGSEGV)])
    func `what crashes the daemon twice is set aside, and all else is delivered`(
        way: String, status: Int32
    ) async throws {
        try await makeStore(deadly: 20)
        let ends = try await runUntilDrained(20, way)
        #expect(ends == [status, status] || way == "trap" && ends == [128 + SIGTRAP, 128 + SIGTRAP])
        let all = try await deliveries()
        #expect(all.count == hooks.count * Int(Self.eventCount))
        let failed = all.filter { $0.state != .delivered }
        #expect(failed.map(\.eventSequence) == [20] && failed.first?.state == .failed)
        #expect(failed.first?.attempts.map(\.outcome) == ["crashed"])
        #expect(failed.first?.attempts.last?.detail?.contains("the only suspect") == true)
    }

    @Test func `replayed, it is suspect again: sent alone, and set aside at the first crash`() async throws {
        try await makeStore(deadly: 20)
        #expect(try await runUntilDrained(20, "trap").count == 2)
        let crashed = try #require(try await deliveries().first { $0.state == .failed })
        try await replay(crashed.id)
        #expect(try await runUntilDrained(20, "trap").count == 1)
        #expect(try await deliveries().filter { $0.state == .failed }.map(\.attempts.count) == [2])
        try await replay(crashed.id)
        #expect(try await runUntilDrained(0, "trap") == [])
        #expect(try await deliveries().allSatisfy { $0.state == .delivered })
    }

    @Test func `one that is killed leaves no mark: a loop ends all the same, later`() async throws {
        try await makeStore(deadly: 20)
        let ends = try await runUntilDrained(20, "kill")
        #expect(ends == Array(repeating: 128 + SIGKILL, count: 13))
        let failed = try await deliveries().filter { $0.state != .delivered }
        #expect(failed.map(\.eventSequence) == [20] && failed.first?.attempts.map(\.outcome) == ["crashed"])
    }
}
