import Basics
import Storage

/// The one writer of a node: closures that wait at the same time are run in one transaction, which has the log's head locked
/// from its beginning, so that no other node's is run meanwhile.
///
/// One flush thus serves all who wait. A closure that fails leaves the others as they are: the transaction is taken back,
/// and all are run once more, each behind a savepoint of its own.
///
/// All nodes wait for the head of the log, so nobody waits for long behind it: a closure that needs what somebody else has
/// locked fails, with code `.inUse`, and comes again later.
final class GroupCommitter: Sendable {
    /// One of several closures without savepoints has failed, so that none of them is kept.
    private struct BodyFailed: Error {}

    /// How long a lock is waited for behind the head of the log; and how long once that was in vain, since many may want the
    /// same table.
    private static let (lockPatience, lockGlance) = ("500ms", "10ms")
    private static let glance = Statement("SELECT set_config('lock_timeout', '\(lockGlance)', true)")

    /// A transaction has no more savepoints than the server keeps in its cache of subtransactions.
    private static let maxGroup = 64

    /// Locks the log's head and reads what it tells, then the place of the last event, which nobody else can add to.
    private static let lockHead = Statement("SELECT hooks_version, leader, term FROM log_head WHERE id = 1 FOR UPDATE")
    private static let lastSequence = Statement("SELECT seq FROM event ORDER BY seq DESC LIMIT 1")
    /// Behind the lock, by a statement of its own: who moves the store changes the head with it.
    private static let marks = Statement("SELECT \(StoreHome.marks), set_config('lock_timeout', ?, true)")
    private static let savepoint = Statement("SAVEPOINT body")
    private static let keepBody = Statement("RELEASE SAVEPOINT body")
    private static let takeBackBody = Statement("ROLLBACK TO SAVEPOINT body")

    private let session: PostgresSession
    private let node: ClaimOwner
    private let home: StoreHome
    private let changes: StoreChangeFeed
    private let channel: String
    private let watch: WriterWatch?
    private let patience: RetryPatience
    private let line: CommitLine<CommitJob>
    private let rounds = QuestionRounds()

    /// - Parameters:
    ///   - session: The session that writes.
    ///   - node: The node that writes.
    ///   - home: Tells whether the store is still the one that the node knows.
    ///   - changes: Tells waiters what was committed.
    ///   - channel: The channel by which other nodes are told.
    ///   - watch: Is told how long the writer is held.
    ///   - patience: For how long a transaction that was lost is tried again.
    init(
        _ session: PostgresSession, node: ClaimOwner, home: StoreHome, changes: StoreChangeFeed, channel: String,
        watch: WriterWatch?, patience: RetryPatience
    ) {
        (self.session, self.node, self.changes, self.channel) = (session, node, changes, channel)
        (self.home, self.watch, self.patience) = (home, watch, patience)
        line = CommitLine(maxGroup: Self.maxGroup, watch: watch)
    }

    func submit(_ job: CommitJob) {
        guard line.add(job) else { return }
        // A task of its own: whoever finds the writer idle is not to wait for all who come after.
        Task { [session] in await session.run { self.drain($0) } }
    }

    private func drain(_ connection: PostgresConnection) {
        while var group = line.begin() {
            commit(&group, on: connection)
            line.answer(group, publishing: changes)
        }
    }

    /// Runs the closures of a group and makes durable what they wrote; again where the transaction was lost.
    private func commit(_ group: inout CommitGroup<CommitJob>, on connection: PostgresConnection) {
        var retries = patience.start()
        // Before the head of the log is locked, for which other nodes may wait.
        line.awaitOthers(for: &group)
        while true {
            var inDoubt: CommitTrace?
            do {
                try connection.open()
                do {
                    try transact(&group, &inDoubt, on: connection, withSavepoints: group.expectsFailures)
                } catch  where error is BodyFailed || Self.isLockTimeout(error) {
                    inDoubt = nil
                    try rollBack(connection)
                    group.restart()
                    try transact(
                        &group, &inDoubt, on: connection, withSavepoints: true,
                        lockPatience: Self.isLockTimeout(error) ? Self.lockGlance : Self.lockPatience)
                }
                watch?.count(commitOf: group.outcomes.count)
                return
            } catch let error as PostgresError where error.endsTransaction {
                try? rollBack(connection)
                do {
                    if let inDoubt, try isCommitted(inDoubt, connection, &retries) { return }
                    try retries.wait(after: error)
                    group.restart()
                } catch {
                    return group.fail(error)
                }
            } catch {
                try? rollBack(connection)
                return group.fail((error as? PostgresError).map { StoreError($0) } ?? error)
            }
        }
    }

