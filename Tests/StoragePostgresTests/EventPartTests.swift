import Basics
import Foundation
import Recurrence
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// The parts of the log: that there is always one, and that old ones go as a whole, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct EventPartTests {
    private static let clock = ContinuousTime()

    /// Calls a closure with a store that has parts of ten places up to 30, as nobody else has one.
    private func withSmallParts(
        _ body: (PostgresStore, PostgresStore.Configuration) async throws -> Void
    ) async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            var store = try await PostgresStore.open(configuration, clock: Self.clock)
            try await session(of: store) { connection in
                try connection.runScript(
                    """
                    \(Self.dropAll)
                    SELECT make_event_part(9, 1), make_event_part(10, 10), make_event_part(20, 10);
                    """)
            }
            await store.close()
            store = try await PostgresStore.open(configuration, clock: Self.clock)
            try await body(store, configuration)
            await store.close()
            // As it was, for whoever gets it next.
            let last = try await PostgresStore.open(configuration, clock: Self.clock)
            try await session(of: last) { try $0.runScript("\(Self.dropAll) SELECT make_room();") }
            await last.close()
        }
    }

    private static let dropAll = """
        DO $$ DECLARE part text; BEGIN
            FOR part IN SELECT name FROM event_part LOOP EXECUTE 'DROP TABLE ' || part; END LOOP;
        END $$;
        """

    /// Does something on the writer's session, between two commits.
    private func session<Value: Sendable>(
        of store: PostgresStore, _ body: @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await store.writer.run { connection in
            try connection.open()
            return try body(connection)
        }
    }

    private func dropOne(_ store: PostgresStore) async throws -> EventParts.Dropping {
        try await session(of: store) { try EventParts.dropOne(on: $0) }
    }

    /// Where the parts end, oldest first.
    private func ends(_ store: PostgresStore) async throws -> [Int64] {
        try await store.read { try ($0 as? PostgresTransaction)?.eventParts().map(\.behind) ?? [] }
    }

    private func places(_ store: PostgresStore) async throws -> [Int64] {
        try await store.read { try $0.events(after: 0, limit: 1_000).map(\.sequence) }
    }

    /// Removes what is old, as far as steps go.
    @discardableResult
    private func trim(_ store: PostgresStore, keeping count: Int) async throws -> Int {
        try await store.write { transaction in
            var bounds = RetentionBounds(.forever, at: .noon)
            bounds.keeping = count
            var removed = 0
            while true {
                let step = try transaction.trimEvents(bounds, limit: 4)
                removed += step.removed
                if !step.hasMore { return removed }
            }
        }
    }

    private func sweep(_ store: PostgresStore) async throws -> Int {
        try await store.write { transaction in
            var (removed, next) = try transaction.sweepLog(after: nil, limit: 3)
            while let cursor = next {
                let step = try transaction.sweepLog(after: cursor, limit: 3)
                (removed, next) = (removed + step.removed, step.next)
            }
            return removed
        }
    }

    private func append(_ numbers: ClosedRange<Int>, to store: PostgresStore) async throws {
        _ = try await store.write { try $0.append(numbers.map { .fixture($0) }) }
    }

    @Test
    func `a store begins with room for a million events, and more is made before it is used up`() async throws {
        try await FreshStores.withStore(isNew: true) { store in
            #expect(try await ends(store) == [1_000_001])
            for (last, expected) in [(999_000, 2_000_001), (1_000_500, 3_000_001)] as [(Int64, Int64)] {
                try await jump(store, behind: last)
                let room = LogRoom()
                try await session(of: store) { try EventParts.see(room, on: $0, makes: true) }
                #expect(try await ends(store).last == expected)
                #expect(room.has(1) && room.has(expected - 1) && !room.has(expected))
            }
            // Of 99 million events that are kept an eighth, as a power of two of a million, is a part.
            try await jump(store, behind: 99_000_000)
            try await session(of: store) { try EventParts.see(LogRoom(), on: $0, makes: true) }
            let spans = try await ends(store).suffix(2)
            #expect(spans.count == 2 && spans.last.map { $0 - (spans.first ?? 0) } == 16_000_000)
        }
    }

    /// Appends an event far behind the last one.
    private func jump(_ store: PostgresStore, behind last: Int64, fails: Bool = false) async throws {
        struct Failure: Error {}
        do {
            try await store.write { transaction in
                (transaction as? PostgresTransaction)?.findings.lastSequence = last
                _ = try transaction.append([.fixture(Int(last % 1_000_000)), .fixture(7)])
                if fails { throw Failure() }
            }
        } catch is Failure {}
    }

    @Test
    func `a place a hundred million further on has a part, also where it was made in vain before`() async throws {
        try await FreshStores.withStore(isNew: true) { store in
            try await append(1...1, to: store)
            try await jump(store, behind: 100_000_000, fails: true)
            #expect(try await ends(store) == [1_000_001])
            try await jump(store, behind: 100_000_000)
            try await append(2...3, to: store)
            #expect(
                try await places(store) == [1, 100_000_001, 100_000_002, 100_000_003, 100_000_004])
            #expect(try await store.read { try $0.lastEventSequence() } == 100_000_004)
            #expect(try await ends(store) == [1_000_001, 101_000_001])
        }
    }

    @Test
    func `a part that was made in a unit which is taken back is made again in the same transaction`() async throws {
        struct Failure: Error {}
        try await FreshStores.withStore(isNew: true) { store in
            try await store.write { transaction in
                let transaction = try #require(transaction as? PostgresTransaction)
                transaction.findings.lastSequence = 10_000_000
                do {
                    _ = try transaction.asUnit {
                        try transaction.append([.fixture(1)])
                        try transaction.flush()
                        throw Failure()
                    }
                } catch is Failure {}
                transaction.findings.lastSequence = 10_000_000
                try transaction.append([.fixture(2)])
            }
            #expect(try await places(store) == [10_000_001])
        }
    }

    @Test
    func `a role that may not make tables has parts made and dropped`() async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            let (schema, role) = (configuration.schema, "serves_\(configuration.schema)")
            try await append(1...1, to: store)
            try await session(of: store) { connection in
                try connection.runScript(
                    """
                    CREATE ROLE \(role); GRANT USAGE ON SCHEMA \(schema) TO \(role);
                    GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role); SET ROLE \(role);
                    """)
            }
            try await jump(store, behind: 5_000_000)
            try await append(2...2, to: store)
            try await trim(store, keeping: 1)
            try await session(of: store) { try EventParts.see(LogRoom(), on: $0, makes: true) }
            #expect(try await dropOne(store) == .dropped)
            #expect(try await ends(store) == [6_000_001, 7_000_001])
            #expect(try await places(store) == [5_000_003])
            try await session(of: store) { connection in
                try connection.runScript("RESET ROLE; DROP OWNED BY \(role); DROP ROLE \(role);")
            }
            await store.close()
        }
    }

    @Test
    func `what keeps parts from being made or dropped is told, and that it is mended`() async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            var configuration = configuration
            configuration.node = configuration.schema
            let told = Locked<Set<String>>([])
            let watch = LogPartsWatch { work, trouble in
                _ = told.withLock { $0.insert("\(work) \(trouble ?? "well")") }
            }
            func until(_ words: String) async throws {
                while !told.withLock({ $0.contains { $0.contains(words) } }) {
                    try await Self.clock.wait(for: .milliseconds(20))
                }
            }
            let store = try await PostgresStore.open(configuration, clock: Self.clock, parts: watch)
            let (made, gone) = (["make_room", "drop_event_part"], ["no_room", "no_drop"])
            func rename(_ names: [String], to others: [String]) async throws {
                let script = zip(names, others).map { "ALTER FUNCTION \($0)() RENAME TO \($1);" }.joined()
                try await session(of: store) { try $0.runScript(script) }
            }
            try await rename(made, to: gone)
            store.leadership.isWanted = true
            let keeping = Task { await store.run() }
            try await until("make function make_room() does not exist")
            try await until("drop function drop_event_part() does not exist")
            #expect(told.withLock { $0.count } == 2)
            try await rename(gone, to: made)
            // A session that has just been opened checks the parts at once.
            let keeper = "taskd/\(configuration.node)/keeper"
            try await session(of: store) { connection in
                try connection.runScript(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(keeper)';")
            }
            try await until("make well")
            try await until("drop well")
            keeping.cancel()
            await keeping.value
            await store.close()
        }
    }

    @Test
    func `two nodes that find no part make one between them`() async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            let stores = [
                try await PostgresStore.open(configuration, clock: Self.clock),
                try await PostgresStore.open(configuration, clock: Self.clock),
            ]
            try await jump(stores[0], behind: 5_000_000)
            await withTaskGroup(of: Void.self) { group in
                for (index, store) in stores.enumerated() {
                    group.addTask {
                        for round in 1...20 {
                            await #expect(throws: Never.self) {
                                if index == 0 {
                                    try await jump(store, behind: 5_000_000 + Int64(round) * 1_500_000)
                                } else {
                                    try await session(of: store) {
                                        try EventParts.see(LogRoom(), on: $0, makes: true)
                                    }
                                }
                            }
                        }
                    }
                }
            }
            // Without a gap.
            let parts = try await stores[0].read { try ($0 as? PostgresTransaction)?.eventParts() ?? [] }
            #expect(parts.count > 10 && zip(parts, parts.dropFirst()).allSatisfy { $0.behind == $1.first })
            for store in stores { await store.close() }
        }
    }

    @Test
    func `what is old goes with its part, and the rest by itself`() async throws {
        try await withSmallParts { store, _ in
            try await append(1...25, to: store)
            #expect(try await dropOne(store) == .nothing)
            // Up to 21: of the part with the latest event two are removed, the others are left to their parts.
            #expect(try await trim(store, keeping: 4) == 21)
            #expect(try await store.read { try $0.trimmedSequence() } == 21)
            #expect(try await places(store) == Array(1...19) + Array(22...25))
            #expect(try await sweep(store) == 0)
            #expect(try await dropOne(store) == .dropped)
            #expect(try await dropOne(store) == .dropped)
            #expect(try await dropOne(store) == .nothing)
            #expect(try await places(store) == Array(22...25))
            try await append(26...26, to: store)
            #expect(try await places(store) == Array(22...26))
            #expect(try await ends(store).first == 30)
        }
    }

    @Test
    func `events of a part that is small beside what is kept wait for the rest of it, others do not`() async throws {
        try await withSmallParts { store, _ in
            try await append(1...29, to: store)
            // Ten places beside 24 that are kept are many, ...
            #expect(try await trim(store, keeping: 24) == 5)
            #expect(try await places(store) == Array(6...29))
            // ... ten beside 40 that are kept are few.
            try await append(30...55, to: store)
            #expect(try await trim(store, keeping: 40) == 10)
            #expect(try await places(store) == Array(6...55))
            #expect(try await sweep(store) == 0)
            #expect(try await dropOne(store) == .dropped)
            #expect(try await places(store) == Array(10...55))
        }
    }

    @Test
    func `a part stays for as long as a delivery of an event in it is pending`() async throws {
        try await withSmallParts { store, _ in
            let (hook, owner) = (Hook.webhook(1), ClaimOwner.random())
            try await store.write { try $0.save(hook) }
            try await append(1...25, to: store)
            let claims = try await store.write { transaction in
                let request = DeliveryClaimRequest(hook: hook.id, limit: 25)
                return try transaction.claimDeliveries([request], by: owner, dueAt: .noon, leaseUntil: .noon(plus: 9))
            }.sorted { $0.event.sequence < $1.event.sequence }
            func deliver(_ claims: [ClaimedDelivery]) async throws {
                let results = claims.map { claim in
                    DeliveryResult(delivery: claim.id, attempt: .fixture(1), verdict: .delivered)
                }
                _ = try await store.write { try $0.record(results, claimedBy: owner) }
            }
            try await deliver(claims.filter { $0.event.sequence != 3 })
            try await trim(store, keeping: 2)
            #expect(try await dropOne(store) == .dropped)
            #expect(try await dropOne(store) == .nothing)
            #expect(try await ends(store).first == 10)
            // What nothing needs of it is removed by itself.
            #expect(try await sweep(store) == 8)
            #expect(try await places(store) == [3, 24, 25])
            try await deliver(claims.filter { $0.event.sequence == 3 })
            #expect(try await sweep(store) == 1)
            #expect(try await dropOne(store) == .dropped)
            #expect(try await places(store) == [24, 25])
        }
    }

    @Test
    func `a part that somebody reads is not waited for, and firings go on`() async throws {
        try await withSmallParts { store, configuration in
            try await append(1...25, to: store)
            try await trim(store, keeping: 2)
            let reader = PostgresSession(
                SessionSettings(
                    conninfo: configuration.conninfo, role: .reader, node: "test", schema: configuration.schema),
                clock: Self.clock)
            try await reader.open()
            for sql in ["BEGIN", "SELECT count(*) FROM event"] {
                _ = try await reader.run(Statement(sql), within: .seconds(5))
            }
            let begin = Self.clock.now
            #expect(try await dropOne(store) == .inUse)
            // A lock is waited for for ten seconds elsewhere.
            #expect(begin.duration(to: Self.clock.now) < .seconds(8))
            try await append(26...26, to: store)
            #expect(try await places(store).last == 26)
            _ = try await reader.run(Statement("COMMIT"), within: .seconds(5))
            #expect(try await dropOne(store) == .dropped)
            await reader.close()
        }
    }

    @Test
    func `the leader drops what is old by itself`() async throws {
        try await withSmallParts { store, _ in
            try await append(1...25, to: store)
            try await trim(store, keeping: 2)
            let tasks = [
                Task {
                    await store.lead { _ in
                        await WakeSignal().wait()
                    } whileAnotherDoes: {
                    }
                },
                Task { await store.run() },
            ]
            let end = Self.clock.now.advanced(by: .seconds(40))
            while try await ends(store).first != 30, Self.clock.now < end {
                try await Self.clock.wait(for: .milliseconds(200))
            }
            #expect(try await ends(store).first == 30)
            for task in tasks {
                task.cancel()
                await task.value
            }
        }
    }

    @Test
    func `a store whose places have gaps is moved, and goes on behind them`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("taskd.db")
        let expected = try await FreshStores.withConfiguration(isNew: true) { configuration in
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            try await append(1...3, to: store)
            for last in [50_000_000, 200_000_000] as [Int64] { try await jump(store, behind: last) }
            let places = try await places(store)
            await store.close()
            let source = try await PostgresCopyPlace.source(configuration, clock: Self.clock)
            let target = try SQLiteCopyPlace.target(file)
            _ = try await StoreCopy(from: source, to: target).run(at: .noon, keyPrint: nil)
            await source.close()
            try target.close()
            return places
        }
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            let source = try SQLiteCopyPlace.source(file, stateFolder: nil)
            let target = try await PostgresCopyPlace.target(configuration, clock: Self.clock)
            _ = try await StoreCopy(from: source, to: target).run(at: .noon, keyPrint: nil)
            try source.close()
            await target.close()
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            #expect(try await places(store) == expected)
            #expect(try await store.write { try $0.append([.fixture(9)]) }.map(\.sequence) == [200_000_003])
            await store.close()
        }
    }
}
