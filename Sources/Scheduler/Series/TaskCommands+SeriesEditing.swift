public import Recurrence
public import Storage

/// What becomes of the open occurrences of a series that is ended.
public enum OpenOccurrences: String, CaseIterable, Hashable, Sendable {
    /// They stay.
    case keep
    /// They are deleted.
    case delete
}

extension TaskCommands {
    /// Changes a series and its open occurrences, except for fields that an occurrence overrides.
    ///
    /// - Parameters:
    ///   - id: The series.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - start: The local start that its first occurrence is to have; nil to leave it.
    ///   - isRevived: Whether it is to be active again, should it have ended otherwise than by a split.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    ///   - draft: What its occurrences are to be; asked once, with the occurrence at its start. Of its times only the zone
    ///     counts; a reminder's own time counts from `start` where that is given.
    /// - Returns: The series as it is now.
    /// - Throws: What `draft` throws, and ``SchedulerError``: `.notFound`, `.stale`, `.invalidInput`, `.notPossible`.
    public func update(
        _ id: SeriesID,
        version: Int? = nil,
        start: CivilTime? = nil,
        isRevived: Bool = false,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        to draft: (TaskItem) throws -> CheckedTaskDraft
    ) throws -> Series {
        let series = try self.series(id, version: version, in: transaction)
        let before = try prototype(of: series, now: now)
        let checked = try draft(before)
        try checked.draft.checkIDs(changing: before, in: transaction)
        var task = before
        task.timeZone = checked.timeZone
        try apply(checked.draft, to: &task, zone: zones.rules(for: checked.timeZone), now: now)
        var work = try SeriesTransaction(series, self, in: transaction, now: now)
        work.mendRules(with: checked.draft.recurrence)
        if isRevived { try work.revive() }
        let recurrence = RecurrenceChange(from: series.shown, to: checked.draft.recurrence)
        var reach = SeriesReach()
        let named = checked.named ?? task.fields(differingFrom: before)
        reach.move = try work.move(toStart: start, zone: task.timeZone, hasNewRules: recurrence.hasNewRules)
        reach.fields = named.intersection(.template)
        // A reminder's own time is that of the occurrence at the start that the series has now.
        work.series.take(reach.fields, from: task, at: work.series.start)
        // Before anything is born, which is made from what the series is now.
        var reached = try work.spread(reach, but: nil)
        let excepted = try work.apply(recurrence, addressed: nil)
        try work.commit()
        for entry in excepted {
            if let task = try transaction.task(entry.task) { try work.delete(entry, task, as: .excepted) }
        }
        reached.removeAll { excepted.map(\.task).contains($0) }
        if work.series != series {
            let members =
                reach.fields.fieldNames + recurrence.members
                + (start == nil || start == series.start ? [] : ["dtstart"])
                + (task.timeZone == series.timeZone ? [] : ["timeZone"])
                + (isRevived && !series.isActive ? ["state"] : [])
            try transaction.append([.seriesUpdated(work.series, members: members, tasks: reached, now: now)])
        }
        try work.conclude(cause: excepted.last?.task)
        return work.series
    }

    /// Ends a series.
    ///
    /// - Parameters:
    ///   - id: The series.
    ///   - version: The version that the caller knows; nil to end whatever is there.
    ///   - open: What becomes of its open occurrences.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The series as it is now.
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`, `.notPossible` where more would be deleted than one transaction
    ///   may.
    @discardableResult
    public func delete(
        _ id: SeriesID, version: Int? = nil, open: OpenOccurrences, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Series {
        let series = try self.series(id, version: version, in: transaction)
        var work = try SeriesTransaction(series, self, in: transaction, now: now)
        try work.end(open == .keep ? .stopped : .deleted)
        if open == .delete { try work.deleteOpen() }
        try work.conclude()
        return work.series
    }

    /// The series, if there is one, in the version that the caller knows.
    func series(_ id: SeriesID, version: Int? = nil, in reader: any StoreReader) throws -> Series {
        guard let series = try reader.series(id) else { throw SchedulerError.noSeries(id) }
        guard let version, version != series.version else { return series }
        throw SchedulerError(
            .stale, "the series was changed since version \(version); it is at version \(series.version), read it again"
        )
    }

    /// The occurrence at a series' start, as it would be born today: what a change of the series starts from.
    package func prototype(of series: Series, now: UTCInstant) throws -> TaskItem {
        guard var task = series.task(at: series.start, id: TaskID(series.id.uuid), number: 1, now: now) else {
            throw SchedulerError(.notPossible, "the start of the series lies too far: it \(TimeRange.requirement)")
        }
        // Here each part is known by its template.
        task.reminders = zip(task.reminders, series.reminders).map { reminder, template in
            var copy = Reminder(id: template.id, trigger: reminder.trigger, repetition: reminder.repetition)
            (copy.catchUpWindow, copy.isKeptOnCompletion) = (reminder.catchUpWindow, reminder.isKeptOnCompletion)
            return copy
        }
        task.subtasks = series.subtasks.map { Subtask(id: $0.id, title: $0.title) }
        return task
    }
}

extension SeriesTransaction {
    /// Makes the series active again; an end that a deletion had set goes with it.
    fileprivate mutating func revive() throws {
        guard let end = series.end else { return }
        guard end.reason != .split else {
            throw SchedulerError(.notPossible, "the series was split; change the one that was split off instead")
        }
        (series.end, series.before) = (nil, nil)
    }

    /// Moves the series to another start and zone.
    ///
    /// - Returns: How its slots moved; nil where neither changes.
    fileprivate mutating func move(toStart start: CivilTime?, zone: String, hasNewRules: Bool) throws -> SlotMove? {
        guard start != nil && start != series.start || zone != series.timeZone else { return nil }
        try move(toZone: zone)
        guard let start else { return .by(0) }
        let move = SlotMove(from: series.start, to: start)
        if move.isToDates {
            series.span.seconds = CivilDateTime(secondsSinceEpoch: series.span.seconds).date.daysSinceEpoch * 86_400
        }
        try shift(move, with: series.start, checksRules: !hasNewRules, at: "/dtstart")
        return move
    }
}
