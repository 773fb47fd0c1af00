import Recurrence
import Storage

extension TaskCommands {
    /// Makes a task's fields what a draft says, but for its zone, its status and how it recurs.
    func apply(
        _ draft: TaskDraft, to task: inout TaskItem, zone: ZoneRules, in reader: any StoreReader, now: UTCInstant
    ) throws {
        task.content = draft.content
        task.tags = try reader.tagNames(draft.tags.map(\.inNormalForm))
        for index in task.attachments.indices where task.attachments[index].id == .unset {
            task.attachments[index].id = AttachmentID(madeAt: now)
        }
        task.ownProgress = draft.progress
        (task.blockedBy, task.sortOrder) = (draft.blockedBy, draft.sortOrder)
        task.start = try draft.start.map { try $0.meant(in: zone, keeping: task.start, at: "/start") }
        task.due = try draft.due.map { try $0.meant(in: zone, keeping: task.due, at: "/due") }
        task.subtasks = draft.subtasks.map {
            Subtask(id: $0.id ?? SubtaskID(madeAt: now), title: $0.title, isCompleted: $0.isCompleted)
        }
        task.reminders = try draft.reminders.enumerated().map {
            try $1.reminder(in: zone, among: task.reminders, at: "/reminders/\($0)", now: now)
        }
    }
}

extension TaskDraft.Time {
    /// The local time that is meant; nil beyond the ``TimeRange``.
    func meant(in zone: ZoneRules) -> LocalTime? {
        switch self {
        case .instant(let instant): LocalTime(instant, in: zone)
        case .civil(let civil): LocalTime(civil)
        }
    }

    /// The local time that is meant; the same local time as before stays exactly what it was.
    fileprivate func meant(in zone: ZoneRules, keeping previous: LocalTime?, at pointer: String) throws -> LocalTime {
        if case .civil(let civil) = self, let previous, previous.civil == civil { return previous }
        if let meant = meant(in: zone) { return meant }
        throw SchedulerError(
            .invalidInput, TimeRange.requirement,
            problems: [InputProblem(pointer: pointer, detail: TimeRange.requirement)])
    }
}

extension TaskDraft.ReminderDraft {
    /// The reminder that is meant: an existing one that is changed, or a new one.
    fileprivate func reminder(
        in zone: ZoneRules, among existing: [Reminder], at pointer: String, now: UTCInstant
    ) throws -> Reminder {
        let previous = id.flatMap { id in existing.first { $0.id == id } }
        let trigger: Reminder.Trigger
        switch self.trigger {
        case .offset(let offset, let base): trigger = .offset(offset, from: base)
        case .at(let time):
            var before: LocalTime?
            if case .at(let time)? = previous?.trigger { before = time }
            trigger = .at(try time.meant(in: zone, keeping: before, at: pointer + "/at"))
        }
        var reminder = previous ?? Reminder(id: id ?? ReminderID(madeAt: now), trigger: trigger)
        (reminder.trigger, reminder.repetition) = (trigger, repetition)
        (reminder.catchUpWindow, reminder.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return reminder
    }
}
