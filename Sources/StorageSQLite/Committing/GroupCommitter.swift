import Basics
import GRDB
import Storage

/// The one writer: bodies that wait at the same time, or come while these run, are run in one transaction.
///
/// One fsync thus serves all who wait. A body that fails leaves the others as they are: the transaction is taken back, and
/// all are run once more, each in its own savepoint. It has none before, since SQLite would copy every page that is written
/// for each of them.
final class GroupCommitter: Sendable {
    /// A body that waits to be run.
    struct Job: WaitingCommit {
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

    /// Bounds how long the first body of a commit waits for the last.
    private static let maxGroup = 512

    private let pool: DatabasePool
    private let changes: StoreChangeFeed
    private let checkpointer: Checkpointer?
    private let hookCache: HookCache
    private let watch: WriterWatch?
    private let line: CommitLine<Job>

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
        line = CommitLine(maxGroup: Self.maxGroup, watch: watch)
    }

    func submit(_ job: Job) {
        if line.add(job) { drain() }
    }

    private func drain() {
        pool.asyncWriteWithoutTransaction { [self] db in
            while var group = line.begin() {
                commit(&group, in: db)
                checkpointer?.noteCommit(on: db)
                line.answer(group, publishing: changes)
            }
        }
    }

    /// Runs the bodies of a group, and those that come meanwhile, and makes durable what they wrote.
    private func commit(_ group: inout CommitGroup<Job>, in db: Database) {
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
    private func transact(_ group: inout CommitGroup<Job>, in db: Database, withSavepoints: Bool) throws {
        var end: Swift.Duration?
        let findings = CommitFindings()
        try db.inTransaction(.immediate) {
            let begin = watch?.uptime()
            while let job = line.next(of: &group, begunAt: begin) {
                if withSavepoints {
                    try runInSavepoint(job, findings, in: db, &group)
                } else {
                    do {
                        try run(job, findings, in: db, &group)
                        group.note(nil)
                    } catch  where group.jobs.count > 1 && db.isInsideTransaction {
                        throw BodyFailed()
                    }
                }
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
        _ job: Job, _ findings: CommitFindings, in db: Database, _ group: inout CommitGroup<Job>
    ) throws {
        let isFirst = group.outcomes.isEmpty
        group.changes.formUnion(try measured(job.name) { try job.run(db, findings, isFirst) })
    }

    private func runInSavepoint(
        _ job: Job, _ findings: CommitFindings, in db: Database, _ group: inout CommitGroup<Job>
    ) throws {
        do {
            try db.inSavepoint {
                try run(job, findings, in: db, &group)
                return .commit
            }
            group.note(nil)
        } catch {
            // A full disk ends the whole transaction, not just the savepoint.
            guard db.isInsideTransaction else { throw error }
            findings.forget()
            group.note(error)
        }
    }

    private func measured<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        guard let watch else { return try body() }
        return try watch.measure(name, body)
    }
}
