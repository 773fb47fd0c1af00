import Basics
import Foundation
import GRDB
public import Recurrence
public import Storage

/// A store in one SQLite file, or in memory.
///
/// A file is opened once, by one process, which a lock file beside it sees to. Commits are durable when they return
/// (write-ahead log, `synchronous=FULL`); reads are snapshots and do not wait for writers.
public final class SQLiteStore: Store {
    /// Tells waiters what commits have changed.
    public let changes = StoreChangeFeed()
    /// The owner of the claims that are made through this store.
    public let claimOwner = ClaimOwner.random()
    /// The store's file; `:memory:` for a store in memory.
    public var path: String { place.name }
    /// What is known of the store outside of its own folder; nil for nothing.
    let witness: StoreWitness?

    let place: StorePlace
    let pool: DatabasePool
    private let committer: GroupCommitter
    let checkpointer: Checkpointer?
    private let companion: SnapshotReader?
    private let reader: GroupReader?
    private let firstReader: GroupReader?
    private let listReaders: ListReaders?
    private let queries: QueryWatch?
    private let hookCache: HookCache

    /// Opens the store at a path, making it where there is none and migrating it where it is older.
    ///
    /// - Parameters:
    ///   - path: The file; `PATH.lock`, `PATH-wal` and `PATH-shm` stand beside it.
    ///   - stateFolder: Where to note how far the store has come, outside of its own folder; nil for nowhere.
    ///   - watch: Is told how long the writer is held, and has the clock by which a commit gathers changes for 20 ms at
    ///     most; nil where nobody wants to know, and commits are bounded by the number of changes alone.
    ///   - queries: Bounds how long a list may take, and is told of those that take long; nil for no bound.
    ///   - zones: The rules of a zone by its name, or with nil those of the server's, for the days in filters of hooks.
    /// - Throws: ``StoreError``: `.notAStore`, `.newerVersion` and `.inUse` leave the file as it was.
    public convenience init(
        path: String, stateFolder: String? = nil, watch: WriterWatch? = nil, queries: QueryWatch? = nil,
        zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }
    ) throws {
        try self.init(
            path: path, migrator: Migrations.migrator, stateFolder: stateFolder, watch: watch, queries: queries,
            zones: zones)
    }

    /// Makes a store in memory, with the same engine and the same isolation as one in a file: for tests.
    ///
    /// Reads are snapshots beside the writer, on connections of their own, through a write-ahead log that is in memory too.
    /// What differs: nothing outlasts ``close()``, or the store itself; no other process sees it, so it has no lock; it is
    /// nobody's copy (``standing()``), and ``StoreBackup`` cannot read it. Besides its data it has up to 80 MiB of log.
    ///
    /// - Parameters:
    ///   - watch: As for a store in a file.
    ///   - queries: As for a store in a file.
    /// - Returns: An empty store.
    /// - Throws: ``StoreError`` with code `.unavailable` when there is no memory left.
    public static func inMemory(watch: WriterWatch? = nil, queries: QueryWatch? = nil) throws -> SQLiteStore {
        try SQLiteStore(
            place: try .memory(), migrator: Migrations.migrator, usesThreads: true, watch: watch, queries: queries)
    }

    /// Opens a store all of whose reading and writing is done in the turn of what asks for it, which makes it the same
    /// each time.
    package convenience init(deterministic path: String) throws {
        try self.init(path: path, migrator: Migrations.migrator, usesThreads: false)
    }

    convenience init(
        path: String,
        migrator: DatabaseMigrator,
        usesThreads: Bool = true,
        stateFolder: String? = nil,
        watch: WriterWatch? = nil,
        queries: QueryWatch? = nil,
        zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }
    ) throws {
        let place = try StorePlace.file(at: path, migrator: migrator)
        try self.init(
            place: place, migrator: migrator, usesThreads: usesThreads, stateFolder: stateFolder, watch: watch,
            queries: queries, zones: zones)
    }

    private init(
        place: StorePlace,
        migrator: DatabaseMigrator,
        usesThreads: Bool,
        stateFolder: String? = nil,
        watch: WriterWatch?,
        queries: QueryWatch? = nil,
        zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }
    ) throws {
        self.place = place
        hookCache = HookCache(zones: zones)
        self.queries = queries
        witness = stateFolder.map { StoreWitness(stateFolder: $0) }
        let (path, configuration) = (place.database, Self.configuration)
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            try Migrations.run(migrator, on: pool, path: place.name)
            try pool.writeWithoutTransaction { db in
                // A database pool sets NORMAL when it opens; a reminder that was promised must survive a power cut.
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -24000")
                // Where pages of a transaction have left the cache for the log and a savepoint is then rolled back, SQLite
                // (3.40.1) can chain the checksums of what follows to the wrong frame: after a crash, later commits are lost.
                try db.execute(sql: "PRAGMA cache_spill = OFF")
                try db.checkpoint(.truncate)
                if usesThreads { try db.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
            }
            checkpointer = usesThreads ? try Checkpointer(path: path, configuration: configuration) : nil
            companion = usesThreads ? try SnapshotReader(path: path, configuration: configuration) : nil
            reader =
                usesThreads ? GroupReader(path: path, configuration: Self.patient, maxCount: Self.readerCount) : nil
            firstReader = usesThreads ? GroupReader(path: path, configuration: configuration, maxCount: 1) : nil
            listReaders =
                usesThreads ? ListReaders(path: path, configuration: Self.patient, queries: queries) : nil
        } catch let error as DatabaseError {
            throw StoreError(error, path: place.name)
        }
        committer = GroupCommitter(
            pool: pool, changes: changes, checkpointer: checkpointer, hookCache: hookCache, watch: watch)
    }

    /// How many snapshots are read at the same time.
    private static let readerCount = 4

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "taskd.store"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = readerCount
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000; PRAGMA wal_autocheckpoint = 8000")
            db.add(function: WordsFunction.function)
            db.add(function: HandleFunction.function)
        }
        return configuration
    }

    /// How what may take long is read: on threads that leave the processors to those which fire and deliver.
    private static var patient: Configuration {
        var configuration = configuration
        configuration.qos = .utility
        return configuration
    }

    /// Runs a closure on a snapshot of the store.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await read(by: reader, body)
    }

    /// Runs a closure on a snapshot of the store, on a connection that only loops use.
    public func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await read(by: firstReader, body)
    }

    /// Runs a closure on a snapshot of the store, on a connection that only lists use.
    public func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        guard let listReaders else { return try await read(by: nil, body) }
        do {
            return try await listReaders.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    private func read<Value: Sendable>(
        by reader: GroupReader?,
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        do {
            let queries = queries
            guard let reader else {
                return try await pool.read { try body(SQLiteTransaction($0, queries: queries)) }
            }
            return try await withCheckedThrowingContinuation { continuation in
                reader.submit { db in
                    let result = Result { try body(SQLiteTransaction(db.get(), queries: queries)) }
                    return { continuation.resume(with: result) }
                }
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
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
        let (path, trace) = (path, TraceParent.current)
        let result = Locked<Value?>(nil)
        return try await withCheckedThrowingContinuation { continuation in
            committer.submit(
                GroupCommitter.Job(name: name, goesFirst: goesFirst) { [companion, hookCache] db, findings, isFirst in
                    let transaction = SQLiteTransaction(
                        db, findings: findings, companion: isFirst ? companion : nil, hookCache: hookCache,
                        trace: trace)
                    let value = try body(transaction)
                    try transaction.checkPlaces()
                    result.withLock { $0 = value }
                    return transaction.allChanges
                } finish: { error in
                    if let error {
                        let isOurs = error as? DatabaseError
                        continuation.resume(throwing: isOurs.map { StoreError($0, path: path) } ?? error)
                    } else if let value = result.withLock({ $0 }) {
                        continuation.resume(returning: value)
                    } else {
                        preconditionFailure("a body that was committed has a value")
                    }
                }
            )
        }
    }

    /// Runs a closure on the writer's connection, outside the groups: for what concerns the file, not what it keeps.
    func direct<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try pool.writeWithoutTransaction(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Moves the write-ahead log into the file and closes it; it is closed even where a full disk keeps the log from
    /// being moved, which the next opening then does.
    ///
    /// Nothing may use the store afterwards.
    public func close() throws {
        do {
            try checkpointer?.close()
            try companion?.close()
            try reader?.close()
            try firstReader?.close()
            try listReaders?.close()
            let checkpoint = Result { try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
            try pool.close()
            place.release()
            try checkpoint.get()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}

extension StoreError {
    init(_ error: DatabaseError, path: String) {
        let message = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: self.init(.conflict, message)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.inUse, "\(path) is locked by another program (\(message)); stop that program first")
        case .SQLITE_FULL: self.init(.diskFull, "the disk that holds \(path) is full; free some space and retry")
        case .SQLITE_CORRUPT:
            self.init(.unavailable, "\(path) is damaged (\(message)); restore a backup with taskd restore")
        case .SQLITE_READONLY where error.extendedResultCode != .SQLITE_READONLY_DBMOVED:
            self.init(.unavailable, "\(path) cannot be written; check its permissions and those of its folder")
        case .SQLITE_NOTADB: self.init(.notAStore, "\(path) is not a taskd store; name another file")
        default: self.init(.unavailable, "\(path): \(message)")
        }
    }
}
