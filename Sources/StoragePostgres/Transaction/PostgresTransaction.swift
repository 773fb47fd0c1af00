import Basics
import Recurrence
import Storage

/// One transaction that has the log's head locked, or one snapshot, on a connection.
///
/// It lives only inside the closure that it is passed to, on the thread of the connection's session. What is written and
/// not asked about is not sent at once: it goes with what is read next, or with the end of the closure, in one round trip.
final class PostgresTransaction: ConcurrentSnapshotTransaction {
    let connection: PostgresConnection
    /// The node that reads and writes.
    let node: ClaimOwner
    /// What was changed so far, for those who wait for the commit.
    var changes: StoreChanges = []
    /// Whether anything is set aside; nil while nobody has asked.
    var knowsSetAside: Bool?
    /// The hooks, read once a transaction at most: every appended event asks for them.
    var cachedHooks: [KeyedHook]?
    /// The hooks as commits left them; nil for a snapshot, which may be older.
    let hookCache: HookCache?
    /// Which places in the log there is a part for; nil where that must be asked.
    let room: LogRoom?
    /// The places of the part that the server was last asked for.
    var ownRoom: ClosedRange<Int64>?
    /// What this and the closures before it in the same commit have found.
    let findings: CommitFindings
    /// Where the tasks and reminders that were read so far stand.
    var keys = RowKeys()
    /// Where the series stand that were asked for so far.
    var seriesPlaces: [SeriesID: SeriesPlace] = [:]
    /// The change that is recorded; nil where none is.
    var recording: Recording?
    /// What changes have written so far.
    var recordedRows: [RecordedRow] = []
    /// What is left to further transactions.
    var pendingWork = PendingWork()
    /// What an undo that is not done keeps from others, which may be nothing; nil while nobody has asked.
    var undoClaim: UndoClaim??
    /// Whether places in ledgers were written, which are checked in the end.
    var hasWrittenPlaces = false

    /// The trace that events are recorded in; nil for none.
    let trace: TraceParent?
    /// Is told of lists that take long; nil where nobody wants to know.
    let queries: QueryWatch?

    /// What reads beside this transaction; nil for nothing.
    private let companion: SnapshotCompanion?
    /// Whether a row was written, of whatever table.
    private(set) var hasWritten = false
    /// What ended the transaction, whatever the closure made of it; nil while it goes on.
    private(set) var failure: PostgresError?
    /// How many units are being run, one inside the other.
    private var depth = 0
    /// How many flights were sent.
    private var sentCount = 0
    /// What is sent ahead of everything else, and what those before it in the same commit have left to be sent.
    private var left: Flight
    private var flight = Flight()
    /// Whether what is in the flight may be about rows that are new.
    private var dependsOnNew = false
    /// What it asks first; nil where it asks for itself.
    private let questions: Questions?
    /// What must hold of the answers to what is in the flight, by the place.
    private var checks: [Int: (Rows) throws -> Void] = [:]

    /// How long the server may take for one flight.
    static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - connection: The connection, in a transaction; or about to begin one by the first flight.
    ///   - node: The node that reads and writes.
    ///   - beginning: What is sent ahead of everything else.
    ///   - left: What those before it in the same commit have left to be sent.
    ///   - findings: What the closures before it in the same commit have found.
    ///   - hookCache: The hooks as commits left them; nil for a snapshot.
    ///   - room: Which places in the log there is a part for; nil for a snapshot.
    ///   - trace: The trace that events are recorded in; nil for none.
    ///   - queries: Is told of lists that take long; nil where nobody wants to know.
    ///   - companion: What reads beside this transaction, which has then written nothing yet; nil for nothing.
    ///   - questions: What it asks first; nil where it asks for itself.
    init(
        _ connection: PostgresConnection, node: ClaimOwner, beginning: [Statement] = [], left: Flight = Flight(),
        findings: CommitFindings = CommitFindings(), hookCache: HookCache? = nil, room: LogRoom? = nil,
        trace: TraceParent? = nil,
        queries: QueryWatch? = nil, companion: SnapshotCompanion? = nil, questions: Questions? = nil
    ) {
        (self.connection, self.node) = (connection, node)
        self.findings = findings
        self.hookCache = hookCache
        self.room = room
        self.trace = trace
        (self.queries, self.companion) = (queries, companion)
        self.questions = questions
        self.left = Flight()
        for statement in beginning { self.left.add(statement) }
        self.left.add(left)
    }

    /// What was changed in the end, whoever waits for it.
    var allChanges: StoreChanges { hasWritten ? changes.union(.anything) : changes }

