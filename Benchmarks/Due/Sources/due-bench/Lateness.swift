import Basics
import BenchmarkTasks
import Foundation
import Recurrence
import Storage

/// How late after its instant a firing is recorded, durably: from the planned instant to the return of its commit.
enum Lateness {
    /// `rate` tasks that remind at the same time at each of some full seconds.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - rate: How many tasks.
    ///   - seconds: How many seconds.
    ///   - nodes: How many nodes have the store open, of which one fires.
    ///   - lead: How many minutes before they are due they remind; with 0 they become overdue at the same time.
    /// - Throws: What the store throws; ``TooSlow``.
    static func seconds(path: String, rate: Int, seconds: Int, nodes: Int = 1, lead: Int = 0) async throws {
        let count = rate * seconds
        let name =
            "\(rate) at each of \(seconds) full seconds, \(lead == 0 ? "overdue then" : "ahead of their time"), "
            + "\(nodes) node\(nodes == 1 ? "" : "s")"
        try await measure(path: path, count: count, name: name, nodes: nodes) { store, begin in
            try await Workload.fill(store, count: count, now: WallClock().now, lead: lead) {
                begin.advanced(by: .seconds($0 / rate))
            }
            return lead == 0 ? 2 * count : count
        }
    }

    /// `count` tasks due at one instant.
    static func burst(path: String, count: Int) async throws {
        try await measure(path: path, count: count, name: "\(count) at one instant") { store, begin in
            try await Workload.fill(store, count: count, now: WallClock().now) { _ in begin }
            return 2 * count
        }
    }

    /// Lets the due loop run on what `fill` makes, due from the passed instant on; `fill` returns the number of events
    /// that come of it.
    private static func measure(
        path: String,
        count: Int,
        name: String,
        nodes: Int = 1,
        fill: (any Store, UTCInstant) async throws -> Int
    ) async throws {
        let filled = try await openStore(path)
        let clock = CorrectedClock(WallClock())
        try await Workload.addHook(to: filled, now: clock.now)
        // Filling takes its time; the first reminder must come after it.
        let start = clock.now.millisecondsSinceEpoch / 1_000 + Int64(5 + count / 1_500)
        let begin = UTCInstant(millisecondsSinceEpoch: start * 1_000)
        let expected = try await fill(filled, begin)
        // Opened again, so that what filling left to do is done, and not measured.
        try await filled.end()
        let opened = try await openStore(path, clock: clock)
        guard clock.now < begin else { throw TooSlow() }
        let created = try await opened.read { try $0.lastEventSequence() }
        let store = try await opened.lead { led in
            let store = MeteredStore(store: led)
            _ = try await Throughput.amongNodes(nodes - 1, of: path) {
                await Workload.fire(store, until: created + Int64(expected), on: clock)
                return .zero
            }
            return store
        }
        try await report(store, after: created, name: name, begin: begin)
        try await opened.end()
    }

    private static func report(
        _ store: MeteredStore,
        after created: Int64,
        name: String,
        begin: UTCInstant
    ) async throws {
        let events = try await store.read { try $0.events(after: created, limit: .max) }
        let commits = store.log.commits
        var index = 0
        var late: [Double] = []
        var last = begin
        for event in events where event.type == .reminderDue {
            while commits[index].lastSequence < event.sequence { index += 1 }
            let data = try JSONDecoder().decode(FiringData.self, from: Data(event.data))
            guard let scheduledAt = UTCInstant(data.scheduledAt) else { throw TooSlow() }
            late.append(scheduledAt.duration(to: commits[index].at).milliseconds)
            last = commits[index].at
        }
        print("\(name): lateness \(Figures(late)); all \(late.count) recorded", terminator: " ")
        print(String(format: "%.2f s after the first was due", begin.duration(to: last).milliseconds / 1_000))
    }

    private struct FiringData: Decodable {
        var scheduledAt: String
    }

    struct TooSlow: Error {}
}
