import Basics
import Logging
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import Scheduler
@testable import StoragePostgres

/// Commits that wait for an instant by the clock of the database, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct CommitHoldingTests {
    /// What the clock of the database says.
    private func serverNow(of store: PostgresStore) async throws -> UTCInstant {
        try await store.write { transaction in
            let connection = try #require(transaction as? PostgresTransaction)
            let told = try connection.rows("SELECT \(ServerTime.milliseconds)") { try $0.next(Int64.self) }
            return UTCInstant(millisecondsSinceEpoch: told[0])
        }
    }

    @Test func `a commit that waits is not there before its instant`() async throws {
        try await FreshStores.withStore { store in
            var (instant, left) = (UTCInstant.noon, nil as Duration?)
            // On a busy machine the instant may have come before the closure is run.
            for number in 1...1_000 where left == nil {
                instant = try await serverNow(of: store).advanced(by: .milliseconds(100))
                left = try await store.write { [instant] transaction in
                    try transaction.append([.fixture(number)])
                    return try (transaction as? any CommitHoldingTransaction)?.holdCommit(until: instant)
                }
                #expect(try await serverNow(of: store) >= instant || left == nil)
                #expect(try await store.read { try $0.lastEventSequence() } == Int64(number))
            }
            #expect(try #require(left) <= .milliseconds(100))
        }
    }

    @Test func `an instant that has come is not waited for`() async throws {
        try await FreshStores.withStore { store in
            let left = try await store.write { transaction in
                try (transaction as? any CommitHoldingTransaction)?.holdCommit(until: .noon)
            }
            #expect(left == nil)
        }
    }

    @Test func `an instant that is not near fails the closure, and none beside it`() async throws {
        try await FreshStores.withStore { store in
            let instant = try await serverNow(of: store).advanced(by: .seconds(60))
            async let held: Void = store.write { transaction in
                try transaction.append([.fixture(1)])
                _ = try (transaction as? any CommitHoldingTransaction)?.holdCommit(until: instant)
            }
            async let other: Void = store.write { try $0.append([.fixture(2)]) }
            try await other
            do {
                try await held
                Issue.record("it was kept")
            } catch let error as StoreError {
                #expect(error.code == .unavailable)
            }
            let events = try await store.read { try $0.events(after: 0, limit: 9) }
            #expect(events.map(\.id) == [EventDraft.fixture(2).id])
        }
    }

    // MARK: The due loop

    /// Tasks that remind at one instant, and what the due loop has recorded of them as its clock goes on.
    private func recorded(
        of count: Int, at instant: UTCInstant, when milliseconds: [Int]
    ) async throws -> [[UTCInstant]] {
        let clock = TestClock(instant.advanced(by: .seconds(-3_600)))
        let commands = TaskCommands(zones: ZoneDatabase())
        return try await FreshStores.withStore { store in
            try await store.write { transaction in
                for number in 1...count {
                    try transaction.save(
                        .fixture(number) { $0.reminders = [.fixture(number, firesAt: instant)] })
                }
            }
            let loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "test"))
            var (course, recorded) = (loop.makeState(), [[UTCInstant]]())
            for milliseconds in milliseconds {
                clock.set(to: instant.advanced(by: .milliseconds(milliseconds)))
                _ = try await loop.fireDue(&course)
                recorded.append(
                    try await store.read { try $0.events(after: 0, limit: 1_000) }
                        .filter { $0.type == .reminderDue }.map(\.timestamp))
            }
            return recorded
        }
    }

    @Test func `many that are due together are recorded ahead, as of their instant`() async throws {
        let instant = UTCInstant.noon
        let recorded = try await recorded(of: 300, at: instant, when: [-200, -100, -1, 0])
        #expect(recorded.map(\.count) == [0, 0, 300, 300])
        #expect(Set(recorded[2]) == [instant])
    }

    @Test func `few are recorded when they are due`() async throws {
        #expect(try await recorded(of: 9, at: .noon, when: [-1, 0]).map(\.count) == [0, 9])
    }

    @Test func `nothing goes off before its instant by the clock of the database`() async throws {
        // Which is a century behind that of the loop.
        let instant = UTCInstant.noon.advanced(by: .seconds(100 * 365 * 86_400))
        #expect(try await recorded(of: 300, at: instant, when: [-1, -1, 0]).map(\.count) == [0, 0, 300])
    }
}

extension FreshStores {
    /// Calls a closure with a fresh, empty store, for what it returns.
    fileprivate static func withStore<Value>(_ body: (PostgresStore) async throws -> Value) async throws -> Value {
        var value: Value?
        try await withStore(isNew: false) { value = try await body($0) }
        return try #require(value)
    }
}
