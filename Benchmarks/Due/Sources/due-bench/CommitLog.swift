import Basics
import Recurrence
import Storage
import Synchronization

/// What was committed when: the place in the event log that each commit ended at, and the wall time when it returned.
final class CommitLog: Sendable {
    struct Commit: Sendable {
        var lastSequence: Int64
        var at: UTCInstant
        var took: Duration
    }

    private struct State {
        var commits: [Commit] = []
        var awaited: (sequence: Int64, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var commits: [Commit] { state.withLock { $0.commits } }

    func append(_ commit: Commit) {
        let reached = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.commits.append(commit)
            guard let awaited = state.awaited, awaited.sequence <= commit.lastSequence else { return nil }
            state.awaited = nil
            return awaited.continuation
        }
        reached?.resume()
    }

    /// Returns once a commit has reached a place in the event log; only one may wait.
    func reaches(_ sequence: Int64) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if let last = state.commits.last?.lastSequence, last >= sequence { return true }
                state.awaited = (sequence, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// A store whose writes are noted as they return.
struct MeteredStore: Store {
    let store: any Store
    let log = CommitLog()

    var changes: StoreChangeFeed { store.changes }
    var claimOwner: ClaimOwner { store.claimOwner }
    var canHoldCommits: Bool { store.canHoldCommits }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.read(body)
    }

    func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.readFirst(body)
    }

    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await noted(body) { try await store.write(named: name, $0) }
    }

    func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await noted(body) { try await store.writeFirst(named: name, $0) }
    }

    private func noted<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value,
        by write: (@escaping @Sendable (any StoreTransaction) throws -> (Value, Int64)) async throws -> (Value, Int64)
    ) async throws -> Value {
        let start = ContinuousClock.now
        let (value, last) = try await write { transaction in
            (try body(transaction), try transaction.lastEventSequence())
        }
        log.append(CommitLog.Commit(lastSequence: last, at: WallClock().now, took: ContinuousClock.now - start))
        return value
    }
}
