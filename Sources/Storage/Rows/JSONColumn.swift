package import Basics

/// A value that a column keeps as a JSON object, since it is only ever read with its row.
///
/// The names of its fields are the file's format: one that was released stays. Foundation's coders would cost some ten
/// times as much, within the store's one writer.
package protocol JSONColumn {
    init(_ fields: JSONFields) throws
    func write(to json: inout JSONWriter)
}

extension JSONColumn {
    package init(text: String) throws {
        try self.init(JSONFields(JSONFields.value(of: text)))
    }

    package var text: String {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension Array where Element: JSONColumn {
    package init(text: String) throws {
        try self.init(JSONFields.value(of: text))
    }

    package init(_ value: JSONValue) throws {
        guard let elements = value.array else { throw JSONFields.mismatch }
        self = try elements.map { try Element(JSONFields($0)) }
    }

    package var text: String {
        var json = JSONWriter()
        write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    package func write(to json: inout JSONWriter) {
        json.array(self) { json, element in json.object { element.write(to: &$0) } }
    }
}

/// Texts that a column keeps as a JSON array.
extension [String] {
    package init(column text: String) throws {
        guard let elements = try JSONFields.value(of: text).array else { throw JSONFields.mismatch }
        self = try elements.map { try $0.string ?? { throw JSONFields.mismatch }() }
    }

    package var column: String {
        var json = JSONWriter()
        json.array(self) { $0.string($1) }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// The fields of a JSON object in a column; one that is absent and one that is null are the same.
package struct JSONFields {
    package static let mismatch = StoreError(.unreadable, "invalid JSON")

    private let object: JSONObject

    package init(_ value: JSONValue) throws {
        guard case .object(let object) = value else { throw Self.mismatch }
        self.object = object
    }

    package static func value(of text: String) throws -> JSONValue {
        do { return try JSONValue(json: text.utf8) } catch { throw mismatch }
    }

    /// The value of a field, as `read` understands it; nil when there is none.
    ///
    /// - Throws: ``StoreError`` where there is a value that `read` does not understand.
    package func optional<Value>(_ name: String, _ read: (JSONValue) throws -> Value?) throws -> Value? {
        guard let value = object[name], value != .null else { return nil }
        guard let result = try read(value) else { throw Self.mismatch }
        return result
    }

    /// The value of a field that must be there.
    package func required<Value>(_ name: String, _ read: (JSONValue) throws -> Value?) throws -> Value {
        guard let value = try optional(name, read) else { throw Self.mismatch }
        return value
    }

    package func string(_ name: String) throws -> String { try required(name, \.string) }
    package func string(_ name: String) throws -> String? { try optional(name, \.string) }
    package func strings(_ name: String) throws -> [String] {
        try required(name) { value in try value.array?.map { try $0.string ?? { throw Self.mismatch }() } }
    }
    package func integer(_ name: String) throws -> Int? { try optional(name, \.integer) }
    package func number(_ name: String) throws -> Double? {
        try optional(name) { value in if case .number(let number) = value { number } else { nil } }
    }
    package func bool(_ name: String) throws -> Bool {
        try required(name) { value in if case .bool(let isTrue) = value { isTrue } else { nil } }
    }
}

extension JSONWriter {
    /// Writes a field where there is a value.
    package mutating func present(_ name: StaticString, _ value: String?) {
        if let value { field(name, value) }
    }

    package mutating func present(_ name: StaticString, _ value: (some BinaryInteger)?) {
        if let value { field(name, value) }
    }

    package mutating func present(_ name: StaticString, _ value: Double?) {
        if let value { field(name, value) }
    }
}
