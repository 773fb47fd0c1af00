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
    /// What the due loop did in a day.
    private struct DayOfFirings {
        var events: Int64
        var seconds: Double
        var commits: Figures
        var perEvent: Double { seconds / Double(max(events, 1)) * 1e6 }
    }

    private static let hook = HookID(madeAt: UTCInstant(millisecondsSinceEpoch: 1))
    private static let day = Duration.seconds(86_400)

    let path: String
    let tasks: Int
    let reminders: Int
    let days: Int

    /// Runs the year and prints what came of it.
    func run() async throws {
        guard var now = UTCInstant("2026-01-01T00:00:00Z") else { return }
        let store = try SQLiteStore(path: path)
        try await prepare(store, now: now)
        var (first, last): (DayOfFirings?, DayOfFirings?)
        for number in 1...days {
            let fired = try await runDay(store, from: &now)
            // The first day has tasks that were all made at once.
            if number == 2 { first = fired }
            last = fired
            if number % 30 == 0 { print("day \(number): \(describe(fired)), \(fileSize() >> 20) MiB") }
        }
        try store.close()
        try report(first: first, last: last)
    }

    private func prepare(_ store: SQLiteStore, now: UTCInstant) async throws {
        var hook = Hook(id: Self.hook, kind: .webhook, url: "https://example.com/", now: now)
        hook.events = [.all]
        try await store.write { [hook] in try $0.save(hook) }
        try await store.write { transaction in
            for number in 0..<tasks {
                let due = now.advanced(by: .seconds(3_600 + number * 60 % 72_000))
                var draft = Workload.task(number, dueAt: due, rule: "FREQ=DAILY", now: now)
                draft.recurrence?.respawn = .schedule
                draft.reminders = (0..<reminders).map { index in
                    .init(trigger: .offset(CalendarDuration(seconds: -60 * index), from: .due))
                }
                _ = try Workload.commands.create(draft, in: transaction, now: now)
            }
        }
    }

    /// Fires a day's reminders, completes its tasks, delivers its events, and removes what is old.
    private func runDay(_ store: SQLiteStore, from now: inout UTCInstant) async throws -> DayOfFirings {
        let metered = MeteredStore(store: store)
        let before = try await store.read { try $0.lastEventSequence() }
        // Each reminder, that the task is overdue, and that the next one appeared.
        let target = before + Int64(tasks * (reminders + 2))
        let clock = LeapingClock(now)
        await Workload.fire(metered, until: target, on: clock)
        let commits = metered.log.commits
        now = max(clock.now, now)
        try await complete(store, at: now)
        try await deliver(store, at: now)
        let retention = RetentionLoop(
            store: store, policy: RetentionPolicy(), clock: LeapingClock(now), logger: Logger(label: "due-bench"))
        try await retention.pass()
        return DayOfFirings(
            events: (commits.last?.lastSequence ?? before) - before,
            seconds: commits.map(\.took.milliseconds).reduce(0, +) / 1_000,
            commits: Figures(commits.map(\.took.milliseconds))
        )
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
            let count = try await store.write { transaction in
                let claims = try transaction.claimDeliveries(
                    of: Self.hook, dueAt: now, leaseUntil: now.advanced(by: .seconds(60)), limit: 500)
                try transaction.record(
                    claims.map { claim in
                        var attempt = DeliveryAttempt(
                            number: claim.attemptsMade + 1, startedAt: now, durationMilliseconds: 12,
                            outcome: "delivered", statusCode: 204)
                        attempt.address = "192.0.2.1:443"
                        return DeliveryResult(delivery: claim.id, attempt: attempt, verdict: .delivered)
                    })
                return claims.count
            }
            if count == 0 { return }
        }
    }

    private func report(first: DayOfFirings?, last: DayOfFirings?) throws {
        let snapshot = try StoreSnapshot(path: path)
        print("after \(days) days of \(tasks) daily tasks with \(reminders) reminders each, one webhook:")
        for (table, count) in try snapshot.counts().sorted(by: { $0.key < $1.key }) where count > 0 {
            print("  \(table): \(count) rows")
        }
        try snapshot.close()
        print("  file: \(fileSize() >> 20) MiB")
        if let first { print("  day 2: \(describe(first))") }
        if let last { print("  day \(days): \(describe(last))") }
        if let first, let last { print("  cost of a firing, last day to second: \(last.perEvent / first.perEvent)") }
    }

    private func describe(_ day: DayOfFirings) -> String {
        String(format: "%d events, %.1f µs each, commits ", Int(day.events), day.perEvent) + "\(day.commits)"
    }

    private func fileSize() -> Int {
        ["", "-wal"].reduce(0) { size, part in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + part)
            return size + (attributes?[.size] as? Int ?? 0)
        }
    }
}
