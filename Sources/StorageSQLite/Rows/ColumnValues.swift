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
    /// Reads a `sqlite3_value` that is not NULL; nil where it holds what this cannot.
    init?(from value: OpaquePointer)
}

/// The values of a statement's parameters, in order.
typealias Arguments = [(any ColumnValue)?]

/// Tells SQLite to take a copy.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }

    init?(from value: OpaquePointer) {
        guard sqlite3_value_type(value) == SQLITE_INTEGER else { return nil }
        self = sqlite3_value_int64(value)
    }
}

extension Int: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }

    init?(from value: OpaquePointer) {
        guard let integer = Int64(from: value) else { return nil }
        self.init(exactly: integer)
    }
}

extension Bool: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self ? 1 : 0).bind(to: statement, at: index)
    }

    init?(from value: OpaquePointer) {
        guard let integer = Int64(from: value) else { return nil }
        self = integer != 0
    }
}

extension Double: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }

    init?(from value: OpaquePointer) {
        guard sqlite3_value_type(value) == SQLITE_FLOAT else { return nil }
        self = sqlite3_value_double(value)
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

    init?(from value: OpaquePointer) {
        guard let bytes = text(of: value) else { return nil }
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

    init?(from value: OpaquePointer) {
        guard let bytes = blob(of: value) else { return nil }
        self.init(bytes)
    }
}

extension UUIDValue: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            sqlite3_bind_blob(statement, index, $0.baseAddress, 16, transient)
        }
    }

    init?(from value: OpaquePointer) {
        guard let bytes = blob(of: value), bytes.count == 16 else { return nil }
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

    init?(from value: OpaquePointer) {
        guard let uuid = UUIDValue(from: value) else { return nil }
        self.init(uuid)
    }
}

extension UTCInstant: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        millisecondsSinceEpoch.bind(to: statement, at: index)
    }

    init?(from value: OpaquePointer) {
        guard let milliseconds = Int64(from: value) else { return nil }
        self.init(millisecondsSinceEpoch: milliseconds)
    }
}

/// A value that is kept as its text.
protocol TextColumnValue: ColumnValue, LosslessStringConvertible {}

extension TextColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        description.bind(to: statement, at: index)
    }

    init?(from value: OpaquePointer) {
        guard let text = String(from: value) else { return nil }
        self.init(text)
    }
}

extension LocalTime: TextColumnValue {}
extension CivilTime: TextColumnValue {}

func text(of value: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}

private func blob(of value: OpaquePointer) -> UnsafeRawBufferPointer? {
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}
