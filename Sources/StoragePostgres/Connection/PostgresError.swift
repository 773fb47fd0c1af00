import CLibPQ

/// What went wrong between us and a PostgreSQL server.
struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What can be done about it.
    enum Kind: Hashable, Sendable {
        /// The transaction lost against another one, or waited for too long: the same again may succeed at once.
        case retryable
        /// The connection is gone, or the server is starting, stopping or no longer the primary: another connection may
        /// succeed.
        case connection
        /// The disk of the server is full.
        case diskFull
        /// What was written contradicts what is there.
        case conflict
        /// The statement is wrong, or the server is: nothing helps but mending that.
        case fault
    }

    /// The five characters by which the server tells what it was; nil where it did not come from a server.
    let sqlState: String?
    /// What it was, in the words of the server or of libpq.
    let message: String
    /// What can be done about it.
    let kind: Kind

    /// An error that the server told.
    init(sqlState: String, message: String) {
        self.sqlState = sqlState
        self.message = message
        kind = Self.kind(of: sqlState)
    }

    /// By which the server refuses something to the role of a session.
    static let insufficientPrivilege = "42501"

    /// The same, of a session of a role: what it lacks has to be granted.
    func told(to role: String) -> PostgresError {
        guard let sqlState, sqlState == Self.insufficientPrivilege else { return self }
        return PostgresError(
            sqlState: sqlState,
            message: """
                \(message), to the role \(role): have the role that made the tables GRANT it SELECT, INSERT, UPDATE and \
                DELETE there, or connect as that one
                """)
    }

    /// An error that came from elsewhere.
    init(_ kind: Kind, _ message: String) {
        sqlState = nil
        self.kind = kind
        self.message = message
    }

    var description: String { message + (sqlState.map { " (SQLSTATE \($0))" } ?? "") }

    /// The classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
    private static func kind(of state: String) -> Kind {
        switch state {
        // serialization_failure, deadlock_detected, lock_not_available, query_canceled, statement_completion_unknown
        case "40001", "40P01", "55P03", "57014", "40003": .retryable
        // A session that idled in its transaction, one on a server that became a standby, and one too many.
        case "25P03", "25006", "53300", "57P01", "57P02", "57P03", "57P05": .connection
        case "53100", "58030": .diskFull
        case _ where state.hasPrefix("23"): .conflict
        case _ where state.hasPrefix("08"): .connection
        default: .fault
        }
    }
}

extension PostgresError {
    /// The error of a result that tells one.
    init(result: OpaquePointer?) {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let message = (field("M") ?? "the server told no reason") + (field("D").map { ": \($0)" } ?? "")
        self.init(sqlState: field("C") ?? "XX000", message: message)
    }

    /// What a connection last said that went wrong, on one line.
    init(connection: OpaquePointer?, _ kind: Kind = .connection) {
        let text = connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "no memory for a connection"
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        self.init(kind, lines.joined(separator: "; "))
    }
}
