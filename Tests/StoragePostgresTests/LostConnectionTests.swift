import Basics
import Recurrence
import Storage
import StoreFixtures
import TestSupport
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

    @Test(arguments: [false, true], [false, true])
    func `a commit that went down with the server is done again, though another one has its number by then`(
        hasEvents: Bool, isStartedAnew: Bool
    ) async throws {
        let server = try PostgresServer()
        let database = try server.makeDatabase()
        let configuration = PostgresStore.Configuration(conninfo: server.conninfo(database), node: "test")
        let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
        let runs = Locked(0)
        try await store.write { transaction in
            try transaction.save(Project(id: .numbered(1), name: "p", now: .noon))
            if hasEvents { try transaction.append([.fixture(1)]) }
            // Nothing is left to be sent but the COMMIT.
            _ = try transaction.lastEventSequence()
            if runs.withLock({
                $0 += 1; return $0
            }) == 1 {
                if isStartedAnew { try server.crash() } else { try server.crashInPlace(killing: "/writer") }
                let numbers = "DO $$ BEGIN FOR i IN 1..100 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
                try server.query(numbers, in: database)
            }
        }
        let (last, project) = try await store.read { (try $0.lastEventSequence(), try $0.project(.numbered(1))) }
        #expect(runs.withLock { $0 } == 2 && last == (hasEvents ? 1 : 0) && project != nil)
        await store.close()
    }

    @Test
    func `a server that falls silent while a session is set up is given up`() async throws {
        let server = try PostgresServer.shared.get()
        let proxy = try SocketProxy(to: server.folder)
        defer { proxy.close() }
        let conninfo = server.conninfo("postgres").replacing(server.folder, with: proxy.folder)
        let settings = SessionSettings(conninfo: conninfo, role: .keeper, node: "test", schema: "none")
        let session = PostgresSession(settings, clock: ContinuousTime())
        proxy.lose(.fallsSilent(before: "set_config"))
        await #expect(throws: PostgresError.self) { try await session.open() }
        try await session.open()
        await session.close()
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

    @Test
    func `whatever sessions the server ends while many write, what was answered is there once`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let nodes = [
                try await PostgresStore.open(configuration, clock: ContinuousTime()),
                try await PostgresStore.open(configuration, clock: ContinuousTime()),
            ]
            _ = try await nodes[0].write { try $0.save(TaskItem.fixture(0)) }
            let killed = try await withThrowingTaskGroup(of: Int.self) { group in
                let isDone = Locked(false)
                group.addTask { try await Self.endSessions(of: configuration, until: { isDone.withLock { $0 } }) }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for writer in 0..<8 {
                        writers.addTask {
                            for round in 0..<25 {
                                try await Self.countUp(writer * 100 + round + 1, in: nodes[writer % 2])
                                _ = try await nodes[writer % 2].read { try $0.task(.numbered(0)) }
                            }
                        }
                    }
                    try await writers.waitForAll()
                }
                isDone.withLock { $0 = true }
                return try await group.next() ?? 0
            }
            let events = try await nodes[0].read { try $0.events(after: 0, limit: 1_000) }
            let version = try await nodes[1].read { try $0.task(.numbered(0))?.version }
            #expect(killed > 2)
            #expect(events.map(\.sequence) == (1...200).map { Int64($0) })
            #expect(Set(events.map(\.id)).count == 200 && version == 201)
            for node in nodes { await node.close() }
        }
    }

    /// Counts a task up, and appends an event of a number, in one transaction.
    private static func countUp(_ number: Int, in store: PostgresStore) async throws {
        try await store.write { transaction in
            guard var task = try transaction.task(.numbered(0)) else { return }
            task.version += 1
            try transaction.save(task)
            try transaction.append([.fixture(number)])
        }
    }

    /// Ends one session of the stores in a schema after the other.
    ///
    /// - Returns: How many.
    private static func endSessions(
        of configuration: PostgresStore.Configuration, until isDone: @Sendable () -> Bool
    ) async throws -> Int {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .keeper, node: "ending", schema: configuration.schema)
        let session = PostgresSession(settings, clock: ContinuousTime())
        try await session.open()
        // By the row that all who write lock: whoever has it, or waits for it, is of this schema.
        let end = Statement(
            """
            SELECT count(pg_terminate_backend(pid)) FROM (
                SELECT pid FROM pg_locks WHERE relation = 'log_head'::regclass AND pid <> pg_backend_pid()
                ORDER BY random() LIMIT 1
            ) AS one
            """)
        var count = 0
        while !isDone() {
            let answer = try await session.run(end, within: .seconds(20))
            count += try answer.value(Int.self, 0, 0) ?? 0
            _ = try await session.run(Statement("SELECT pg_sleep(0.15)"), within: .seconds(20))
        }
        await session.close()
        return count
    }
}

extension PostgresTransaction {
    /// Ends its session as an administrator does.
    fileprivate func endSession() throws {
        _ = try? value(Bool.self, "SELECT pg_terminate_backend(pg_backend_pid())")
    }
}
