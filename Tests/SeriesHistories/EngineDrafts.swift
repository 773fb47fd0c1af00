import Recurrence
import Scheduler
import SeriesModel
import Storage

extension NewTask {
    /// The draft that makes it.
    func draft(id: Storage.TaskID) -> TaskDraft {
        var draft = TaskDraft(title: content.title)
        draft.id = id
        (draft.priority, draft.tags) = (TaskPriority(content.priority), content.tags)
        draft.reminders = content.reminders.compactMap(\.draft)
        (draft.start, draft.due, draft.timeZone) = (start.map { .civil($0) }, due.map { .civil($0) }, zone)
        draft.recurrence = recurrence.map { TaskRecurrence(rules: []).changed(by: $0) }
        return draft
    }
}

extension TaskPatch {
    /// Makes a draft of a task what the patch makes of it.
    ///
    /// - Returns: The fields that the patch names.
    func apply(to draft: inout TaskDraft, of task: TaskItem) -> TaskFields {
        draft.title = title ?? draft.title
        draft.priority = priority.map { TaskPriority($0) } ?? draft.priority
        draft.tags = tags ?? draft.tags
        if let reminders { draft.reminders = draft.reminders.replaced(by: reminders.compactMap(\.draft)) }
        if let start { draft.start = .civil(start) }
        if let due { draft.due = .civil(due) }
        draft.timeZone = timeZone ?? draft.timeZone
        switch recurrence {
        case .untouched: break
        case .null: draft.recurrence = nil
        case .members(let members):
            draft.recurrence = (task.recurrence ?? TaskRecurrence(rules: [])).changed(by: members)
        }
        return named
    }

    private var named: TaskFields {
        var fields: TaskFields = []
        if title != nil { fields.insert(.title) }
        if priority != nil { fields.insert(.priority) }
        if tags != nil { fields.insert(.tags) }
        if reminders != nil { fields.insert(.reminders) }
        if start != nil || due != nil { fields.formUnion([.times, .startOrDue]) }
        if timeZone != nil { fields.formUnion([.times, .timeZone]) }
        return fields
    }
}

extension TaskRecurrence {
    /// The recurrence with the members that a patch names.
    fileprivate func changed(by patch: RecurrencePatch) -> TaskRecurrence {
        TaskRecurrence(
            rules: patch.rrule ?? rules, dates: patch.rdate?.map(\.basicFormat) ?? dates,
            exceptionDates: patch.exdate?.map(\.basicFormat) ?? exceptionDates,
            anchor: patch.anchor.map { $0 == .due ? .due : .completion } ?? anchor,
            missed: patch.missed.map { $0 == .skip ? .skip : .keep } ?? missed,
            respawn: patch.respawn.map { $0 == .completion ? .completion : .schedule } ?? respawn)
    }
}

extension [TaskDraft.ReminderDraft] {
    /// Other reminders; one that is there already stays what it is.
    fileprivate func replaced(by others: Self) -> Self {
        var left = self
        return others.map { other in
            guard let index = left.firstIndex(where: { $0.trigger == other.trigger }) else { return other }
            return left.remove(at: index)
        }
    }
}

extension ModelReminder {
    /// The draft of it; nil for one of a template.
    fileprivate var draft: TaskDraft.ReminderDraft? {
        switch trigger {
        case .offset(let offset, let anchor):
            TaskDraft.ReminderDraft(trigger: .offset(offset, from: anchor == .due ? .due : .start))
        case .at(let time): TaskDraft.ReminderDraft(trigger: .at(.civil(.dateTime(time))))
        case .distance: nil
        }
    }
}

extension TaskPriority {
    /// The priority of that name.
    init(_ priority: Priority) {
        switch priority {
        case .none: self = .none
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        case .urgent: self = .urgent
        }
    }
}

extension Storage.TaskStatus {
    /// The status of that name.
    init(_ status: SeriesModel.TaskStatus) {
        switch status {
        case .needsAction: self = .needsAction
        case .inProcess: self = .inProcess
        case .completed: self = .completed
        case .cancelled: self = .cancelled
        }
    }
}
