import Basics
import Foundation
import Recurrence
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// How the server carries out what is done again and again, by plans that were made while every table was empty.
@Suite(.timeLimit(.minutes(2)))
struct PlanTests {
    /// A step of a plan that reads more than it needs.
    private struct Waste: Hashable {
        let statement: String
        let step: String
    }

    /// A step of a plan, as the server tells it in JSON.
    private struct Step: Decodable {
        let kind: String
        let table: String?
        let condition: String?
        let steps: [Step]?

        enum CodingKeys: String, CodingKey {
            case kind = "Node Type"
            case table = "Relation Name"
            case condition = "Index Cond"
            case steps = "Plans"
        }

        /// What of it, and of what it takes its rows from, reads a table whole, sorts or walks through a whole index.
        func waste(of statement: String, isLimited: Bool = false) -> [Waste] {
            // Of some there are few, and those who ask want all of them.
            let few = ["hook", "hook_header", "hook_secret", "migration", "node"]
            let isOfFew = table.map { few.contains($0) } ?? false
            let isWalk = kind.hasPrefix("Index") && condition == nil && !isLimited
            // What was found by itself is few, and may be put in order.
            let isSort = kind == "Sort" && steps?.first?.kind != "CTE Scan"
            let isWaste = (kind == "Seq Scan" || isWalk) && !isOfFew || isSort
            let own = isWaste ? [Waste(statement: statement, step: "\(kind) of \(table ?? "rows")")] : []
            // Of a table in parts, each is read as far as the limit goes.
            let passesOn = isLimited && ["Append", "Merge Append"].contains(kind)
            return own + (steps ?? []).flatMap { $0.waste(of: statement, isLimited: kind == "Limit" || passesOn) }
        }
    }

    private struct Plan: Decodable {
        let step: Step

        enum CodingKeys: String, CodingKey {
            case step = "Plan"
        }
    }

    /// What the server would do for each statement that a closure has prepared, where that is more than it needs.
    private func waste(_ body: @escaping @Sendable (any StoreTransaction) throws -> Void) async throws -> Set<Waste> {
        let found = Locked<Set<Waste>>([])
        try await FreshStores.withStore(isNew: true) { store in
            let wasted = try await waste(in: store, body)
            found.withLock { $0 = wasted }
        }
        return found.withLock { $0 }
    }

    private func waste(
        in store: PostgresStore, _ body: @escaping @Sendable (any StoreTransaction) throws -> Void
    ) async throws -> Set<Waste> {
        try await store.write { transaction -> Set<Waste> in
            try body(transaction)
            guard let transaction = transaction as? PostgresTransaction else { return [] }
            try transaction.flush()
            return try Self.waste(of: transaction)
        }
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
            let explain = "EXPLAIN (FORMAT JSON) EXECUTE \(name)\(count == 0 ? "" : "(\(values))")"
            try transaction.each(explain, [], isKept: false) { column in
                let plans = try JSONDecoder().decode([Plan].self, from: Data(try column.nextText()))
                waste.formUnion(plans.flatMap { $0.step.waste(of: sql) })
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
    func `what was planned while there was nothing is planned anew as there is more`() async throws {
        try await FreshStores.withStore(isNew: true) { store in
            let fire: @Sendable (any StoreTransaction) throws -> Void = { transaction in
                let due = try transaction.dueFirings(until: .noon, limit: 10)
                let outcomes = try transaction.tasks(due.map(\.task)).map { task in
                    var reminder = task.reminders[0]
                    reminder.nextFireAt = nil
                    let firing = Firing(reminder: reminder.id, scheduledAt: .noon, firedAt: .noon, missedCount: 0)
                    return FiringOutcome(
                        reminder: reminder, task: task.id, firing: firing,
                        event: .fixture(1, type: .reminderDue))
                }
                _ = try transaction.record(outcomes)
            }
            // As somebody may have it done, or the server itself: with it nothing is thought to be there.
            try await store.write { _ = try ($0 as? PostgresTransaction)?.run("ANALYZE reminder, firing, task") }
            let first = try await waste(in: store, fire)
            #expect(first != [])
            for begin in stride(from: 1, to: 8_000, by: 200) {
                try await store.write { transaction in
                    for number in begin..<begin + 200 { try transaction.save(Self.task(number)) }
                }
                try await store.write(fire)
            }
            let waste = try await waste(in: store, fire)
            #expect(waste == [])
        }
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
