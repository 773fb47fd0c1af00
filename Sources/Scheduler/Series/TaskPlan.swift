import Recurrence
import Storage

/// Derives what follows from what a person meant: instants, and when each reminder goes off.
struct TaskPlan {
    let zone: ZoneRules
    let dayStart: Int

    /// Whether the times of a task lie in the ``TimeRange`` as instants too.
    func represents(_ task: TaskItem) -> Bool {
        [task.start, task.due].allSatisfy { $0.map { $0.instant(in: zone) != nil } ?? true }
    }

    /// Sets a task's derived times; what would lie beyond the ``TimeRange`` has none.
    ///
    /// A reminder whose time moved is scheduled again; one that stays keeps its state.
    func derive(_ task: inout TaskItem) {
        task.startAt = task.start?.instant(in: zone)
        task.dueAt = task.due?.instant(in: zone)
        let overdueAt = task.due.flatMap { overdueInstant(of: $0) }
        if overdueAt != task.overdueAt {
            task.overdueAt = overdueAt
            task.isOverdueNotified = false
        }
        for index in task.reminders.indices { schedule(&task.reminders[index], on: task) }
    }

    /// Sets a task's derived times after the rules of its zone changed.
    ///
    /// What waits for its time moves with it. What went off, was put off, repeats or is held stays as it is: nothing
    /// goes off twice because the rules of a zone were mended.
    func rederive(_ task: inout TaskItem) {
        let before = task
        derive(&task)
        if before.isOverdueNotified { task.isOverdueNotified = true }
        for (index, reminder) in before.reminders.enumerated() {
            let isWaiting = reminder.state == .scheduled && reminder.hold == nil
            guard !isWaiting || reminder.nextFireAt != reminder.scheduledAt else { continue }
            let scheduledAt = task.reminders[index].scheduledAt
            task.reminders[index] = reminder
            task.reminders[index].scheduledAt = scheduledAt
        }
    }

    /// A time is overdue from its instant on, a date once its local day has ended.
    private func overdueInstant(of due: LocalTime) -> UTCInstant? {
        due.instant(in: zone, adding: CalendarDuration(days: due.civil.isDate ? 1 : 0))
    }

    private func schedule(_ reminder: inout Reminder, on task: TaskItem) {
        let instant = self.instant(of: reminder.trigger, on: task)
        // One without a time to count from waits for nothing, and neither does a new one before its time is known.
        let isNew = reminder.state == .scheduled && reminder.nextFireAt == nil && reminder.hold == nil
        guard instant != reminder.scheduledAt || isNew else { return }
        reminder.scheduledAt = instant
        reminder.snoozedUntil = nil
        reminder.repetitionsDone = 0
        reminder.hold = nil
        let isAlive = reminder.isAlive(on: task)
        reminder.state = isAlive && instant != nil ? .scheduled : .cancelled
        reminder.nextFireAt = isAlive ? instant : nil
        reminder.suspended = isAlive ? nil : instant.map { Reminder.Suspension(.scheduled, nextFireAt: $0) }
    }

    /// When a trigger goes off; nil where the task has no time to count from.
    func instant(of trigger: Reminder.Trigger, on task: TaskItem) -> UTCInstant? {
        switch trigger {
        case .at(let time): time.instant(in: zone)
        case .offset(let offset, from: .due): task.due?.instant(in: zone, adding: offset, dayStart: dayStart)
        case .offset(let offset, from: .start): task.start?.instant(in: zone, adding: offset, dayStart: dayStart)
        }
    }
}
