import Basics
import BenchmarkTasks
import Foundation
import Recurrence
import Storage

/// How many firings a second are recorded when far more are due than fit in one batch.
enum Throughput {
    /// Makes a store in which `count` reminders came due during the last minute.
    static func prepare(path: String, count: Int) async throws {
        let store = try await openStore(path)
        let now = WallClock().now
        try await Workload.addHook(to: store, now: now)
        try await Workload.fill(store, count: count, now: now.advanced(by: .seconds(-120))) { index in
            now.advanced(by: .milliseconds(-index * 7_919 % 60_000))
        }
        // Told overdue beforehand, so that what is measured is firings.
        try await store.write { transaction in
            let tasks = try transaction.tasksAwaitingOverdueEvent(until: now, limit: count)
            try transaction.markOverdueNotified(tasks.map(\.id))
        }
        try await store.end()
    }

    /// Fires them all while so many nodes have the store open; prints firings a second, and the mean size of an event's
    /// data.
    static func run(path: String, count: Int, nodes: Int = 1) async throws {
        let clock = CorrectedClock(WallClock())
        let opened = try await openStore(path, clock: clock)
        let before = try await opened.read { try $0.lastEventSequence() }
        let elapsed = try await opened.lead { led in
            try await amongNodes(nodes - 1, of: path) {
                let start = ContinuousClock.now
                await Workload.fire(MeteredStore(store: led), until: before + Int64(count), on: clock)
                return ContinuousClock.now - start
            }
        }
        let sample = try await opened.read { try $0.events(after: before, limit: 1_000) }
        print(
            String(format: "%.0f", Double(count) / (elapsed.milliseconds / 1_000)),
            sample.reduce(0) { $0 + $1.data.count } / max(sample.count, 1)
        )
        try await opened.end()
    }

    /// Does something while other nodes have the store open, which would take over if the leader went.
    static func amongNodes(
        _ count: Int, of path: String, _ body: @Sendable () async -> Duration
    ) async throws -> Duration {
        var others: [any BenchmarkStore] = []
        for _ in 0..<count { others.append(try await openStore(path)) }
        let elapsed = await withTaskGroup { [others] group in
            for other in others {
                group.addTask { try? await other.lead { _ in try await Task.sleep(for: .seconds(86_400)) } }
            }
            let elapsed = await body()
            group.cancelAll()
            return elapsed
        }
        for other in others { try await other.end() }
        return elapsed
    }
}
