import Recurrence
import Storage

/// What people do with tasks.
///
/// Each command runs whole inside the transaction that it is passed, and tells the event log.
///
/// A command that is refused throws before it has written anything.
public struct TaskCommands: Sendable {
    /// The zones that local times are read in.
    public let zones: ZoneDatabase
    /// How what was left unsaid is read.
    public let configuration: SchedulerConfiguration

    /// Makes the commands.
    public init(zones: ZoneDatabase, configuration: SchedulerConfiguration = SchedulerConfiguration()) {
        self.zones = zones
        self.configuration = configuration
    }

    /// The task, if there is one, in the version that the caller knows.
    func task(_ id: TaskID, version: Int?, in reader: any TaskReader) throws -> TaskItem {
        guard let task = try reader.task(id) else { throw SchedulerError.noTask(id) }
        if let version, version != task.version {
            throw SchedulerError(
                .stale,
                "the task was changed since version \(version); it is at version \(task.version), read it again"
            )
        }
        return task
    }

    /// Derives and writes a task that was changed; its reminders follow its status, and what is held is looked at again.
    func save(_ task: inout TaskItem, in transaction: any StoreTransaction, now: UTCInstant) throws {
        let zone = try zones.rules(for: task.timeZone)
        try task.settleReminders(in: transaction, now: now)
        TaskPlan(zone: zone, dayStart: configuration.dayStart).derive(&task)
        if task.reminders.contains(where: { $0.hold != nil }) {
            var review = try HoldReview(self, reader: transaction, now: now)
            try review.review(&task)
        }
        task.projectedAt = try projection(of: task, zone: zone, in: transaction, now: now)
        try transaction.save(task)
    }

    /// When the due loop is to look at the series again: the following occurrence's first reminder, or, where it
    /// appears by itself, its start if that is earlier.
    ///
    /// Nil when a later task of the series exists.
    func projection(
        of task: TaskItem,
        zone: ZoneRules,
        in reader: any TaskReader,
        now: UTCInstant
    ) throws -> UTCInstant? {
        guard let rules = try SeriesRules(of: task, zone: zone), let place = task.occurrence else { return nil }
        let appearsByItself = task.recurrence?.respawn == .schedule
        guard task.status.isOpen || appearsByItself else { return nil }
        guard try reader.task(inSeries: place.series, number: place.number + 1) == nil else { return nil }
        guard appearsByItself else {
            // A projection that has passed is moved on.
            let justAfter = now.advanced(by: .milliseconds(1))
            return try ReminderStream.all(of: task, from: justAfter, commands: self).map(\.item.fireAt).min()
        }
        // An occurrence that appears by itself is never passed over.
        var starts = rules.projected
        let plan = TaskPlan(zone: zone, dayStart: configuration.dayStart)
        return starts.next().flatMap { task.firstInstant(ofOccurrenceAt: $0, by: plan) }
    }

    /// The start of the occurrence that is to appear by itself now; nil for a task that is followed otherwise.
    ///
    /// Where missed ones are skipped it is the latest whose time has come, for instance after the daemon was down.
    func startBySchedule(after task: TaskItem, now: UTCInstant) throws -> CivilTime? {
        guard let recurrence = task.recurrence, recurrence.respawn == .schedule else { return nil }
        let zone = try zones.rules(for: task.timeZone)
        guard var starts = try SeriesRules(of: task, zone: zone)?.projected, var start = starts.next() else {
            return nil
        }
        guard recurrence.missed == .skip else { return start }
        let plan = TaskPlan(zone: zone, dayStart: configuration.dayStart)
        for _ in 0..<Self.mostStartsPassedOver {
            guard let following = starts.next(),
                let first = task.firstInstant(ofOccurrenceAt: following, by: plan), first <= now
            else { return start }
            start = following
        }
        starts.skip(to: now)
        return starts.next() ?? start
    }

    /// How many missed occurrences are looked at one by one.
    private static let mostStartsPassedOver = 1_000
}

extension TaskItem {
    /// When the task of an occurrence first matters: it reminds, or, where it appears by itself, it begins.
    fileprivate func firstInstant(ofOccurrenceAt start: CivilTime, by plan: TaskPlan) -> UTCInstant? {
        guard let next = planned(startingAt: start, by: plan) else { return nil }
        let begin = recurrence?.respawn == .schedule ? next.startAt ?? next.dueAt : nil
        return (next.reminders.compactMap(\.scheduledAt) + (begin.map { [$0] } ?? [])).min()
    }

    /// The task that an occurrence will have, with its derived times.
    func planned(startingAt start: CivilTime, by plan: TaskPlan) -> TaskItem? {
        guard var next = successor(startingAt: start, now: createdAt) else { return nil }
        plan.derive(&next)
        return next
    }
}
