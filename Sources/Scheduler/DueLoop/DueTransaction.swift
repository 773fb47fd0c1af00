import Recurrence
import Storage

/// What the due loop does in one transaction: fires what is due, tells what is overdue, moves projections on.
///
/// A firing, its event with a frozen body, the deliveries of it and the reminder's next time are one fact: they are
/// all there or none is, whatever dies when.
struct DueTransaction {
    /// What was done.
    struct Report: Sendable {
        /// What was due by then was to be done.
        let now: UTCInstant
        /// How many firings were recorded.
        var fired = 0
        /// How long after its time each went off.
        var lags: [Swift.Duration] = []
        /// How many reminders were reported as missed.
        var missed = 0
        /// How many of those were left behind, and so count against the pace of catching up.
        var caughtUp = 0
        /// Whether some of the work is still to be done at once.
        var isMoreDue = false
        /// Whether some of that are reminders.
        var isBehind = false
        /// Whether some that were left behind wait for the pace of catching up.
        var isBacklogLeft = false
        /// How long before the instant it was done for which its commit waited; nil where it waited for none.
        var headStartLeft: Swift.Duration?
        /// The earliest instant of further work that waits for its time; nil when none is planned.
        var next: UTCInstant?
        /// What was set aside, because it cannot be read or worked out.
        var setAside: [SetAsideEntry] = []
        /// Whether anything was done.
        var hasProgress = false
        /// The series that make no more tasks until one of theirs is closed.
        var stalled: [SeriesID] = []
    }

    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant
    let history: LoopHistory
    /// How many that were left behind may be caught up; nil for no bound.
    let allowance: Int?
    /// Whether the transaction before has left reminders that are due.
    let isBehind: Bool
    /// Whether each unit is to be done by itself, on one thread and one connection: dearer, but a unit that fails is
    /// found and set aside, where it fails the whole transaction else.
    let isCareful: Bool

    private var limit: Int { commands.configuration.batchSize }
    private var fireLimit: Int { isBehind ? 2 * limit : limit }

    func run() throws -> Report {
        var report = Report(now: now)
        var setAside = SetAsideTransaction(transaction, now: now)
        try fireReminders(&report, &setAside)
        // Who waits for a reminder goes before who is told that a task is overdue, or has a further task: for many, a
        // commit more is less than the wait for all that.
        report.isBehind = report.isMoreDue
        if report.fired >= FiringPipeline.minCount { report.isMoreDue = true }
        if !report.isMoreDue {
            try releasePaused(&report, &setAside)
            try tellOverdue(&report, &setAside)
            try followSeries(&report, &setAside)
            report.next = report.isBacklogLeft ? try nextNewFiring() : try transaction.nextDueInstant()
        }
        report.setAside = setAside.noted
        return report
    }

    // MARK: Reminders

    /// Fires what is new, then what was left behind, as far as its pace allows.
    private func fireReminders(_ report: inout Report, _ setAside: inout SetAsideTransaction) throws {
        let edge = allowance == nil ? nil : now.advanced(by: .zero - CatchUpPace.backlogAge)
        let new = try fire(
            try DueFirings(from: edge, until: now, limit: fireLimit, in: transaction), &report, &setAside)
        report.isMoreDue = new == fireLimit
        guard let allowance, let edge else { return }
        let room = min(fireLimit - new, allowance)
        let behind = try transaction.plannedFirings(
            from: UTCInstant(millisecondsSinceEpoch: .min), before: edge, after: nil, limit: room + 1)
        report.isMoreDue = new == fireLimit || (behind.count > room && room < allowance)
        report.isBacklogLeft = behind.count > room && !report.isMoreDue
        report.caughtUp = try fire(DueFirings(Array(behind.prefix(room))), &report, &setAside)
    }

    /// Fires reminders.
    ///
    /// - Returns: How many there were.
    private func fire(
        _ due: DueFirings, _ report: inout Report, _ setAside: inout SetAsideTransaction
    ) throws -> Int {
        guard !due.isEmpty else { return 0 }
        report.hasProgress = true
        guard !isCareful else {
            var due = due
            let planned = try due.all(from: transaction)
            try fireOneByOne(planned, &report, &setAside)
            return planned.count
        }
        var dueCount = 0
        try forEachPart(of: due) { part in
            try count(part, try transaction.record(part.outcomes), &report, &setAside)
            dueCount += part.dueCount
        }
        return dueCount
    }

    private func fireOneByOne(
        _ planned: [PlannedFiring], _ report: inout Report, _ setAside: inout SetAsideTransaction
    ) throws {
        let policy = try policy
        for plan in planned {
            let part = try setAside.attempt(.reminder(plan.reminder, of: plan.task)) {
                var maker = try FiringEvaluator(transaction, policy: policy, upToDate: upToDate)
                let part = try maker.part([plan])
                return (part, try transaction.record(part.outcomes))
            }
            if let (part, isNew) = part { try count(part, isNew, &report, &setAside) }
        }
    }

