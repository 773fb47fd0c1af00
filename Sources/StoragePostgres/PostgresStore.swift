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
        /// The version of the program, which others are shown.
        public var version = ""
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

    /// Transactions can have their commit wait for an instant.
    public let canHoldCommits = true

    /// The server and the database, in words that hold no password; known once it is open.
    public var place: String { placeName.withLock { $0 } }

    /// Whether the server is out of reach, as far as ``run()`` knows.
    public var isAway: Bool { keeper.isAway }

    /// Why nothing in the store may be changed any more, as was last seen; nil where all may.
    ///
    /// It was moved, or replaced by a backup, while this node had it open.
    public var refusal: StoreError? { home.refusal }

    let home = StoreHome()
    private let placeName = Locked("a PostgreSQL database")
    let lease: NodeLease
    let leadership = Leadership()
    let writer: PostgresSession
    /// Where the contents of attachments are kept.
    package let contents: PostgresContents
    private let channel: String
    private let committer: GroupCommitter
    private let readers: SnapshotReaders
    private let firstReaders: SnapshotReaders
    private let listReaders: SnapshotReaders
    private let companion: SnapshotCompanion
    private let hookCache: HookCache
    private let clock: any SteadyClock
    private let room = LogRoom()
    private let keeper: NodeKeeper

    /// Opens the store, making its tables where there are none and changing those that are older.
    ///
    /// - Parameters:
    ///   - configuration: Where it is.
    ///   - clock: The clock by which the server is waited for.
    ///   - serverClock: Goes by the clock of the database, from before this returns and for as long as ``run()`` goes on, so
    ///     that several nodes do at the same moment what is due; its steady clock is `clock`. Nil where nobody wants to know.
    ///   - watch: Is told how long the writer is held; nil where nobody wants to know.
    ///   - queries: Bounds how long a list may take, and is told of those that take long; nil for no bound.
    ///   - parts: Is told how it goes to keep the event log in parts; nil where nobody wants to know.
    ///   - zones: The rules of a zone by its name, or with nil those of the server's, for the days in filters of hooks.
    /// - Returns: The store.
    /// - Throws: ``StoreError``: `.newerVersion`, or `.unavailable` where the server cannot be reached.
    public static func open(
        _ configuration: Configuration, clock: any SteadyClock, serverClock: CorrectedClock? = nil,
        watch: WriterWatch? = nil, queries: QueryWatch? = nil, parts: LogPartsWatch? = nil,
        zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }
    ) async throws -> PostgresStore {
        let isName = configuration.schema.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isName, !configuration.schema.isEmpty else {
            throw StoreError(.notAStore, "the schema must be named by small letters, digits and underscores")
        }
        let store = PostgresStore(
            configuration, clock: clock, serverClock: serverClock, watch: watch, queries: queries, parts: parts,
            zones: zones)
        do {
            try await store.writer.run { connection in
                try connection.open()
                try connection.refusePooler()
                store.placeName.withLock { $0 = connection.place }
                try Migrations.run(on: configuration.schema, by: connection)
                try EventParts.see(store.room, on: connection, makes: true)
                var time = ServerTime()
                let begin = clock.now
                let told = try store.lease.renew(on: connection, staysOpen: false)
                if let serverClock { time.note(told, from: begin, to: clock.now, correcting: serverClock) }
            }
        } catch let error as PostgresError {
            throw StoreError(error)
        }
        return store
    }

    private init(
        _ configuration: Configuration, clock: any SteadyClock, serverClock: CorrectedClock?, watch: WriterWatch?,
        queries: QueryWatch?, parts: LogPartsWatch?, zones: @escaping @Sendable (String?) throws -> ZoneRules
    ) {
        func session(_ role: SessionSettings.Role) -> PostgresSession {
            let settings = SessionSettings(
                conninfo: configuration.conninfo, role: role, node: configuration.node, schema: configuration.schema)
            return PostgresSession(settings, clock: clock)
        }
        let patience = RetryPatience(clock: clock)
        // Shorter, so that a client whose body waits for the server is answered before it is taken for one that sends nothing.
        let contentPatience = RetryPatience(clock: clock, whole: .seconds(20))
        writer = session(.writer)
        channel = CommitNote.channel(of: configuration.schema)
        committer = GroupCommitter(
            writer, node: claimOwner, home: home, changes: changes, channel: channel, watch: watch, patience: patience)
        lease = NodeLease(owner: claimOwner, name: configuration.node, version: configuration.version)
        keeper = NodeKeeper(
            session(.keeper), lease, leadership, room, home, channel: channel, changes: changes, patience: patience,
            clock: serverClock, parts: parts)
        readers = SnapshotReaders(
            (0..<configuration.readerCount).map { _ in session(.reader) }, node: claimOwner, patience: patience,
            queries: queries)
        firstReaders = SnapshotReaders([session(.reader)], node: claimOwner, patience: patience)
        listReaders = SnapshotReaders(
            (0..<configuration.listReaderCount).map { _ in session(.reader) }, node: claimOwner, patience: patience,
            queries: queries, isOfLists: true)
        companion = SnapshotCompanion(session(.reader), node: claimOwner)
        contents = PostgresContents(
            uploads: ContentSession(session(.contents), patience: contentPatience),
            downloads: ContentSession(session(.contents), patience: contentPatience), home: home)
        hookCache = HookCache(zones: zones)
        self.clock = clock
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
        try await write(named: name, goesFirst: false, term: nil, body)
    }

    /// Runs a closure in a transaction that is durable when this returns, before those that wait.
    public func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await write(named: name, goesFirst: true, term: nil, body)
    }

    /// For how long, and how often, what somebody else has locked is tried again to be written; nobody waits behind it.
    private static let (lockPatience, lockPause) = (Swift.Duration.seconds(10), Swift.Duration.milliseconds(200))

    /// Runs a closure in a transaction, which is refused where another node leads than did in a term.
    func write<Value: Sendable>(
        named name: String,
        goesFirst: Bool,
        term: Int64?,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let end = clock.now.advanced(by: Self.lockPatience)
        while true {
            do {
                return try await commit(named: name, goesFirst: goesFirst, term: term, body)
            } catch let error as StoreError where error.code == .inUse {
                guard clock.now < end, (try? await clock.wait(for: Self.lockPause)) != nil else { throw error }
            }
        }
    }

    private func commit<Value: Sendable>(
        named name: String,
        goesFirst: Bool,
        term: Int64?,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let trace = TraceParent.current
        let result = Locked<Value?>(nil)
        return try await withCheckedThrowingContinuation { continuation in
            let job = CommitJob(name: name, goesFirst: goesFirst, term: term) {
                [hookCache, room, companion, claimOwner] connection, findings, turn in
                let transaction = PostgresTransaction(
                    connection, node: claimOwner, left: turn.flight, findings: findings, hookCache: hookCache,
                    room: room, trace: trace,
                    companion: turn.isFirst ? companion : nil, questions: turn.questions)
                do {
                    let value = try body(transaction)
                    let flight = try transaction.finish(hasSavepoint: turn.hasSavepoint)
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

    /// Runs `work` whenever this node is the one that does what only one may do, until its task is cancelled.
    ///
    /// It needs ``run()`` beside it. Which node it is follows from the store: the first that asks for it, and when that has
    /// gone, another one, within a second where the server sees that its session has ended, else when its lease ends.
    ///
    /// - Parameters:
    ///   - work: What to do, cancelled when this node leads no more; it is passed the store as the leader has it, whose
    ///     writes fail with code `.unavailable` from the moment that another node leads.
    ///   - note: Is called twice a second while another node leads that is there.
    public func lead(
        _ work: @escaping @Sendable (any Store) async -> Void, whileAnotherDoes note: @Sendable () -> Void
    ) async {
        leadership.isWanted = true
        var led: (term: Int64, work: Task<Void, Never>)?
        func end() async {
            led?.work.cancel()
            await led?.work.value
            led = nil
        }
        for await standing in leadership.standings {
            if case .leads(let term) = standing, term == led?.term { continue }
            await end()
            switch standing {
            case .leads(let term): led = (term, Task { await work(LedStore(store: self, term: term)) })
            case .follows: note()
            case .unknown: break
            }
        }
        leadership.isWanted = false
        await end()
        await writer.run { [lease, channel] connection in
            if connection.isOpen { try? lease.endLead(on: connection, channel: channel) }
        }
    }

    /// Closes the sessions; nothing may use the store afterwards.
    public func close() async {
        await writer.run { [lease, channel] connection in
            // Where it cannot be said that the node has gone, its lease ends by itself.
            if connection.isOpen { try? lease.end(on: connection, channel: channel) }
        }
        await writer.close()
        await readers.close()
        await companion.close()
        await firstReaders.close()
        await listReaders.close()
        await contents.close()
    }
}
