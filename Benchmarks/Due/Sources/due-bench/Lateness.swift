import Foundation
import Recurrence
import Storage
import StorageSQLite

/// How late after its instant a firing is recorded, durably: from the planned instant to the return of its commit.
enum Lateness {
    /// `rate` reminders a second for some seconds, evenly spread.
    static func spread(path: String, rate: Int, seconds: Int) async throws {
        try await measure(path: path, count: rate * seconds, name: "\(rate) a second for \(seconds) s") {
            .milliseconds($0 * 1_000 / rate)
        }
    }

    /// `count` reminders at one instant.
    static func burst(path: String, count: Int) async throws {
        try await measure(path: path, count: count, name: "\(count) at one instant") { _ in .zero }
    }

    private static func measure(
        path: String,
        count: Int,
        name: String,
        offset: @escaping @Sendable (Int) -> Duration
    ) async throws {
        let store = MeteredStore(store: try SQLiteStore(path: path))
        let clock = WallClock()
        try await Workload.addHook(to: store.store, now: clock.now)
        // Filling takes its time; the first reminder must come after it.
        let begin = clock.now.advanced(by: .seconds(5 + count / 4_000))
        try await Workload.fill(store.store, count: count, now: clock.now) { begin.advanced(by: offset($0)) }
        guard clock.now < begin else { throw TooSlow() }
        let created = try await store.read { try $0.lastEventSequence() }
        // Each task is also told to be overdue, in the same transaction and as its reminder goes off.
        await Workload.fire(store, until: created + Int64(2 * count), on: clock)
        try await report(store, after: created, name: name, begin: begin)
        try store.store.close()
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
