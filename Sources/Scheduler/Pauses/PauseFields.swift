package import Basics
import Filters
package import Recurrence
package import Storage

/// What clients read and write of a pause, beside what the server alone writes.
package struct PauseFields: FieldHolder {
    /// The members that say what it is about; one of them is there.
    package struct Target: FieldHolder {
        private var all: Bool?
        private var tag: String?
        private var series: SeriesID?
        private var task: TaskID?
        private var reminder: ReminderID?
        private var filter: String?

        package init() {}

        package init(_ target: PauseTarget) {
            switch target {
            case .all: all = true
            case .tag(let tag): self.tag = tag
            case .series(let id): series = id
            case .task(let id): task = id
            case .reminder(let id): reminder = id
            case .filter(let text): filter = text
            }
        }

        package static func visitFields(_ fields: inout some FieldVisitor<Target>) {
            fields.field(
                "all", \.all, or: nil, omitsNil: true, bit: [], .any.described("All reminders."))
            fields.field(
                "tag", \.tag, or: nil, omitsNil: true, bit: [],
                .text(1...TaskDraft.Bounds.tagLength)
                    .described("The reminders of tasks that have the tag."))
            fields.field(
                "seriesId", \.series, or: nil, omitsNil: true, bit: [], .any.described("The reminders of a series."))
            fields.field(
                "taskId", \.task, or: nil, omitsNil: true, bit: [],
                .any.described("The reminders of a task; of a recurring one those of its series."))
            fields.field(
                "reminderId", \.reminder, or: nil, omitsNil: true, bit: [], .any.described("One reminder."))
            fields.field(
                "filter", \.filter, or: nil, omitsNil: true, bit: [],
                .text(1...TaskFilter.Bounds.length)
                    .described("The reminders of the tasks that it selects."))
        }

        /// What they name; a pause is about one thing.
        package var targets: [PauseTarget] {
            let ids = [
                tag.map { .tag($0) }, series.map { .series($0) }, task.map { .task($0) },
                reminder.map { .reminder($0) }, filter.map { PauseTarget.filter($0) },
            ]
            return (all == true ? [.all] : []) + ids.compactMap(\.self)
        }
    }

    /// What is said of it beside its target.
    package struct Terms: FieldHolder {
        /// When it ends by itself.
        package var limit = TimeLimit()
        /// What becomes of the reminders whose time comes meanwhile.
        package var missed = Pause.Missed.fire
        /// What somebody writes beside it.
        package var note: String?

        package init() {}

        package init(until: UTCInstant?, missed: Pause.Missed, note: String?) {
            limit = TimeLimit(until: until)
            (self.missed, self.note) = (missed, note)
        }

        package static func visitFields(_ fields: inout some FieldVisitor<Terms>) {
            fields.part(\.limit)
            fields.field(
                "missed", \.missed, or: .fire,
                .any.described("What becomes of the reminders whose time comes meanwhile."))
            fields.field("note", \.note, or: nil, .text(atMost: 1_000).described("What somebody writes beside it."))
        }
    }

    package var target = Target()
    package var terms = Terms()

    package init() {}

    package static func visitFields(_ fields: inout some FieldVisitor<PauseFields>) {
        fields.part(\.target)
        fields.part(\.terms)
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if terms.limit.duration != nil, terms.limit.until != nil {
            problems.append(pointer, "must not have both for and until")
        }
    }
}

extension Pause.Missed: FieldChoice {}

extension Pause {
    /// Writes the pause as clients see it.
    package func write(to json: inout JSONWriter) {
        json.object { write(fieldsTo: &$0) }
    }

    /// Writes the pause's fields into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter) {
        json.field("id", id)
        PauseFields.Target(target).write(fieldsTo: &json)
        json.field("since", since)
        PauseFields.Terms(until: until, missed: missed, note: note).write(fieldsTo: &json)
        json.field("author", author)
        json.field("endedAt", endedAt)
    }
}

extension Pause {
    /// A pause as clients see it.
    package static var schema: Schema {
        .object(
            ["id": .uuid] + PauseFields.Target.members(.answer) + ["since": .instant]
                + PauseFields.Terms.members(.answer) + ["author": .string.nullable, "endedAt": .instant.nullable]
        ).named("Pause", "Keeps reminders from going off for a time.")
    }

    /// A pause that is to begin, as a client writes it.
    package static var newSchema: Schema {
        .object(PauseFields.members(.creation)).closed
            .named("NewPause", "A pause of exactly one target, for a time, until a time, or until it is ended.")
    }
}

extension EventDraft {
    /// What happened to a pause.
    static func about(_ pause: Pause, _ type: EventType, now: UTCInstant) -> EventDraft {
        make(type, about: nil, now: now) { json in
            json.field("pause") { pause.write(to: &$0) }
        }
    }
}
