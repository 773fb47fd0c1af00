public import Recurrence
public import Storage

extension TaskCommands {
    /// How many occurrences of a series are changed at once.
    private static let maxOccurrences = 1_000

    /// Makes a task what a draft says, and with it as much of its series as the scope reaches.
    ///
    /// Without a scope what a task is holds from this occurrence on, and a moved time for this occurrence alone. On a
    /// task that does not recur every scope is the same.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - draft: What the task is to be; its id does not count.
    ///   - scope: How far the change reaches.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`, `.stale`, `.notPossible` for a closed occurrence with
    ///   a scope beyond `this`, and where more would be written than one transaction may.
    public func update(
        _ id: TaskID,
        version: Int?,
        to draft: TaskDraft,
        scope: EditScope,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let before = try task(id, version: version, in: transaction)
        return try update(before, to: checked(draft), scope: scope, in: transaction, now: now)
    }

    /// Makes a task, as it was just read, what a draft says, and with it as much of its series as the scope reaches.
    func update(
        _ before: TaskItem,
        to draft: CheckedTaskDraft,
        scope: EditScope,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        guard before.isRecurring, let place = before.occurrence else {
            return try update(before, to: draft, in: transaction, now: now)
        }
        try before.checkWhole()
        if scope == .this { return try updateAlone(before, to: draft, in: transaction, now: now) }
        guard before.status.isOpen else {
            throw SchedulerError(.notPossible, "the occurrence is closed; change an open one, or this one alone")
        }
        let isFirst = place.number == 1 && place.recurrenceID == place.seriesStart
        do {
            return scope == .following && !isFirst
                ? try updateFollowing(before, from: place, to: draft, in: transaction, now: now)
                : try updateAll(before, from: place, to: draft, in: transaction, now: now)
        } catch let error as RecurrenceError {
            // The rules fit this occurrence, which may have been moved, but not where the series counts from.
            let detail = "does not fit the start of the series: \(error)"
            throw SchedulerError(
                .invalidInput, detail, problems: [InputProblem(pointer: "/recurrence/rrule", detail: detail)])
        }
    }

    private func updateAlone(
        _ before: TaskItem, to draft: CheckedTaskDraft, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        guard draft.draft.recurrence == before.recurrence else {
            let detail = "cannot change for one occurrence alone; take the scope following or all"
            throw SchedulerError(
                .invalidInput, detail, problems: [InputProblem(pointer: "/recurrence", detail: detail)])
        }
        return try change(before, to: draft, in: transaction, now: now) { task in
            if task != before { task.template = before.template ?? OccurrenceTemplate(before) }
        }
    }

    // MARK: This one and those that follow

    private func updateFollowing(
        _ before: TaskItem,
        from place: SeriesOccurrence,
        to draft: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let split = SeriesSplit(zone: try zones.rules(for: before.timeZone), before: before)
        let task = try change(before, to: draft, in: transaction, now: now) { task in
            guard let base = task.recurrenceBase?.civil else { return }
            task.template = nil
            if let kept = draft.draft.recurrence, kept == before.recurrence {
                let seconds = base.localSeconds - place.recurrenceID.localSeconds
                task.recurrence = try split.recurrenceAfter(kept, movedBy: seconds)
            }
            task.occurrence = SeriesOccurrence(
                series: SeriesSplit.seriesID(from: place), seriesStart: base, number: 1, recurrenceID: base)
        }
        var budget = WriteBudget()
        if var previous = try transaction.task(inSeries: place.series, number: place.number - 1) {
            previous.recurrence = try previous.recurrence.map(split.recurrenceBefore)
            try saveChanged(&previous, &budget, in: transaction, now: now)
        }
        let change = SeriesChange(before: before, after: task)
        for number in (place.number + 1)...(place.number + Self.maxOccurrences) {
            guard var later = try transaction.task(inSeries: place.series, number: number) else { break }
            try take(&later, into: task, from: place, change)
            try saveChanged(&later, &budget, in: transaction, now: now)
        }
        return try refreshed(task, in: transaction, now: now)
    }

    /// Takes a later occurrence that exists already into the series that a split has made.
    private func take(
        _ later: inout TaskItem, into task: TaskItem, from place: SeriesOccurrence, _ change: SeriesChange
    ) throws {
        guard let new = task.occurrence, let old = later.occurrence else { return }
        if later.status.isOpen { try change.apply(to: &later) }
        let seconds = new.recurrenceID.localSeconds - place.recurrenceID.localSeconds
        later.recurrence = task.recurrence
        later.occurrence = SeriesOccurrence(
            series: new.series,
            seriesStart: new.seriesStart,
            number: old.number - place.number + 1,
            recurrenceID: try old.recurrenceID.moved(by: seconds, at: task.start == nil ? "/due" : "/start")
        )
    }

    // MARK: All

    private func updateAll(
        _ before: TaskItem,
        from place: SeriesOccurrence,
        to draft: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        var change: SeriesChange?
        let task = try self.change(before, to: draft, in: transaction, now: now) { task in
            // Where the rule changes, it counts from the series' own start all the same.
            task.occurrence = place
            let made = SeriesChange(before: before, after: task)
            if made.changesKind, let base = task.recurrenceBase?.civil {
                task.occurrence?.seriesStart = base
                task.occurrence?.recurrenceID = base
                return
            }
            if draft.draft.recurrence == before.recurrence { try task.recurrence?.moveDates(by: made.seconds) }
            if var template = task.template {
                try made.apply(to: &template, of: task.id)
                task.template = template
            }
            try made.move(&task)
            change = SeriesChange(before: before, after: task)
        }
        guard let change else { return task }
        let numbers = [
            stride(from: place.number - 1, through: max(1, place.number - Self.maxOccurrences), by: -1),
            stride(from: place.number + 1, through: place.number + Self.maxOccurrences, by: 1),
        ]
        var budget = WriteBudget()
        for side in numbers {
            for number in side {
                guard var other = try transaction.task(inSeries: place.series, number: number) else { break }
                guard other.status.isOpen else { continue }
                try change.apply(to: &other)
                try saveChanged(&other, &budget, in: transaction, now: now)
            }
        }
        return try refreshed(task, in: transaction, now: now)
    }

    // MARK: Writing

    private func saveChanged(
        _ task: inout TaskItem, _ budget: inout WriteBudget, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        task.version += 1
        task.updatedAt = now
        guard try plan(for: task.timeZone).represents(task) else {
            let detail = "moves an occurrence too far: each \(TimeRange.requirement)"
            let pointer = task.start == nil ? "/due" : "/start"
            throw SchedulerError(.invalidInput, detail, problems: [InputProblem(pointer: pointer, detail: detail)])
        }
        try save(&task, in: transaction, now: now)
        let event = EventDraft.about(task, .taskUpdated, now: now)
        try budget.spend(on: task, bytes: event.data.count)
        try transaction.append([event])
    }

    /// The task with its projection, which may have changed with its neighbours.
    private func refreshed(
        _ task: TaskItem, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        guard var fresh = try transaction.task(task.id) else { return task }
        try save(&fresh, in: transaction, now: now)
        return fresh
    }
}

extension TaskRecurrence {
    /// Moves RDATEs and EXDATEs.
    fileprivate mutating func moveDates(by seconds: Int) throws {
        dates = try dates.moved(by: seconds)
        exceptionDates = try exceptionDates.moved(by: seconds)
    }
}
