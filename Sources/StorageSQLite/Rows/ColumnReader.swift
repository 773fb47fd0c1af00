import GRDBSQLite
import Storage

/// Reads the columns of a row one after the other; a value that the schema should have kept out is an error, no trap.
///
/// It is good only as long as SQLite stands on the row.
struct ColumnReader {
    private let statement: OpaquePointer
    private var index: Int32 = 0

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    mutating func next<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = try next() else { throw damaged }
        return value
    }

    mutating func next<Value: ColumnValue>() throws -> Value? {
        defer { index += 1 }
        if sqlite3_column_type(statement, index) == SQLITE_NULL { return nil }
        guard let value = Value(from: statement, at: index) else { throw damaged }
        return value
    }

    mutating func nextCode<Value: ColumnCode>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(code: try next(Int.self)) else { throw damaged }
        return value
    }

    private var damaged: StoreError {
        StoreError(.unavailable, "the store is damaged: column \(index) of a row holds what it cannot")
    }
}
