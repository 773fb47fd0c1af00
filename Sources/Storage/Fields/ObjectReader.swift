package import Basics
package import Recurrence

/// Reads the fields of a JSON object, each with its type; what nobody asked for is a problem in the end.
package struct ObjectReader {
    /// More fields than any object of the API has.
    private static let maxFields = 64

    package let pointer: String
    package let collector: ProblemCollector
    private let fields: JSONObject
    private var unread: Set<String>

    /// Reads an object; for another kind of value a problem is noted, and it is read as empty.
    package init(_ value: JSONValue, at pointer: String, _ collector: ProblemCollector) {
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

    /// The JSON Pointer of a field, escaped as RFC 6901 asks.
    package func pointer(to name: String) -> String {
        "\(pointer)/\(JSONError.reference(name))"
    }

    /// A field's value; nil when it is missing or null.
    package mutating func value(_ name: String) -> JSONValue? {
        unread.remove(name)
        guard let value = fields[name], value != .null else { return nil }
        return value
    }

    /// Whether a field is there, be it null.
    package func holds(_ name: String) -> Bool { fields[name] != nil }

    /// Whether a field is there and null, which empties it in a merge patch.
    package mutating func isNull(_ name: String) -> Bool {
        guard fields[name] == .null else { return false }
        unread.remove(name)
        return true
    }

    package mutating func string(_ name: String) -> String? {
        read(name, "a string") { $0.string }
    }

    /// A string of at most so many characters, where nothing behind it says how long it may be.
    package mutating func string(_ name: String, atMost limit: Int) -> String? {
        guard let text = string(name) else { return nil }
        if let complaint = TextLength.complaint(about: text, atMost: limit) {
            collector.add(pointer(to: name), complaint)
        }
        return text
    }

    package mutating func integer(_ name: String) -> Int? {
        read(name, "a whole number") { $0.integer }
    }

    package mutating func number(_ name: String) -> Double? {
        read(name, "a number") { if case .number(let number) = $0 { number } else { nil } }
    }

    package mutating func bool(_ name: String) -> Bool? {
        read(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    package mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        _ type: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return read(name, "one of \(names)") { $0.string.flatMap { Choice(rawValue: $0) } }
    }

    /// A string that has a form of its own.
    package mutating func text<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
        read(name, expected) { $0.string.flatMap(parse) }
    }

    /// An array of strings; of one with more than so many elements nothing else is looked at.
    package mutating func strings(_ name: String, atMost limit: Int) -> [String]? {
        guard let array = array(name, of: "strings", atMost: limit) else { return nil }
        return array.enumerated().compactMap { index, value in
            if value.string == nil {
                collector.add("\(pointer(to: name))/\(index)", "must be a string, is \(value.kind)")
            }
            return value.string
        }
    }

    package mutating func object(_ name: String) -> ObjectReader? {
        value(name).map { ObjectReader($0, at: pointer(to: name), collector) }
    }

    /// An array of objects; of one with more than so many elements nothing else is looked at.
    package mutating func objects(_ name: String, atMost limit: Int) -> [ObjectReader]? {
        guard let array = array(name, of: "objects", atMost: limit) else { return nil }
        return array.enumerated().map { ObjectReader($1, at: "\(pointer(to: name))/\($0)", collector) }
    }

    private mutating func array(_ name: String, of elements: String, atMost limit: Int) -> [JSONValue]? {
        guard let array: [JSONValue] = read(name, "an array of \(elements)", { $0.array }) else { return nil }
        guard array.count <= limit else {
            collector.add(pointer(to: name), "must have at most \(limit) elements, has \(array.count)")
            return nil
        }
        return array
    }

    /// Notes that a field which must be there is not.
    package func missing(_ name: String) {
        collector.add(pointer(to: name), "is missing")
    }

    /// Passes over fields that the server writes itself.
    package mutating func ignore(_ names: [String]) {
        unread.subtract(names)
    }

    /// Notes each field that nobody asked for.
    package func finish(readOnly: Set<String> = []) {
        for name in unread.sorted() {
            collector.add(pointer(to: name), readOnly.contains(name) ? "is read-only" : "is not a known field")
        }
    }

    private mutating func read<Value>(_ name: String, _ expected: String, _ parse: (JSONValue) -> Value?) -> Value? {
        guard let value = value(name) else { return nil }
        guard let parsed = parse(value) else {
            collector.add(pointer(to: name), "must be \(expected)" + (value.string == nil ? ", is \(value.kind)" : ""))
            return nil
        }
        return parsed
    }
}

extension ObjectReader {
    /// A duration of RFC 5545 §3.3.6.
    package mutating func duration(_ name: String) -> CalendarDuration? {
        guard let text = string(name) else { return nil }
        do throws(RecurrenceError) {
            return try CalendarDuration(text)
        } catch {
            collector.add(pointer(to: name), error.description)
            return nil
        }
    }

    /// A duration of RFC 5545 §3.3.6 as an exact time: a day in it has 24 hours.
    package mutating func exactDuration(_ name: String) -> Swift.Duration? {
        duration(name).map { .seconds($0.days * 86_400 + $0.seconds) }
    }
}
