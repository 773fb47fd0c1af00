import Basics
import BenchmarkTasks
import Foundation
import Recurrence
import Scheduler
import Storage

/// A clock that is at once where its sleeper wants it to be, up to an end.
final class LeapingClock: UTCClock {
    private let time: Shared
    private let end: UTCInstant?
    private let (ended, endedInput) = AsyncStream.makeStream(of: Void.self)

    init(_ now: UTCInstant, end: UTCInstant? = nil) {
        time = Shared(now)
        self.end = end
    }

    /// Returns once somebody sleeps beyond the end; only one may wait.
    func isAtEnd() async {
        for await _ in ended { return }
    }

    var now: UTCInstant { time.value }
    var minimumResolution: Duration { .milliseconds(1) }
    var steady: ContinuousTime { ContinuousTime() }

    func sleep(until deadline: UTCInstant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        if let end, deadline > end {
            time.value = max(time.value, end)
            endedInput.yield()
            // Whoever waits for the end cancels this.
            return try await Task.sleep(for: .seconds(86_400))
        }
        time.value = max(time.value, deadline)
    }
}

/// What the size of a store must not change.
enum Scale {
    /// Makes the store with the two templates that due-seed multiplies.
    static func prepare(path: String, now: UTCInstant) async throws {
        let store = try await openStore(path)
        try await Workload.addHook(to: store, now: now)
        try await store.write { transaction in
            for (number, rule) in [nil, "FREQ=DAILY"].enumerated() {
                let due = now.advanced(by: .seconds(3 * 63_072_000))
                let draft = Workload.task(number, dueAt: due, rule: rule, now: now)
                _ = try Workload.commands.create(draft, in: transaction, now: now)
            }
        }
        try await store.end()
    }

    /// Prints how long the store takes to open and to answer, and the memory that takes.
    static func run(path: String, now: UTCInstant, firings: Int) async throws {
        let hourBefore = now.advanced(by: .seconds(-3_600))
        try await putOff(firings, path: path, from: now, to: hourBefore)
        let begin = ContinuousClock.now
        let store = try await openStore(path)
        _ = try await store.read { try $0.nextDueInstant() }
        let ready = ContinuousClock.now - begin
        let upcoming = try await times(50) {
            let page = try await store.read { reader in
                try Workload.commands.upcoming(UpcomingQuery(from: now, limit: 100), in: reader, now: now)
            }
            precondition(page.items.count == 100)
        }
        let before = try await store.read { try $0.lastEventSequence() }
        let log = try await store.lead { led in
            let metered = MeteredStore(store: led)
            await Workload.fire(metered, until: before + Int64(firings), on: LeapingClock(hourBefore))
            return metered.log
        }
        let firing = Figures(log.commits.map(\.took.milliseconds))
        let memory = residentMemory()
        print(
            String(
                format:
                    "ready %.1f ms  upcoming %.2f ms (first %.2f)  one firing p50 %.2f ms p99 %.2f  resident %.0f MiB (peak %.0f)",
                ready.milliseconds, Figures(Array(upcoming.dropFirst())).percentile(0.5), upcoming[0],
                firing.percentile(0.5), firing.percentile(0.99), memory.now, memory.peak
            )
        )
        try await store.end()
    }

    /// Puts off reminders from all over the store, each to a second of its own that comes before anything else is due:
    /// else more would go off at once the larger the store is.
    ///
    /// The store is closed again, so that what is measured finds nothing in memory.
    private static func putOff(
        _ count: Int, path: String, from now: UTCInstant, to begin: UTCInstant
    ) async throws {
        let store = try await openStore(path)
        let twoYears = 63_072_000
        try await store.write { transaction in
            for index in 0..<count {
                let place = now.advanced(by: .seconds(twoYears / (count + 1) * index))
                let planned = try transaction.plannedFirings(from: place, before: nil, after: nil, limit: 1)
                guard let reminder = planned.first?.reminder else { throw Lateness.TooSlow() }
                let until = begin.advanced(by: .seconds(index + 1))
                _ = try Workload.commands.snooze(reminder, until: until, in: transaction, now: begin)
            }
        }
        try await store.end()
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
