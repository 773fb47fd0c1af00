import Basics
package import Recurrence

extension Schema {
    /// The id of a resource.
    package static let uuid = string.with("format", .string("uuid"))
    /// An instant in UTC.
    package static let instant = string.with("format", .string("date-time")).example("2026-12-01T08:00:00Z")
    /// A date, or a local time.
    package static let civilTime = pattern(#"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$"#).example("2026-12-01T09:00:00")
    /// A duration of RFC 5545 §3.3.6.
    package static let duration = string.example("PT10M")
    /// The IANA name of a time zone.
    package static let zone = string.example("Europe/Berlin")
    /// What a client says of a time.
    package static let time = string.example("2026-12-01T09:00:00")
}

extension String {
    package static func schema(_ form: FieldForm) -> Schema { .string }
}

extension Int {
    package static func schema(_ form: FieldForm) -> Schema { .integer }
}

extension Double {
    package static func schema(_ form: FieldForm) -> Schema { .number }
}

extension Bool {
    package static func schema(_ form: FieldForm) -> Schema { .boolean }
}

extension CalendarDuration {
    package static func schema(_ form: FieldForm) -> Schema { .duration }
}

extension Swift.Duration {
    package static func schema(_ form: FieldForm) -> Schema { .duration }
}

extension CivilTime {
    package static func schema(_ form: FieldForm) -> Schema { .civilTime }
}

extension UTCInstant {
    package static func schema(_ form: FieldForm) -> Schema { .instant }
}

extension LocalTime {
    package static func schema(_ form: FieldForm) -> Schema { .civilTime }
}

extension Identifier {
    package static func schema(_ form: FieldForm) -> Schema { .uuid }
}

extension FieldChoice {
    package static func schema(_ form: FieldForm) -> Schema { .choice(of: Self.self) }
}

extension Array where Element: FieldElement {
    package static func schema(_ form: FieldForm) -> Schema { .array(of: Element.elementSchema(form)) }
}

extension Optional where Wrapped: FieldValue {
    package static func schema(_ form: FieldForm) -> Schema { Wrapped.schema(form).nullable }
}

extension ReadOnly {
    /// In what a client writes, anything: it is passed over.
    package static func schema(_ form: FieldForm) -> Schema {
        (form == .answer ? Value.schema(form) : .any).with("readOnly", .bool(true))
    }
}
