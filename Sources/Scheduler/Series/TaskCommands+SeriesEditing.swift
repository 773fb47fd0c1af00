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
    /// - Throws: What `draft` throws, ``UnfinishedEdit``, and ``SchedulerError``: `.notFound`, `.stale`, `.invalidInput`,
    ///   `.notPossible`.
    public func update(
        _ id: SeriesID,
        version: Int? = nil,
        start: CivilTime? = nil,
        isRevived: Bool = false,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        to draft: (TaskItem) throws -> CheckedTaskDraft
    ) throws -> Series {
        let series = try seriesToChange(id, version: version, in: transaction)
        let before = try prototype(of: series, now: now)
        let checked = try draft(before)
        try checked.draft.checkIDs(changing: before, in: transaction)
        try checkProject(of: checked.draft.content, changing: before.content.project, in: transaction)
        var task = before
        task.timeZone = checked.timeZone
        try apply(checked.draft, to: &task, zone: zones.rules(for: checked.timeZone), in: transaction, now: now)
        var work = try SeriesTransaction(series, self, in: transaction, now: now)
        work.mendRules(with: checked.draft.recurrence)
        if isRevived { try work.revive() }
        let recurrence = RecurrenceChange(from: series.shown, to: checked.draft.recurrence)
        var pending = try work.pendingEdit()
        let named = checked.named ?? task.fields(differingFrom: before)
        pending.timeShift = try work.move(
            toStart: start, zone: task.timeZone, hasNewRules: recurrence.hasNewRules)?.ownTimeShift
        work.mover = start == nil ? "/timeZone" : "/dtstart"
        pending.fields = named.intersection(.template)
        // A reminder's own time is that of the occurrence at the start that the series has now.
        work.series.take(pending.fields, from: task, at: work.series.start)
        pending.outcome = .excepted(try work.apply(recurrence, addressed: nil))
        if isRevived, !series.isActive, work.series.isActive, work.hasNothingLeft {
            throw SchedulerError.invalid(
                "cannot be active: the series has neither rules nor dates left; give it /recurrence/rrule in the same "
                    + "request", at: "/state")
        }
        try work.commit()
        if work.series != series {
            let members =
                pending.fields.fieldNames + recurrence.members
                + (start == nil || start == series.start ? [] : ["dtstart"])
                + (task.timeZone == series.timeZone ? [] : ["timeZone"])
                + (isRevived && !series.isActive ? ["state"] : [])
            pending.report = PendingEdit.Report(members: members, isSeriesChanged: true)
        }
        let cause = try work.reach(pending)
        try work.conclude(cause: cause)
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
    /// - Throws: ``UnfinishedEdit``, and ``SchedulerError``: `.notFound`, `.stale`, `.notPossible` where more would be
    ///   deleted than one transaction may.
    @discardableResult
    public func delete(
        _ id: SeriesID, version: Int? = nil, open: OpenOccurrences, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Series {
        let series = try seriesToChange(id, version: version, in: transaction)
        var work = try SeriesTransaction(series, self, in: transaction, now: now)
        try work.end(open == .keep ? .stopped : .deleted)
        if open == .delete { try work.deleteOpen() }
        try work.conclude()
        return work.series
    }

    /// The series that is to be changed, in the version that the caller knows.
    ///
    /// - Throws: ``UnfinishedEdit`` where a change of it has not reached every occurrence, and ``SchedulerError``.
    private func seriesToChange(_ id: SeriesID, version: Int?, in reader: any StoreReader) throws -> Series {
        let series = try self.series(id, in: reader)
        try requireNothingPending(in: id, reader)
        guard let version, version != series.version else { return series }
        throw SchedulerError(
            .stale,
            """
            the series has changed since version \(version) and is now at version \(series.version); read it \
            again
            """
        )
    }

    /// The series, if there is one, whatever is pending in it.
    ///
    /// - Throws: ``SchedulerError`` with `.notFound`, and what the store throws.
    func series(_ id: SeriesID, in reader: any StoreReader) throws -> Series {
        guard let series = try reader.series(id) else { throw SchedulerError.noSeries(id) }
        return series
    }

    /// The occurrence at a series' start, as it would be born today: what a change of the series starts from.
    package func prototype(of series: Series, now: UTCInstant) throws -> TaskItem {
        guard var task = series.task(at: series.start, id: TaskID(series.id.uuid), number: 1, now: now) else {
            throw SchedulerError(.notPossible, "the start of the series is out of range: it \(TimeRange.requirement)")
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
            throw SchedulerError(
                .notPossible,
                """
                the series ended by a split and cannot be revived; change the series that continues it, whose \
                splitFrom is this one
                """)
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
