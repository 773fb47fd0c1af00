import Basics
import DequeModule
import Storage

/// Sessions that read snapshots, one closure at a time each.
final class SnapshotReaders: Sendable {
    private struct State {
        var idle: [PostgresSession]
        var waiting: Deque<CheckedContinuation<PostgresSession, Never>> = []
    }

    private let sessions: [PostgresSession]
    private let state: Locked<State>
    private let patience: RetryPatience

    /// - Parameters:
    ///   - sessions: The sessions, which need not be open.
    ///   - patience: For how long a snapshot that was lost is tried again.
    init(_ sessions: [PostgresSession], patience: RetryPatience) {
        self.sessions = sessions
        state = Locked(State(idle: sessions))
        self.patience = patience
    }

    /// Runs a closure on a snapshot, when a session is free.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        let session = await take()
        defer { give(session) }
        return try await session.run { [patience] connection in
            try Self.read(on: connection, patience.start(), body)
        }
    }

    /// Closes the sessions that are idle; nothing may use the others afterwards.
    func close() async {
        for session in sessions { await session.close() }
    }

    private static func read<Value>(
        on connection: PostgresConnection, _ tries: RetryPatience.Tries, _ body: (any StoreReader) throws -> Value
    ) throws -> Value {
        var tries = tries
        while true {
            do {
                try connection.open()
                let snapshot = PostgresTransaction(connection, beginning: [.beginSnapshot])
                let result = Result { try body(snapshot) }
                try end(connection, after: snapshot)
                return try result.get()
            } catch let error as PostgresError {
                guard error.endsTransaction else { throw StoreError(error) }
                try tries.wait(after: error)
            }
        }
    }

    /// Ends the snapshot, whatever became of it.
    private static func end(_ connection: PostgresConnection, after snapshot: PostgresTransaction) throws {
        if let failure = snapshot.failure, failure.endsTransaction {
            connection.close()
            throw failure
        }
        var flight = Flight()
        flight.add(.rollback)
        _ = try connection.run(flight, within: PostgresTransaction.patience)
    }

    private func take() async -> PostgresSession {
        await withCheckedContinuation { continuation in
            let session = state.withLock { state -> PostgresSession? in
                if let idle = state.idle.popLast() { return idle }
                state.waiting.append(continuation)
                return nil
            }
            if let session { continuation.resume(returning: session) }
        }
    }

    private func give(_ session: PostgresSession) {
        let next = state.withLock { state -> CheckedContinuation<PostgresSession, Never>? in
            if let next = state.waiting.popFirst() { return next }
            state.idle.append(session)
            return nil
        }
        next?.resume(returning: session)
    }
}
