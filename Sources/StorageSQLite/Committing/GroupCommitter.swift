import Basics
import Dispatch
import GRDB
import Storage

/// The one writer: bodies that wait at the same time are run in one transaction.
///
/// One fsync thus serves all who wait. A body that fails leaves the others as they are: the transaction is taken back, and
/// all are run once more, each in its own savepoint. It has none before, since SQLite would copy every page that is written
/// for each of them. Those of the loops that must be on time go first, and a transaction is ended before it has lasted for
/// long, so that none of them waits for many. After a commit that took the disk long, the next one waits a little for those
/// that were just answered.
final class GroupCommitter: Sendable {
    /// A body that waits to be run.
    struct Job: Sendable {
        /// What it is called where it takes too long.
        var name: String
        /// Whether it goes before those that do not.
        var goesFirst = false
        /// Does the writing, the first in its transaction or not, and tells what it changed.
        ///
        /// It may run again, after what it wrote was taken back.
        var run: @Sendable (Database, _ isFirst: Bool) throws -> StoreChanges
        /// Is told nil when what `run` wrote is durable, else why nothing of it was kept.
        var finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        /// Those that go first.
        var urgent: [Job] = []
        var waiting: [Job] = []
        var isDraining = false
        /// How many must wait before the next commit is begun early; nil while it waits for nobody.
        var awaited: Int?
        /// Whether a body of the last commit of several has failed, so that one of the next may well fail too.
        var expectsFailures = false
    }

    /// What became of those that had their turn in a transaction.
    private struct Turn {
        /// What each of them threw.
        var outcomes: [(any Error)?] = []
        /// What they changed.
        var changes: StoreChanges = []
        /// How long it took to make it durable.
        var sync = Swift.Duration.zero
    }

    /// One of several bodies without savepoints has failed, so that none of them is kept.
    private struct BodyFailed: Error {}

    /// Bounds how long the first body of a commit waits for the last.
    private static let maxBatch = 512
    /// After how long no further body is begun in the same transaction.
    private static let maxTurn = Swift.Duration.milliseconds(20)
    /// How long a disk takes with which it is worth waiting for others.
    private static let slowSync = Swift.Duration.milliseconds(1)

    private let pool: DatabasePool
    private let changes: StoreChangeFeed
    private let checkpointer: Checkpointer?
    private let hookCache: HookCache
    private let watch: WriterWatch?
    private let state = Locked(State())
    private let arrivals = DispatchSemaphore(value: 0)

    init(
        pool: DatabasePool,
        changes: StoreChangeFeed,
        checkpointer: Checkpointer? = nil,
        hookCache: HookCache = HookCache(),
        watch: WriterWatch? = nil
    ) {
        self.pool = pool
        self.hookCache = hookCache
        self.watch = watch
        self.changes = changes
        self.checkpointer = checkpointer
    }

    func submit(_ job: Job) {
        let (mustDrain, isLastAwaited) = state.withLock { state in
            if job.goesFirst { state.urgent.append(job) } else { state.waiting.append(job) }
            let isLastAwaited = state.awaited.map { job.goesFirst || state.waiting.count >= $0 } ?? false
            if isLastAwaited { state.awaited = nil }
            defer { state.isDraining = true }
            return (!state.isDraining, isLastAwaited)
        }
        if isLastAwaited { arrivals.signal() }
        if mustDrain { drain() }
    }

    private func drain() {
        pool.asyncWriteWithoutTransaction { db in
            while let batch = self.takeBatch() {
                let patience = self.commit(batch, in: db)
                self.checkpointer?.noteCommit(on: db)
                if let patience { self.gather(for: patience) }
            }
        }
    }

    /// Whether the next commit is to wait for those that this one is about to answer, as pays where the disk takes long:
    /// without it clients divide in two halves, of which each waits for the sync of the other before its own.
    ///
    /// - Parameters:
    ///   - answered: How many are answered.
    ///   - sync: How long the disk took.
    /// - Returns: For how long to wait at most; nil for not at all.
    private func awaitReturn(of answered: Int, afterSyncOf sync: Swift.Duration) -> Swift.Duration? {
        guard sync >= Self.slowSync, answered > 0 else { return nil }
        return state.withLock { state in
            guard state.urgent.isEmpty else { return nil }
            state.awaited = min(state.waiting.count + answered, Self.maxBatch)
            return sync / 2
        }
    }