    /// - Parameters:
    ///   - group: The closures, and what becomes of them.
    ///   - inDoubt: By what the transaction is known, from when on it may have been committed.
    ///   - connection: The connection.
    ///   - withSavepoints: Whether each has a savepoint of its own, so that one which fails leaves the others as they are.
    ///   - lockPatience: How long a lock is waited for behind the head of the log.
    /// - Throws: ``BodyFailed`` where one of many has failed that has no savepoint; what has ended the transaction.
    private func transact(
        _ group: inout CommitGroup<CommitJob>, _ inDoubt: inout CommitTrace?, on connection: PostgresConnection,
        withSavepoints: Bool, lockPatience: String = GroupCommitter.lockPatience
    ) throws {
        let findings = CommitFindings()
        let begin = watch?.uptime()
        var asked = withSavepoints ? [] : rounds.begin(group.jobs, on: connection)
        var trace = try self.begin(findings, lockPatience, asking: asked.map(\.questions), on: connection)
        do { try rounds.goOn(with: asked, findings, on: connection) } catch  where !Self.endsTransaction(error) {
            throw BodyFailed()
        }
        var flight = Flight()
        while let job = line.next(of: &group, begunAt: begin, mayWait: false) {
            if withSavepoints {
                try runBehindSavepoint(job, findings, on: connection, &group)
            } else {
                do {
                    if group.outcomes.count == asked.count {
                        let others = rounds.begin(Array(group.jobs[asked.count...]), on: connection)
                        try rounds.fetch(others.map(\.questions), behind: &flight, findings, on: connection)
                        try rounds.goOn(with: others, findings, on: connection)
                        asked += others
                    }
                    let questions = asked[group.outcomes.count].questions
                    try run(job, findings, on: connection, &group, &flight, questions: questions)
                    group.note(nil)
                } catch  where group.jobs.count > 1 && !Self.endsTransaction(error) {
                    throw BodyFailed()
                }
            }
        }
        rounds.habits.note(asked)
        flight.add(findings.takeNewRows())
        let end = watch?.uptime()
        trace?.events = findings.appended
        inDoubt = trace
        do { try self.end(flight, changes: group.changes, on: connection) } catch
            where group.jobs.count > 1 && !withSavepoints && !Self.endsTransaction(error)
        {
            inDoubt = nil
            throw BodyFailed()
        }
        inDoubt = nil
        if let end, let now = watch?.uptime() { group.sync = now - end }
    }

    /// Commits, and tells other nodes of what was changed.
    private func end(_ left: Flight, changes: StoreChanges, on connection: PostgresConnection) throws {
        var flight = left
        if !changes.isEmpty {
            flight.add(CommitNote.tell, Parameters([channel, CommitNote(changes).payload]))
        }
        flight.add(.commit)
        let answers = try connection.run(flight, within: PostgresTransaction.patience)
        guard answers.last?.isCommit ?? false else {
            throw StoreError(.unavailable, "the server rolled back what it was to commit")
        }
    }

