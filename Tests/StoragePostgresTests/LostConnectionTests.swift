import Basics
import Recurrence
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// What becomes of transactions whose connection is lost, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct LostConnectionTests {
    /// Calls a closure with a store that is reached through a proxy.
    private func withProxy(_ body: (PostgresStore, SocketProxy) async throws -> Void) async throws {
        try await FreshStores.withConfiguration { configuration in
            let server = try PostgresServer.shared.get()
            let proxy = try SocketProxy(to: server.folder)
            defer { proxy.close() }
            var configuration = configuration
            configuration.conninfo = configuration.conninfo.replacing(server.folder, with: proxy.folder)
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            try await body(store, proxy)
            await store.close()
        }
    }

    /// Adds an event and a project's version in a transaction whose COMMIT meets trouble.
    ///
    /// - Returns: How often the closure was run.
    private func write(_ trouble: SocketProxy.Trouble, in store: PostgresStore, _ proxy: SocketProxy) async throws
        -> Int
    {
        let runs = Locked(0)
        try await store.write { transaction in
            var project = try transaction.project(.numbered(1)) ?? Project(id: .numbered(1), name: "p", now: .noon)
            project.version += 1
            try transaction.save(project)
            try transaction.append([.fixture(1)])
            // Nothing is left to be sent but the COMMIT.
            _ = try transaction.lastEventSequence()
            if runs.withLock({
                $0 += 1; return $0
            }) == 1 {
                proxy.lose(trouble)
            }
        }
        return runs.withLock { $0 }
    }

    @Test
    func `a commit whose answer is lost is found out to have been one, and done once`() async throws {
        try await withProxy { store, proxy in
            for round in 1...5 {
                let runs = try await write(.swallowsAnswers, in: store, proxy)
                let (last, version) = try await store.read { reader in
                    (try reader.lastEventSequence(), try reader.project(.numbered(1))?.version)
                }
                #expect(runs == 1 && last == Int64(round) && version == round + 1)
            }
        }
    }

    @Test
    func `a commit that never came to the server is done again, once`() async throws {
        try await withProxy { store, proxy in
            for round in 1...5 {
                let runs = try await write(.cutsBeforeSending, in: store, proxy)
                let (last, version) = try await store.read { reader in
                    (try reader.lastEventSequence(), try reader.project(.numbered(1))?.version)
                }
                #expect(runs == 2 && last == Int64(round) && version == round + 1)
            }
        }
    }

    @Test
    func `a closure is run again whose session the server ends, and so is one that reads`() async throws {
        try await FreshStores.withStore { store in
            let runs = Locked(0)
            try await store.write { transaction in
                try transaction.append([.fixture(1)])
                if runs.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    try (transaction as? PostgresTransaction)?.endSession()
                }
            }
            let first = try await store.read { try $0.lastEventSequence() }
            let last = try await store.read { reader in
                if runs.withLock({
                    $0 += 1; return $0
                }) == 3 {
                    try (reader as? PostgresTransaction)?.endSession()
                }
                return try reader.lastEventSequence()
            }
            #expect(first == 1 && last == 1 && runs.withLock { $0 } == 4)
        }
    }
}

extension PostgresTransaction {
    /// Ends its session as an administrator does.
    fileprivate func endSession() throws {
        _ = try? value(Bool.self, "SELECT pg_terminate_backend(pg_backend_pid())")
    }
}
