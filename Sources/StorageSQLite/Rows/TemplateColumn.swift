import Recurrence
import Storage

/// A series' template as it is kept in a task's row.
struct TemplateColumn: JSONColumn {
    private var title: String
    private var details: String?
    private var priority: String
    private var start: String?
    private var due: String?
    private var reminders: [ReminderColumn]
    private var quietHours: String?
    private var tags: [String]
    private var subtasks: [SubtaskColumn]
    private var location: LocationColumn?

    init(_ template: OccurrenceTemplate) {
        (title, details, priority) = (template.title, template.details, template.priority.rawValue)
        (start, due) = (template.start?.description, template.due?.description)
        reminders = template.reminders.map { ReminderColumn($0) }
        (quietHours, tags) = (template.quietHours?.column, template.tags)
        subtasks = template.subtasks.map { SubtaskColumn($0) }
        location = template.location.map { LocationColumn($0) }
    }

    init(_ fields: JSONFields) throws {
        (title, details) = (try fields.string("title"), try fields.string("details"))
        (priority, start, due) = (
            try fields.string("priority"), try fields.string("start"), try fields.string("due")
        )
        reminders = try fields.required("reminders") { try [ReminderColumn]($0) }
        (quietHours, tags) = (try fields.string("quietHours"), try fields.strings("tags"))
        subtasks = try fields.required("subtasks") { try [SubtaskColumn]($0) }
        location = try fields.optional("location") { try LocationColumn(JSONFields($0)) }
    }

    func write(to json: inout JSONWriter) {
        json.field("title", title)
        json.present("details", details)
        json.field("priority", priority)
        json.present("start", start)
        json.present("due", due)
        json.field("reminders") { reminders.write(to: &$0) }
        json.present("quietHours", quietHours)
        json.field("tags", tags)
        json.field("subtasks") { subtasks.write(to: &$0) }
        if let location { json.field("location") { json in json.object { location.write(to: &$0) } } }
    }

    /// Brings the tags into the form in which they are compared.
    mutating func normalizeTags() {
        tags = tags.inNormalForm
    }

    /// The template; `task` gives what is not in it.
    func template(for task: TaskItem) throws -> OccurrenceTemplate {
        var template = OccurrenceTemplate(task)
        (template.title, template.details, template.tags) = (title, details, tags)
        template.priority = TaskPriority(rawValue: priority) ?? .none
        (template.start, template.due) = (start.flatMap { MeantTime($0) }, due.flatMap { MeantTime($0) })
        template.reminders = try reminders.map { try $0.reminder }
        template.quietHours = try quietHours.map { try QuietHoursChoice(column: $0) }
        template.subtasks = try subtasks.map { try $0.subtask }
        template.location = location?.location
        return template
    }
}

private struct ReminderColumn: JSONColumn {
    var id: String
    var origin: String
    var at: String?
    var offset: String?
    var base: String?
    var every: String?
    var count: Int?
    var catchUp: Int?
    var isKept: Bool

    init(_ reminder: Reminder) {
        (id, origin) = (reminder.id.description, reminder.origin.description)
        switch reminder.trigger {
        case .at(let time): at = time.description
        case .offset(let duration, let from): (offset, base) = (duration.description, from.rawValue)
        }
        (every, count) = (reminder.repetition?.every.description, reminder.repetition?.count)
        catchUp = (reminder.catchUpWindow?.components.seconds).map { Int($0) }
        isKept = reminder.isKeptOnCompletion
    }

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
                throw StoreError(.unreadable, "a reminder of the series makes no sense")
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
            if let at { return MeantTime(at).map { .at($0) } }
            guard let offset, let base = base.flatMap({ Reminder.Base(rawValue: $0) }) else { return nil }
            return .offset(try CalendarDuration(offset), from: base)
        }
    }
}
