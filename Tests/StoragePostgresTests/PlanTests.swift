import Basics
import Recurrence
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// How the server carries out what is done again and again, by plans that were made while every table was empty.
@Suite(.timeLimit(.minutes(2)))
struct PlanTests {
    /// A plan that reads more than it needs.
    private struct Waste: Hashable {
        let statement: String
        let line: String
    }

    /// What the server would do for each statement that a closure has prepared, where it reads a table whole or sorts.
    private func waste(_ body: @escaping @Sendable (any StoreTransaction) throws -> Void) async throws -> Set<Waste> {
        let found = Locked<Set<Waste>>([])
        try await FreshStores.withStore { store in
            let wasted = try await store.write { transaction -> Set<Waste> in
                try body(transaction)
                guard let transaction = transaction as? PostgresTransaction else { return [] }
                try transaction.flush()
                return try Self.waste(of: transaction)
            }
            found.withLock { $0 = wasted }
        }
        return found.withLock { $0 }
    }

    private static func waste(of transaction: PostgresTransaction) throws -> Set<Waste> {
        let statements = try transaction.rows(
            "SELECT name, statement, cardinality(parameter_types) FROM pg_prepared_statements"
        ) { (name: try $0.next(String.self), sql: try $0.next(String.self), count: try $0.next(Int.self)) }
        var waste: Set<Waste> = []
        for (name, sql, count) in statements {
            guard ["SELECT", "UPDATE", "INSERT", "DELETE", "WITH"].contains(where: { sql.hasPrefix($0) }) else {
                continue
            }
            let values = [String](repeating: "NULL", count: count).joined(separator: ", ")
            let explain = "EXPLAIN EXECUTE \(name)\(count == 0 ? "" : "(\(values))")"
            try transaction.each(explain, [], isKept: false) { column in
                let line = try column.next(String.self)
                // Of hooks and nodes there are few, and those who ask want all of them.
                let isOfFew = line.contains(" on hook ") || line.contains(" on node ")
                if line.contains("Seq Scan") && !isOfFew || line.contains("Sort Key") {
                    waste.insert(Waste(statement: sql, line: line))
                }
                return true
            }
        }
        return waste
    }

    private static func task(_ number: Int) -> TaskItem {
        .fixture(number) { task in
            (task.tags, task.overdueAt) = (["a"], .noon)
            var reminder = Reminder(id: .numbered(number), trigger: .at(.fixture(.noon)))
            (reminder.scheduledAt, reminder.nextFireAt) = (.noon, .noon)
            task.reminders = [reminder]
        }
    }

    @Test
    func `what is due is found by its index, and firings touch nothing but their rows`() async throws {
        let waste = try await waste { transaction in
            _ = try transaction.nextDueInstant()
            let due = try transaction.dueFirings(until: .noon, limit: 100)
            _ = try transaction.tasks(due.map(\.task))
            _ = try transaction.tasksAwaitingOverdueEvent(until: .noon, limit: 100)
            _ = try transaction.projectedSeries(after: nil, before: .noon, limit: 100)
            try transaction.save(Self.task(1))
            var reminder = try #require(try transaction.task(.numbered(1))?.reminders.first)
            reminder.nextFireAt = nil
            let firing = Firing(reminder: reminder.id, scheduledAt: .noon, firedAt: .noon, missedCount: 0)
            let outcome = FiringOutcome(
                reminder: reminder, task: .numbered(1), firing: firing, event: .fixture(1, type: .reminderDue))
            _ = try transaction.record([outcome])
            try transaction.markOverdueNotified([.numbered(1)])
        }
        #expect(waste == [])
    }

    @Test
    func `deliveries are claimed, recorded and told of by their keys`() async throws {
        let waste = try await waste { transaction in
            let (hook, owner) = (Hook.webhook(1), ClaimOwner.random())
            try transaction.save(hook)
            _ = try transaction.append([.fixture(1)])
            let request = DeliveryClaimRequest(hook: hook.id, limit: 10)
            let claims = try transaction.claimDeliveries([request], by: owner, dueAt: .noon, leaseUntil: .noon(plus: 9))
            let body = MessageBody(bytes: [1], mediaType: "text/plain")
            for claim in claims { _ = try transaction.keep(body, of: claim.id, claimedBy: owner) }
            let results = claims.map { DeliveryResult(delivery: $0.id, attempt: .fixture(1), verdict: .delivered) }
            _ = try transaction.record(results, claimedBy: owner)
            try transaction.release(claims.map(\.id), claimedBy: owner, at: .noon)
            _ = try transaction.deliveries(of: hook.id, state: .failed, before: nil, limit: 10)
            _ = try transaction.events(after: 0, limit: 10)
        }
        #expect(waste == [])
    }

    @Test
    func `a task is written and read by keys`() async throws {
        let waste = try await waste { transaction in
            for _ in 0..<2 {
                var task = Self.task(1)
                task.blockedBy = [.numbered(2)]
                try transaction.save(task)
                _ = try transaction.task(.numbered(1))
                _ = try transaction.tasks(blockedOnlyBy: .numbered(2), limit: 5)
            }
            try transaction.deleteTask(.numbered(1))
        }
        #expect(waste == [])
    }
}
