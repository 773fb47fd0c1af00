package import Basics
import Recurrence

/// A rule of a series, with the start that it counts from.
package struct RuleColumn: JSONColumn {
    package let rule: Series.Rule

    package init(_ rule: Series.Rule) {
        self.rule = rule
    }

    package init(_ fields: JSONFields) throws {
        rule = Series.Rule(
            try fields.string("rrule"), start: try fields.required("start") { $0.string.flatMap { CivilTime($0) } })
    }

    package func write(to json: inout JSONWriter) {
        json.field("rrule", rule.text)
        json.field("start", rule.start)
    }
}

/// A reminder that every occurrence of a series gets.
package struct ReminderTemplateColumn: JSONColumn {
    package let template: ReminderTemplate

    package init(_ template: ReminderTemplate) {
        self.template = template
    }

    package init(_ fields: JSONFields) throws {
        let id: ReminderID = try fields.required("id") { $0.string.flatMap { ReminderID($0) } }
        var template = ReminderTemplate(id: id, trigger: try Self.trigger(in: fields))
        template.repetition = try Reminder.Repetition(
            column: try fields.string("every"), count: try fields.integer("count"))
        template.catchUpWindow = try fields.integer("catchUp").map { .seconds($0) }
        template.isKeptOnCompletion = try fields.bool("isKept")
        self.template = template
    }

    private static func trigger(in fields: JSONFields) throws -> ReminderTemplate.Trigger {
        if let distance = try fields.integer("distance") { return .distance(distance) }
        let base: Reminder.Base = try fields.required("base") { $0.string.flatMap { Reminder.Base(rawValue: $0) } }
        return .offset(try CalendarDuration(try fields.string("offset")), from: base)
    }

    package func write(to json: inout JSONWriter) {
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
package struct SubtaskTemplateColumn: JSONColumn {
    package let template: SubtaskTemplate

    package init(_ template: SubtaskTemplate) {
        self.template = template
    }

    package init(_ fields: JSONFields) throws {
        template = SubtaskTemplate(
            id: try fields.required("id") { $0.string.flatMap { SubtaskID($0) } }, title: try fields.string("title"))
    }

    package func write(to json: inout JSONWriter) {
        json.field("id", template.id)
        json.field("title", template.title)
    }
}

extension Reminder.Repetition {
    /// Reads the columns of a repetition; nil where there is none.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable`, or a `RecurrenceError`.
    package init?(column every: String?, count: Int?) throws {
        guard let every, let count else { return nil }
        let step = try CalendarDuration(every)
        guard step.days == 0, step.seconds >= 1, (1...10_000).contains(count) else {
            throw StoreError(.unreadable, "its repetition is invalid: \(count) times every \(every.prefix(80))")
        }
        self.init(every: step, count: count)
    }
}
