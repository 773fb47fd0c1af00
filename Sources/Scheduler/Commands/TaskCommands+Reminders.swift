public import Recurrence
public import Storage

extension TaskCommands {
    /// Puts a reminder off; it goes off again at `until`, whatever it did before.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.invalidInput` for a time that is past, `.notPossible` when the task
    ///   is closed.
    public func snooze(
        _ id: ReminderID,
        until: UTCInstant,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        guard until > now else {
            throw SchedulerError(
                .invalidInput,
                "a reminder cannot be put off to a time that is past",
                problems: [InputProblem(pointer: "/until", detail: "must be later than now, \(now)")]
            )
        }
        return try change(id, telling: .reminderSnoozed, in: transaction, now: now) { reminder in
            reminder.state = .snoozed
            reminder.snoozedUntil = until
            reminder.nextFireAt = until
        }
    }

    /// Stops a reminder: a person has seen it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.notPossible` when the task is closed.
    public func acknowledge(
        _ id: ReminderID,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try change(id, telling: .reminderAcknowledged, in: transaction, now: now) { reminder in
            reminder.state = .acknowledged
            reminder.snoozedUntil = nil
            reminder.nextFireAt = nil
        }
    }

    private func change(
        _ id: ReminderID,
        telling type: EventType,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        _ body: (inout Reminder) -> Void
    ) throws -> TaskItem {
        guard var task = try transaction.task(withReminder: id),
            let index = task.reminders.firstIndex(where: { $0.id == id })
        else { throw SchedulerError.noReminder(id) }
        guard task.status.isOpen else {
            throw SchedulerError(.notPossible, "the task of this reminder is closed; reopen it first")
        }
        let before = task.reminders[index]
        body(&task.reminders[index])
        guard task.reminders[index] != before else { return task }
        task.version += 1
        task.updatedAt = now
        try transaction.save(task)
        try transaction.append([.about(task.reminders[index], of: task, type, now: now)])
        return task
    }
}
