import Basics
import Storage

/// Sessions that read snapshots, one closure at a time each.
final class SnapshotReaders: Sendable {
    private let sessions: [PostgresSession]
    private let node: ClaimOwner
    private let line: Locked<ReadingLine>
    private let patience: RetryPatience
    private let queries: QueryWatch?
    /// Whether lists are read, of which not all may wait for each other, and each is broken off in the end.
    private let isOfLists: Bool

    /// How many lists wait at most for those that are read.
    private static let maxLists = 64

    /// - Parameters:
    ///   - sessions: The sessions, which need not be open.
    ///   - node: The node that reads.
    ///   - patience: For how long a snapshot that was lost is tried again.
    ///   - queries: Bounds how long lists may take, and is told of those that take long; nil for no bound.
    ///   - isOfLists: Whether nothing but lists is read here.
    init(
        _ sessions: [PostgresSession], node: ClaimOwner, patience: RetryPatience, queries: QueryWatch? = nil,
        isOfLists: Bool = false
    ) {
        (self.sessions, self.node, self.patience, self.queries) = (sessions, node, patience, queries)
        self.isOfLists = isOfLists && queries != nil
        line = Locked(ReadingLine(sessions, room: self.isOfLists ? Self.maxLists : nil))
    }

    /// Runs a closure on a snapshot, when a session is free.
    ///
    /// - Throws: What `body` throws; ``StoreError``, of lists with code `.crowded` where too many wait, and `.tooSlow`;
    ///   `CancellationError` where the calling task was cancelled before there was a session.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        let session = try await take()
        defer { give(session) }
        return try await session.run { [self] connection in try read(on: connection, body) }
    }

    /// Closes the sessions that are idle; nothing may use the others afterwards.
    func close() async {
        for session in sessions { await session.close() }
    }

    private func read<Value>(
        on connection: PostgresConnection, _ body: (any StoreReader) throws -> Value
    ) throws -> Value {
        var tries = patience.start()
        while true {
            do {
                try connection.open()
                let beginning = beginning + connection.countTransaction()
                let snapshot = PostgresTransaction(connection, node: node, beginning: beginning, queries: queries)
                let result = Result { try body(snapshot) }
                try end(connection, after: snapshot)
                return try result.get()
            } catch let error as PostgresError {
                guard error.endsTransaction else { throw StoreError(error) }
                try tries.wait(after: error)
            }
        }
    }

    /// How a snapshot begins.
    private var beginning: [Statement] {
        guard isOfLists, let limit = queries?.limit else { return [.beginSnapshot] }
        let milliseconds = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
        // What waits for a table that somebody has locked says nothing about the list.
        return [.beginSnapshot]
            + [("statement_timeout", milliseconds), ("lock_timeout", max(1, milliseconds / 2))].map {
                Statement("SET LOCAL \($0) = \($1)")
            }
    }

    /// Ends the snapshot, whatever became of it.
    private func end(_ connection: PostgresConnection, after snapshot: PostgresTransaction) throws {
        if let failure = snapshot.failure, failure.kind == .connection {
            connection.close()
            throw failure
        }
        var flight = Flight()
        flight.add(.rollback)
        _ = try connection.run(flight, within: PostgresTransaction.patience)
        guard let failure = snapshot.failure, failure.endsTransaction else { return }
        // query_canceled: the time for one statement was over, and would be again.
        if failure.sqlState == "57014" {
            throw StoreError(.tooSlow, "what was asked for took too long, since no index serves it")
        }
        // lock_not_available: it is not waited for again.
        if failure.isLockTimeout, isOfLists {
            throw StoreError(.unavailable, "a table of the database is locked; retry in a few seconds")
        }
        throw failure
    }

    // MARK: Sessions

    private func take() async throws -> PostgresSession {
        let number = line.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = ReadingLine.Waiter(number: number, continuation: continuation)
                switch line.withLock({ $0.add(waiter) }) {
                case .served(let session): continuation.resume(returning: session)
                case .waits: if isOfLists { queries?.waiting(1) }
                case .refused:
                    queries?.refused()
                    continuation.resume(
                        throwing: StoreError(.crowded, "too many lists are waiting to be read; retry in a few seconds"))
                }
            }
        } onCancel: {
            // Only a list is given up: what was begun is read to its end.
            guard isOfLists, let waiter = line.withLock({ $0.withdraw(number) }) else { return }
            queries?.waiting(-1)
            waiter.continuation.resume(throwing: CancellationError())
        }
    }

    private func give(_ session: PostgresSession) {
        guard let next = line.withLock({ $0.giveBack(session) }) else { return }
        if isOfLists { queries?.waiting(-1) }
        next.continuation.resume(returning: session)
    }
}
