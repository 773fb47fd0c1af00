import Basics
import BenchmarkTasks
import Foundation
import Recurrence
import Storage
import StorageSQLite

/// How many firings a second are recorded when far more are due than fit in one batch.
enum Throughput {
    /// Makes a store in which `count` reminders came due during the last minute.
    static func prepare(path: String, count: Int) async throws {
        let store = try SQLiteStore(path: path)
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
        try store.close()
    }

    /// Fires them all; prints firings a second, and the mean size of an event's data.
    static func run(path: String, count: Int) async throws {
        let store = MeteredStore(store: try SQLiteStore(path: path))
        let before = try await store.read { try $0.lastEventSequence() }
        let start = ContinuousClock.now
        await Workload.fire(store, until: before + Int64(count), on: WallClock())
        let elapsed = ContinuousClock.now - start
        let sample = try await store.read { try $0.events(after: before, limit: 1_000) }
        print(
            String(format: "%.0f", Double(count) / (elapsed.milliseconds / 1_000)),
            sample.reduce(0) { $0 + $1.data.count } / max(sample.count, 1)
        )
        try store.store.close()
    }
}
