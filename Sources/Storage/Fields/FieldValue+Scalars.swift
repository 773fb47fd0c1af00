package import Basics
package import Recurrence

extension String: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> String? {
        reader.string(name)
    }

    package func isSame(as other: String) -> Bool { isVerbatim(other) }
}

extension Int: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Int? {
        reader.integer(name)
    }
}

extension Double: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Double? {
        reader.number(name)
    }
}

extension Bool: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Bool? {
        reader.bool(name)
    }
}

extension CalendarDuration: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, description)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> CalendarDuration? {
        reader.duration(name)
    }
}

extension Swift.Duration: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, isoText) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.exactDuration(name)
    }
}

extension CivilTime: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a date such as 2026-11-21, or a time such as 2026-11-21T09:00:00") { Self($0) }
    }
}

extension Identifier: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a UUID") { Self($0) }
    }
}

/// One of a few words.
package protocol FieldChoice: FieldValue, RawRepresentable<String>, CaseIterable {}

extension FieldChoice {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, rawValue) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.choice(name)
    }
}

extension TaskStatus: FieldChoice {}
extension TaskPriority: FieldChoice {}
extension TaskRecurrence.Anchor: FieldChoice {}
extension TaskRecurrence.Missed: FieldChoice {}
extension TaskRecurrence.Respawn: FieldChoice {}
