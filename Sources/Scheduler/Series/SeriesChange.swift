import Recurrence
import Storage

/// What changed in one occurrence, to be done to others of its series.
struct SeriesChange {
    let before: TaskItem
    let after: TaskItem

    /// How far the occurrence moved, in seconds of local time; 0 where there is nothing to count from.
    var seconds: Int {
        guard let old = before.recurrenceBase?.civil, let new = after.recurrenceBase?.civil else { return 0 }
        return new.localSeconds - old.localSeconds
    }

    /// Whether a time of day became a date, or the other way: then nothing can be moved along.
    var changesKind: Bool {
        before.recurrenceBase?.civil.isDate != after.recurrenceBase?.civil.isDate
    }

    /// Does the change to another occurrence.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` where that moves it beyond the ``TimeRange``.
    func apply(to task: inout TaskItem) throws {
        var template = OccurrenceTemplate(task)
        try apply(to: &template, of: task.id)
        task.content = template.content
        (task.reminders, task.subtasks) = (template.reminders, template.subtasks)
        (task.start, task.due) = (template.start, template.due)
        if var kept = task.template {
            try apply(to: &kept, of: task.id)
            task.template = kept
        }
        try move(&task)
        task.recurrence = after.recurrence
    }

    /// Moves an occurrence's place in its series as far as the occurrence moved.
    func move(_ task: inout TaskItem) throws {
        guard let place = task.occurrence else { return }
        task.occurrence?.seriesStart = try moved(place.seriesStart)
        task.occurrence?.recurrenceID = try moved(place.recurrenceID)
    }

    private func moved(_ time: CivilTime) throws -> CivilTime {
        try time.moved(by: seconds, at: after.start == nil ? "/due" : "/start")
    }

    /// Does the change to what the following occurrences have; times move as far as the occurrence did.
    func apply(to template: inout OccurrenceTemplate, of task: TaskID) throws {
        applyContent(to: &template, of: task)
        template.start = try template.start.flatMap { LocalTime(try moved($0.civil)) }
        template.due = try template.due.flatMap { LocalTime(try moved($0.civil)) }
    }

    /// Does the change, but for times, to what the following occurrences have.
    func applyContent(to template: inout OccurrenceTemplate, of task: TaskID) {
        template.content.apply(changesFrom: before.content, to: after.content)
        if before.reminders.map(\.plan) != after.reminders.map(\.plan) {
            template.reminders = after.reminders.map { $0.copied(to: task) }
        }
        if before.subtasks.map(\.title) != after.subtasks.map(\.title) {
            let done = Set(template.subtasks.filter(\.isCompleted).map(\.title))
            template.subtasks = after.subtasks.map { subtask in
                let id = task == after.id ? subtask.id : SubtaskID(task: task, previous: subtask.id)
                return Subtask(id: id, title: subtask.title, isCompleted: done.contains(subtask.title))
            }
        }
    }
}

extension Reminder {
    /// What a person set, without where the reminder stands.
    fileprivate var plan: Reminder {
        var plan = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        (plan.catchUpWindow, plan.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return plan
    }

    /// The same reminder on another occurrence of the series.
    fileprivate func copied(to task: TaskID) -> Reminder {
        var copy = Reminder(
            id: ReminderID(task: task, origin: origin), origin: origin, trigger: trigger, repetition: repetition)
        (copy.catchUpWindow, copy.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return copy
    }
}

extension CivilTime {
    /// The time that lies some seconds of local time later; whole days for a date.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` and the pointer where that is beyond the ``TimeRange``.
    func moved(by seconds: Int, at pointer: String) throws -> CivilTime {
        if let moved = advanced(bySeconds: seconds) { return moved }
        let detail = "moves an occurrence at \(self) too far: each \(TimeRange.requirement)"
        throw SchedulerError(.invalidInput, detail, problems: [InputProblem(pointer: pointer, detail: detail)])
    }
}
