package import Basics
package import Recurrence

extension UTCInstant: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a time in UTC such as 2026-11-21T08:00:00Z, in the years 1 to 9999") { text in
            UTCInstant(text).flatMap { TimeRange.contains($0) ? $0 : nil }
        }
    }
}

extension LocalTime: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, description)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a date such as 2026-11-21, or a local time such as 2026-11-21T09:00:00") { Self($0) }
    }
}
