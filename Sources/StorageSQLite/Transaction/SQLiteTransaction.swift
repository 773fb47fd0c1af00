import GRDB
import Storage

/// One transaction, or one snapshot, on the SQLite file.
///
/// It lives only inside the closure that it is passed to, on the connection's own thread.
final class SQLiteTransaction: StoreTransaction {
    let db: Database
    /// What was changed so far, for those who wait for the commit.
    var changes: StoreChanges = []
    /// The hooks, read once a transaction: every appended event asks for them.
    var cachedHooks: [(key: Int64, hook: Hook)]?

    init(_ db: Database) {
        self.db = db
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: Self.bound(arguments))
        return db.changesCount
    }

    /// The rows of a statement.
    func rows(_ sql: String, _ arguments: Arguments = []) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: Self.bound(arguments))
    }

    /// The first column of the first row; nil when there is no row, or NULL.
    func value<Value: ColumnValue>(
        _ type: Value.Type,
        _ sql: String,
        _ arguments: Arguments = []
    ) throws -> Value? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: Self.bound(arguments)) else {
            return nil
        }
        var column = ColumnReader(row)
        return try column.next()
    }

    private static func bound(_ arguments: Arguments) -> StatementArguments {
        StatementArguments(arguments.map { $0?.column ?? .null })
    }
}