    func concurrentSnapshot(_ body: @escaping @Sendable (Result<any StoreReader, any Error>) -> Void) -> Bool {
        guard let companion, !hasWritten, left.isEmpty, flight.isEmpty, findings.newRows.isEmpty else { return false }
        companion.run(body)
        return true
    }

    // MARK: Statements

    /// Has a new row written at the latest at the end of the commit, with those of other closures.
    ///
    /// - Parameters:
    ///   - values: The values of its columns.
    ///   - table: The table.
    ///   - id: The id by which others may look for it; nil for a row that has none.
    func add(_ values: Arguments, to table: NewRows.Table, id: UUIDValue? = nil) {
        hasWritten = true
        findings.newRows.add(values, to: table, id: id)
    }

    /// Runs a statement later, at the latest at the end of the closure.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: The values of its parameters.
    ///   - seesNew: Whether it may be about rows that are new and not sent yet.
    ///   - check: Gets the answer; what it throws is thrown by what is run next, or by the end of the closure.
    func post(
        _ sql: String, _ arguments: Arguments = [], seesNew: Bool = true, check: ((Rows) throws -> Void)? = nil
    ) {
        if seesNew || findings.newRows.areMany { addNewRows() }
        let place = add(Statement(sql), arguments, seesNew: seesNew)
        checks[place] = check
    }

    /// Runs a statement later as ``post(_:_:check:)`` does, for its rows, in one round trip with others.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: The values of its parameters.
    ///   - seesNew: Whether it may be about rows that are new and not sent yet.
    ///   - read: Reads a row.
    func postRows(
        _ sql: String, _ arguments: Arguments = [], seesNew: Bool = true,
        read: @escaping (inout ColumnReader) throws -> Void
    ) {
        post(sql, arguments, seesNew: seesNew) { answer in
            for row in 0..<answer.count {
                var column = ColumnReader(answer, row: row)
                try read(&column)
            }
        }
    }

    /// Sends what was posted and the rows that are new, and waits until it is done.
    ///
    /// - Throws: ``PostgresError``; what a check throws.
    func flush() throws {
        addNewRows()
        try sendPosted()
    }

    /// Sends what was posted, and waits until it is done.
    ///
    /// - Throws: ``PostgresError``; what a check throws.
    func sendPosted() throws {
        if !flight.isEmpty || !left.isEmpty { _ = try send() }
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        try answer(Statement(sql), arguments).written
    }

    /// What is read from each row of a statement.
    func rows<Element>(
        _ sql: String, _ arguments: Arguments = [], read: (inout ColumnReader) throws -> Element
    ) throws -> [Element] {
        let answer = try answer(Statement(sql), arguments)
        return try (0..<answer.count).map { row in
            var column = ColumnReader(answer, row: row)
            return try read(&column)
        }
    }

    /// Reads the rows of a statement one by one, until there are no more or `read` returns false.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: The values of its parameters.
    ///   - isKept: Whether the statement is one of few, and stays prepared.
    ///   - read: Reads a row; returns whether it wants another.
    /// - Throws: ``StoreError``; what `read` throws.
    func each(
        _ sql: String, _ arguments: Arguments, isKept: Bool = true, read: (inout ColumnReader) throws -> Bool
    ) throws {
        let answer = try answer(Statement(sql, isKept: isKept), arguments)
        for row in 0..<answer.count {
            var column = ColumnReader(answer, row: row)
            if try !read(&column) { return }
        }
    }

    /// The first column of the first row; nil when there is no row, or NULL.
    func value<Value: ColumnValue>(
        _ type: Value.Type, _ sql: String, _ arguments: Arguments = []
    ) throws -> Value? {
        let answer = try answer(Statement(sql), arguments)
        guard answer.count > 0 else { return nil }
        var column = ColumnReader(answer, row: 0)
        return try column.next()
    }

    private func answer(_ statement: Statement, _ arguments: Arguments) throws -> Rows {
        addNewRows()
        let place = add(statement, arguments, seesNew: true)
        return try send()[place]
    }

    private func add(_ statement: Statement, _ arguments: Arguments, seesNew: Bool) -> Int {
        if seesNew {
            dependsOnNew = true
            if !statement.isQuestion { findings.noteWrite() }
        }
        return flight.add(statement, Parameters(arguments))
    }

