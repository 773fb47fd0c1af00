import Basics
import Recurrence
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// How many round trips to the server the things take that are done again and again.
@Suite(.timeLimit(.minutes(2)))
struct RoundTripTests {
    /// Runs a closure in a transaction and counts the round trips: those of the closure, and those beside it, with which
    /// goes what the closure asks first.
    private func count(
        in store: PostgresStore, _ body: @escaping @Sendable (PostgresTransaction) throws -> Void
    ) async throws -> (inside: Int, beside: Int) {
        // By a name of its own, since what closures of its name did before decides what is asked ahead of it.
        let (begin, end) = try await store.write(named: "counted") { transaction -> (Int, Int) in
            guard let transaction = transaction as? PostgresTransaction else { return (0, 0) }
            let begin = transaction.connection.flightCount
            try body(transaction)
            return (begin, transaction.connection.flightCount)
        }
        let next = try await store.write { ($0 as? PostgresTransaction)?.connection.flightCount ?? 0 }
        // The next one had begun.
        return (end - begin, next - end - 1)
    }

    private static func task(_ number: Int) -> TaskItem {
        .fixture(number) { task in
            task.tags = ["a", "b"]
            var reminder = Reminder(id: .numbered(number), trigger: .at(.fixture(.noon)))
            (reminder.scheduledAt, reminder.nextFireAt) = (.noon, .noon)
            task.reminders = [reminder]
        }
    }

    @Test
    func `a task is made in no round trip of its own: its questions go with the lock, its rows with the commit`()
        async throws
    {
        try await FreshStores.withStore { store in
            _ = try await store.write { transaction in
                try transaction.save(Hook.webhook(1))
                try transaction.save(Self.task(1))
            }
            _ = try await store.write { try $0.append([.fixture(1)]) }
            let count = try await count(in: store) { transaction in
                try transaction.recording(Change(.create, id: .numbered(1), at: .noon)) {
                    try transaction.save(Self.task(2))
                }
                try transaction.append([.fixture(2)])
            }
            #expect(count.inside == 0 && count.beside == 1)
        }
    }

    @Test
    func `a key costs no round trip: its answer is asked for with the lock, and remembered with the commit`()
        async throws
    {
        try await FreshStores.withStore { store in
            _ = try await store.write { try $0.append([.fixture(1)]) }
            let answer = IdempotencyRecord(
                requestDigest: [1], status: 201, headers: ["ETag": "1"], body: [2], answeredAt: .noon)
            let count = try await count(in: store) { transaction in
                guard try transaction.rememberedAnswer(forKey: "k", token: .numbered(1)) == nil else { return }
                try transaction.append([.fixture(2)])
                try transaction.remember(answer, forKey: "k", token: .numbered(1))
            }
            #expect(count.inside == 0 && count.beside == 1)
            #expect(try await store.read { try $0.rememberedAnswer(forKey: "k", token: .numbered(1)) } == answer)
        }
    }

    @Test
    func `a task is read in one round trip more than goes with the lock, and a hundred are as well`() async throws {
        try await FreshStores.withStore { store in
            _ = try await store.write { transaction in
                for number in 1...100 { try transaction.save(Self.task(number)) }
            }
            let one = try await count(in: store) { _ = try $0.task(.numbered(1)) }
            let all = try await count(in: store) { _ = try $0.tasks(matching: TaskQuery(limit: 100)) }
            #expect(one.inside == 1 && all.inside == 1)
        }
    }

    @Test
    func `a hundred reminders fire in as many round trips as one does`() async throws {
        try await FreshStores.withStore { store in
            _ = try await store.write { transaction in
                try transaction.save(Hook.webhook(1))
                for number in 1...200 { try transaction.save(Self.task(number)) }
            }
            _ = try await store.write { try $0.append([.fixture(1)]) }
            for numbers in [1...1, 2...101] {
                let count = try await count(in: store) { transaction in
                    let outcomes = numbers.map { number in
                        var reminder = Self.task(number).reminders[0]
                        reminder.nextFireAt = nil
                        let firing = Firing(
                            reminder: reminder.id, scheduledAt: .noon, firedAt: .noon, missedCount: 0)
                        return FiringOutcome(
                            reminder: reminder, task: .numbered(number), firing: firing,
                            event: .fixture(number, type: .reminderDue))
                    }
                    _ = try transaction.record(outcomes)
                }
                #expect(count.inside == 1 && count.beside == 1)
            }
        }
    }

    @Test
    func `a hundred deliveries are replayed in as many round trips as one is`() async throws {
        try await FreshStores.withStore { store in
            let owner = ClaimOwner.random()
            _ = try await store.write { transaction in
                try transaction.save(Hook.webhook(1))
                try transaction.append((1...101).map { .fixture($0) })
            }
            let claims = try await store.write { transaction in
                let request = DeliveryClaimRequest(hook: .numbered(1), limit: 101)
                return try transaction.claimDeliveries([request], by: owner, dueAt: .noon, leaseUntil: .noon(plus: 9))
            }
            _ = try await store.write { transaction in
                let results = claims.map { DeliveryResult(delivery: $0.id, attempt: .fixture(1), verdict: .failed) }
                return try transaction.record(results, claimedBy: owner)
            }
            for chosen in [claims[..<1], claims[1...]] {
                let replayed = Locked(0)
                let count = try await count(in: store) { transaction in
                    let count = try transaction.replay(chosen.map(\.id), at: .noon, every: .seconds(1))
                    replayed.withLock { $0 = count }
                }
                #expect(count.inside == 1 && count.beside == 1)
                #expect(replayed.withLock { $0 } == chosen.count)
            }
        }
    }

    @Test
    func `old changes go in as many round trips as one does, with all that they wrote`() async throws {
        try await FreshStores.withStore { store in
            for change in 1...60 {
                _ = try await store.write { transaction in
                    let change = Change(.create, id: .numbered(change), at: .noon(plus: change))
                    try transaction.recording(change) {
                        for number in 1...5 {
                            try transaction.save(TaskItem.fixture(number) { $0.title = "\(change.id)" })
                        }
                    }
                }
            }
            var counts: [Int] = []
            for (last, removed) in [(1, 6), (51, 300)] {
                let step = Locked(RetentionStep(removed: 0, hasMore: true))
                let count = try await count(in: store) { transaction in
                    let bounds = RetentionBounds(before: .noon(plus: last + 1))
                    let done = try transaction.trimChanges(bounds, limit: 500)
                    step.withLock { $0 = done }
                }
                #expect(step.withLock { $0 } == RetentionStep(removed: removed, hasMore: false))
                counts.append(count.inside + count.beside)
            }
            #expect(counts[0] == counts[1] && counts[1] <= 5, "\(counts)")
        }
    }
}
