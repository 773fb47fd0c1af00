import Recurrence
import Storage

extension Series {
    /// The times of the occurrence at a slot; nil where one lies beyond the ``TimeRange``.
    func times(at slot: CivilTime) -> (start: LocalTime?, due: LocalTime?)? {
        guard let start = LocalTime(slot), let due = slot.advanced(bySeconds: span.seconds).flatMap({ LocalTime($0) })
        else { return nil }
        return (span.hasStart ? start : nil, span.hasDue ? due : nil)
    }

    /// Whether a task has the times of the occurrence at a slot.
    func places(_ task: TaskItem, at slot: CivilTime) -> Bool {
        guard let times = times(at: slot) else { return false }
        return times == (task.start, task.due) && task.timeZone == timeZone
    }

    /// The task of the occurrence at a slot: the series' content, there and open.
    ///
    /// It is made from the series and the slot alone, so whoever makes it makes the same; its derived times are still to
    /// be derived.
    ///
    /// - Parameters:
    ///   - slot: The original local start that the rules give the occurrence.
    ///   - id: The task's id.
    ///   - number: The occurrence's number.
    ///   - now: The time at which it is made.
    /// - Returns: The task; nil where a local time of it would lie beyond the ``TimeRange``.
    func task(at slot: CivilTime, id: TaskID, number: Int, now: UTCInstant) -> TaskItem? {
        guard let times = times(at: slot) else { return nil }
        var task = TaskItem(id: id, content: content, timeZone: timeZone, now: now)
        (task.start, task.due) = times
        task.recurrence = shown
        task.occurrence = SeriesOccurrence(series: self.id, number: number, recurrenceID: slot)
        task.subtasks = subtasks.map { Subtask(id: SubtaskID(task: id, template: $0.id), title: $0.title) }
        task.reminders = reminders.compactMap { template in
            template.trigger(at: slot).map { template.reminder(ReminderID(task: id, origin: template.id), $0) }
        }
        return task.reminders.count == reminders.count ? task : nil
    }

    /// Makes some fields of what occurrences are made from what they are in one of them.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - task: The occurrence.
    ///   - slot: Its slot.
    mutating func take(_ fields: TaskFields, from task: TaskItem, at slot: CivilTime) {
        content.take(fields, from: task.content)
        if fields.contains(.reminders) { reminders = task.reminders.map { ReminderTemplate($0, at: slot) } }
        if fields.contains(.subtasks) {
            let known = subtasks.map(\.id)
            subtasks = task.subtasks.map { subtask in
                let template = known.first { subtask.stems(from: $0, on: task.id) }
                return SubtaskTemplate(id: template ?? subtask.id, title: subtask.title)
            }
        }
    }

    /// Gives some fields to an occurrence at a slot; what is done of its parts stays done, and a reminder that it has
    /// already stays where it stands.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` where a reminder would lie beyond the ``TimeRange``.
    func give(_ fields: TaskFields, to task: inout TaskItem, at slot: CivilTime) throws {
        task.content.take(fields, from: content)
        if fields.contains(.reminders) {
            let present = task.reminders
            task.reminders = try reminders.map { template in
                guard let trigger = template.trigger(at: slot) else {
                    throw SchedulerError.beyondRange(at: "/reminders")
                }
                let kept = present.first { $0.origin == template.id }
                return template.reminder(kept?.id ?? ReminderID(task: task.id, origin: template.id), trigger, as: kept)
            }
        }
        if fields.contains(.subtasks) {
            let present = task.subtasks
            let id = task.id
            task.subtasks = subtasks.map { template in
                let kept = present.first { $0.stems(from: template.id, on: id) }
                return Subtask(
                    id: kept?.id ?? SubtaskID(task: id, template: template.id), title: template.title,
                    isCompleted: kept?.isCompleted ?? false)
            }
        }
    }
}

extension ReminderTemplate {
    /// What a reminder of the occurrence at a slot leaves as a template.
    fileprivate init(_ reminder: Reminder, at slot: CivilTime) {
        let trigger: Trigger =
            switch reminder.trigger {
            case .offset(let offset, let base): .offset(offset, from: base)
            case .at(let time): .distance(time.civil.localSeconds - slot.localSeconds)
            }
        self.init(id: reminder.origin, trigger: trigger, repetition: reminder.repetition)
        (catchUpWindow, isKeptOnCompletion) = (reminder.catchUpWindow, reminder.isKeptOnCompletion)
    }

    /// When it goes off on the occurrence at a slot; nil beyond the ``TimeRange``.
    fileprivate func trigger(at slot: CivilTime) -> Reminder.Trigger? {
        switch trigger {
        case .offset(let offset, let base): .offset(offset, from: base)
        case .distance(let seconds):
            CivilTime.dateTime(slot.startOfDayOrTime).advanced(bySeconds: seconds).flatMap { LocalTime($0) }
                .map { .at($0) }
        }
    }

    /// The reminder that it is on an occurrence, standing where another does.
    fileprivate func reminder(
        _ id: ReminderID, _ trigger: Reminder.Trigger, as kept: Reminder? = nil
    ) -> Reminder {
        var reminder = kept ?? Reminder(id: id, origin: self.id, trigger: trigger)
        (reminder.trigger, reminder.repetition) = (trigger, repetition)
        (reminder.catchUpWindow, reminder.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return reminder
    }
}

extension Subtask {
    /// Whether it is what a template is on a task; the first task of a series has the templates' own ids.
    fileprivate func stems(from template: SubtaskID, on task: TaskID) -> Bool {
        id == template || id == SubtaskID(task: task, template: template)
    }
}
