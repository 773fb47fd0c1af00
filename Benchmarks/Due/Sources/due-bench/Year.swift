import BenchmarkTasks
import Foundation
import Logging
import Recurrence
import Scheduler
import Storage
import StorageSQLite

/// Daily tasks with several reminders each, one webhook and the default retention, for a year: what is kept at its end,
/// how large the file is, and what a firing costs.
///
/// The tasks appear by themselves each day and are completed in its evening; the receiver takes everything.
struct Year {
    private static let hook = HookID(madeAt: UTCInstant(millisecondsSinceEpoch: 1))
    private static let day = Duration.seconds(86_400)
    /// In how many minutes of a day tasks are due.
    private static let dueMinutes = 100
    /// Over how many days the cost of a firing is taken, at the beginning and at the end.
    private static let sample = 5
    private static let maxBytes = 1_000_000_000

    let path: String
    let tasks: Int
    let reminders: Int
    let days: Int

    /// Runs the year, prints what came of it, and ends with 1 where that is not what it should be.
    func run() async throws {
        guard let begin = UTCInstant("2026-01-01T00:00:00Z") else { return }
        let store = try SQLiteStore(path: path)
        try await prepare(store, now: begin)
        var record: [YearDay] = []
        for number in 1...days {
            let midnight = begin.advanced(by: Self.day * number)
            let day = try await runDay(store, until: midnight)
            record.append(day)
            if number % 30 == 0 {
                // Seen at once, wherever the output goes.
                let sizes = "file \(fileSize("") >> 20) MiB, with log \(bytes >> 20)"
                FileHandle.standardOutput.write(Data("day \(number): \(day), \(sizes)\n".utf8))
            }
        }
        try store.close()
        // The first day has tasks that were all made at once.
        let (first, last) = (record.dropFirst().prefix(Self.sample), record.suffix(Self.sample))
        exit(try report(first: first.sum(), last: last.sum()) ? 0 : 1)
    }

    private func prepare(_ store: SQLiteStore, now: UTCInstant) async throws {
        var hook = Hook(id: Self.hook, kind: .webhook, url: "https://example.com/", now: now)
        hook.events = [.all]
        try await store.write { [hook] in try $0.save(hook) }
        try await store.write { transaction in
            for number in 0..<tasks {
                let due = now.advanced(by: .seconds(3_600 + number % Self.dueMinutes * 60))
                var draft = Workload.task(number, dueAt: due, rule: "FREQ=DAILY", now: now)
                draft.recurrence?.respawn = .schedule
                draft.reminders = (0..<reminders).map { index in
                    .init(trigger: .offset(CalendarDuration(seconds: -60 * index), from: .due))
                }
                _ = try Workload.commands.create(draft, in: transaction, now: now)
            }
        }
    }

    /// Fires a day's reminders, delivers its events and removes what is old, and completes its tasks in the evening.
    ///
    /// The log is trimmed several times, as it is every hour in a day that is as long as a day; the ledger of firings,
    /// which is walked whole for it, once.
    private func runDay(_ store: SQLiteStore, until midnight: UTCInstant) async throws -> YearDay {
        var day = YearDay()
        let before = try await store.read { try $0.lastEventSequence() }
        let begin = midnight - Self.day
        var last = begin
        let evening = midnight.advanced(by: .seconds(-3_600))
        for part in [30, 55, 80] {
            let instant = begin.advanced(by: .seconds(3_600 + part * 60))
            try await day.firing.measure { [last] in try await Workload.fire(store, until: instant, from: last) }
            try await finish(store, at: instant, &day, policy: Self.policyOfTheLog)
            last = instant
        }
        try await day.firing.measure { [last] in try await Workload.fire(store, until: evening, from: last) }
        day.events = try await store.read { try $0.lastEventSequence() } - before
        try await day.completing.measure { try await complete(store, at: evening) }
        try await finish(store, at: evening, &day, policy: RetentionPolicy())
        return day
    }

    /// The default, but for the firings.
    private static var policyOfTheLog: RetentionPolicy {
        var policy = RetentionPolicy()
        policy.firings = .forever
        return policy
    }

    private func finish(
        _ store: SQLiteStore, at now: UTCInstant, _ day: inout YearDay, policy: RetentionPolicy
    ) async throws {
        try await day.delivering.measure { try await deliver(store, at: now) }
        try await day.removing.measure {
            let retention = RetentionLoop(
                store: store, policy: policy, clock: LeapingClock(now), logger: Logger(label: "due-bench"))
            _ = try await retention.pass()
        }
    }

    private func complete(_ store: SQLiteStore, at now: UTCInstant) async throws {
        while true {
            let count = try await store.write { transaction in
                var query = TaskQuery(limit: 500)
                (query.statuses, query.dueUntil) = ([.needsAction], now)
                let open = try transaction.tasks(matching: query).items
                for task in open {
                    _ = try Workload.commands.complete(task.id, version: nil, in: transaction, now: now)
                }
                return open.count
            }
            if count == 0 { return }
        }
    }

