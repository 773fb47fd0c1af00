import Foundation
import HTTPTypes
import NIOCore
import Scheduler
import Storage

/// Collects what is wrong with an input, so that a client hears all of it at once.
final class ProblemCollector {
    private(set) var problems: [InputProblem] = []

    func add(_ pointer: String, _ detail: String) {
        problems.append(InputProblem(pointer: pointer, detail: detail))
    }

    func throwIfAny() throws {
        if !problems.isEmpty { throw Problem(problems) }
    }
}

/// Reads the fields of a JSON object, each with its type; what nobody asked for is a problem in the end.
struct ObjectReader {
    let pointer: String
    let collector: ProblemCollector
    private let fields: [String: JSONValue]
    private var unread: Set<String>

    /// Reads an object; for another kind of value a problem is noted, and it is read as empty.
    init(_ value: JSONValue, at pointer: String, _ collector: ProblemCollector) {
        self.pointer = pointer
        self.collector = collector
        if case .object(let fields) = value {
            self.fields = fields
        } else {
            fields = [:]
            collector.add(pointer, "must be an object, is \(value.kind)")
        }
        unread = Set(fields.keys)
    }

    /// The place of a field, escaped as RFC 6901 asks.
    func place(_ name: String) -> String {
        pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// A field's value; nil when it is missing or null.
    mutating func value(_ name: String) -> JSONValue? {
        unread.remove(name)
        guard let value = fields[name], value != .null else { return nil }
        return value
    }

    /// Whether a field is there, be it null.
    func holds(_ name: String) -> Bool { fields[name] != nil }

    /// Whether a field is there and null, which empties it in a merge patch.
    mutating func isNull(_ name: String) -> Bool {
        guard fields[name] == .null else { return false }
        unread.remove(name)
        return true
    }

    mutating func string(_ name: String) -> String? {
        read(name, "a string") { $0.string }
    }

    mutating func integer(_ name: String) -> Int? {
        read(name, "a whole number") { $0.integer }
    }

    mutating func number(_ name: String) -> Double? {
        read(name, "a number") { if case .number(let number) = $0 { number } else { nil } }
    }

    mutating func bool(_ name: String) -> Bool? {
        read(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        _ type: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return read(name, "one of \(names)") { $0.string.flatMap { Choice(rawValue: $0) } }
    }

    /// A string that has a form of its own.
    mutating func text<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
        read(name, expected) { $0.string.flatMap(parse) }
    }

    mutating func strings(_ name: String) -> [String]? {
        guard let array: [JSONValue] = read(name, "an array of strings", { $0.array }) else { return nil }
        return array.enumerated().compactMap { index, value in
            if value.string == nil { collector.add("\(place(name))/\(index)", "must be a string, is \(value.kind)") }
            return value.string
        }
    }

    mutating func object(_ name: String) -> ObjectReader? {
        value(name).map { ObjectReader($0, at: place(name), collector) }
    }

    mutating func objects(_ name: String) -> [ObjectReader]? {
        guard let array: [JSONValue] = read(name, "an array of objects", { $0.array }) else { return nil }
        return array.enumerated().map { ObjectReader($1, at: "\(place(name))/\($0)", collector) }
    }

    /// Notes that a field which must be there is not.
    func missing(_ name: String) {
        collector.add(place(name), "is missing")
    }

    /// Passes over fields that the server writes itself.
    mutating func ignore(_ names: [String]) {
        unread.subtract(names)
    }

    /// Notes each field that nobody asked for.
    func finish(readOnly: Set<String> = []) {
        for name in unread.sorted() {
            collector.add(place(name), readOnly.contains(name) ? "is read-only" : "is not a known field")
        }
    }

    private mutating func read<Value>(_ name: String, _ expected: String, _ parse: (JSONValue) -> Value?) -> Value? {
        guard let value = value(name) else { return nil }
        guard let parsed = parse(value) else {
            collector.add(place(name), "must be \(expected)" + (value.string == nil ? ", is \(value.kind)" : ""))
            return nil
        }
        return parsed
    }
}

extension JSONValue {
    /// Reads a request's body.
    ///
    /// - Throws: A 400 problem when it is no JSON.
    init(body: ByteBuffer) throws {
        do {
            try self.init(json: Data(body.readableBytesView))
        } catch {
            throw Problem(.badRequest, "the body is not JSON: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "it cannot be read" }
        let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
        return cause ?? context.debugDescription
    }

    /// The value after a merge patch (RFC 7396).
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var fields: [String: JSONValue] = if case .object(let fields) = self { fields } else { [:] }
        for (name, change) in changes {
            fields[name] = change == .null ? nil : (fields[name] ?? .null).merged(with: change)
        }
        return .object(fields)
    }
}
