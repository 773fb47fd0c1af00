import Recurrence
import Storage

/// Reads the columns of a row one after the other; a value that the schema should have kept out is an error, no trap.
struct ColumnReader {
    private let rows: Rows
    private let row: Int
    private var index = 0

    init(_ rows: Rows, row: Int) {
        (self.rows, self.row) = (rows, row)
    }

    mutating func next<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = try next() else { throw Self.damaged("the value") }
        return value
    }

    mutating func next<Value: ColumnValue>() throws -> Value? {
        defer { index += 1 }
        guard let bytes = try rows.value(row, index) else { return nil }
        guard let value = Value(from: bytes) else { throw damaged(bytes, Value.self) }
        return value
    }

    /// The bytes of a text, of which no String is made.
    mutating func nextText() throws -> [UInt8] {
        defer { index += 1 }
        guard let bytes = try rows.value(row, index) else { throw Self.damaged("the value") }
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
        guard let value: Value = try nextCode() else { throw Self.damaged("the value") }
        return value
    }

    mutating func nextCode<Value: ColumnCode>() throws -> Value? {
        guard let code: Int = try next() else { return nil }
        guard let value = Value(code: code) else { throw Self.damaged("\"\(code)\"") }
        return value
    }

    private func damaged<Value: ColumnValue>(_ bytes: UnsafeRawBufferPointer, _ type: Value.Type) -> StoreError {
        let isText = Value.serverType == .text
        return Self.damaged(isText ? "\"\(String(decoding: bytes, as: UTF8.self).prefix(80))\"" : "the value")
    }

    private static func damaged(_ what: String) -> StoreError {
        StoreError(.unreadable, "\(what) is not a valid value")
    }
}
