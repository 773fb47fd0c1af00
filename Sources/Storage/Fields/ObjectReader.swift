package import Basics
package import Recurrence

/// Reads the fields of a JSON object, each with its type; what nobody asked for is a problem in the end.
package struct ObjectReader {
    /// More fields than any object of the API has, and as many as `unread` has bits.
    private static let maxFields = 64

    package let pointer: String
    package let collector: ProblemCollector
    /// Whether it is an object at all.
    package let isObject: Bool
    private let fields: JSONObject
    /// A bit for each field that nobody has asked for yet, by its place.
    private var unread: UInt64

    /// Reads an object; for another kind of value a problem is noted, and it is read as empty.
    package init(_ value: JSONValue, at pointer: String, _ collector: ProblemCollector) {
        self.pointer = pointer
        self.collector = collector
        isObject = if case .object = value { true } else { false }
        if case .object(let object) = value, object.count <= Self.maxFields {
            fields = object
        } else if case .object(let object) = value {
            fields = [:]
            collector.refuse(pointer, "must have at most \(Self.maxFields) fields, not \(object.count)")
        } else {
            fields = [:]
            collector.refuse(pointer, "must be an object, not \(value.kind)")
        }
        unread = fields.count == 0 ? 0 : .max >> (Self.maxFields - fields.count)
    }

    /// The JSON Pointer of a field, escaped as RFC 6901 asks.
    package func pointer(to name: String) -> String {
        "\(pointer)/\(JSONError.reference(name))"
    }

    /// A field's value; nil when it is missing or null.
    package mutating func value(_ name: String) -> JSONValue? {
        guard let index = fields.index(of: name) else { return nil }
        noteRead(index)
        let value = fields.fields[index].value
        return value == .null ? nil : value
    }

    /// Whether a field is there, be it null.
    package func holds(_ name: String) -> Bool { fields.index(of: name) != nil }

    /// Whether a field is there and null, which empties it in a merge patch.
    package mutating func isNull(_ name: String) -> Bool {
        guard let index = fields.index(of: name), fields.fields[index].value == .null else { return false }
        noteRead(index)
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
        read(name, "a whole number") {
            $0.integer
        } found: {
            guard case .number(let number) = $0 else { return $0.kind }
            return number == number.rounded() ? "one beyond ±9007199254740991" : "\(number)"
        }
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
        read(name, Self.names(of: Choice.self)) { $0.string.flatMap { Choice(rawValue: $0) } }
    }

    /// A string that has a form of its own.
    package mutating func text<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
        read(name, expected) { $0.string.flatMap(parse) }
    }

    /// The names of a choice, after "must be".
    package static func names<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> String
    where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue)
        return names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    }

    /// An array of strings; of one with more than so many elements nothing else is looked at.
    package mutating func strings(_ name: String, atMost limit: Int) -> [String]? {
        guard let array = array(name, of: "strings", atMost: limit) else { return nil }
        return array.enumerated().compactMap { string($1, at: "\(pointer(to: name))/\($0)") }
    }

    /// An array of strings that have a form of their own; without those that do not have it.
    package mutating func texts<Value>(
        _ name: String, _ expected: String, atMost limit: Int, _ parse: (String) -> Value?
    ) -> [Value]? {
        guard let array = array(name, of: "strings", atMost: limit) else { return nil }
        return array.enumerated().compactMap { index, value in
            let pointer = "\(pointer(to: name))/\(index)"
            guard let text = string(value, at: pointer) else { return nil }
            let parsed = parse(text)
            if parsed == nil { collector.add(pointer, "must be \(expected)") }
            return parsed
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

    private func string(_ element: JSONValue, at pointer: String) -> String? {
        if element.string == nil { collector.add(pointer, "must be a string, not \(element.kind)") }
        return element.string
    }

    private mutating func array(_ name: String, of elements: String, atMost limit: Int) -> [JSONValue]? {
        guard let array: [JSONValue] = read(name, "an array of \(elements)", { $0.array }) else { return nil }
        guard array.count <= limit else {
            collector.add(pointer(to: name), "must have at most \(limit) items, not \(array.count)")
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
        for index in names.compactMap(fields.index) { noteRead(index) }
    }

    /// Notes each field that nobody asked for.
    package func finish(readOnly: Set<String> = []) {
        guard unread != 0 else { return }
        let names = fields.fields.indices.filter { unread & (1 << $0) != 0 }.map { fields.fields[$0].name }
        for name in names.sorted() {
            collector.add(pointer(to: name), readOnly.contains(name) ? "is read-only" : "is not a known field")
        }
    }

    private mutating func noteRead(_ index: Int) { unread &= ~(1 << index) }

    private mutating func read<Value>(
        _ name: String, _ expected: String, _ parse: (JSONValue) -> Value?,
        found: (JSONValue) -> String = { $0.kind }
    ) -> Value? {
        guard let value = value(name) else { return nil }
        guard let parsed = parse(value) else {
            collector.add(
                pointer(to: name), "must be \(expected)" + (value.string == nil ? ", not \(found(value))" : ""))
            return nil
        }
        return parsed
    }
}

extension ObjectReader {
    /// A duration of RFC 5545 §3.3.6.
    package mutating func duration(_ name: String) -> CalendarDuration? {
        string(name).flatMap { duration(of: $0, at: pointer(to: name)) }
    }

    /// A duration of RFC 5545 §3.3.6 as an exact time: a day in it has 24 hours.
    package mutating func exactDuration(_ name: String) -> Swift.Duration? {
        duration(name).map { .seconds($0.days * 86_400 + $0.seconds) }
    }

    /// A list of exact times, each within bounds.
    package mutating func exactDurations(
        _ name: String, _ range: ClosedRange<Swift.Duration>, atMost limit: Int
    ) -> [Swift.Duration]? {
        array(name, of: "strings", atMost: limit)?.enumerated().compactMap { index, value in
            let pointer = "\(pointer(to: name))/\(index)"
            guard let text = string(value, at: pointer), let read = duration(of: text, at: pointer) else { return nil }
            let duration = Swift.Duration.seconds(read.days * 86_400 + read.seconds)
            if let complaint = range.complaint(about: duration) { collector.add(pointer, complaint) }
            return duration
        }
    }

    private func duration(of text: String, at pointer: String) -> CalendarDuration? {
        do throws(RecurrenceError) {
            return try CalendarDuration(text)
        } catch {
            collector.add(pointer, error.message)
            return nil
        }
    }
}

extension ClosedRange<Swift.Duration> {
    /// What is wrong with a duration that must be within it; nil when nothing is.
    package func complaint(about duration: Swift.Duration) -> String? {
        guard !contains(duration) else { return nil }
        // Nobody knows how long 8784 hours are.
        let days = upperBound.components.seconds / 86_400
        return "must be \(lowerBound.isoText) to \(upperBound.isoText)\(days > 1 ? " (\(days) days)" : "")"
    }
}

extension Swift.Duration {
    /// The whole seconds as ISO 8601 text, such as `PT5M`.
    package var isoText: String { CalendarDuration(seconds: Int(components.seconds)).description }
}
