import GRDB
import Storage

/// The one writer: bodies that wait at the same time are run in one transaction, each in its own savepoint.
///
/// One fsync thus serves all who wait, and a body that fails leaves the others as they are.
final class GroupCommitter: Sendable {
    /// A body that waits to be run.
    struct Job: Sendable {
        /// Does the writing, the first in its transaction or not, and tells what it changed.
        var run: @Sendable (Database, _ isFirst: Bool) throws -> StoreChanges
        /// Is told nil when what `run` wrote is durable, else why nothing of it was kept.
        var finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isDraining = false
    }

    /// Bounds how long the first body of a commit waits for the last.
    private static let largestBatch = 512

    private let pool: DatabasePool
    private let changes: StoreChangeFeed
    private let checkpointer: Checkpointer?
    private let hookCache: HookCache
    private let state = Locked(State())

    init(
        pool: DatabasePool, changes: StoreChangeFeed, checkpointer: Checkpointer? = nil,
        hookCache: HookCache = HookCache()
    ) {
        self.pool = pool
        self.hookCache = hookCache
        self.changes = changes
        self.checkpointer = checkpointer
    }

    func submit(_ job: Job) {
        let mustDrain = state.withLock { state in
            state.waiting.append(job)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if mustDrain { drain() }
    }

    private func drain() {
        pool.asyncWriteWithoutTransaction { db in
            while let batch = self.takeBatch() {
                self.commit(batch, in: db)
                self.checkpointer?.noteCommit(on: db)
            }
        }
    }

    private func takeBatch() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job], in db: Database) {
        var outcomes = [(any Error)?](repeating: nil, count: batch.count)
        var changed: StoreChanges = []
        do {
            try db.inTransaction(.immediate) {
                if batch.count == 1 {
                    // Alone, it needs no savepoint, for which SQLite would copy every page before it is written.
                    changed = try batch[0].run(db, true)
                } else {
                    outcomes = try run(batch, in: db, &changed)
                }
                return .commit
            }
        } catch {
            changed = []
            outcomes = outcomes.map { $0 ?? error }
        }
        hookCache.endCommit()
        changes.publish(changed)
        for (job, outcome) in zip(batch, outcomes) { job.finish(outcome) }
    }

    /// Runs each body in a savepoint of its own.
    ///
    /// - Returns: What each of them threw.
    private func run(_ batch: [Job], in db: Database, _ changed: inout StoreChanges) throws -> [(any Error)?] {
        try batch.enumerated().map { index, job in
            do {
                try db.inSavepoint {
                    changed.formUnion(try job.run(db, index == 0))
                    return .commit
                }
                return nil
            } catch {
                // A full disk ends the whole transaction, not just the savepoint.
                guard db.isInsideTransaction else { throw error }
                return error
            }
        }
    }
}
