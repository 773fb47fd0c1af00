import Basics
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// What nodes hear of each other's commits, on a real server.
@Suite(.timeLimit(.minutes(2)))
struct ListeningTests {
    /// Calls a closure with two nodes of which the second one listens.
    private func withListener(_ body: (PostgresStore, PostgresStore) async throws -> Void) async throws {
        try await FreshStores.withConfiguration { configuration in
            let node = try await PostgresStore.open(configuration, clock: ContinuousTime())
            var configuration = configuration
            configuration.node = "listener \(configuration.schema)"
            let listener = try await PostgresStore.open(configuration, clock: ContinuousTime())
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await listener.run() }
                try await body(node, listener)
                group.cancelAll()
            }
            await node.close()
            await listener.close()
        }
    }

    @Test
    func `what another node commits wakes who waits for it`() async throws {
        try await withListener { node, listener in
            var events = listener.changes.updates(of: .events).makeAsyncIterator()
            // The first element comes at once, and another one when the node begins to listen.
            await events.next()
            await events.next()
            for number in 0..<20 {
                _ = try await node.write { try $0.append([.fixture(number)]) }
                await events.next()
            }
            let last = try await listener.read { try $0.lastEventSequence() }
            #expect(last == 20)
        }
    }

    @Test
    func `a listener whose session the server ends is back, and wakes whoever waits`() async throws {
        try await withListener { node, listener in
            var events = listener.changes.updates(of: .events).makeAsyncIterator()
            await events.next()
            await events.next()
            for _ in 0..<3 {
                _ = try await node.write { transaction in
                    let end = """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = left('taskd/listener ' || current_schema() || '/keeper', 63)
                            AND pid <> pg_backend_pid()
                        """
                    _ = try (transaction as? PostgresTransaction)?.value(Int.self, end)
                }
                await events.next()
            }
            _ = try await node.write { try $0.append([.fixture(1)]) }
            await events.next()
        }
    }
}
