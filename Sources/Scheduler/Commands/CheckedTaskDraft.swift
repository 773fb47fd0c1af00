public import Recurrence
public import Storage

/// A draft in which nothing is wrong by itself; whether it fits what is stored, the commands see.
public struct CheckedTaskDraft: Sendable {
    /// What was checked.
    public let draft: TaskDraft
    /// The zone of its local times, which there is on this machine.
    let timeZone: String
    /// The fields that a change names, whether or not they differ from what is there; nil for those that differ.
    public var named: TaskFields?
    /// Whether the change names how the task recurs; a whole draft does.
    public var namesRecurrence = true
}

extension TaskCommands {
    /// Checks a draft, counts and lengths first, without the store: before a transaction begins, so that no writer waits
    /// for it.
    ///
    /// - Parameters:
    ///   - draft: What is checked.
    ///   - task: The task that is to become it, where there is one: how an occurrence recurs counts from its series and
    ///     not from its own times, so it is not looked at where it stays as it is.
    /// - Returns: The draft, with the zone of its times.
    /// - Throws: ``SchedulerError`` with code `.invalidInput`, naming up to 100 fields at fault.
    public func checked(_ draft: TaskDraft, changing task: TaskItem? = nil) throws -> CheckedTaskDraft {
        let keepsRecurrence = task.map { $0.occurrence != nil && $0.recurrence == draft.recurrence } ?? false
        return CheckedTaskDraft(draft: draft, timeZone: try check(draft, withRules: !keepsRecurrence).identifier)
    }

    /// Makes a task what `draft` makes of it, all of it, so that what the draft leaves out is cleared.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - scope: How far the change of an occurrence reaches; nil as ``EditScope`` says.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    ///   - draft: What the task is to be; asked once, with the task as it is.
    /// - Returns: The task as it is now.
    /// - Throws: What `draft` throws, and ``SchedulerError`` as the other updates do.
    public func update(
        _ id: TaskID,
        version: Int?,
        scope: EditScope?,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        to draft: (TaskItem) throws -> CheckedTaskDraft
    ) throws -> TaskItem {
        let before = try task(id, version: version, in: transaction)
        return try update(before, to: draft(before), scope: scope, in: transaction, now: now)
    }
}

extension TaskDraft {
    /// The draft that leaves a task as it is.
    public init(_ task: TaskItem) {
        self.init(title: task.title)
        (content, status) = (task.content, task.status)
        (start, due, timeZone) = (task.start.map { .civil($0.civil) }, task.due.map { .civil($0.civil) }, task.timeZone)
        recurrence = task.recurrence
        reminders = task.reminders.map { ReminderDraft($0) }
        subtasks = task.subtasks.map { SubtaskDraft(id: $0.id, title: $0.title, isCompleted: $0.isCompleted) }
        (blockedBy, sortOrder) = (task.blockedBy, task.sortOrder)
        // Where there are subtasks what is shown follows from them.
        progress = task.ownProgress
    }

    /// How much there is to be written: the task, and each thing that stands in one of its lists.
    package var rowCount: Int {
        let dates = recurrence.map { $0.rules.count + $0.dates.count + $0.exceptionDates.count } ?? 0
        return 1 + reminders.count + content.tags.count + subtasks.count + blockedBy.count + dates
    }
}

extension TaskDraft.ReminderDraft {
    fileprivate init(_ reminder: Reminder) {
        let trigger: Trigger =
            switch reminder.trigger {
            case .offset(let offset, let base): .offset(offset, from: base)
            case .at(let time): .at(.civil(time.civil))
            }
        self.init(id: reminder.id, trigger: trigger, repetition: reminder.repetition)
        (catchUpWindow, isKeptOnCompletion) = (reminder.catchUpWindow, reminder.isKeptOnCompletion)
    }
}
