package import Basics

/// A time of day in a field, in seconds after local midnight; in JSON as `22:00`, with seconds where there are any.
package struct TimeOfDay: FieldValue {
    package var second: Int

    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, QuietHours.text(second))
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> TimeOfDay? {
        reader.text(name, "a time of day such as 22:00") { QuietHours.second($0).map { TimeOfDay(second: $0) } }
    }

    package static func schema(_ form: FieldForm) -> Schema {
        .pattern(#"^\d{2}:\d{2}(:\d{2})?$"#).example("22:00")
    }
}

extension QuietHours: FieldObject {
    /// How long the name of a zone may be, in Unicode scalars.
    package static let maxZoneLength = 100

    package static let blank = QuietHours(start: 0, end: 0)
    package static let schemaName = "QuietHours"

    package static func visitFields(_ fields: inout some FieldVisitor<QuietHours>) {
        fields.field(
            "from", \.from, or: TimeOfDay(second: 0),
            FieldRule.any.required.described("When they begin, as a local time."))
        fields.field(
            "until", \.until, or: TimeOfDay(second: 0),
            FieldRule.any.required.described("When they end, as a local time."))
        fields.field(
            "timeZone", \.timeZone, or: nil,
            .text(atMost: maxZoneLength).described("Their zone; null for that of the task."))
        fields.field(
            "letThrough", \.lettingThrough, or: nil,
            .any.described("Tasks of this priority, or a higher one, remind all the same."))
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if start == end { problems.append(pointer, "from and until must differ") }
    }

    private var from: TimeOfDay {
        get { TimeOfDay(second: start) }
        set { start = newValue.second }
    }

    private var until: TimeOfDay {
        get { TimeOfDay(second: end) }
        set { end = newValue.second }
    }
}

extension QuietHoursChoice: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name) { write(to: &$0) }
    }

    /// Writes the word `off`, or the window as an object.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .off: json.string("off")
        case .window(let hours): hours.write(to: &json)
        }
    }

    /// The word, or a window.
    package static func schema(_ form: FieldForm) -> Schema { .anyOf([.words(["off"]), QuietHours.schema(form)]) }

    package static func read(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> QuietHoursChoice? {
        guard reader.value(name)?.string == nil else { return word(name, from: &reader) }
        return QuietHours.read(name, from: &reader, atMost: count).map { .window($0) }
    }

    /// The word turns them off; of a window each part may be changed by itself.
    package static func editOptional(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<QuietHoursChoice?>? {
        guard reader.value(name)?.string == nil else { return word(name, from: &reader).map { .set($0) } }
        return QuietHours.editOptional(name, from: &reader, atMost: count).map { edit in
            FieldEdit(nested: edit.nested) { before, pointer, problems in
                let window: QuietHours? = if case .window(let hours)? = before { hours } else { nil }
                return edit.apply(window, pointer, &problems).map { .window($0) }
            }
        }
    }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        if case .window(let hours) = self { hours.check(at: pointer, noting: &problems) }
    }

    private static func word(_ name: String, from reader: inout ObjectReader) -> QuietHoursChoice? {
        guard reader.value(name)?.string == "off" else {
            reader.collector.add(reader.pointer(to: name), "must be an object or \"off\"")
            return nil
        }
        return .off
    }
}
