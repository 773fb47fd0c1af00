import GRDB
import GRDBSQLite
import Storage

/// Breaks off the statements of one connection once their time is over.
///
/// SQLite asks between steps of its own on the thread that runs the statement: no other connection is concerned, and the
/// snapshot that is read stays as it is.
private final class StatementDeadline {
    /// After how many instructions of SQLite's virtual machine the time is looked at: some 0.1 ms.
    static let interval: Int32 = 5_000

    private let watch: QueryWatch
    private let isBounded: Bool
    private let start: Swift.Duration
    /// Whether something was broken off.
    private(set) var isOver = false

    init(_ watch: QueryWatch, isBounded: Bool) {
        (self.watch, self.isBounded) = (watch, isBounded)
        start = watch.uptime()
    }

    var elapsed: Swift.Duration { watch.uptime() - start }

    /// Whether the statement must end.
    func check() -> Bool {
        isOver = isOver || (isBounded && elapsed > watch.limit)
        return isOver
    }
}

/// Is asked by SQLite whether to break off; anything but 0 does.
private let checkDeadline: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 0 }
    return Unmanaged<StatementDeadline>.fromOpaque(context).takeUnretainedValue().check() ? 1 : 0
}

extension SQLiteTransaction {
    /// Reads a list within the time that one may take, and reports it where it took long.
    ///
    /// - Parameters:
    ///   - query: What is asked for, to be reported.
    ///   - isBounded: Whether it is broken off: what an index serves takes long only where everything does.
    ///   - body: Reads the list.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreError`` with code `.tooSlow` where the time was over; what `body` throws.
    func watched<Value>(_ query: TaskQuery, isBounded: Bool = true, _ body: () throws -> Value) throws -> Value {
        guard let queries else { return try body() }
        let deadline = StatementDeadline(queries, isBounded: isBounded)
        let value = withExtendedLifetime(deadline) {
            sqlite3_progress_handler(
                db.sqliteConnection, StatementDeadline.interval, checkDeadline,
                Unmanaged.passUnretained(deadline).toOpaque())
            defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            return Result { try body() }
        }
        let elapsed = deadline.elapsed
        if elapsed > queries.threshold || deadline.isOver { queries.report(try plan(of: query), elapsed) }
        // Whatever became of the list: what it read of a task may have been broken off.
        if deadline.isOver { throw StoreError.tooSlow(after: queries.limit) }
        return try value.get()
    }
}

extension StoreError {
    fileprivate static func tooSlow(after limit: Swift.Duration) -> StoreError {
        StoreError(.tooSlow, "the list took longer than \(limit), since no index serves what it asks for")
    }
}
