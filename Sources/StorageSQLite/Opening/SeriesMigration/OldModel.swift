import Recurrence
import Storage

/// What an occurrence of an older store is, as far as others were made from it.
struct OldModel {
    var content: TaskContent
    var start: LocalTime?
    var due: LocalTime?
    /// Only what a person set of them.
    var reminders: [Reminder]
    var subtasks: [Subtask]

    /// How its times lie to its base.
    func span(ofDates isDate: Bool) -> Series.Span {
        let (base, end) = (start ?? due, due ?? start)
        let seconds = (end?.civil.localSeconds ?? 0) - (base?.civil.localSeconds ?? 0)
        return Series.Span(
            hasStart: start != nil, hasDue: due != nil, seconds: isDate ? seconds - seconds % 86_400 : seconds)
    }

    /// The fields, without the times, in which it is not what another is.
    func fields(differingFrom other: OldModel) -> TaskFields {
        var fields = content.fields(differingFrom: other.content)
        if reminders.map(Plan.init) != other.reminders.map(Plan.init) { fields.insert(.reminders) }
        if subtasks.map(\.title) != other.subtasks.map(\.title) { fields.insert(.subtasks) }
        return fields
    }

    /// What a person set of a reminder, on whichever occurrence.
    private struct Plan: Equatable {
        let origin: ReminderID
        let trigger: Reminder.Trigger
        let repetition: Reminder.Repetition?
        let catchUpWindow: Swift.Duration?
        let isKeptOnCompletion: Bool

        init(_ reminder: Reminder) {
            (origin, trigger, repetition) = (reminder.origin, reminder.trigger, reminder.repetition)
            (catchUpWindow, isKeptOnCompletion) = (reminder.catchUpWindow, reminder.isKeptOnCompletion)
        }
    }

    /// The reminders of a series whose occurrences are made from it; those with times of their own keep their distance
    /// from its slot.
    func reminderTemplates(from slot: CivilTime) -> [ReminderTemplate] {
        var seen: Set<ReminderID> = []
        return reminders.map { reminder in
            let trigger: ReminderTemplate.Trigger =
                switch reminder.trigger {
                case .offset(let offset, let base): .offset(offset, from: base)
                case .at(let time): .distance(time.civil.localSeconds - slot.localSeconds)
                }
            let id = seen.insert(reminder.origin).inserted ? reminder.origin : reminder.id
            var template = ReminderTemplate(id: id, trigger: trigger, repetition: reminder.repetition)
            (template.catchUpWindow, template.isKeptOnCompletion) = (
                reminder.catchUpWindow, reminder.isKeptOnCompletion
            )
            return template
        }
    }
}

extension SeriesMigration {
    /// What the occurrence of a row has itself, and what those that follow it were to have where that is something else.
    ///
    /// What cannot be read is as in a new task; of the template it is noted.
    func models(ofTask key: Int64, _ faults: inout RowFaults) throws -> (own: OldModel, template: OldModel?) {
        let tags = try store.rows("SELECT tag FROM task_tag WHERE task_key = ? ORDER BY position", [key]) {
            try $0.next(String.self)
        }
        let reminders = try reminders(ofTask: key)
        let found = try store.rows(
            """
            SELECT title, details, priority, location, quiet_hours, start, due, subtasks, template FROM task
            WHERE key = ?
            """, [key]
        ) { column in
            var unnoted = RowFaults()
            var content = TaskContent(title: unnoted.read("title", or: "") { try column.next(String.self) })
            content.details = unnoted.read("description", or: nil) { try column.next() }
            content.priority = unnoted.read("priority", or: .none) { try column.nextCode() }
            content.location = unnoted.read("location", or: nil) {
                try column.next().map { try LocationColumn(text: $0).location }
            }
            content.quietHours = unnoted.read("quietHours", or: nil) {
                try column.next().map { try QuietHoursChoice(column: $0) }
            }
            content.tags = tags
            let start: LocalTime? = unnoted.read("start", or: nil) { try column.next() }
            let due: LocalTime? = unnoted.read("due", or: nil) { try column.next() }
            let subtasks: [Subtask] = unnoted.read("subtasks", or: []) {
                try column.next().map { try [SubtaskColumn](text: $0).map { try $0.subtask } } ?? []
            }
            let template = faults.read("template", or: nil) {
                try column.next().map { try OldTemplateColumn(text: $0).model }
            }
            return (
                OldModel(content: content, start: start, due: due, reminders: reminders, subtasks: subtasks), template
            )
        }
        guard let found = found.first else { preconditionFailure("the row was just read") }
        return found
    }

    /// What a person set of a task's reminders, without those that cannot be read.
    private func reminders(ofTask key: Int64) throws -> [Reminder] {
        try store.rows(
            """
            SELECT id, origin, at, offset, relative_to, repeat_every, repeat_count, catch_up, is_kept FROM reminder
            WHERE task_key = ? ORDER BY position
            """, [key]
        ) { try? Self.reminder(from: &$0) }.compactMap(\.self)
    }

    private static func reminder(from column: inout ColumnReader) throws -> Reminder {
        let (id, origin): (ReminderID, ReminderID) = (try column.next(), try column.next())
        let trigger: Reminder.Trigger
        let (at, offset): (LocalTime?, String?) = (try column.next(), try column.next())
        let base: Reminder.Base? = try column.nextCode()
        if let at {
            trigger = .at(at)
        } else if let offset, let base {
            trigger = .offset(try CalendarDuration(offset), from: base)
        } else {
            throw StoreError(.unreadable, "no trigger")
        }
        let repetition = try Reminder.Repetition(column: try column.next(), count: try column.next())
        var reminder = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        reminder.catchUpWindow = (try column.next() as Int?).map { .seconds($0) }
        reminder.isKeptOnCompletion = try column.next()
        return reminder
    }
}
