import Basics
import GRDB
import GRDBSQLite
import Storage

/// One transaction, or one snapshot, on the SQLite file.
///
/// It lives only inside the closure that it is passed to, on the connection's own thread.
final class SQLiteTransaction: ConcurrentSnapshotTransaction {
    let db: Database
    /// What was changed so far, for those who wait for the commit.
    var changes: StoreChanges = []
    /// Whether anything is set aside; nil while nobody has asked.
    var knowsSetAside: Bool?
    /// The hooks, read once a transaction at most: every appended event asks for them.
    var cachedHooks: [KeyedHook]?
    /// The hooks as the last commit left them; nil for a snapshot, which may be older.
    let hookCache: HookCache?
    /// What this and the changes before it in the same commit have found.
    let findings: CommitFindings
    /// Where the tasks and reminders that were read so far stand.
    var keys: RowKeys
    /// What the snapshot beside this transaction finds; nil where there is none.
    var foundBeside: FoundQueue?
    /// Where this snapshot beside a transaction puts what it finds; nil for anything else.
    let beside: FoundBeside?
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

    /// The trace that events are recorded in; nil for none.
    let trace: TraceParent?
    /// Bounds how long lists may take; nil for no bound.
    let queries: QueryWatch?
    /// Who reads lists here; nil for who reads something else too.
    let turn: ListTurn?

    private let companion: SnapshotReader?
    /// How many rows the connection had written when this began.
    private let rowsBefore: Int32

    /// - Parameters:
    ///   - db: The connection.
    ///   - keys: Where rows are known to stand.
    ///   - beside: Where a snapshot beside a transaction puts what it finds; nil for anything else.
    ///   - findings: What the changes before it in the same commit have found.
    ///   - companion: What reads beside this transaction, which has then written nothing yet; nil for nothing.
    ///   - hookCache: The hooks as the last commit left them; nil for a snapshot.
    ///   - trace: The trace that events are recorded in; nil for none.
    ///   - queries: Bounds how long lists may take; nil for no bound.
    ///   - turn: Who reads lists; nil for who reads something else too.
    init(
        _ db: Database, keys: RowKeys = RowKeys(), beside: FoundBeside? = nil,
        findings: CommitFindings = CommitFindings(), companion: SnapshotReader? = nil, hookCache: HookCache? = nil,
        trace: TraceParent? = nil, queries: QueryWatch? = nil, turn: ListTurn? = nil
    ) {
        self.db = db
        (self.queries, self.turn) = (queries, turn)
        self.beside = beside
        self.findings = findings
        self.hookCache = hookCache
        self.trace = trace
        self.keys = keys
        self.companion = companion
        rowsBefore = sqlite3_total_changes(db.sqliteConnection)
    }

    /// What was changed in the end, whoever waits for it.
    var allChanges: StoreChanges { hasWritten ? changes.union(.anything) : changes }

    /// Whether a row was written, of whatever table.
    private var hasWritten: Bool { sqlite3_total_changes(db.sqliteConnection) != rowsBefore }

    func concurrentSnapshot(_ body: @escaping @Sendable (Result<any StoreReader, any Error>) -> Void) -> Bool {
        guard let companion, !hasWritten else { return false }
        let found = FoundBeside()
        foundBeside = FoundQueue(found)
        companion.run(with: keys, found, body)
        return true
    }

    /// A statement of the connection's cache.
    ///
    /// What runs it again and again asks for it once: the cache is keyed by the statement's text. A limit stands in
    /// the text as `LIMIT ? + 0`: by the value of a bare parameter SQLite plans, and for each it prepares again.
    func statement(_ sql: String) throws -> PreparedStatement {
        PreparedStatement(try db.cachedStatement(sql: sql))
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        let statement = try statement(sql)
        try statement.bind(arguments)
        return try statement.finish()
    }

    /// What is read from each row of a statement.
    func rows<Element>(
        _ sql: String,
        _ arguments: Arguments = [],
        read: (inout ColumnReader) throws -> Element
    ) throws -> [Element] {
        let statement = try statement(sql)
        try statement.bind(arguments)
        return try statement.rows(read)
    }

    /// Reads the rows of a statement one by one, until there are no more or `read` returns false.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: The values of its parameters.
    ///   - isKept: Whether the statement is one of few, and stays in the connection's cache.
    ///   - read: Reads a row; returns whether it wants another.
    /// - Throws: ``StoreError``; what `read` throws.
    func each(
        _ sql: String, _ arguments: Arguments, isKept: Bool = true, read: (inout ColumnReader) throws -> Bool
    ) throws {
        let statement = isKept ? try statement(sql) : PreparedStatement(try db.makeStatement(sql: sql))
        try statement.bind(arguments)
        try statement.each(read)
    }

    /// The first column of the first row; nil when there is no row, or NULL.
    func value<Value: ColumnValue>(
        _ type: Value.Type,
        _ sql: String,
        _ arguments: Arguments = []
    ) throws -> Value? {
        try rows(sql, arguments) { column -> Value? in try column.next() }.first ?? nil
    }
}
