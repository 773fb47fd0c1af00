/// A statement of SQL, which each session prepares once where it is first needed.
///
/// Parameters are `?`, each the next one, or `?1`, `?2` and so on, which may be used again.
struct Statement: Hashable, Sendable {
    let sql: String
    /// Whether sessions keep it prepared: it is one of few.
    let isKept: Bool

    init(_ sql: String, isKept: Bool = true) {
        (self.sql, self.isKept) = (sql, isKept)
    }

    static let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED")
    static let beginSnapshot = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    static let commit = Statement("COMMIT")
    static let rollback = Statement("ROLLBACK")
    /// Drops the cached plans, so that each prepared statement is planned again when it is next run.
    static let discardPlans = Statement("DISCARD PLANS")

    /// The text with parameters as the server has them: `$1`, `$2` and so on.
    var serverText: String {
        var (text, last, isQuoted): ([UInt8], Int, Bool) = ([], 0, false)
        var rest = sql.utf8[...]
        text.reserveCapacity(rest.count + 8)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "?"), !isQuoted else {
                text.append(byte)
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            let number = Int(Substring(digits)) ?? last + 1
            last = max(last, number)
            text += "$\(number)".utf8
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Statements that are sent to the server together, and answered together: one round trip.
struct Flight: Sendable {
    private(set) var steps: [(statement: Statement, parameters: Parameters)] = []

    var isEmpty: Bool { steps.isEmpty }

    /// How many there are.
    var count: Int { steps.count }

    /// Adds what another flight has.
    mutating func add(_ other: Flight) { steps += other.steps }

    /// Adds a statement with its parameters.
    ///
    /// - Returns: The place of its rows in the answer.
    @discardableResult
    mutating func add(_ statement: Statement, _ parameters: Parameters = Parameters()) -> Int {
        steps.append((statement, parameters))
        return steps.count - 1
    }
}
