import Foundation
import Recurrence
import Storage

/// A series' template as it is kept in a task's row: JSON that is only ever read with the task.
///
/// Its properties are the file's format: one that was released keeps its name.
struct TemplateColumn: Codable {
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

private struct ReminderColumn: Codable {
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

    var reminder: Reminder {
        get throws {
            guard let id = ReminderID(id), let origin = ReminderID(origin), let trigger = try trigger else {
                throw StoreError(.unavailable, "the store is damaged: a series' template cannot be read")
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
