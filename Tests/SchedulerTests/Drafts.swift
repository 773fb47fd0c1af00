import Recurrence
import Storage
import Testing

@testable import Scheduler

func instant(_ text: String) throws -> UTCInstant {
    try #require(UTCInstant(text), "not an instant: \(text)")
}

func civil(_ text: String) throws -> CivilTime {
    try #require(CivilTime(text), "not a local time: \(text)")
}

extension TaskDraft {
    /// A draft with the fields that tests vary; a `due` or `start` that ends in `Z` is an instant.
    static func make(
        _ title: String = "Water the plants",
        due: String? = nil,
        start: String? = nil,
        zone: String? = nil,
        remind: [String] = [],
        rule: String? = nil,
        change: (inout TaskDraft) throws -> Void = { _ in }
    ) throws -> TaskDraft {
        var draft = TaskDraft(title: title)
        draft.due = try due.map(Time.make)
        draft.start = try start.map(Time.make)
        draft.timeZone = zone
        draft.reminders = try remind.map { try .make($0, from: due == nil ? .start : .due) }
        draft.recurrence = rule.map { TaskRecurrence(rules: [$0]) }
        try change(&draft)
        return draft
    }
}

extension TaskDraft.Time {
    static func make(_ text: String) throws -> TaskDraft.Time {
        text.hasSuffix("Z") ? .instant(try SchedulerTests.instant(text)) : .civil(try SchedulerTests.civil(text))
    }
}

extension TaskDraft.ReminderDraft {
    /// A reminder at an offset such as `-PT1H`.
    static func make(
        _ offset: String, from base: Reminder.Base = .due, every: String? = nil, count: Int = 1
    ) throws -> TaskDraft.ReminderDraft {
        TaskDraft.ReminderDraft(
            trigger: .offset(try CalendarDuration(offset), from: base),
            repetition: try every.map { Reminder.Repetition(every: try CalendarDuration($0), count: count) }
        )
    }

    static func at(_ time: String) throws -> TaskDraft.ReminderDraft {
        TaskDraft.ReminderDraft(trigger: .at(try .make(time)))
    }
}

extension TaskItem {
    /// The draft that changes nothing, as a client that read the task would send it back.
    var draft: TaskDraft {
        var draft = TaskDraft(title: content.title)
        (draft.content, draft.status) = (content, status)
        draft.start = start.map { .civil($0.civil) }
        draft.due = due.map { .civil($0.civil) }
        draft.timeZone = timeZone
        draft.recurrence = recurrence
        draft.reminders = reminders.map { reminder in
            let trigger: TaskDraft.ReminderDraft.Trigger =
                switch reminder.trigger {
                case .offset(let offset, let base): .offset(offset, from: base)
                case .at(let time): .at(.civil(time.civil))
                }
            var draft = TaskDraft.ReminderDraft(id: reminder.id, trigger: trigger, repetition: reminder.repetition)
            (draft.catchUpWindow, draft.isKeptOnCompletion) = (reminder.catchUpWindow, reminder.isKeptOnCompletion)
            return draft
        }
        draft.subtasks = subtasks.map { .init(id: $0.id, title: $0.title, isCompleted: $0.isCompleted) }
        draft.progress = ownProgress
        return draft
    }
}
