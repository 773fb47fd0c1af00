import Basics
import Dispatch
import GRDB
import Storage

/// The one writer: bodies that wait at the same time, or come while these run, are run in one transaction.
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
        /// Does the writing, after those before it in the transaction have found something, the first in it or not, and tells
        /// what it changed.
        ///
        /// It may run again, after what it wrote was taken back.
        var run: @Sendable (Database, _ findings: CommitFindings, _ isFirst: Bool) throws -> StoreChanges
        /// Is told nil when what `run` wrote is durable, else why nothing of it was kept.
        var finish: @Sendable ((any Error)?) -> Void
    }

    /// One of several bodies without savepoints has failed, so that none of them is kept.
    private struct BodyFailed: Error {}

    /// After how long no further body is begun in the same transaction.
    private static let maxTurn = Swift.Duration.milliseconds(20)
    /// How long a disk takes with which it is worth waiting for others.
    private static let slowSync = Swift.Duration.milliseconds(1)

    private let pool: DatabasePool
    private let changes: StoreChangeFeed
    private let checkpointer: Checkpointer?
    private let hookCache: HookCache
    private let watch: WriterWatch?
    private let queue = Locked(CommitQueue())
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
        let (mustDrain, mustWake) = queue.withLock { $0.add(job) }
        if mustWake { arrivals.signal() }
        if mustDrain { drain() }
    }

    private func drain() {
        pool.asyncWriteWithoutTransaction { db in
            while var group = self.queue.withLock({ $0.begin() }) {
                self.commit(&group, in: db)
                self.checkpointer?.noteCommit(on: db)
                self.answer(group)
            }
        }
    }

    /// Tells those of a group what became of them.
    ///
    /// Where the disk takes long, the next commit is to wait for them: without it clients divide in two halves, of which each
    /// waits for the sync of the other before its own.
    private func answer(_ group: CommitGroup) {
        let end = group.sync < Self.slowSync ? nil : watch.map { $0.uptime() + group.sync / 2 }
        // Before they can come back.
        queue.withLock { $0.finish(group, awaitedUntil: end) }
        changes.publish(group.changes)
        for (job, outcome) in zip(group.jobs, group.outcomes) { job.finish(outcome) }
    }

    /// Adds those that have come meanwhile to a group all of which had their turn; where nobody has, it waits for those that
    /// it awaits.
    private func gather(_ group: inout CommitGroup) {
        var more = queue.withLock { [group] in $0.takeMore(for: group) }
        if more.isEmpty, let watch, let end = group.awaited?.end {
            let patience = end - watch.uptime()
            if patience > .zero, wait(for: patience, watch) {
                more = queue.withLock { [group] in $0.takeMore(for: group) }
            }
        }
        group.add(more)
    }

    /// Sleeps until somebody comes, or for some time.
    ///
    /// - Returns: Whether somebody is there.
    private func wait(for patience: Swift.Duration, _ watch: WriterWatch) -> Bool {
        guard queue.withLock({ $0.fallAsleep() }), !watch.wait(arrivals, patience) else { return true }
        guard queue.withLock({ $0.wakeUp() }) else { return false }
        // The signal of who came in this very moment belongs to this wait.
        arrivals.wait()
        return true
    }

    /// Runs the bodies of a group, and those that come meanwhile, and makes durable what they wrote.
    private func commit(_ group: inout CommitGroup, in db: Database) {
        do {
            do {
                try transact(&group, in: db, withSavepoints: group.expectsFailures)
            } catch is BodyFailed {
                hookCache.endCommit()
                group.restart()
                try transact(&group, in: db, withSavepoints: true)
            }
            watch?.count(commitOf: group.outcomes.count)
        } catch {
            group.fail(error)
        }
        hookCache.endCommit()
    }

    /// Runs the bodies of a group in one transaction, until it has lasted for long, and makes it durable.
    ///
    /// - Parameters:
    ///   - group: The bodies, and what becomes of those that have their turn; those that come meanwhile are added.
    ///   - db: The connection.
    ///   - withSavepoints: Whether each has a savepoint of its own, so that one which fails leaves the others as they are.
    /// - Throws: ``BodyFailed`` where one of many has failed that has no savepoint; what has ended the transaction.
    private func transact(_ group: inout CommitGroup, in db: Database, withSavepoints: Bool) throws {
        var end: Swift.Duration?
        let findings = CommitFindings()
        try db.inTransaction(.immediate) {
            let begin = watch?.uptime()
            while true {
                if group.isDone { gather(&group) }
                if group.isDone { break }
                let job = group.jobs[group.outcomes.count]
                if withSavepoints {
                    try runInSavepoint(job, findings, in: db, &group)
                } else {
                    do {
                        try run(job, findings, in: db, &group)
                        group.outcomes.append(nil)
                    } catch  where group.jobs.count > 1 && db.isInsideTransaction {
                        throw BodyFailed()
                    }
                }
                // Those that go first are few, and must not keep out the others, of which one at least has its turn.
                if !job.goesFirst, let begin, let now = watch?.uptime(), now - begin > Self.maxTurn { break }
            }
            if group.changes.contains(.tasks), try PendingWords.areWaiting(in: db) {
                try measured("index of words") { try PendingWords.index(in: db) }
            }
            end = watch?.uptime()
            return .commit
        }
        if let end, let now = watch?.uptime() { group.sync = now - end }
    }

    private func run(
        _ job: Job, _ findings: CommitFindings, in db: Database, _ group: inout CommitGroup
    ) throws {
        let isFirst = group.outcomes.isEmpty
        group.changes.formUnion(try measured(job.name) { try job.run(db, findings, isFirst) })
    }

    private func runInSavepoint(
        _ job: Job, _ findings: CommitFindings, in db: Database, _ group: inout CommitGroup
    ) throws {
        do {
            try db.inSavepoint {
                try run(job, findings, in: db, &group)
                return .commit
            }
            group.outcomes.append(nil)
        } catch {
            // A full disk ends the whole transaction, not just the savepoint.
            guard db.isInsideTransaction else { throw error }
            findings.forget()
            group.outcomes.append(error)
        }
    }

    private func measured<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        guard let watch else { return try body() }
        return try watch.measure(name, body)
    }
}