    private func send() throws -> [Rows] {
        if let failure { throw failure }
        let (flight, checks) = (flight, checks)
        defer { dependsOnNew = false }
        (self.flight, self.checks) = (Flight(), [:])
        let known =
            flight.isEmpty ? nil : try questions?.answers(to: flight, dependsOnNew: dependsOnNew, findings)
        let answers = try known ?? fetch(flight)
        if !hasWritten { hasWritten = answers.contains { $0.written > 0 } }
        for place in checks.keys.sorted() { try checks[place]?(answers[place]) }
        return answers
    }

    private func fetch(_ flight: Flight) throws -> [Rows] {
        var (whole, leftCount) = (left, left.count)
        whole.add(flight)
        (left, sentCount) = (Flight(), sentCount + 1)
        do throws(PostgresError) { return Array(try connection.run(whole, within: Self.patience)[leftCount...]) } catch
        {
            failure = error
            throw error
        }
    }

    // MARK: Units

    func asUnit<Value>(_ body: () throws -> Value) throws -> Value {
        let (recordedCount, pendingWork, places) = (recordedRows.count, pendingWork, hasWrittenPlaces)
        let appendedCount = findings.appended.count
        depth += 1
        let name = "unit\(depth)"
        defer { depth -= 1 }
        // What was posted before is no part of the unit.
        try flush()
        post("SAVEPOINT \(name)")
        let sentBefore = sentCount
        do {
            let value = try body()
            try flush()
            post("RELEASE SAVEPOINT \(name)")
            return value
        } catch {
            // What was read inside may not be there any more.
            forgetEverything(appendedAfter: appendedCount)
            recordedRows.removeSubrange(recordedCount...)
            (self.pendingWork, hasWrittenPlaces) = (pendingWork, places)
            try rollBack(to: name, isMade: sentCount > sentBefore)
            if let error = error as? PostgresError { throw StoreError(error) }
            throw error
        }
    }

    private func rollBack(to savepoint: String, isMade: Bool) throws {
        (flight, checks) = (Flight(), [:])
        guard isMade else { return }
        if let failure, failure.endsTransaction { throw failure }
        failure = nil
        post("ROLLBACK TO SAVEPOINT \(savepoint)")
        post("RELEASE SAVEPOINT \(savepoint)")
        try flush()
    }

    /// Forgets what was found in what is taken back.
    private func forgetEverything(appendedAfter count: Int) {
        forgetKeys()
        (seriesPlaces, cachedHooks, knowsSetAside, ownRoom) = ([:], nil, nil, nil)
        findings.forget(appendedAfter: count)
        forgetRecordingKey()
    }

    /// Has the places of tasks in ledgers checked at the end of the closure, and sends what has to be sent for it.
    ///
    /// - Parameter hasSavepoint: Whether everything must be sent, since the closure alone is taken back where it fails.
    /// - Returns: What is left to be sent, with what comes next or with the commit.
    /// - Throws: ``StoreError``, ``PostgresError``.
    func finish(hasSavepoint: Bool) throws -> Flight {
        if let failure { throw failure }
        guard hasWritten, checks.isEmpty, !hasWrittenPlaces, !hasSavepoint else {
            try finish()
            return Flight()
        }
        var rest = left
        rest.add(flight)
        (left, flight) = (Flight(), Flight())
        return rest
    }

    private func finish() throws {
        guard hasWrittenPlaces else { return try flush() }
        hasWrittenPlaces = false
        try flush()
        do {
            post("SET CONSTRAINTS task_place IMMEDIATE")
            post("SET CONSTRAINTS task_place DEFERRED")
            try flush()
        } catch let error as PostgresError where error.kind == .conflict {
            throw StoreError(.conflict, "a task refers to an entry that its series' ledger does not have")
        }
    }

    /// Adds the rows that are new to the flight.
    private func addNewRows() {
        if !findings.newRows.isEmpty { flight.add(findings.takeNewRows()) }
    }
}

extension PostgresError {
    /// Whether nothing of the transaction can go on, whoever was at fault: it is lost as a whole, and may be tried again.
    var endsTransaction: Bool { kind == .connection || kind == .retryable }

    /// Whether somebody else had locked what was wanted for too long.
    var isLockTimeout: Bool { sqlState == "55P03" }
}

extension StoreError {
    init(_ error: PostgresError) {
        switch error.kind {
        case .conflict: self.init(.conflict, error.description)
        case .diskFull: self.init(.diskFull, "the disk of the server is full; free some space and retry")
        case .retryable where error.isLockTimeout:
            self.init(.inUse, "another session has locked what is wanted: \(error)")
        case .fault where error.sqlState == PostgresError.insufficientPrivilege:
            self.init(.forbidden, "the server: \(error)")
        case .retryable, .connection, .fault: self.init(.unavailable, "the server: \(error)")
        }
    }
}
