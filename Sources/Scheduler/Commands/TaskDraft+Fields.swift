package import Basics
import Recurrence
package import Storage

extension TaskDraft: FieldHolder {
    /// Each field that can be written, declared once; those of the content are declared with it.
    package static func visitFields(_ fields: inout some FieldVisitor<TaskDraft>) {
        fields.part(\.content)
        fields.field("status", \.status, or: .needsAction)
        fields.field("start", \.start, or: nil)
        fields.field("due", \.due, or: nil)
        fields.field("timeZone", \.timeZone, or: nil, .text(atMost: Bounds.zoneLength))
        fields.field("recurrence", \.recurrence, or: nil)
        fields.field("reminders", \.reminders, or: [], .list(atMost: Bounds.reminders))
        fields.field("subtasks", \.subtasks, or: [], .list(atMost: Bounds.subtasks))
        fields.field("progress", \.progress, or: 0, .percentage)
    }
}

extension TaskDraft.Time: FieldValue {
    /// How it is to be written, after "must be".
    package static let form =
        "a date such as 2026-11-21, a time such as 2026-11-21T09:00:00, or one with Z or an offset"

    /// Reads a date, a local time or an instant; a fraction of a second counts as the next whole one.
    package init?(_ text: String) {
        if let civil = CivilTime(roundingUp: text) {
            self = .civil(civil)
        } else if let instant = UTCInstant(text) {
            self = .instant(instant)
        } else {
            return nil
        }
    }

    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        switch self {
        case .civil(let civil): json.field(name, civil)
        case .instant(let instant): json.field(name, instant)
        }
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, form) { Self($0) }
    }
}

extension TaskDraft.ReminderDraft: FieldElement {
    /// What the server writes into a reminder; it is passed over, so that what was read can be sent back.
    private static let readOnlyMembers = ["state", "nextFireAt", "snoozedUntil", "heldBy", "heldFrom"]

    package func write(elementTo json: inout JSONWriter) {
        json.object { json in
            if let id { json.field("id", id) }
            switch trigger {
            case .offset(let offset, let base):
                json.field("offset", offset.description)
                json.field("relativeTo", base.rawValue)
            case .at(let time): time.write(as: "at", to: &json, omitsNil: true)
            }
            Reminder.write(repetition, catchUp: catchUpWindow, isKept: isKeptOnCompletion, to: &json)
        }
    }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Self]? {
        reader.objects(name, atMost: count)?.compactMap { Self($0) }
    }

    private init?(_ reader: ObjectReader) {
        var reader = reader
        let id = reader.text("id", "a UUID") { ReminderID($0) }
        let at = reader.text("at", TaskDraft.Time.form) { TaskDraft.Time($0) }
        let offset = reader.duration("offset")
        let base = reader.choice("relativeTo", Reminder.Base.self)
        let repetition = reader.object("repeat").flatMap { Reminder.Repetition($0) }
        let catchUp = reader.exactDuration("catchUp")
        let isKept = reader.bool("keepOnCompletion") ?? false
        reader.ignore(Self.readOnlyMembers)
        reader.finish()
        switch (at, offset) {
        case (let at?, nil): self.init(id: id, trigger: .at(at), repetition: repetition)
        case (nil, let offset?): self.init(id: id, trigger: .offset(offset, from: base ?? .due), repetition: repetition)
        default:
            // What was there but could not be read is a problem already.
            if reader.value("at") == nil, reader.value("offset") == nil {
                reader.collector.add(reader.pointer, "must have either an offset or an at")
            } else if at != nil {
                reader.collector.add(reader.pointer, "must have an offset or an at, not both")
            }
            return nil
        }
        (catchUpWindow, isKeptOnCompletion) = (catchUp, isKept)
    }
}

extension Reminder.Repetition {
    fileprivate init?(_ reader: ObjectReader) {
        var reader = reader
        let every = reader.duration("every")
        let count = reader.integer("count")
        if reader.value("every") == nil { reader.missing("every") }
        if reader.value("count") == nil { reader.missing("count") }
        reader.finish()
        guard let every, let count else { return nil }
        self.init(every: every, count: count)
    }
}

extension TaskDraft.SubtaskDraft: FieldElement {
    package func write(elementTo json: inout JSONWriter) {
        json.object { json in
            if let id { json.field("id", id) }
            json.field("title", title)
            json.field("isCompleted", isCompleted)
        }
    }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Self]? {
        reader.objects(name, atMost: count)?.map { Self($0) }
    }

    private init(_ reader: ObjectReader) {
        var reader = reader
        let title = reader.string("title")
        if reader.value("title") == nil { reader.missing("title") }
        self.init(
            id: reader.text("id", "a UUID") { SubtaskID($0) },
            title: title ?? "",
            isCompleted: reader.bool("isCompleted") ?? false
        )
        reader.finish()
    }
}
