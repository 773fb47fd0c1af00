import Foundation
import GRDB
import Recurrence
import Storage

/// A value that is kept in a column.
///
/// A protocol of our own, so that the public types of other modules need not conform to GRDB's in public.
protocol ColumnValue {
    var column: DatabaseValue { get }
    init?(column: DatabaseValue)
}

/// The values of a statement's parameters, in order.
typealias Arguments = [(any ColumnValue)?]

extension ColumnValue where Self: DatabaseValueConvertible {
    var column: DatabaseValue { databaseValue }

    init?(column: DatabaseValue) {
        guard let value = Self.fromDatabaseValue(column) else { return nil }
        self = value
    }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension Bool: ColumnValue {}
extension Double: ColumnValue {}
extension String: ColumnValue {
    /// The text; a NUL, at which SQLite would end it, is kept as U+FFFD.
    var column: DatabaseValue {
        (utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self).databaseValue
    }
}
extension Data: ColumnValue {}

extension UUIDValue: ColumnValue {
    var column: DatabaseValue { Data(bytes).databaseValue }

    init?(column: DatabaseValue) {
        guard let data = Data.fromDatabaseValue(column) else { return nil }
        self.init(bytes: data)
    }
}

extension Identifier: ColumnValue {
    var column: DatabaseValue { uuid.column }

    init?(column: DatabaseValue) {
        guard let uuid = UUIDValue(column: column) else { return nil }
        self.init(uuid)
    }
}

extension UTCInstant: ColumnValue {
    var column: DatabaseValue { millisecondsSinceEpoch.databaseValue }

    init?(column: DatabaseValue) {
        guard let milliseconds = Int64.fromDatabaseValue(column) else { return nil }
        self.init(millisecondsSinceEpoch: milliseconds)
    }
}

extension MeantTime: ColumnValue {
    var column: DatabaseValue { description.databaseValue }

    init?(column: DatabaseValue) {
        guard let text = String.fromDatabaseValue(column) else { return nil }
        self.init(text)
    }
}

extension CivilTime: ColumnValue {
    var column: DatabaseValue { description.databaseValue }

    init?(column: DatabaseValue) {
        guard let text = String.fromDatabaseValue(column) else { return nil }
        self.init(text)
    }
}

/// A choice that is kept as its place among the cases: the order of the cases is part of the file's format.
protocol ColumnCode: CaseIterable, Equatable {}

extension ColumnCode {
    var code: Int {
        guard let index = Self.allCases.firstIndex(of: self) else { preconditionFailure("a case is among its cases") }
        return Self.allCases.distance(from: Self.allCases.startIndex, to: index)
    }

    init?(code: Int) {
        guard code >= 0, let match = Self.allCases.dropFirst(code).first else { return nil }
        self = match
    }
}

extension TaskStatus: ColumnCode {}
extension TaskPriority: ColumnCode {}
extension Reminder.Base: ColumnCode {}
extension Reminder.State: ColumnCode {}
extension Reminder.Hold.Reason: ColumnCode {}
extension ReminderNote.Kind: ColumnCode {}
extension Pause.Missed: ColumnCode {}
extension Delivery.State: ColumnCode {}

/// Reads the columns of a row one after the other; a value that the schema should have kept out is an error, no trap.
struct ColumnReader {
    private let row: Row
    private var index = 0

    init(_ row: Row) {
        self.row = row
    }

    mutating func next<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = try next() else { throw damaged }
        return value
    }

    mutating func next<Value: ColumnValue>() throws -> Value? {
        defer { index += 1 }
        let stored: DatabaseValue = row[index]
        if stored.isNull { return nil }
        guard let value = Value(column: stored) else { throw damaged }
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
