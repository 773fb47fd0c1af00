public import Recurrence
public import Storage

extension TaskCommands {
    /// Puts a reminder off; it goes off again at `until`, whatever it did before.
    ///
    /// Where it went off for that very instant already, as it can after the clock was set back, the least later
    /// instant is taken: a firing's id follows from its instant, so a second one would not be recorded.
    ///
    /// - Parameters:
    ///   - id: The reminder.
    ///   - until: When it is to go off again; a fraction of a second counts as the next whole one.
    ///   - author: Who wants it; nil when nobody is known.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: Its task.
    /// - Throws: ``SchedulerError``: `.notFound`, `.invalidInput` for a time that is past, `.notPossible` when the task
    ///   is closed.
    public func snooze(
        _ id: ReminderID,
        until: UTCInstant,
        author: String? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        guard until > now else {
            throw SchedulerError(
                .invalidInput,
                "a reminder cannot be snoozed to a past time",
                problems: [InputProblem(pointer: "/until", detail: "must be later than now, \(now)")]
            )
        }
        // A reminder goes off at a whole second, and never before the time that was asked for.
        var until = until.roundedUpToSecond
        if let floor = try transaction.firingFloor(of: id), floor >= until {
            until = floor.advanced(by: .milliseconds(1)).roundedUpToSecond
        }
        while try transaction.hasFired(id, scheduledAt: until) { until = until.advanced(by: .seconds(1)) }
        guard TimeRange.contains(until) else {
            throw SchedulerError(
                .invalidInput,
                "a reminder cannot be snoozed beyond the year 9999",
                problems: [InputProblem(pointer: "/until", detail: TimeRange.requirement)]
            )
        }
        let end = until
        return try change(id, .snoozed, author: author, in: transaction, now: now) { reminder in
            reminder.state = .snoozed
            reminder.snoozedUntil = end
            reminder.nextFireAt = end
            reminder.hold = nil
        }
    }

    /// Stops a reminder: a person has seen it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.notPossible` when the task is closed.
    public func acknowledge(
        _ id: ReminderID,
        author: String? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try change(id, .acknowledged, author: author, in: transaction, now: now) { reminder in
            reminder.state = .acknowledged
            reminder.snoozedUntil = nil
            reminder.nextFireAt = nil
            reminder.hold = nil
        }
    }

    private func change(
        _ id: ReminderID,
        _ kind: ReminderNote.Kind,
        author: String?,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        _ body: (inout Reminder) -> Void
    ) throws -> TaskItem {
        guard var task = try transaction.task(withReminder: id),
            let index = task.reminders.firstIndex(where: { $0.id == id })
        else { throw SchedulerError.noReminder(id) }
        try requireNothingPending(in: task.occurrence?.series, transaction)
        let before = task.reminders[index]
        guard before.isAlive(on: task) else {
            throw SchedulerError(.notPossible, "the task of this reminder is closed; reopen it first")
        }
        body(&task.reminders[index])
        guard task.reminders[index] != before else { return task }
        task.version += 1
        if task.setAside?.unreadableFields.isEmpty ?? true {
            task.updatedAt = now
            try transaction.save(task)
            try touch(task, in: transaction)
        } else {
            // A task of which something cannot be read is not written; its reminder is, by itself.
            let outcome = FiringOutcome(reminder: task.reminders[index], task: task.id, firing: nil)
            _ = try transaction.record([outcome])
        }
        let type: EventType = kind == .snoozed ? .reminderSnoozed : .reminderAcknowledged
        try transaction.append([.about(task.reminders[index], of: task, type, now: now)])
        // What it is about: the firing that a person saw, or, before there is one, the one that was to come.
        let last = before.state == .scheduled ? before.nextFireAt : try transaction.lastFiring(of: id)
        var note = ReminderNote(kind, of: id, scheduledAt: last ?? before.scheduledAt, at: now)
        (note.until, note.author) = (task.reminders[index].snoozedUntil, author)
        try transaction.append([note])
        return task
    }
}

extension Reminder {
    /// Whether it can go off on a task: the task is open, or it is completed and the reminder kept all the same.
    func isAlive(on task: TaskItem) -> Bool {
        task.status.isOpen || (isKeptOnCompletion && task.status == .completed)
    }
}
