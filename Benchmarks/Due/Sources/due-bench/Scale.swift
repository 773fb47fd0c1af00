import Foundation
import Recurrence
import Scheduler
import Storage
import StorageSQLite

/// A clock that is at once where its sleeper wants it to be.
final class LeapingClock: UTCClock {
    private let time: Shared

    init(_ now: UTCInstant) {
        time = Shared(now)
    }

    var now: UTCInstant { time.value }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: UTCInstant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.value = max(time.value, deadline)
    }
}

/// What the size of a store must not change.
enum Scale {
    /// Makes the store with the two templates that due-seed multiplies.
    static func prepare(path: String, now: UTCInstant) async throws {
        let store = try SQLiteStore(path: path)
        try await Workload.addHook(to: store, now: now)
        try await store.write { transaction in
            for (number, rule) in [nil, "FREQ=DAILY"].enumerated() {
                let due = now.advanced(by: .seconds(3 * 63_072_000))
                let draft = Workload.task(number, dueAt: due, rule: rule, now: now)
                _ = try Workload.commands.create(draft, in: transaction, now: now)
            }
        }
        try store.close()
    }

    /// Prints how long the store takes to open and to answer, and the memory that takes.
    static func run(path: String, now: UTCInstant, firings: Int) async throws {
        let begin = ContinuousClock.now
        let store = MeteredStore(store: try SQLiteStore(path: path))
        _ = try await store.read { try $0.nextDueInstant() }
        let ready = ContinuousClock.now - begin
        let upcoming = try await times(50) {
            let page = try await store.read { reader in
                try Workload.commands.upcoming(UpcomingQuery(from: now, limit: 100), in: reader)
            }
            precondition(page.items.count == 100)
        }
        let before = try await store.read { try $0.lastEventSequence() }
        await Workload.fire(store, until: before + Int64(firings), on: LeapingClock(now))
        let firing = Figures(store.log.commits.map(\.took.milliseconds))
        let memory = residentMemory()
        print(
            String(
                format:
                    "ready %.1f ms  upcoming %.2f ms (first %.2f)  one firing p50 %.2f ms p99 %.2f  resident %.0f MiB (peak %.0f)",
                ready.milliseconds, Figures(Array(upcoming.dropFirst())).percentile(0.5), upcoming[0],
                firing.percentile(0.5), firing.percentile(0.99), memory.now, memory.peak
            )
        )
        try store.store.close()
    }

    private static func times(_ count: Int, _ body: () async throws -> Void) async throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<count {
            let start = ContinuousClock.now
            try await body()
            times.append((ContinuousClock.now - start).milliseconds)
        }
        return times
    }
}
