import Recurrence
import Storage

/// What the due loop does in one transaction: fires what is due, tells what is overdue, moves projections on.
///
/// A firing, its event with a frozen body, the deliveries of it and the reminder's next time are one fact: they are
/// all there or none is, whatever dies when.
struct DueWork {
    /// What was done.
    struct Report: Sendable {
        /// How many firings were recorded.
        var fired = 0
        /// How many reminders were told as missed.
        var missed = 0
        /// Whether some of the work is still to be done.
        var isMoreDue = false
        /// The earliest instant of further work; nil when none is planned.
        var next: UTCInstant?
        /// The tasks that could not be followed, because their zone or rules can no longer be read.
        var unfollowed: [TaskID] = []
    }

    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant

    private var limit: Int { commands.configuration.batchSize }

    func run() throws -> Report {
        var report = Report()
        try fireReminders(&report)
        // Who waits for a reminder goes before who is told that a task is overdue, or has a further task.
        if report.isMoreDue { return report }
        try tellOverdue(&report)
        try followSeries(&report)
        report.next = try transaction.nextDueInstant()
        return report
    }

    // MARK: Reminders

    private func fireReminders(_ report: inout Report) throws {
        let planned = try transaction.dueFirings(until: now, limit: limit)
        guard !planned.isEmpty else { return }
        report.isMoreDue = planned.count == limit
        var tasks: [TaskID: TaskItem] = [:]
        for task in try transaction.tasks(Array(Set(planned.map(\.task)))) { tasks[task.id] = task }
        var outcomes: [FiringOutcome] = []
        var drafts: [EventDraft] = []
        for plan in planned {
            guard var task = tasks[plan.task] else { continue }
            guard let (outcome, draft) = fire(plan.reminder, of: &task) else { continue }
            tasks[plan.task] = task
            outcomes.append(outcome)
            drafts.append(draft)
        }
        let isNew = try transaction.record(outcomes)
        try transaction.append(zip(drafts, isNew).filter(\.1).map(\.0))
        report.fired = zip(outcomes, isNew).count { $0.firing != nil && $1 }
        report.missed = outcomes.count { $0.firing == nil }
    }

    private func fire(_ id: ReminderID, of task: inout TaskItem) -> (FiringOutcome, EventDraft)? {
        guard let index = task.reminders.firstIndex(where: { $0.id == id }),
            let firing = task.reminders[index].goOff(by: now)
        else { return nil }
        task.version += 1
        let isTooLate = firing.scheduledAt.duration(to: now) > commands.configuration.catchUpWindow
        if isTooLate { task.reminders[index].state = .missed }
        let reminder = task.reminders[index]
        return (
            FiringOutcome(reminder: reminder, task: task.id, firing: isTooLate ? nil : firing),
            isTooLate ? .missed(firing, reminder, of: task) : .due(firing, reminder, of: task)
        )
    }

    // MARK: Overdue tasks

    private func tellOverdue(_ report: inout Report) throws {
        var tasks = try transaction.tasksToTellOverdue(until: now, limit: limit)
        guard !tasks.isEmpty else { return }
        report.isMoreDue = report.isMoreDue || tasks.count == limit
        for index in tasks.indices { tasks[index].version += 1 }
        try transaction.markOverdueTold(tasks.map(\.id))
        try transaction.append(tasks.map { .about($0, .taskOverdue, now: now) })
    }

    // MARK: Series

    private func followSeries(_ report: inout Report) throws {
        let justAfter = now.advanced(by: .milliseconds(1))
        let tasks = try transaction.projectedTasks(after: nil, before: justAfter, limit: limit)
        for task in tasks {
            do { try follow(task) } catch let error where error is SchedulerError || error is RecurrenceError {
                // A zone that was taken off the machine must not hold up the reminders of everybody else.
                var task = task
                task.projectedAt = nil
                try transaction.save(task)
                report.unfollowed.append(task.id)
            }
        }
        // A task that appeared may itself be followed by one that is due.
        report.isMoreDue = report.isMoreDue || !tasks.isEmpty
    }

    /// Makes the next task of a series where it appears by itself, else looks for the next time to look.
    private func follow(_ task: TaskItem) throws {
        var task = task
        if let start = try commands.startBySchedule(after: task, now: now) {
            _ = try commands.respawn(task, startingAt: start, in: transaction, now: now)
        }
        try commands.save(&task, in: transaction, now: now)
        guard let projectedAt = task.projectedAt, projectedAt <= now else { return }
        // Its next occurrence exists under another number; looking for it again and again would help nobody.
        task.projectedAt = nil
        try transaction.save(task)
    }
}

extension Reminder {
    /// Goes off for the latest of its times that have come; those before it are counted as missed.
    ///
    /// - Returns: The firing; nil when no time was planned.
    fileprivate mutating func goOff(by now: UTCInstant) -> Firing? {
        guard var scheduledAt = nextFireAt else { return nil }
        var missed = 0
        nextFireAt = nil
        if let repetition {
            let step = Swift.Duration.seconds(repetition.every.seconds)
            let passed = Int(scheduledAt.duration(to: now) / step)
            missed = max(0, min(passed, repetition.count - repetitionsDone))
            scheduledAt = scheduledAt.advanced(by: step * missed)
            repetitionsDone += missed
            if repetitionsDone < repetition.count {
                repetitionsDone += 1
                nextFireAt = scheduledAt.advanced(by: step)
            }
        }
        state = .fired
        snoozedUntil = nil
        return Firing(reminder: id, scheduledAt: scheduledAt, firedAt: now, missedCount: missed)
    }
}
