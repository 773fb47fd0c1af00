public import Recurrence
public import Storage

/// A firing to come, and what put it where it is.
public struct PlannedRecord: Hashable, Sendable {
    /// The id that it will have.
    public var firingID: FiringID
    /// The reminder.
    public var reminder: Reminder
    /// The task that carries it; a projected one has the id that it will be given.
    public var taskID: TaskID
    /// The instant that it is for.
    public var scheduledAt: UTCInstant
    /// When it will go off as things stand, behind quiet hours and pauses; nil while a pause has no end, or skips it.
    public var fireAt: UTCInstant?
    /// Whether no task exists for it yet.
    public var isProjected: Bool
    /// The rules of the series, RRULE values; empty for a task that does not recur.
    public var rules: [String]
    /// The original local start that the rules gave the occurrence; nil for a task that does not recur.
    public var recurrenceID: CivilTime?
    /// The IANA name of the zone of the task's local times.
    public var timeZone: String
    /// The release of the zone database; nil where it does not say.
    public var zoneVersion: String?
    /// How late it may be sent.
    public var catchUpWindow: Swift.Duration
    /// The firing that it was put off from, by its scheduled instant; nil when it was not.
    public var snoozedFrom: UTCInstant?
    /// The quiet hours that hold it or will; nil when none do.
    public var quietHours: QuietHours?
    /// Whether a pause holds it or will.
    public var isPaused = false
    /// The pause that does; nil when none does, or where whoever asks may not know of it.
    public var pause: Pause?
    /// What put it there, one sentence each.
    public var reasons: [String]
}

extension TaskCommands {
    /// What is to come of a task's reminders, and of the next occurrence of its series.
    func planned(of task: TaskItem, in reader: any StoreReader, now: UTCInstant) throws -> [PlannedRecord] {
        var forecast = try HoldForecast(self, reader: reader, now: now)
        var records = try task.reminders.compactMap { try record(of: $0, on: task, &forecast, in: reader) }
        records.sort { ($0.fireAt ?? $0.scheduledAt, $0.firingID) < ($1.fireAt ?? $1.scheduledAt, $1.firingID) }
        guard let following = try following(task, in: reader, now: now) else { return records }
        return try records
            + following.reminders.compactMap {
                var record = try record(of: $0, on: following, &forecast, in: reader)
                record?.isProjected = true
                return record.flatMap { $0.fireAt.map { $0 >= now } ?? true ? $0 : nil }
            }
    }

    /// The task that the next occurrence of a series will have; nil but behind the last one that was born.
    private func following(_ task: TaskItem, in reader: any StoreReader, now: UTCInstant) throws -> TaskItem? {
        guard let place = task.occurrence, let series = try? reader.series(place.series), series.projectedAt != nil,
            try reader.frontier(of: place.series)?.task == task.id,
            let projection = try projection(of: series, in: reader),
            let slot = slot(following: projection, now: now)
        else { return nil }
        let (ids, occurrence) = (
            OccurrenceIDs(reader: reader), OccurrenceIDs.Occurrence(series: series.id, start: slot)
        )
        let id = try ids.tasks(of: [occurrence])[occurrence] ?? TaskID(series: series.id, recurrenceID: slot)
        let plan = try plan(for: series.timeZone)
        guard var following = series.task(at: slot, id: id, number: projection.slots.births + 1, now: task.createdAt),
            plan.represents(following)
        else { return nil }
        try ids.foresee(&following)
        plan.derive(&following)
        return following
    }

    /// The slot that comes next; of those that wait for a task to be closed the first that still has something to come,
    /// since what is past then is passed over.
    private func slot(following projection: SeriesProjection, now: UTCInstant) -> CivilTime? {
        guard projection.series.respawn != .schedule else { return projection.slots.next }
        return projection.firstSlot(firingFrom: now) ?? projection.slots.next
    }

    private func record(
        of reminder: Reminder,
        on task: TaskItem,
        _ forecast: inout HoldForecast,
        in reader: any StoreReader
    ) throws -> PlannedRecord? {
        guard let scheduledAt = reminder.hold?.scheduledAt ?? reminder.nextFireAt else { return nil }
        let outlook = try forecast.outlook(of: reminder, on: task)
        let snoozes = try reader.latestNotes(on: reminder.id, about: scheduledAt)
        var record = PlannedRecord(
            firingID: FiringID(reminder: reminder.id, scheduledAt: scheduledAt),
            reminder: reminder,
            taskID: task.id,
            scheduledAt: scheduledAt,
            fireAt: outlook.fireAt,
            isProjected: false,
            rules: task.recurrence?.rules ?? [],
            recurrenceID: task.occurrence?.recurrenceID,
            timeZone: task.timeZone,
            zoneVersion: zones.version,
            catchUpWindow: reminder.catchUpWindow ?? configuration.catchUpWindow,
            snoozedFrom: snoozes.last { $0.kind == .snoozed && $0.until == scheduledAt }?.scheduledAt,
            reasons: []
        )
        record.quietHours = outlook.quietHours
        if let pause = outlook.pause {
            record.isPaused = true
            if try reach?.holds(pausing: pause.target, in: reader) ?? true { record.pause = pause }
        }
        record.reasons = record.sentences(on: task, outlook)
        return record
    }
}
