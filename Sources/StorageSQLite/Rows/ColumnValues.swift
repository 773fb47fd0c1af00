import Foundation
import GRDBSQLite
import Recurrence
import Storage

/// A value that is kept in a column.
///
/// A protocol of our own, so that the public types of other modules need not conform to GRDB's in public.
protocol ColumnValue {
    /// Binds the value to a parameter; returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
    /// Reads a column that is not NULL; nil where it holds what it cannot.
    init?(from statement: OpaquePointer, at index: Int32)
}

/// The values of a statement's parameters, in order.
typealias Arguments = [(any ColumnValue)?]

/// Tells SQLite to take a copy.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
        self = sqlite3_column_int64(statement, index)
    }
}

extension Int: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let value = Int64(from: statement, at: index) else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self ? 1 : 0).bind(to: statement, at: index)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let value = Int64(from: statement, at: index) else { return nil }
        self = value != 0
    }
}

extension Double: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard sqlite3_column_type(statement, index) == SQLITE_FLOAT else { return nil }
        self = sqlite3_column_double(statement, index)
    }
}

extension String: ColumnValue {
    /// Binds the text; a NUL, at which SQLite would end it, is kept as U+FFFD.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self
        return text.withUTF8 { bytes in
            // An empty buffer may have no address, which SQLite would take for NULL.
            guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, transient) }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(statement, index, $0, Int32(bytes.count), transient)
            }
        }
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let bytes = columnText(statement, index) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Data: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard !isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return withUnsafeBytes {
            sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
        }
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let bytes = columnBlob(statement, index) else { return nil }
        self.init(bytes)
    }
}

extension UUIDValue: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            sqlite3_bind_blob(statement, index, $0.baseAddress, 16, transient)
        }
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let bytes = columnBlob(statement, index), bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}

extension Identifier: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        uuid.bind(to: statement, at: index)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let uuid = UUIDValue(from: statement, at: index) else { return nil }
        self.init(uuid)
    }
}

extension UTCInstant: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        millisecondsSinceEpoch.bind(to: statement, at: index)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let milliseconds = Int64(from: statement, at: index) else { return nil }
        self.init(millisecondsSinceEpoch: milliseconds)
    }
}

/// A value that is kept as its text.
protocol TextColumnValue: ColumnValue, LosslessStringConvertible {}

extension TextColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        description.bind(to: statement, at: index)
    }

    init?(from statement: OpaquePointer, at index: Int32) {
        guard let text = String(from: statement, at: index) else { return nil }
        self.init(text)
    }
}

extension MeantTime: TextColumnValue {}
extension CivilTime: TextColumnValue {}

private func columnText(_ statement: OpaquePointer, _ index: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return nil }
    let start = sqlite3_column_text(statement, index)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
}

private func columnBlob(_ statement: OpaquePointer, _ index: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
    let start = sqlite3_column_blob(statement, index)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
}
