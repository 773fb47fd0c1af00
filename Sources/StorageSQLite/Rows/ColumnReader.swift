import GRDBSQLite
import Recurrence
import Storage

/// Reads the columns of a row one after the other; a value that the schema should have kept out is an error, no trap.
///
/// It is good only as long as SQLite stands on the row.
struct ColumnReader {
    private let statement: OpaquePointer
    private var index: Int32 = 0
    /// The column read last, looked up once.
    ///
    /// Connections are opened without mutexes of their own, for one user at a time, so that its value is as good as a
    /// protected one.
    private var last: OpaquePointer?

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    mutating func next<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = try next() else { throw damaged(last) }
        return value
    }

    mutating func next<Value: ColumnValue>() throws -> Value? {
        last = sqlite3_column_value(statement, index)
        index += 1
        guard let last, sqlite3_value_type(last) != SQLITE_NULL else { return nil }
        guard let value = Value(from: last) else { throw damaged(last) }
        return value
    }

    /// The bytes of a text, as they stand there: no copy of them is made that is a String.
    mutating func nextText() throws -> [UInt8] {
        last = sqlite3_column_value(statement, index)
        index += 1
        guard let bytes = last.flatMap({ text(of: $0) }) else { throw damaged(last) }
        return Array(bytes)
    }

    /// An instant near the years that a task can have; one far beyond would not survive being reckoned with.
    mutating func nextInstant() throws -> UTCInstant? {
        guard let instant: UTCInstant = try next() else { return nil }
        guard Self.instants.contains(instant.millisecondsSinceEpoch) else {
            throw StoreError(.unreadable, "\(instant.millisecondsSinceEpoch) ms is outside the years 1 to 9999")
        }
        return instant
    }

    /// The years 1 to 9999, and as far beyond as the offset of a reminder may reach, a hundred years.
    static let instants: ClosedRange<Int64> = -65_400_000_000_000...256_700_000_000_000

    mutating func nextCode<Value: ColumnCode>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(code: try next(Int.self)) else { throw damaged(last) }
        return value
    }

    mutating func nextCode<Value: ColumnCode>() throws -> Value? {
        guard let code: Int = try next() else { return nil }
        guard let value = Value(code: code) else { throw damaged(last) }
        return value
    }

    private func damaged(_ value: OpaquePointer?) -> StoreError {
        let text = value.flatMap { value in String(from: value) ?? Int64(from: value).map { "\($0)" } }
        return StoreError(.unreadable, "\(text.map { "\"\($0.prefix(80))\"" } ?? "the value") is not a valid value")
    }
}
