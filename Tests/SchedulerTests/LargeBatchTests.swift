import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// What is due in one large batch is worked out beside the transaction that records it: nobody can tell.
@Suite struct LargeBatchTests {
    private static let count = 160

    /// A harness with many tasks, of every kind that a firing looks at, all of which have something due at noon.
    private func harness(batchSize: Int) async throws -> Harness {
        let harness = try Harness(
            now: "2026-03-01T08:00:00Z",
            catchUp: .seconds(1_800),
            batchSize: batchSize,
            quietHours: "03:00-04:00 UTC"
        )
        let (commands, now, drafts) = (harness.commands, harness.clock.now, try (0..<Self.count).map(draft))
        try await harness.store.write { transaction in
            for draft in drafts { _ = try commands.create(draft, in: transaction, now: now) }
        }
        try await harness.pause(.tag("away"))
        return harness
    }

    private func draft(_ number: Int) throws -> TaskDraft {
        try .make("Task \(number)", due: "2026-03-01T1\(number % 3):30:00Z", zone: "UTC") { draft in
            draft.id = .numbered(1_000 + number)
            draft.reminders = try (0...(number % 3)).map { index in
                var reminder = try TaskDraft.ReminderDraft.at("2026-03-01T1\(index):\(10 + number % 40):00Z")
                if number % 4 == 0 {
                    reminder.repetition = .init(every: try CalendarDuration("PT7M"), count: 9)
                }
                reminder.id = .numbered(10_000 + 10 * number + index)
                return reminder
            }
            if number % 5 == 0 { draft.tags = ["home", "away"] }
            if number % 7 == 0 { draft.quietHours = .window(try #require(QuietHours("11:00-13:00 UTC"))) }
        }
    }

    private func told(_ harness: Harness) async throws -> [Event] {
        try await harness.store.read { reader in
            try reader.events(after: 0, limit: 100_000)
                .filter { $0.type == .reminderDue || $0.type == .reminderMissed }
        }
    }

    @Test func `the same is told and left as when it is done bit by bit`() async throws {
        let (large, small) = (try await harness(batchSize: 1_000), try await harness(batchSize: 20))
        for instant in ["2026-03-01T12:00:00Z", "2026-03-01T12:29:00Z", "2026-03-01T14:00:00Z"] {
            for harness in [large, small] { _ = try await harness.fire(at: instant) }
            let (told, expected) = (try await told(large), try await told(small))
            #expect(told.map(\.id) == expected.map(\.id))
            let difference = zip(told, expected).first { $0.0.data != $0.1.data }
            #expect(difference.map { String(decoding: $0.0.data, as: UTF8.self) } == nil)
            #expect(difference.map { String(decoding: $0.1.data, as: UTF8.self) } == nil)
            #expect(try await large.tasks() == small.tasks())
        }
        #expect(try await told(large).count { $0.type == .reminderMissed } > 30)
        #expect(try await told(large).count > Self.count)
    }

    @Test(arguments: [(count: 5, isApart: false), (count: FiringPipeline.minCount, isApart: true)])
    func `reminders of many are committed before it is told that their tasks are overdue`(
        count: Int, isApart: Bool
    ) async throws {
        let harness = try Harness(now: "2026-03-01T08:00:00Z")
        for number in 0..<count {
            _ = try await harness.create(
                .make("Task \(number)", due: "2026-03-01T12:00:00Z", zone: "UTC") {
                    $0.reminders = [try .at("2026-03-01T12:00:00Z")]
                })
        }
        harness.clock.set(to: .noon)
        let (commands, now) = (harness.commands, harness.clock.now)
        let report = try await harness.store.write { transaction in
            try DueTransaction(
                commands: commands, transaction: transaction, now: now, history: LoopHistory(startedAt: now),
                allowance: nil, isBehind: false, isCareful: false
            ).run()
        }
        #expect(report.fired == count)
        #expect(report.isMoreDue == isApart)
        #expect(!report.isBehind)
        #expect(try await harness.events(.taskOverdue).count == (isApart ? 0 : count))
        try await harness.look()
        #expect(try await harness.events(.taskOverdue).count == count)
        #expect(try await harness.events(.reminderDue).count == count)
    }

    @Test func `what could not be worked out is thrown where it was to be recorded`() throws {
        struct Fault: Error {}
        let planned = (1...100).map { PlannedFiring(reminder: .numbered($0), task: .numbered($0), fireAt: .noon) }
        let parts = FiringPipeline(DueFirings(planned))
        parts.make { throw Fault() }
        #expect(throws: Fault.self) { try parts.forEach { _ in } }
    }
}
