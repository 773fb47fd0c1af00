import Foundation
import Recurrence
import Storage

/// A type of the server, by its number and that of its arrays, which are the same in every database (pg_type.dat).
struct ServerType: Hashable, Sendable {
    let number: UInt32
    /// Zero for one whose arrays nothing sends.
    let arrayNumber: UInt32

    static let boolean = ServerType(number: 16, arrayNumber: 1000)
    static let bytes = ServerType(number: 17, arrayNumber: 1001)
    static let bigint = ServerType(number: 20, arrayNumber: 1016)
    static let text = ServerType(number: 25, arrayNumber: 1009)
    static let double = ServerType(number: 701, arrayNumber: 1022)
    static let uuid = ServerType(number: 2950, arrayNumber: 2951)
}

/// A value that a statement can be passed.
///
/// A protocol of our own, so that the public types of other modules need not conform to one in public.
protocol ParameterValue {
    /// The type that the server takes it for, also where it is NULL.
    static var serverType: ServerType { get }
    /// Whether it is NULL.
    var isNull: Bool { get }
    /// Appends the value in the binary form of the server, which is not asked of NULL.
    func write(to bytes: inout [UInt8])
}

extension ParameterValue {
    var isNull: Bool { false }
}

/// A value that is kept in a column.
protocol ColumnValue: ParameterValue {
    /// Reads what a column holds that is not NULL; nil where this cannot be it.
    init?(from bytes: UnsafeRawBufferPointer)
}

/// The values of a statement's parameters, in order.
typealias Arguments = [any ParameterValue]

extension Optional: ParameterValue where Wrapped: ParameterValue {
    static var serverType: ServerType { Wrapped.serverType }
    var isNull: Bool { self?.isNull ?? true }
    func write(to bytes: inout [UInt8]) { self?.write(to: &bytes) }
}

extension Int64: ColumnValue {
    static var serverType: ServerType { .bigint }
    func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    init?(from bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 2: self = Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: return nil
        }
    }
}

extension Int: ColumnValue {
    static var serverType: ServerType { .bigint }
    func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard let integer = Int64(from: bytes) else { return nil }
        self.init(exactly: integer)
    }
}

extension Bool: ColumnValue {
    static var serverType: ServerType { .boolean }
    func write(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension Double: ColumnValue {
    static var serverType: ServerType { .double }
    func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 8 else { return nil }
        self.init(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
}

extension String: ColumnValue {
    static var serverType: ServerType { .text }

    /// Writes the text; a NUL, which the server has in no text, is kept as U+FFFD.
    func write(to bytes: inout [UInt8]) {
        bytes += (utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self).utf8
    }

    init?(from bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Data: ColumnValue {
    static var serverType: ServerType { .bytes }
    func write(to bytes: inout [UInt8]) { bytes += self }

    init?(from bytes: UnsafeRawBufferPointer) {
        self.init(bytes)
    }
}

extension UUIDValue: ColumnValue {
    static var serverType: ServerType { .uuid }

    func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
    }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

extension Identifier: ColumnValue {
    static var serverType: ServerType { .uuid }
    func write(to bytes: inout [UInt8]) { uuid.write(to: &bytes) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard let uuid = UUIDValue(from: bytes) else { return nil }
        self.init(uuid)
    }
}

extension UTCInstant: ColumnValue {
    static var serverType: ServerType { .bigint }
    func write(to bytes: inout [UInt8]) { millisecondsSinceEpoch.write(to: &bytes) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard let milliseconds = Int64(from: bytes) else { return nil }
        self.init(millisecondsSinceEpoch: milliseconds)
    }
}

/// A value that is kept as its text.
protocol TextColumnValue: ColumnValue, LosslessStringConvertible {}

extension TextColumnValue {
    static var serverType: ServerType { .text }
    func write(to bytes: inout [UInt8]) { description.write(to: &bytes) }

    init?(from bytes: UnsafeRawBufferPointer) {
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}

extension LocalTime: TextColumnValue {}
extension CivilTime: TextColumnValue {}

extension [UInt8] {
    /// Appends an integer as the network has it.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { self += $0 }
    }
}
