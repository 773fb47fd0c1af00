import Basics
import HTTPTypes
import NIOCore
import Scheduler
import Storage

/// Collects what is wrong with an input, so that a client hears all of it at once, up to a bound.
final class ProblemCollector {
    private(set) var problems: [InputProblem] = []

    func add(_ pointer: String, _ detail: String) {
        guard problems.count < InputProblem.maxReported else { return }
        problems.append(InputProblem(pointer: pointer, detail: detail))
    }

    func throwIfAny() throws {
        if !problems.isEmpty { throw Problem(problems) }
    }
}

/// Reads the fields of a JSON object, each with its type; what nobody asked for is a problem in the end.
struct ObjectReader {
    /// More fields than any object of the API has.
    private static let maxFields = 64

    let pointer: String
    let collector: ProblemCollector
    private let fields: JSONObject
    private var unread: Set<String>

    /// Reads an object; for another kind of value a problem is noted, and it is read as empty.
    init(_ value: JSONValue, at pointer: String, _ collector: ProblemCollector) {
        self.pointer = pointer
        self.collector = collector
        if case .object(let object) = value, object.count <= Self.maxFields {
            fields = object
        } else if case .object(let object) = value {
            fields = [:]
            collector.add(pointer, "must have at most \(Self.maxFields) fields, has \(object.count)")
        } else {
            fields = [:]
            collector.add(pointer, "must be an object, is \(value.kind)")
        }
        unread = Set(fields.fields.map(\.name))
    }

    /// The place of a field, escaped as RFC 6901 asks.
    func place(_ name: String) -> String {
        "\(pointer)/\(JSONError.reference(name))"
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

    /// A string of at most so many characters, where nothing behind it says how long it may be.
    mutating func string(_ name: String, atMost limit: Int) -> String? {
        guard let text = string(name) else { return nil }
        if let complaint = TextLength.complaint(about: text, atMost: limit) { collector.add(place(name), complaint) }
        return text
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

    /// An array of strings; of one with more than so many elements nothing else is looked at.
    mutating func strings(_ name: String, atMost limit: Int) -> [String]? {
        guard let array = array(name, of: "strings", atMost: limit) else { return nil }
        return array.enumerated().compactMap { index, value in
            if value.string == nil { collector.add("\(place(name))/\(index)", "must be a string, is \(value.kind)") }
            return value.string
        }
    }

    mutating func object(_ name: String) -> ObjectReader? {
        value(name).map { ObjectReader($0, at: place(name), collector) }
    }

    /// An array of objects; of one with more than so many elements nothing else is looked at.
    mutating func objects(_ name: String, atMost limit: Int) -> [ObjectReader]? {
        guard let array = array(name, of: "objects", atMost: limit) else { return nil }
        return array.enumerated().map { ObjectReader($1, at: "\(place(name))/\($0)", collector) }
    }

    private mutating func array(_ name: String, of elements: String, atMost limit: Int) -> [JSONValue]? {
        guard let array: [JSONValue] = read(name, "an array of \(elements)", { $0.array }) else { return nil }
        guard array.count <= limit else {
            collector.add(place(name), "must have at most \(limit) elements, has \(array.count)")
            return nil
        }
        return array
    }

    /// Changes what a field says if it is there; null makes it what it is in a new object.
    mutating func change<Value>(
        _ value: inout Value,
        _ name: String,
        or standard: Value,
        _ read: (inout ObjectReader) -> Value?
    ) {
        if holds(name) { value = read(&self) ?? standard }
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
    /// - Throws: A 400 problem when it is no JSON, or too deep or large, that says where.
    init(body: ByteBuffer, limits: JSONLimits = .request) throws {
        do {
            try self.init(json: body.readableBytesView, limits: limits)
        } catch {
            let problems = error.pointer.isEmpty ? [] : [InputProblem(pointer: error.pointer, detail: error.reason)]
            throw Problem(.badRequest, "the body is not JSON: \(error)", problems: problems)
        }
    }
}