    /// Waits until as many wait as are awaited, or something that goes first.
    private func gather(for patience: Swift.Duration) {
        guard let watch, !watch.wait(arrivals, patience) else { return }
        let isSignalled = state.withLock { state in
            defer { state.awaited = nil }
            return state.awaited == nil
        }
        // The last came in this very moment: its signal belongs to this wait.
        if isSignalled { arrivals.wait() }
    }

    private func takeBatch() -> [Job]? {
        state.withLock { state in
            let batch = state.urgent + state.waiting.prefix(max(0, Self.maxBatch - state.urgent.count))
            guard !batch.isEmpty else {
                state.isDraining = false
                return nil
            }
            state.waiting.removeFirst(batch.count - state.urgent.count)
            state.urgent = []
            return batch
        }
    }

    /// Gives back what had no turn; all of it waits, since what goes first is always run.
    private func putBack(_ jobs: ArraySlice<Job>) {
        if !jobs.isEmpty { state.withLock { $0.waiting.insert(contentsOf: jobs, at: 0) } }
    }

    /// - Returns: For how long the next commit is to wait for those that were answered; nil for not at all.
    private func commit(_ batch: [Job], in db: Database) -> Swift.Duration? {
        var turn = Turn()
        do {
            do {
                let expectsFailures = state.withLock { $0.expectsFailures }
                turn = try transact(batch, in: db, withSavepoints: batch.count > 1 && expectsFailures)
            } catch is BodyFailed {
                hookCache.endCommit()
                turn = try transact(batch, in: db, withSavepoints: true)
            }
            watch?.count(commitOf: turn.outcomes.count)
        } catch {
            turn = Turn(outcomes: batch.map { _ in error })
        }
        if batch.count > 1 {
            let hasFailed = turn.outcomes.contains { $0 != nil }
            state.withLock { $0.expectsFailures = hasFailed }
        }
        hookCache.endCommit()
        putBack(batch.dropFirst(turn.outcomes.count))
        changes.publish(turn.changes)
        // Before they can come back.
        let patience = awaitReturn(
            of: batch.prefix(turn.outcomes.count).count { !$0.goesFirst }, afterSyncOf: turn.sync)
        for (job, outcome) in zip(batch, turn.outcomes) { job.finish(outcome) }
        return patience
    }

    /// Runs bodies in one transaction, until it has lasted for long, and makes it durable.
    ///
    /// - Parameters:
    ///   - batch: The bodies.
    ///   - db: The connection.
    ///   - withSavepoints: Whether each has a savepoint of its own, so that one which fails leaves the others as they are.
    /// - Returns: What became of those that had their turn.
    /// - Throws: ``BodyFailed`` where one of many has failed that has no savepoint; what has ended the transaction.
    private func transact(_ batch: [Job], in db: Database, withSavepoints: Bool) throws -> Turn {
        var turn = Turn()
        var end: Swift.Duration?
        try db.inTransaction(.immediate) {
            let begin = watch?.uptime()
            for job in batch {
                if withSavepoints {
                    try runInSavepoint(job, in: db, &turn)
                } else {
                    do {
                        try run(job, in: db, &turn)
                        turn.outcomes.append(nil)
                    } catch  where batch.count > 1 && db.isInsideTransaction {
                        throw BodyFailed()
                    }
                }
                // Those that go first are few, and must not keep out the others, of which one at least has its turn.
                if !job.goesFirst, let begin, let now = watch?.uptime(), now - begin > Self.maxTurn { break }
            }
            if turn.changes.contains(.tasks), try PendingWords.areWaiting(in: db) {
                try measured("index of words") { try PendingWords.index(in: db) }
            }
            end = watch?.uptime()
            return .commit
        }
        if let end, let now = watch?.uptime() { turn.sync = now - end }
        return turn
    }

    private func run(_ job: Job, in db: Database, _ turn: inout Turn) throws {
        let isFirst = turn.outcomes.isEmpty
        turn.changes.formUnion(try measured(job.name) { try job.run(db, isFirst) })
    }

    private func runInSavepoint(_ job: Job, in db: Database, _ turn: inout Turn) throws {
        do {
            try db.inSavepoint {
                try run(job, in: db, &turn)
                return .commit
            }
            turn.outcomes.append(nil)
        } catch {
            // A full disk ends the whole transaction, not just the savepoint.
            guard db.isInsideTransaction else { throw error }
            turn.outcomes.append(error)
        }
    }

    private func measured<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        guard let watch else { return try body() }
        return try watch.measure(name, body)
    }
}
