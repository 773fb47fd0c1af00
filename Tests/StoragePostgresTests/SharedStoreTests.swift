import Basics
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// Several nodes on one store, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct SharedStoreTests {
    /// Calls a closure with stores that are one.
    private func withNodes(_ count: Int, _ body: ([PostgresStore]) async throws -> Void) async throws {
        try await FreshStores.withConfiguration { configuration in
            let nodes = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
                for number in 0..<count {
                    var configuration = configuration
                    configuration.node = "n\(number)"
                    group.addTask { [configuration] in
                        try await PostgresStore.open(configuration, clock: ContinuousTime())
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await body(nodes)
            for node in nodes { await node.close() }
        }
    }

    @Test
    func `nodes that open an empty store at the same time make one`() async throws {
        try await withNodes(4) { nodes in
            for node in nodes { _ = try await node.write { try $0.append([.fixture(1)]) } }
            #expect(try await nodes[0].read { try $0.events(after: 0, limit: 10) }.map(\.sequence) == [1, 2, 3, 4])
        }
    }

    @Test
    func `what needs a table that somebody has locked comes again, and holds up nobody else`() async throws {
        try await FreshStores.withConfiguration { configuration in
            // Stands still, so that the store is patient for as long as the test takes.
            let clock = TestClock(.noon)
            let node = try await PostgresStore.open(configuration, clock: clock.steady)
            let other = try await PostgresStore.open(configuration, clock: ContinuousTime())
            let beside = PostgresSession(
                SessionSettings(
                    conninfo: configuration.conninfo, role: .reader, node: "beside", schema: configuration.schema),
                clock: ContinuousTime())
            try await beside.open()
            try await beside.run { try $0.runScript("BEGIN; LOCK TABLE content;") }
            let content = StoredContent(try #require(ContentDigest(String(repeating: "a", count: 64))), size: 3)
            let lockPatience = Locked<String?>(nil)
            let kept = Task {
                try await node.write { transaction in
                    let patience = try (transaction as? PostgresTransaction)?.value(String.self, "SHOW lock_timeout")
                    lockPatience.withLock { $0 = $0 ?? patience }
                    try transaction.keep(content)
                }
            }
            let pause = Duration.milliseconds(200)
            for round in 1...3 {
                // It has let go of the log, although the table is locked still.
                await clock.waitForSteadySleeper(until: .noon.advanced(by: pause * round))
                for store in [node, other] { _ = try await store.write { try $0.append([.fixture(round)]) } }
                if round == 3 { try await beside.run { try $0.runScript("COMMIT;") } }
                clock.advance(by: pause)
            }
            try await kept.value
            #expect(lockPatience.withLock { $0 } == "500ms")
            #expect(try await other.read { try $0.hasContent(content.digest) })
            await beside.close()
            for store in [node, other] { await store.close() }
        }
    }

    @Test
    func `what nodes write at the same time comes one behind the other, and none of it is lost`() async throws {
        try await withNodes(3) { nodes in
            _ = try await nodes[0].write { try $0.save(TaskItem.fixture(1)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, node) in nodes.enumerated() {
                    for number in 0..<100 {
                        group.addTask {
                            try await node.write { transaction in
                                var task = try #require(try transaction.task(.numbered(1)))
                                task.version += 1
                                try transaction.save(task)
                                try transaction.append([.fixture(place * 1_000 + number)])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let events = try await nodes[0].read { try $0.events(after: 0, limit: 1_000) }
            #expect(events.map(\.sequence) == (1...300).map { Int64($0) })
            #expect(Set(events.map(\.id)).count == 300)
            #expect(try await nodes[1].read { try $0.task(.numbered(1))?.version } == 301)
        }
    }

    @Test
    func `who reads the log on while others write sees each event once, in order`() async throws {
        try await withNodes(2) { nodes in
            async let writing: Void = withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { _ = try await nodes[number % 2].write { try $0.append([.fixture(number)]) } }
                }
                try await group.waitForAll()
            }
            var seen: [Int64] = []
            while seen.count < 200 {
                let last = seen.last ?? 0
                seen += try await nodes[0].read { try $0.events(after: last, limit: 50) }.map(\.sequence)
            }
            try await writing
            #expect(seen == (1...200).map { Int64($0) })
        }
    }

    @Test
    func `a hook that one node makes gets what another one appends, and one that is deleted nothing`() async throws {
        try await withNodes(2) { nodes in
            _ = try await nodes[1].write { try $0.append([.fixture(1)]) }
            _ = try await nodes[0].write { try $0.save(Hook.webhook(1)) }
            _ = try await nodes[1].write { try $0.append([.fixture(2)]) }
            #expect(try await nodes[0].read { try $0.backlog(of: .numbered(1)) }.count == 1)
            _ = try await nodes[1].write { try $0.deleteHook(.numbered(1)) }
            _ = try await nodes[0].write { try $0.append([.fixture(3)]) }
            #expect(try await nodes[0].read { try $0.hooks() } == [])
        }
    }

    @Test
    func `claims of a node that is there are left to it, and those of one that has gone are released`() async throws {
        try await withNodes(2) { nodes in
            _ = try await nodes[0].write { transaction in
                try transaction.save(Hook.webhook(1))
                try transaction.append([.fixture(1)])
                return try transaction.claimDeliveries(
                    of: .numbered(1), by: nodes[0].claimOwner, dueAt: .noon, leaseUntil: .noon(plus: 60), limit: 1)
            }
            let release = { @Sendable in
                try await nodes[1].write { transaction in
                    try transaction.releaseAbandonedClaims(
                        by: nodes[1].claimOwner, at: .noon(plus: 1), afterCrash: false)
                }.count
            }
            let whileThere = try await release()
            await nodes[0].close()
            let afterwards = try await release()
            #expect(whileThere == 0 && afterwards == 1)
        }
    }

    @Test
    func `closures that fail leave those beside them as they are`() async throws {
        struct Refusal: Error {}
        try await withNodes(1) { nodes in
            let failed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        do {
                            _ = try await nodes[0].write { transaction in
                                if number % 10 == 1 { throw Refusal() }
                                try transaction.append([.fixture(number)])
                                if number % 10 == 2 { throw Refusal() }
                                // A name that is taken, which only the server knows.
                                let token = number % 10 == 3 ? 1 : number + 2
                                try transaction.save(
                                    AccessToken(
                                        id: TokenID(TaskID.numbered(number).uuid), name: "\(token)", scopes: [],
                                        reach: .everything, createdAt: .noon, secrets: []))
                            }
                            return false
                        } catch { return true }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            // One of those that want the same name gets it.
            #expect(failed == 29)
            let events = try await nodes[0].read { try $0.events(after: 0, limit: 1_000) }
            #expect(events.map(\.sequence) == (1...71).map { Int64($0) })
        }
    }
}