    private func count(
        _ part: FiringPart, _ isNew: [Bool], _ report: inout Report, _ setAside: inout SetAsideTransaction
    ) throws {
        for case (let firing?, true) in zip(part.outcomes.lazy.map(\.firing), isNew) {
            if firing.isMissed {
                report.missed += 1
            } else {
                report.lags.append(firing.scheduledAt.duration(to: firing.firedAt))
            }
        }
        report.fired = report.lags.count
        for task in part.faulty { try setAside.note(task) }
        for plan in part.unreadable {
            let reason = try transaction.task(plan.task)?.setAside?.reason ?? "the reminder cannot be read"
            try setAside.setAside(.reminder(plan.reminder, of: plan.task), reason: reason)
        }
    }

    private var policy: FiringPolicy {
        get throws {
            FiringPolicy(
                configuration: commands.configuration, zones: commands.zones, history: history, now: now,
                restoredAt: try transaction.restoredAt())
        }
    }

    /// Works out what becomes of what is due and passes it on in parts: those of a large batch are read and made on
    /// another thread, from the store as it is now, while this one records them.
    private func forEachPart(of due: DueFirings, _ body: (FiringPart) throws -> Void) throws {
        let policy = try policy
        if due.isLarge, !commands.zones.isAnyUnderReview {
            let parts = FiringPipeline(due)
            let hasBegun = (transaction as? any ConcurrentSnapshotTransaction)?.concurrentSnapshot { reader in
                parts.make { try FiringEvaluator(try reader.get(), policy: policy) }
            }
            if hasBegun ?? false { return try parts.forEach(body) }
        }
        var maker = try FiringEvaluator(transaction, policy: policy, upToDate: upToDate)
        var due = due
        try body(maker.part(due.all(from: transaction)))
    }

    /// The task; where the rules of its zone have just changed, derived again before its turn, so that nothing goes off
    /// early.
    private func upToDate(_ task: TaskItem) throws -> TaskItem {
        guard commands.zones.isUnderReview(task.timeZone) else { return task }
        let review = ZoneReview(commands: commands, zone: task.timeZone, version: commands.zones.version)
        var unneeded = SetAsideTransaction(transaction, now: now)
        return try review.move([task], in: transaction, &unneeded).tasks[0]
    }

    /// The next instant of a firing whose time is still to come.
    private func nextNewFiring() throws -> UTCInstant? {
        let justAfter = now.advanced(by: .milliseconds(1))
        return try transaction.plannedFirings(from: justAfter, before: nil, after: nil, limit: 1).first?.fireAt
    }

    // MARK: Pauses and overdue tasks

    private func releasePaused(_ report: inout Report, _ setAside: inout SetAsideTransaction) throws {
        let work = PauseTransaction(transaction: transaction, now: now, limit: limit)
        let isMoreDue = try work.run(&setAside)
        report.isMoreDue = isMoreDue || report.isMoreDue
        report.hasProgress = report.hasProgress || isMoreDue
    }

    private func tellOverdue(_ report: inout Report, _ setAside: inout SetAsideTransaction) throws {
        let tasks = try transaction.tasksAwaitingOverdueEvent(until: now, limit: limit)
        guard !tasks.isEmpty else { return }
        report.hasProgress = true
        report.isMoreDue = report.isMoreDue || tasks.count == limit
        for task in tasks { try setAside.note(task) }
        guard isCareful else { return try tellOverdue(tasks) }
        for task in tasks where try setAside.attempt(.task(task.id), { try tellOverdue([task]) }) == nil {
            // Untold, but not to be told again and again.
            try transaction.markOverdueNotified([task.id])
        }
    }

    private func tellOverdue(_ tasks: [TaskItem]) throws {
        var tasks = tasks
        for index in tasks.indices { tasks[index].version += 1 }
        try transaction.markOverdueNotified(tasks.map(\.id))
        try transaction.append(tasks.map { .about($0, .taskOverdue, now: now) })
    }

    // MARK: Series

    private func followSeries(_ report: inout Report, _ setAside: inout SetAsideTransaction) throws {
        let justAfter = now.advanced(by: .milliseconds(1))
        let most = min(limit, SeriesBounds.maxAtOnce)
        let projected = try transaction.projectedSeries(after: nil, before: justAfter, limit: most)
        for place in projected {
            let unit = try SetAsideUnit(ofSeries: place.series, in: transaction)
            let share = max(1, SeriesBounds.maxBirths / projected.count)
            let isStalled = try setAside.attempt(unit) { try follow(place.series, atMost: share) }
            if isStalled == nil { try transaction.setProjection(of: place.series, to: nil) }
            if isStalled ?? false { report.stalled.append(place.series) }
        }
        // A task that appeared may itself be due, or be followed by one that is.
        report.isMoreDue = report.isMoreDue || !projected.isEmpty
        report.hasProgress = report.hasProgress || !projected.isEmpty
    }

    /// Lets appear what is to appear by itself, else looks for the next time to look.
    ///
    /// - Returns: Whether the series stalled.
    private func follow(_ id: SeriesID, atMost births: Int) throws -> Bool {
        guard let series = try commands.readableSeries(id, in: transaction) else { return false }
        var work = try SeriesTransaction(series, commands, in: transaction, now: now)
        return try work.appear(atMost: births)
    }
}
