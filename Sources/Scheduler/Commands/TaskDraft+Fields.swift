package import Basics
import Recurrence
package import Storage

extension TaskDraft: FieldHolder {
    /// Each field that can be written, declared once; those of the content are declared with it.
    package static func visitFields(_ fields: inout some FieldVisitor<TaskDraft>) {
        fields.part(\.content)
        fields.field("status", \.status, or: .needsAction, .any.described("How far it is."))
        fields.field("start", \.start, or: nil, .any.described("When it begins."))
        fields.field(
            "due", \.due, or: nil, .any.described("When it is due: a date, a local time, or an instant."))
        fields.field(
            "timeZone", \.timeZone, or: nil,
            .text(atMost: Bounds.zoneLength).answered
                .described("The IANA name of the zone of its local times; the server's where nothing is said."))
        fields.field("recurrence", \.recurrence, or: nil, .any.described("How it recurs."))
        fields.field("reminders", \.reminders, or: [], .list(atMost: Bounds.reminders).described("When it reminds."))
        fields.field("subtasks", \.subtasks, or: [], .list(atMost: Bounds.subtasks).described("Its parts."))
        fields.field(
            "blockedBy", \.blockedBy, or: [],
            .different(atMost: Bounds.blockers).described("The tasks that it waits for."))
        fields.field("sortOrder", \.sortOrder, or: nil, .any.described("Its place in lists, ascending; null for none."))
        fields.field(
            "progress", \.progress, or: 0,
            .percentage.described("In percent; derived from the subtasks where there are any."))
    }
}

extension TaskDraft.Time: FieldValue {
    /// How it is to be written, after "must be".
    package static let form =
        "a valid date (2026-11-21), local time (2026-11-21T09:00:00), or time with Z or an offset"

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

    package static func schema(_ form: FieldForm) -> Schema {
        form == .answer ? .anyOf([.civilTime, .instant]) : .time
    }
}

extension TaskDraft.ReminderDraft: FieldElement {
    package func write(elementTo json: inout JSONWriter) { fields.write(to: &json) }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Self]? {
        reader.objects(name, atMost: count)?.compactMap { Self($0) }
    }

    /// What the server alone writes is passed over, so that what was read can be sent back.
    package static func elementSchema(_ form: FieldForm) -> Schema {
        guard form != .answer else { return Reminder.schema }
        var members = ReminderFields<TaskDraft.Time>.members(.creation)
        for name in Reminder.readOnlyMembers {
            members.append(name, .any.with("readOnly", .bool(true)).optional)
        }
        return .object(members).closed.named("NewReminder", "A reminder has either offset or at.")
    }

    package func check(elementAt pointer: String, noting problems: inout [InputProblem]) {
        if case .at(.civil(.date)) = trigger {
            problems.append(pointer + "/at", "must be a time such as 2026-11-30T18:00:00, not a date alone")
        }
        fields.checkFields(at: pointer, noting: &problems)
    }

    private var fields: ReminderFields<TaskDraft.Time> {
        var fields = ReminderFields<TaskDraft.Time>(id, repetition, catchUp: catchUpWindow, isKept: isKeptOnCompletion)
        switch trigger {
        case .offset(let offset, let base): (fields.offset, fields.base) = (offset, base)
        case .at(let time): fields.time = time
        }
        return fields
    }

    private init?(_ reader: ObjectReader) {
        var (reader, fields, problems) = (reader, ReminderFields<TaskDraft.Time>(), [InputProblem]())
        let patch = Patch<ReminderFields<TaskDraft.Time>>(&reader)
        // They are passed over, so that what was read can be sent back.
        reader.ignore(Reminder.readOnlyMembers)
        reader.finish()
        patch.apply(to: &fields, at: reader.pointer, isNew: true, noting: &problems)
        reader.collector.add(problems)
        switch (fields.time, fields.offset) {
        case (let at?, nil): self.init(id: fields.id, trigger: .at(at), repetition: fields.repetition)
        case (nil, let offset?):
            self.init(id: fields.id, trigger: .offset(offset, from: fields.base ?? .due), repetition: fields.repetition)
        default:
            // What was there but could not be read is a problem already.
            if reader.value("at") == nil, reader.value("offset") == nil {
                reader.collector.add(reader.pointer, "must have exactly one of offset and at")
            } else if fields.time != nil {
                reader.collector.add(reader.pointer, "must have exactly one of offset and at")
            }
            return nil
        }
        (catchUpWindow, isKeptOnCompletion) = (fields.catchUpWindow, fields.isKeptOnCompletion)
    }
}

extension TaskDraft.SubtaskDraft: FieldObject, FieldElement {
    package static let blank = Self(title: "")
    package static let schemaName = "Subtask"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("id", \.id, or: nil, omitsNil: true, bit: [], .any.answered)
        fields.field("title", \.title, or: "", .text(1...TaskContent.Bounds.titleLength).required)
        fields.field("isCompleted", \.isCompleted, or: false)
    }
}