    private func begin(
        _ findings: CommitFindings, _ lockPatience: String, asking questions: [Questions],
        on connection: PostgresConnection
    ) throws -> CommitTrace? {
        let run = try connection.serverRun()
        var flight = Flight()
        for statement in [.begin, Self.lockHead, Self.lastSequence, CommitTrace.number] { flight.add(statement) }
        flight.add(Self.marks, Parameters([lockPatience]))
        for statement in connection.countTransaction() { flight.add(statement) }
        let give = Questions.send(questions, with: &flight)
        let begun = patience.clock.now
        let answers: [Rows]
        do throws(PostgresError) {
            answers = try connection.run(flight, within: PostgresTransaction.patience)
        } catch {
            // The head is waited for for much longer than what is asked behind it.
            if error.isLockTimeout, begun.duration(to: patience.clock.now) > .seconds(5) {
                throw PostgresError(.retryable, error.message)
            }
            // One closure's question may be at fault; each is left to ask for itself.
            if give != nil, !error.endsTransaction { throw BodyFailed() }
            throw error
        }
        give?(answers, findings.mark)
        guard let version = try answers[1].count > 0 ? answers[1].value(Int64.self, 0, 0) : nil else {
            throw StoreError(.notAStore, "the store has no head of its log; it is damaged, restore a backup")
        }
        findings.hooksVersion = version
        let leader = try answers[1].value(Int64.self, 0, 1).map { ClaimOwner(rawValue: $0) }
        findings.lead = (leader, try answers[1].value(Int64.self, 0, 2) ?? 0)
        findings.lastSequence = try answers[2].count > 0 ? answers[2].value(Int64.self, 0, 0) : 0
        let (copy, home) = (try answers[4].value(String.self, 0, 0), try answers[4].value(String.self, 0, 1))
        findings.refusal = self.home.refusal(copy: copy, home: home)
        return try answers[3].value(String.self, 0, 0).map { CommitTrace(number: $0, serverRun: run) }
    }

    /// Runs the next closure; `flight` is what those before it have left to be sent, and then what it leaves as well.
    private func run(
        _ job: CommitJob, _ findings: CommitFindings, on connection: PostgresConnection,
        _ group: inout CommitGroup<CommitJob>, _ flight: inout Flight, hasSavepoint: Bool = false,
        questions: Questions? = nil
    ) throws {
        if let refusal = findings.refusal { throw refusal }
        if let term = job.term, findings.lead != (node, term) {
            throw StoreError(.unavailable, "another node does now what only one may do")
        }
        let turn = CommitJob.Turn(
            isFirst: group.outcomes.isEmpty, flight: flight, hasSavepoint: hasSavepoint, questions: questions)
        let body = { try job.run(connection, findings, turn) }
        let outcome = try watch.map { try $0.measure(job.name, body) } ?? body()
        group.changes.formUnion(outcome.changes)
        flight = outcome.flight
    }

    private func runBehindSavepoint(
        _ job: CommitJob, _ findings: CommitFindings, on connection: PostgresConnection,
        _ group: inout CommitGroup<CommitJob>
    ) throws {
        try send([Self.savepoint], on: connection)
        let appendedCount = findings.appended.count
        do {
            // Behind a savepoint everything is sent before it is let go of.
            var nothing = Flight()
            try run(job, findings, on: connection, &group, &nothing, hasSavepoint: true)
            try send([Self.keepBody], on: connection)
            group.note(nil)
        } catch {
            let hasWaited = Self.isLockTimeout(error)
            if Self.endsTransaction(error), !hasWaited { throw error }
            findings.forget(appendedAfter: appendedCount)
            try send([Self.takeBackBody, Self.keepBody] + (hasWaited ? [Self.glance] : []), on: connection)
            group.note((error as? PostgresError).map { StoreError($0) } ?? error)
        }
    }

    private static func endsTransaction(_ error: any Error) -> Bool {
        (error as? PostgresError)?.endsTransaction ?? false
    }

    private static func isLockTimeout(_ error: any Error) -> Bool { (error as? PostgresError)?.isLockTimeout ?? false }

    @discardableResult
    private func send(_ statements: [Statement], on connection: PostgresConnection) throws(PostgresError) -> [Rows] {
        var flight = Flight()
        for statement in statements { flight.add(statement) }
        return try connection.run(flight, within: PostgresTransaction.patience)
    }

    private func rollBack(_ connection: PostgresConnection) throws {
        if connection.isOpen { try send([.rollback], on: connection) }
    }

    /// Whether a transaction was committed of whose COMMIT the answer was lost.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable` where that cannot be found out.
    private func isCommitted(
        _ trace: CommitTrace, _ connection: PostgresConnection, _ retries: inout RetryPatience.Tries
    ) throws -> Bool {
        while true {
            do {
                try connection.open()
                if let outcome = try trace.isCommitted(on: connection) { return outcome }
                try retries.waitForOutcome()
            } catch is PostgresError {
                try retries.waitForOutcome()
            }
        }
    }
}
