/// What taskd keeps: tasks, series, events, hooks, deliveries, tokens.
///
/// Domain code is a synchronous closure that runs whole inside one transaction, so that either all of it holds or
/// nothing does. Every back end passes the same conformance suite.
///
/// **A closure may run more than once**: a back end runs it again after a transaction was rolled back for a reason that
/// is not the closure's, such as a lost connection, a conflict with another node, or another closure of the same commit that
/// threw. So it must have no effect but through its transaction: it sets nothing outside, counts nothing, wakes nobody, and
/// returns what it found. Only what its last run wrote is kept, and only what that run returned is given on.
public protocol Store: Sendable {
    /// Signals waiters after commits that changed what they wait for.
    var changes: StoreChangeFeed { get }

    /// The owner of the claims that are made through this store: another one each time that a store is opened.
    var claimOwner: ClaimOwner { get }

    /// Whether transactions can have their commit wait for an instant, as ``CommitHoldingTransaction``.
    var canHoldCommits: Bool { get }

    /// Runs a closure on a snapshot of the store, more than once where the snapshot is lost.
    ///
    /// - Parameter body: Reads what it needs; what it throws is thrown on.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a ``StoreError``.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value

    /// Runs a closure on a snapshot of the store as ``read(_:)`` does, without waiting for what others read: for loops
    /// that must be on time, and short.
    func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value

    /// Runs a closure on a snapshot of the store as ``read(_:)`` does, for lists that may take long: what is read by its
    /// key does not wait for them, and no list waits for those that take longer.
    ///
    /// Who is cancelled gives up the place in the line, and a list that takes long is broken off.
    ///
    /// - Parameter body: Reads what it needs; what it throws is thrown on.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a ``StoreError``, with code `.crowded` where too many that take long wait;
    ///   `CancellationError` where the calling task was cancelled meanwhile.
    func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value

    /// Runs a closure in a transaction that is durable when this returns, more than once where the transaction is lost.
    ///
    /// The events that it appends are recorded in the trace that is `TraceParent.current` for the calling task.
    ///
    /// Closures that wait at the same time share one commit; each sees what those before it wrote, and one that throws
    /// leaves the others as they are. A closure that was handed over runs even if the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - name: What the closure is called where it holds the writer for too long: a route, a loop.
    ///   - body: Reads and writes what it needs, and has no other effect; when it throws, nothing of it is kept.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a ``StoreError``.
    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value

    /// Runs a closure in a transaction as ``write(named:_:)`` does, before those that wait and do not go first: for loops
    /// that must be on time, and short.
    func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value
}

extension Store {
    /// Commits wait for nothing.
    public var canHoldCommits: Bool { false }

    /// Reads like everybody else, where nobody waits for others.
    public func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    /// Reads like everybody else, where nobody waits for lists.
    public func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    /// Writes like everybody else, where nobody goes first.
    public func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await write(named: name, body)
    }

    /// Runs a closure in a transaction that goes first, under the name of the file that it stands in.
    public func writeFirst<Value: Sendable>(
        file: String = #fileID,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await writeFirst(named: file, body)
    }

    /// Runs a closure in a transaction that is durable when this returns, under the name of the file that it stands in.
    public func write<Value: Sendable>(
        file: String = #fileID,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await write(named: file, body)
    }
}

/// What can be read in one snapshot.
public protocol StoreReader: TaskReader, SeriesReader, PauseReader, HistoryReader, ZoneReader, EventReader, HookReader,
    DeliveryReader, AccessReader, SetAsideReader, RetentionReader, ChangeReader, ProjectReader, TagReader, ViewReader,
    StatisticsReader, TrashReader, DependencyReader, TransferReader, AttachmentReader, HandleReader, SuggestionReader
{}

/// What can be read and written in one transaction.
public protocol StoreTransaction: StoreReader, TaskWriter, SeriesWriter, PauseWriter, HistoryWriter, ZoneWriter,
    EventWriter, HookWriter, DeliveryWriter, AccessWriter, SetAsideWriter, RetentionWriter, ChangeWriter, ProjectWriter,
    TagWriter, ViewWriter, StatisticsWriter, TrashWriter, TransferWriter, AttachmentWriter
{
    /// Runs a closure as a unit of its own inside the transaction: when it throws, nothing of it is kept, and the
    /// transaction goes on with what was written before.
    ///
    /// - Parameter body: Reads and writes what it needs.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, with a ``StoreError`` for what the store could not do.
    func asUnit<Value>(_ body: () throws -> Value) throws -> Value
}

/// A transaction beside which another thread can read: an optional capability, which only a back end has where nobody
/// else writes while a transaction lasts.
public protocol ConcurrentSnapshotTransaction: StoreTransaction {
    /// Runs a closure beside the transaction, on another thread, with the store as it was when the transaction began.
    ///
    /// What is read there holds for the transaction too, so the transaction must wait for what it needs of it. It can be
    /// asked only before anything was written.
    ///
    /// - Parameter body: Receives the reader, or the error that keeps it from reading.
    /// - Returns: Whether `body` runs. It does not where something was written, by this transaction or by one that it
    ///   shares its commit with, nor in a store that works on one thread.
    func concurrentSnapshot(_ body: @escaping @Sendable (Result<any StoreReader, any Error>) -> Void) -> Bool
}

/// A position in a list of a store, from which the next page or step goes on.
///
/// It is opaque: the back end that made it is the only one that reads it. Its text can be handed to a client and back.
/// One that the back end did not make for this list is a ``StoreError`` with code `.invalidCursor`.
public struct StoreCursor: Hashable, Sendable, CustomStringConvertible {
    /// The text: ASCII letters, digits, `.`, `,`, `-` and `_`, at most 200 bytes.
    public let description: String

    /// Makes a cursor of its text; whether it means anything is found out where it is used.
    public init(_ text: String) {
        description = text
    }
}
