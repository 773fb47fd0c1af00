import Basics
package import Recurrence

extension Schema {
    /// The id of a resource.
    package static let uuid = string.with("format", .string("uuid"))
    /// What names a resource: its id, a handle, or a beginning of one.
    package static let resourceName = string.example("kf3")
    /// What a client can call a resource, whole.
    package static let handle = pattern("^[b-df-hj-np-tv-z][2-9b-df-hj-np-tv-z]{11}$").example("kf3x8m2vq7tw")
        .described("Its handle, which follows from its id; the occurrences of a series have that of the series.")
    /// As much of a handle as names nothing else.
    package static let shortHandle = pattern("^[b-df-hj-np-tv-z][2-9b-df-hj-np-tv-z]{2,11}$").example("kf3").optional
        .described("The shortest beginning of the handle that nothing else has which is open, with `short=true`.")
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
    /// In what a client writes, whatever names a resource; the parts of tasks have ids alone.
    package static func schema(_ form: FieldForm) -> Schema {
        let isPart = Subject.self == Reminder.self || Subject.self == Subtask.self || Subject.self == Attachment.self
        return form == .answer || isPart ? .uuid : .resourceName
    }
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
