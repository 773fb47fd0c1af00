import GRDB
import GRDBSQLite
import Storage

/// Breaks off the statements of one connection once their time is over, or nobody waits for them any more.
///
/// SQLite asks between steps of its own on the thread that runs the statement: no other connection is concerned, and the
/// snapshot that is read stays as it is.
private final class StatementDeadline {
    /// After how many instructions of SQLite's virtual machine the time is looked at: some 0.1 ms.
    static let interval: Int32 = 5_000

    private let watch: QueryWatch?
    private let turn: ListTurn?
    private let limit: Swift.Duration?
    private let start: Swift.Duration
    /// Whether something was broken off.
    private(set) var isOver = false

    /// - Parameters:
    ///   - watch: Has the clock and the limits; nil for no limit.
    ///   - turn: Who reads the list; nil where nobody can give it up.
    ///   - isServed: Whether an index serves the list as a whole, which then has no limit.
    init(_ watch: QueryWatch?, _ turn: ListTurn?, isServed: Bool) {
        (self.watch, self.turn) = (watch, turn)
        limit = isServed ? nil : turn?.lane == .brief ? watch?.moment : watch?.limit
        start = turn?.start ?? watch?.uptime() ?? .zero
    }

    var elapsed: Swift.Duration { (watch?.uptime() ?? .zero) - start }

    /// Whether the statement must end.
    func check() -> Bool {
        isOver = isOver || turn?.isGivenUp ?? false || limit.map { elapsed > $0 } ?? false
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
    ///   - query: What is asked for, to be reported; nil for what is no list of tasks.
    ///   - form: By what it is known again, if it takes long; nil for what is not to be.
    ///   - isServed: Whether an index serves it as a whole, so that it takes long only where everything does: then it is
    ///     not broken off.
    ///   - body: Reads the list.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreError`` with code `.tooSlow` where the time was over; `CancellationError` where nobody waits for
    ///   it any more; what `body` throws.
    func watched<Value>(
        _ query: TaskQuery?, _ form: ListForm?, isServed: Bool, _ body: () throws -> Value
    ) throws -> Value {
        guard queries != nil || turn != nil else { return try body() }
        if !isServed, let turn, turn.passesOn(form) { throw StoreError.tooSlow(after: .zero) }
        let deadline = StatementDeadline(queries, turn, isServed: isServed)
        let value = withExtendedLifetime(deadline) {
            sqlite3_progress_handler(
                db.sqliteConnection, StatementDeadline.interval, checkDeadline,
                Unmanaged.passUnretained(deadline).toOpaque())
            defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            return Result {
                // Of many short statements none is broken off by itself.
                if turn != nil, deadline.check() { throw StoreError.tooSlow(after: deadline.elapsed) }
                return try body()
            }
        }
        if let turn, deadline.isOver {
            if turn.isGivenUp { throw CancellationError() }
            turn.note(form, after: deadline.elapsed)
            if turn.handOn() { throw StoreError.tooSlow(after: deadline.elapsed) }
        }
        guard let queries else { return try value.get() }
        let elapsed = deadline.elapsed
        if !isServed, !deadline.isOver { turn?.note(form, after: elapsed) }
        if let query, elapsed > queries.threshold || deadline.isOver { queries.report(try plan(of: query), elapsed) }
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
