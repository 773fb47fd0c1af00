/// A statement of SQL, which each session prepares once, by its name, where it is first needed.
///
/// Parameters are `$1`, `$2` and so on. They come in binary, so each is cast to the type that is sent: `$1::bigint`.
struct Statement: Hashable, Sendable {
    /// The name by which sessions know it: two statements of one name are the same.
    let name: String
    let sql: String

    init(_ name: String, _ sql: String) {
        (self.name, self.sql) = (name, sql)
    }

    static let begin = Statement("begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
    static let beginSnapshot = Statement("begin_snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    static let commit = Statement("commit", "COMMIT")
    static let rollback = Statement("rollback", "ROLLBACK")
}

/// Statements that are sent to the server together, and answered together: one round trip.
struct Flight: Sendable {
    private(set) var steps: [(statement: Statement, parameters: Parameters)] = []

    /// Adds a statement with its parameters.
    ///
    /// - Returns: The place of its rows in the answer.
    @discardableResult
    mutating func add(_ statement: Statement, _ parameters: Parameters = Parameters()) -> Int {
        steps.append((statement, parameters))
        return steps.count - 1
    }
}
