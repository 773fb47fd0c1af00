import Basics
import Recurrence
import Storage

/// What the following occurrences were to have where one was changed alone, as it stood in that one's row until series
/// had a table of their own.
struct OldTemplateColumn: JSONColumn {
    private var content: TaskContent
    private var start: String?
    private var due: String?
    private var reminders: [OldReminderColumn]
    private var subtasks: [SubtaskColumn]

    init(_ fields: JSONFields) throws {
        content = TaskContent(title: try fields.string("title"))
        content.details = try fields.string("details")
        content.priority = TaskPriority(rawValue: try fields.string("priority")) ?? .none
        content.tags = try fields.strings("tags")
        content.location = try fields.optional("location") { try LocationColumn(JSONFields($0)).location }
        content.quietHours = try fields.string("quietHours").map { try QuietHoursChoice(column: $0) }
        (start, due) = (try fields.string("start"), try fields.string("due"))
        reminders = try fields.required("reminders") { try [OldReminderColumn]($0) }
        subtasks = try fields.required("subtasks") { try [SubtaskColumn]($0) }
    }

    func write(to json: inout JSONWriter) {
        json.field("title", content.title)
        json.present("details", content.details)
        json.field("priority", content.priority.rawValue)
        json.present("start", start)
        json.present("due", due)
        json.field("reminders") { reminders.write(to: &$0) }
        json.present("quietHours", content.quietHours?.column)
        json.field("tags", content.tags)
        json.field("subtasks") { subtasks.write(to: &$0) }
        if let location = content.location {
            json.field("location") { json in json.object { LocationColumn(location).write(to: &$0) } }
        }
    }

    /// Brings the tags into the form in which they are compared.
    mutating func normalizeTags() {
        content.tags = content.tags.inNormalForm
    }

    /// What it holds.
    var model: OldModel {
        get throws {
            OldModel(
                content: content, start: start.flatMap { LocalTime($0) }, due: due.flatMap { LocalTime($0) },
                reminders: try reminders.map { try $0.reminder }, subtasks: try subtasks.map { try $0.subtask })
        }
    }
}

private struct OldReminderColumn: JSONColumn {
    var id: String
    var origin: String
    var at: String?
    var offset: String?
    var base: String?
    var every: String?
    var count: Int?
    var catchUp: Int?
    var isKept: Bool

    init(_ fields: JSONFields) throws {
        (id, origin, at) = (try fields.string("id"), try fields.string("origin"), try fields.string("at"))
        (offset, base) = (try fields.string("offset"), try fields.string("base"))
        (every, count) = (try fields.string("every"), try fields.integer("count"))
        (catchUp, isKept) = (try fields.integer("catchUp"), try fields.bool("isKept"))
    }

    func write(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("origin", origin)
        json.present("at", at)
        json.present("offset", offset)
        json.present("base", base)
        json.present("every", every)
        json.present("count", count)
        json.present("catchUp", catchUp)
        json.field("isKept", isKept)
    }

    var reminder: Reminder {
        get throws {
            guard let id = ReminderID(id), let origin = ReminderID(origin), let trigger = try trigger else {
                throw StoreError(.unreadable, "a reminder of the series is invalid")
            }
            var reminder = Reminder(id: id, origin: origin, trigger: trigger)
            if let every, let count {
                reminder.repetition = Reminder.Repetition(every: try CalendarDuration(every), count: count)
            }
            reminder.catchUpWindow = catchUp.map { .seconds($0) }
            reminder.isKeptOnCompletion = isKept
            return reminder
        }
    }

    private var trigger: Reminder.Trigger? {
        get throws {
            if let at { return LocalTime(at).map { .at($0) } }
            guard let offset, let base = base.flatMap({ Reminder.Base(rawValue: $0) }) else { return nil }
            return .offset(try CalendarDuration(offset), from: base)
        }
    }
}
