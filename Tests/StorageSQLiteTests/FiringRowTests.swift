import Basics
import Dispatch
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// What a firing writes, and what is read beside the transaction that writes it.
@Suite struct FiringRowTests {
    private static let count = 6

    /// Tasks whose reminders are due at noon: the second has fired then before and its firing was trimmed, the third is
    /// held.
    private func store() async throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        let tasks = (1...Self.count).map { number in
            TaskItem.fixture(number) { task in
                task.reminders = [.fixture(number, firesAt: .noon)]
                if number == 3 { task.reminders[0].hold = Reminder.Hold(.quietHours, scheduledAt: .noon) }
            }
        }
        try await temporary.store.write { transaction in
            for task in tasks { try transaction.save(task) }
            _ = try transaction.record([Self.outcome(of: tasks[1].reminders[0], task: tasks[1].id)])
            _ = try transaction.trimFirings(before: .noon(plus: 60), after: nil, limit: 9)
            try transaction.save(tasks[1])
        }
        return temporary
    }

    private static func outcome(of reminder: Reminder, task: TaskID, late: String? = nil) -> FiringOutcome {
        var reminder = reminder
        (reminder.state, reminder.nextFireAt, reminder.hold) = (.fired, nil, nil)
        let firing = Firing(reminder: reminder.id, scheduledAt: .noon, firedAt: .noon(plus: 9))
        var outcome = FiringOutcome(reminder: reminder, task: task, firing: firing)
        outcome.note = late.map { firing.note(why: $0) }
        return outcome
    }

    /// Records what is due; read beside the transaction, or by it.
    private func fireAll(in store: SQLiteStore, beside: Bool, late: String? = nil) async throws -> [Bool] {
        try await store.write { transaction in
            let outcomes = Locked<[FiringOutcome]>([])
            @Sendable func read(by reader: any StoreReader) throws {
                let due = try reader.plannedFirings(from: .noon, before: .noon(plus: 1), after: nil, limit: 99)
                for task in try reader.tasks(due.map(\.task)) {
                    outcomes.withLock { $0.append(Self.outcome(of: task.reminders[0], task: task.id, late: late)) }
                }
            }
            if beside {
                let isDone = DispatchSemaphore(value: 0)
                let isBegun = try #require(transaction as? any ConcurrentSnapshotTransaction).concurrentSnapshot {
                    reader in
                    try? read(by: reader.get())
                    isDone.signal()
                }
                try #require(isBegun)
                isDone.wait()
            } else {
                try read(by: transaction)
            }
            return try transaction.record(outcomes.withLock { $0 })
        }
    }

    @Test(arguments: [true, false])
    func `a firing is recorded with what was read of its reminder`(beside: Bool) async throws {
        let temporary = try await store()
        #expect(try await fireAll(in: temporary.store, beside: beside) == [true, false, true, true, true, true])
        for number in 1...Self.count {
            let task = try #require(try await temporary.store.read { try $0.task(.numbered(number)) })
            #expect(task.reminders[0].state == .fired)
            #expect(task.reminders[0].hold == nil)
            let firings = try await temporary.store.read { try $0.firings(of: task.id, before: nil, limit: 9) }
            #expect(firings.count == (number == 2 ? 0 : 1))
        }
        #expect(try await temporary.store.read { try $0.nextDueInstant() } == nil)
    }

    @Test func `why it was late costs no row of its own`() async throws {
        let temporary = try await store()
        _ = try await fireAll(in: temporary.store, beside: true, late: "downtime")
        let notes = try await temporary.store.read { reader in
            try Int.fetchOne(reader.connection, sql: "SELECT count(*) FROM reminder_note")
        }
        #expect(notes == 0)
        let read = try await temporary.store.read { try $0.latestNotes(on: .numbered(1), about: .noon) }
        #expect(read.map(\.reason) == ["downtime"])
    }

    @Test func `what was deleted in the transaction itself is not recorded, though it was read beside it`() async throws
    {
        let temporary = try await store()
        let recorded = try await temporary.store.write { transaction in
            let isDone = DispatchSemaphore(value: 0)
            let isBegun = try #require(transaction as? any ConcurrentSnapshotTransaction).concurrentSnapshot { reader in
                _ = try? reader.get().plannedFirings(from: .noon, before: .noon(plus: 1), after: nil, limit: 99)
                isDone.signal()
            }
            try #require(isBegun)
            isDone.wait()
            try transaction.deleteTask(.numbered(1))
            let outcomes = [1, 4].map { number in
                Self.outcome(of: .fixture(number, firesAt: .noon), task: .numbered(number))
            }
            return try transaction.record(outcomes)
        }
        #expect(recorded == [false, true])
    }
}
