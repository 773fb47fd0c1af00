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
        /// How long after its time each went off.
        var lags: [Swift.Duration] = []
        /// How many reminders were told as missed.
        var missed = 0
        /// How many of those were left behind, and so count against the pace of catching up.
        var caughtUp = 0
        /// Whether some of the work is still to be done at once.
        var isMoreDue = false
        /// Whether some that were left behind wait for the pace of catching up.
        var isBacklogLeft = false
        /// The earliest instant of further work that waits for its time; nil when none is planned.
        var next: UTCInstant?
        /// The tasks that could not be followed, because their zone or rules can no longer be read.
        var unfollowed: [TaskID] = []
    }

    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant
    let history: LoopHistory
    /// How many that were left behind may be caught up; nil for no bound.
    let allowance: Int?
    /// Whether all is to be done on one thread and one connection.
    let isPlain: Bool

    private var limit: Int { commands.configuration.batchSize }

    func run() throws -> Report {
        var report = Report()
        try fireReminders(&report)
        // Who waits for a reminder goes before who is told that a task is overdue, or has a further task.
        if report.isMoreDue { return report }
        report.isMoreDue = try PauseWork(transaction: transaction, now: now, limit: limit).run() || report.isMoreDue
        try tellOverdue(&report)
        try followSeries(&report)
        report.next = report.isBacklogLeft ? try nextNewFiring() : try transaction.nextDueInstant()
        return report
    }

    // MARK: Reminders

    private func fireReminders(_ report: inout Report) throws {
        let planned = try dueFirings(&report)
        guard !planned.isEmpty else { return }
        try forEachPart(of: planned) { part in
            let isNew = try transaction.record(part.outcomes)
            for case (let firing?, true) in zip(part.outcomes.lazy.map(\.firing), isNew) {
                if firing.isMissed {
                    report.missed += 1
                } else {
                    report.lags.append(firing.scheduledAt.duration(to: firing.firedAt))
                }
            }
        }
        report.fired = report.lags.count
    }

    /// Works out what becomes of what is due and passes it on in parts: those of a large batch are made on another
    /// thread, from the store as it is now, while this one records them.
    private func forEachPart(of planned: [PlannedFiring], _ body: (FiringPart) throws -> Void) throws {
        let policy = FiringPolicy(
            configuration: commands.configuration, zones: commands.zones, history: history, now: now,
            restoredAt: try transaction.restoredAt())
        if planned.count >= FiringParts.leastCount, !isPlain, !commands.zones.isAnyUnderReview {
            let parts = FiringParts(planned)
            let hasBegun = transaction.runBeside { reader in
                parts.make { try FiringMaker(try reader.get(), policy: policy) }
            }
            if hasBegun { return try parts.forEach(body) }
        }
        var maker = try FiringMaker(transaction, policy: policy, upToDate: upToDate)
        try body(maker.part(planned))
    }

    /// The task; where the rules of its zone have just changed, derived anew before its turn, so that nothing goes off
    /// early.
    private func upToDate(_ task: TaskItem) throws -> TaskItem {
        guard commands.zones.isUnderReview(task.timeZone) else { return task }
        let review = ZoneReview(commands: commands, zone: task.timeZone, version: commands.zones.version)
        return try review.move([task], in: transaction, now: now).tasks[0]
    }

    /// What is due: the new first, then what was left behind, as far as its pace allows.
    private func dueFirings(_ report: inout Report) throws -> [PlannedFiring] {
        guard let allowance else {
            let planned = try transaction.dueFirings(until: now, limit: limit)
            report.isMoreDue = planned.count == limit
            return planned
        }
        let edge = now.advanced(by: .zero - CatchUpPace.backlogAge)
        let justAfter = now.advanced(by: .milliseconds(1))
        let new = try transaction.plannedFirings(from: edge, before: justAfter, after: nil, limit: limit)
        let room = min(limit - new.count, allowance)
        let behind = try transaction.plannedFirings(
            from: UTCInstant(millisecondsSinceEpoch: .min), before: edge, after: nil, limit: room + 1)
        report.isMoreDue = new.count == limit || (behind.count > room && room < allowance)
        report.isBacklogLeft = behind.count > room && !report.isMoreDue
        report.caughtUp = min(room, behind.count)
        return new + behind.prefix(room)
    }

    /// The next instant of a firing whose time is still to come.
    private func nextNewFiring() throws -> UTCInstant? {
        let justAfter = now.advanced(by: .milliseconds(1))
        return try transaction.plannedFirings(from: justAfter, before: nil, after: nil, limit: 1).first?.fireAt
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
