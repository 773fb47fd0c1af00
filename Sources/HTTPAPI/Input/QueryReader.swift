import Foundation
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// Reads the parameters of a query, each with its form; what nobody asked for is a problem in the end.
struct QueryReader {
    private var values: [Substring: [Substring]] = [:]
    private let collector = ProblemCollector()

    init(_ request: Request) {
        for (name, value) in request.uri.queryParameters { values[name, default: []].append(value) }
    }

    mutating func string(_ name: String) -> String? {
        guard let given = values.removeValue(forKey: name[...]) else { return nil }
        if given.count > 1 { note(name, "must stand there once") }
        return given[0].isEmpty ? nil : String(given[0])
    }

    /// A parameter of a form of its own.
    mutating func value<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
        guard let text = string(name) else { return nil }
        let value = parse(text)
        if value == nil { note(name, "must be \(expected)") }
        return value
    }

    /// Several choices, with commas between them.
    mutating func choices<Choice: RawRepresentable & CaseIterable & Hashable>(
        _ name: String
    ) -> Set<Choice> where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        let choices: [Choice]? = value(name, "some of \(names), with commas between them") { text in
            let choices = text.split(separator: ",").map { Choice(rawValue: String($0)) }
            return choices.contains(nil) ? nil : choices.compactMap(\.self)
        }
        return Set(choices ?? [])
    }

    mutating func bool(_ name: String) -> Bool? {
        value(name, "true or false") { $0 == "true" ? true : $0 == "false" ? false : nil }
    }

    mutating func limit(default count: Int = 100) -> Int {
        value("limit", "a number from 1 to 1000") { Int($0).flatMap { (1...1_000).contains($0) ? $0 : nil } } ?? count
    }

    /// An instant, or a date or local time in a zone, in the years 1 to 9999.
    ///
    /// It bounds a list and starts nothing, so that a fraction of a second stays what it is.
    mutating func instant(_ name: String, in zone: ZoneRules) -> UTCInstant? {
        value(name, TaskDraft.Time.form + ", in the years 1 to 9999") { text in
            // A plus sign that was not encoded arrives as a space.
            let instant =
                UTCInstant(text) ?? UTCInstant(text.replacing(" ", with: "+"))
                ?? CivilTime(roundingUp: text).flatMap { MeantTime($0) }?.instant(in: zone)
            return instant.flatMap { TimeRange.contains($0) ? $0 : nil }
        }
    }

    func note(_ name: String, _ detail: String) {
        collector.add("?\(name)", detail)
    }

    /// Refuses the request when something is wrong with its query.
    func finish() throws {
        for name in values.keys.sorted() { note(String(name), "is not a known parameter") }
        guard let first = collector.problems.first else { return }
        let name = first.pointer.dropFirst()
        throw Problem(.badRequest, "the parameter \(name) \(first.detail)", problems: collector.problems)
    }
}

/// A place in a list, opaque to clients.
enum CursorText {
    static func encode(_ parts: [String]) -> String {
        Data(parts.joined(separator: ",").utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func decode(_ text: String) -> [String]? {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64) else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: ",").map(String.init)
    }
}