    private func deliver(_ store: SQLiteStore, at now: UTCInstant) async throws {
        while true {
            let owner = store.claimOwner
            let count = try await store.write { transaction in
                let claims = try transaction.claimDeliveries(
                    [DeliveryClaimRequest(hook: Self.hook, limit: 500)], by: owner, dueAt: now,
                    leaseUntil: now.advanced(by: .seconds(60)))
                try transaction.record(
                    claims.map { claim in
                        var attempt = DeliveryAttempt(
                            number: claim.attemptsMade + 1, startedAt: now, durationMilliseconds: 12,
                            outcome: "delivered", statusCode: 204)
                        attempt.address = "192.0.2.1:443"
                        return DeliveryResult(delivery: claim.id, attempt: attempt, verdict: .delivered)
                    },
                    claimedBy: owner)
                return claims.count
            }
            if count == 0 { return }
        }
    }

    // MARK: What came of it

    /// Prints it.
    ///
    /// - Returns: Whether it is what it should be.
    private func report(first: YearDay, last: YearDay) throws -> Bool {
        let snapshot = try StoreSnapshot(path: path)
        let counts = try snapshot.counts()
        try snapshot.close()
        print("after \(days) days of \(tasks) daily tasks with \(reminders) reminders each, one webhook:")
        for (table, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
            print("  \(table): \(count) rows")
        }
        print("  days 2 to \(Self.sample + 1): \(first)")
        print("  the last \(Self.sample): \(last)")
        let ratio = last.firing.processor / Double(last.events) / (first.firing.processor / Double(first.events))
        print(String(format: "  cost of a firing, last days to first: %.2f", ratio))
        let most = policyBounds
        let demands = most.map { table, rows in
            ("\(table): at most \(rows) rows", counts[table, default: 0] <= rows)
        }
        let size = ("the file: \(fileSize("")) of at most \(Self.maxBytes) bytes", fileSize("") < Self.maxBytes)
        for (demand, isMet) in demands + [size] { print("  \(isMet ? "met" : "NOT MET"): \(demand)") }
        return (demands + [size]).allSatisfy { $0.1 }
    }

    /// How many rows retention leaves; firings are counted by the hour, so the last may go beyond.
    private var policyBounds: [(table: String, rows: Int)] {
        let (policy, daily) = (RetentionPolicy(), tasks * (reminders + 3))
        func rows(_ limit: RetentionLimit, daily: Int) -> Int {
            let byAge = limit.age.map { (Int($0.components.seconds) / 86_400 + 1) * daily } ?? .max
            return min(byAge, limit.count ?? .max)
        }
        let deliveries = rows(policy.deliveries, daily: daily)
        return [
            ("event", rows(policy.events, daily: daily)), ("delivery", deliveries), ("attempt", deliveries),
            ("firing", rows(policy.firings, daily: tasks * reminders)),
        ]
    }

    private var bytes: Int { fileSize("") + fileSize("-wal") }

    private func fileSize(_ ending: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + ending)
        return attributes?[.size] as? Int ?? 0
    }
}

/// What a day, or several, cost.
private struct YearDay: CustomStringConvertible {
    /// The time that passed, and that of the processor, in seconds.
    struct Cost {
        var wall = 0.0
        var processor = 0.0

        mutating func measure(_ body: () async throws -> Void) async throws {
            let (begin, processorBegin) = (ContinuousClock.now, Self.processorTime)
            try await body()
            wall += (ContinuousClock.now - begin).milliseconds / 1_000
            processor += Self.processorTime - processorBegin
        }

        /// That of all threads: what a machine under load shows least of its load in.
        private static var processorTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        static func += (left: inout Cost, right: Cost) {
            left.wall += right.wall
            left.processor += right.processor
        }
    }

    var events: Int64 = 0
    var firing = Cost()
    var completing = Cost()
    var delivering = Cost()
    var removing = Cost()

    var description: String {
        let micros = 1e6 / Double(max(events, 1))
        return String(
            format: "%d events, %.1f µs each (processor %.1f); completing %.2f s, delivering %.2f s, removing %.2f s",
            Int(events), firing.wall * micros, firing.processor * micros, completing.wall, delivering.wall,
            removing.wall)
    }
}

extension Collection where Element == YearDay {
    fileprivate func sum() -> YearDay {
        reduce(into: YearDay()) { sum, day in
            sum.events += day.events
            sum.firing += day.firing
            sum.completing += day.completing
            sum.delivering += day.delivering
            sum.removing += day.removing
        }
    }
}

extension UTCInstant {
    fileprivate static func - (instant: UTCInstant, duration: Duration) -> UTCInstant {
        instant.advanced(by: .zero - duration)
    }
}
