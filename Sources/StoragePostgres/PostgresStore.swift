public import Basics
public import Recurrence
public import Storage

/// A store in one schema of a PostgreSQL database, which several nodes can have open.
///
/// Whatever enters the log is written by one transaction at a time, wherever it runs: each has the log's head locked, so that
/// places in the log have no gaps and are in the order of the commits. Commits are durable when they return, as far as the
/// server makes them; reads are snapshots and do not wait for writers.
public final class PostgresStore: Store {
    /// How a store is opened.
    public struct Configuration: Sendable {
        /// A `postgresql://` URI or the `key=value` form of libpq, which may hold a password and is told to nobody.
        public var conninfo: String
        /// The node's name, by which the server's administrators see whose sessions they are.
        public var node: String
        /// The schema that the tables are in: small letters, digits and underscores.
        public var schema = "taskd"
        /// How many snapshots are read at the same time, beside the one for loops that must be on time, and the lists.
        public var readerCount = 2
        /// How many lists are read at the same time.
        public var listReaderCount = 2

        /// Opens the schema `taskd` of a database.
        public init(conninfo: String, node: String) {
            (self.conninfo, self.node) = (conninfo, node)
        }
    }

    /// Tells waiters what commits have changed.
    public let changes = StoreChangeFeed()
    /// The owner of the claims that are made through this store.
    public let claimOwner = ClaimOwner.random()

    private let writer: PostgresSession
    private let committer: GroupCommitter
    private let readers: SnapshotReaders
    private let firstReaders: SnapshotReaders
    private let listReaders: SnapshotReaders
    private let companion: SnapshotCompanion
    private let hookCache: HookCache
    private let lease: NodeLease
    private let keeper: NodeKeeper

    /// Opens the store, making its tables where there are none and changing those that are older.
    ///
    /// - Parameters:
    ///   - configuration: Where it is.
    ///   - clock: The clock by which the server is waited for.
    ///   - watch: Is told how long the writer is held; nil where nobody wants to know.
    ///   - queries: Bounds how long a list may take, and is told of those that take long; nil for no bound.
    ///   - zones: The rules of a zone by its name, or with nil those of the server's, for the days in filters of hooks.
    /// - Returns: The store.
    /// - Throws: ``StoreError``: `.newerVersion`, or `.unavailable` where the server cannot be reached.
    public static func open(
        _ configuration: Configuration, clock: any SteadyClock, watch: WriterWatch? = nil, queries: QueryWatch? = nil,
        zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }
    ) async throws -> PostgresStore {
        let isName = configuration.schema.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isName, !configuration.schema.isEmpty else {
            throw StoreError(.notAStore, "the schema must be named by small letters, digits and underscores")
        }
        let store = PostgresStore(configuration, clock: clock, watch: watch, queries: queries, zones: zones)
        do {
            try await store.writer.run { connection in
                try connection.open()
                try Migrations.run(on: configuration.schema, by: connection)
                try store.lease.renew(on: connection)
            }
        } catch let error as PostgresError {
            throw StoreError(error)
        }
        return store
    }

    private init(
        _ configuration: Configuration, clock: any SteadyClock, watch: WriterWatch?, queries: QueryWatch?,
        zones: @escaping @Sendable (String?) throws -> ZoneRules
    ) {
        func session(_ role: SessionSettings.Role) -> PostgresSession {
            let settings = SessionSettings(
                conninfo: configuration.conninfo, role: role, node: configuration.node, schema: configuration.schema)
            return PostgresSession(settings, clock: clock)
        }
        let patience = RetryPatience(clock: clock)
        writer = session(.writer)
        let channel = CommitNote.channel(of: configuration.schema)
        committer = GroupCommitter(writer, changes: changes, channel: channel, watch: watch, patience: patience)
        lease = NodeLease(owner: claimOwner, name: configuration.node)
        keeper = NodeKeeper(session(.keeper), lease, channel: channel, changes: changes, patience: patience)
        readers = SnapshotReaders(
            (0..<configuration.readerCount).map { _ in session(.reader) }, patience: patience, queries: queries)
        firstReaders = SnapshotReaders([session(.reader)], patience: patience)
        listReaders = SnapshotReaders(
            (0..<configuration.listReaderCount).map { _ in session(.reader) }, patience: patience, queries: queries,
            isOfLists: true)
        companion = SnapshotCompanion(session(.reader))
        hookCache = HookCache(zones: zones)
    }

    /// Runs a closure on a snapshot of the store.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await readers.read(body)
    }

    /// Runs a closure on a snapshot of the store, on a session that only loops use.
    public func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await firstReaders.read(body)
    }

    /// Runs a closure on a snapshot of the store, on a session that only lists use.
    public func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await listReaders.read(body)
    }

    /// Runs a closure in a transaction that is durable when this returns.
    public func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await write(named: name, goesFirst: false, body)
    }

    /// Runs a closure in a transaction that is durable when this returns, before those that wait.
    public func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await write(named: name, goesFirst: true, body)
    }

    private func write<Value: Sendable>(
        named name: String,
        goesFirst: Bool,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let trace = TraceParent.current
        let result = Locked<Value?>(nil)
        return try await withCheckedThrowingContinuation { continuation in
            let job = CommitJob(name: name, goesFirst: goesFirst) {
                [hookCache, companion] connection, findings, turn in
                let transaction = PostgresTransaction(
                    connection, findings: findings, hookCache: hookCache, trace: trace,
                    companion: turn.isFirst ? companion : nil)
                do {
                    let value = try body(transaction)
                    let flight = try transaction.finish(isLast: turn.isLast)
                    result.withLock { $0 = value }
                    return CommitJob.Outcome(changes: transaction.allChanges, flight: flight)
                } catch {
                    // Whatever the closure made of it, the transaction is lost, and may be run again.
                    if let failure = transaction.failure, failure.endsTransaction { throw failure }
                    throw error
                }
            } finish: { error in
                if let error {
                    continuation.resume(throwing: error)
                } else if let value = result.withLock({ $0 }) {
                    continuation.resume(returning: value)
                } else {
                    preconditionFailure("a closure that was committed has a value")
                }
            }
            committer.submit(job)
        }
    }

    /// Says again and again that this node is there, and tells those who wait for ``changes`` of other nodes' commits, until
    /// its task is cancelled.
    ///
    /// Who does not run this has waiters that only know of this node's commits, and claims that another node may take for
    /// abandoned after 10 seconds.
    public func run() async {
        await keeper.run { [writer] in await writer.serverProcess }
    }

    /// Closes the sessions; nothing may use the store afterwards.
    public func close() async {
        await writer.run { [lease] connection in
            // Where it cannot be said that the node has gone, its lease ends by itself.
            if connection.isOpen { try? lease.end(on: connection) }
        }
        await writer.close()
        await readers.close()
        await companion.close()
        await firstReaders.close()
        await listReaders.close()
    }
}
