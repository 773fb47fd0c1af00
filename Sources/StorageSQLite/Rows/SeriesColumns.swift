import Basics
import Recurrence
import Storage

/// A rule of a series, with the start that it counts from.
struct RuleColumn: JSONColumn {
    let rule: Series.Rule

    init(_ rule: Series.Rule) {
        self.rule = rule
    }

    init(_ fields: JSONFields) throws {
        rule = Series.Rule(
            try fields.string("rrule"), start: try fields.required("start") { $0.string.flatMap { CivilTime($0) } })
    }

    func write(to json: inout JSONWriter) {
        json.field("rrule", rule.text)
        json.field("start", rule.start)
    }
}

/// A reminder that every occurrence of a series gets.
struct ReminderTemplateColumn: JSONColumn {
    let template: ReminderTemplate

    init(_ template: ReminderTemplate) {
        self.template = template
    }

    init(_ fields: JSONFields) throws {
        let id: ReminderID = try fields.required("id") { $0.string.flatMap { ReminderID($0) } }
        var template = ReminderTemplate(id: id, trigger: try Self.trigger(in: fields))
        template.repetition = try ReminderRow.repetition(
            every: try fields.string("every"), count: try fields.integer("count"))
        template.catchUpWindow = try fields.integer("catchUp").map { .seconds($0) }
        template.isKeptOnCompletion = try fields.bool("isKept")
        self.template = template
    }

    private static func trigger(in fields: JSONFields) throws -> ReminderTemplate.Trigger {
        if let distance = try fields.integer("distance") { return .distance(distance) }
        let base: Reminder.Base = try fields.required("base") { $0.string.flatMap { Reminder.Base(rawValue: $0) } }
        return .offset(try CalendarDuration(try fields.string("offset")), from: base)
    }

    func write(to json: inout JSONWriter) {
        json.field("id", template.id)
        switch template.trigger {
        case .offset(let offset, let base):
            json.field("offset", offset.description)
            json.field("base", base.rawValue)
        case .distance(let seconds): json.field("distance", seconds)
        }
        json.present("every", template.repetition?.every.description)
        json.present("count", template.repetition?.count)
        json.present("catchUp", template.catchUpWindow?.components.seconds)
        json.field("isKept", template.isKeptOnCompletion)
    }
}

/// A part that every occurrence of a series gets.
struct SubtaskTemplateColumn: JSONColumn {
    let template: SubtaskTemplate

    init(_ template: SubtaskTemplate) {
        self.template = template
    }

    init(_ fields: JSONFields) throws {
        template = SubtaskTemplate(
            id: try fields.required("id") { $0.string.flatMap { SubtaskID($0) } }, title: try fields.string("title"))
    }

    func write(to json: inout JSONWriter) {
        json.field("id", template.id)
        json.field("title", template.title)
    }
}
