public import Recurrence
public import Storage

extension TaskCommands {
    /// Makes a task.
    ///
    /// - Throws: ``SchedulerError``: `.invalidInput`, or `.conflict` when the chosen id is taken.
    public func create(
        _ draft: TaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try create(checked(draft), in: transaction, now: now)
    }

    /// Makes a task of a draft that was checked before the transaction began.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when the chosen id is taken.
    public func create(
        _ checked: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try create(checked, from: nil, in: transaction, now: now)
    }

    /// Makes a task of a draft.
    ///
    /// - Parameters:
    ///   - checked: The draft.
    ///   - project: The project of the task that the draft was made from, which it may stay in; nil for none.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task.
    /// - Throws: As ``create(_:in:now:)``.
    func create(
        _ checked: CheckedTaskDraft, from project: ProjectMembership?, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let draft = checked.draft
        let zone = try zones.rules(for: checked.timeZone)
        try draft.checkIDs(changing: nil, in: transaction)
        try checkProject(of: draft.content, changing: project, in: transaction)
        let id = draft.id ?? TaskID(madeAt: now)
        if draft.id != nil { try requireFree(id, in: transaction) }
        var task = TaskItem(id: id, title: draft.title, timeZone: zone.identifier, now: now)
        try apply(draft, to: &task, zone: zone, in: transaction, now: now)
        try checkBlockers(of: &task, changing: [], in: transaction)
        task.status = draft.status
        if !task.status.isOpen { task.completedAt = now }
        guard let recurrence = draft.recurrence, task.recurrenceBase != nil else {
            let isFresh = draft.id == nil && draft.reminders.allSatisfy { $0.id == nil }
            try save(&task, isFresh: isFresh, in: transaction, now: now)
            try transaction.append([.about(task, .taskCreated, now: now)])
            return task
        }
        var work = try beginSeries(with: &task, recurrence, in: transaction, now: now)
        try save(&task, in: transaction, now: now)
        try transaction.append([
            .about(task, .taskCreated, now: now), .seriesCreated(work.series, with: task, now: now),
        ])
        try work.conclude(cause: task.status.isOpen ? nil : task.id)
        return task
    }

    /// Makes a plain task number 1 of a new series; the task is still to be written.
    func beginSeries(
        with task: inout TaskItem, _ recurrence: TaskRecurrence, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> SeriesTransaction {
        guard let slot = task.recurrenceBase?.civil else {
            throw SchedulerError.invalid("needs a due or start to count from; set one", at: "/recurrence")
        }
        // By its first task's id people go on calling it what they called the task, as handles follow from ids.
        let own = SeriesID(task.id.uuid)
        // One that cannot be read is there all the same.
        let isFree = (try? transaction.series(own) == nil) ?? false
        var series = Series(
            id: isFree ? own : SeriesID(madeAt: now), start: slot, timeZone: task.timeZone,
            content: task.content,
            span: Series.Span(
                hasStart: task.start != nil, hasDue: task.due != nil,
                seconds: (task.due?.civil.localSeconds ?? slot.localSeconds) - slot.localSeconds),
            now: now)
        series.take(.template, from: task, at: slot)
        series.rules = recurrence.rules.map { Series.Rule($0, start: slot) }
        (series.dates, series.exceptionDates) = (recurrence.dates, recurrence.exceptionDates)
        (series.anchor, series.missed, series.respawn) = (recurrence.anchor, recurrence.missed, recurrence.respawn)
        var work = SeriesTransaction(new: series, self, in: transaction, now: now)
        try work.commit()
        var entry = LedgerEntry(recurrenceID: slot, task: task.id, number: 1)
        entry.isTouched = true
        switch task.status {
        case .needsAction, .inProcess: break
        case .completed: entry.state = .completed
        case .cancelled: entry.state = .skipped
        }
        entry.closedAt = task.completedAt
        try work.save(entry)
        task.recurrence = work.series.shown
        task.occurrence = SeriesOccurrence(series: series.id, number: 1, recurrenceID: slot)
        return work
    }

    /// Makes a task what a draft says: all of it, so that what the draft leaves out is cleared.
    ///
    /// A draft whose `status` differs is carried out as `complete`, `reopen` or a cancellation would be.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - draft: What the task is to be; its id does not count.
    ///   - scope: How far the change of an occurrence reaches; nil as ``EditScope`` says.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`, `.stale`, `.notPossible` for a closed occurrence with
    ///   a scope beyond `this`, and where more would be written than one transaction may.
    public func update(
        _ id: TaskID,
        version: Int?,
        to draft: TaskDraft,
        scope: EditScope? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let before = try task(id, version: version, in: transaction)
        return try update(before, to: checked(draft, changing: before), scope: scope, in: transaction, now: now)
    }

    /// Makes a task, as it was just read, what a draft says.
    func update(
        _ before: TaskItem,
        to checked: CheckedTaskDraft,
        scope: EditScope?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try checked.draft.checkIDs(changing: before, in: transaction)
        try checkProject(of: checked.draft.content, changing: before.content.project, in: transaction)
        var task = before
        // The draft is the whole of what the task is to be: nothing is kept of what could not be read.
        task.setAside?.unreadableFields = []
        task.timeZone = checked.timeZone
        try apply(checked.draft, to: &task, zone: zones.rules(for: checked.timeZone), in: transaction, now: now)
        try checkBlockers(of: &task, changing: before.blockedBy, in: transaction)
        if let occurrence = before.occurrence, let reason = try unreadableReason(of: occurrence, in: transaction) {
            guard checked.namesRecurrence else { throw SchedulerError.unreadableSeries(reason) }
            try leaveLedger(before, in: transaction)
            task.occurrence = nil
        }
        if task.occurrence == nil {
            try changePlain(before, &task, checked.draft, in: transaction, now: now)
        } else {
            let named = checked.named ?? task.fields(differingFrom: before)
            let edit = OccurrenceEdit(before: before, draft: checked.draft, named: named, scope: scope)
            try change(&task, by: edit, in: transaction, now: now)
        }
        return try setStatus(checked.draft.status, of: task, scope: scope, in: transaction, now: now)
    }

    /// Why the series of an occurrence cannot be read; nil where it can be.
    ///
    /// A change that says how the task recurs takes it out of such a series; no other change can be carried out.
    private func unreadableReason(
        of occurrence: SeriesOccurrence, in transaction: any StoreTransaction
    ) throws -> String? {
        do {
            return try readableSeries(occurrence.series, in: transaction) == nil
                ? "the series \(occurrence.series) does not exist" : nil
        } catch let error as StoreError where error.code == .unreadable { return error.description }
    }

    private func changePlain(
        _ before: TaskItem, _ task: inout TaskItem, _ draft: TaskDraft, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        var work: SeriesTransaction?
        if let recurrence = draft.recurrence {
            work = try beginSeries(with: &task, recurrence, in: transaction, now: now)
        } else {
            task.recurrence = nil
        }
        guard task != before || before.setAside != nil else { return }
        task.version += 1
        task.updatedAt = now
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, .taskUpdated, now: now)])
        if let work { try transaction.append([.seriesCreated(work.series, with: task, now: now)]) }
        try work?.conclude(cause: task.status.isOpen ? nil : task.id)
    }

    /// Carries out a status that a draft has and the task has not.
    private func setStatus(
        _ status: TaskStatus, of task: TaskItem, scope: EditScope?, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        guard status != task.status else { return task }
        var task = task
        switch (task.status, status) {
        case (.needsAction, .inProcess), (.inProcess, .needsAction):
            task.setStatus(status, at: now)
            try touch(task, in: transaction)
            try save(&task, in: transaction, now: now)
            try transaction.append([.about(task, .taskUpdated, now: now)])
        case (_, .completed): _ = try close(&task, as: .completed, appending: .taskCompleted, in: transaction, now: now)
        case (.needsAction, .cancelled), (.inProcess, .cancelled):
            try giveUp(&task, scope: scope, in: transaction, now: now)
        case (_, .cancelled): _ = try close(&task, as: .skipped, appending: .taskUpdated, in: transaction, now: now)
        case (_, .needsAction), (_, .inProcess):
            return try reopen(task, as: status, in: transaction, now: now).reopened
        }
        return task
    }

    /// Gives an open task up; with the scope `this` its occurrence alone, else its series ends.
    private func giveUp(
        _ task: inout TaskItem, scope: EditScope?, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        guard scope != .this else {
            _ = try close(&task, as: .skipped, appending: .taskSkipped, in: transaction, now: now)
            return
        }
        _ = try close(&task, as: .cancelled, appending: .taskUpdated, in: transaction, now: now)
        guard scope == .all, let occurrence = task.occurrence else { return }
        let work = try open(occurrence, in: transaction, now: now)
        var edit = try work.pendingEdit()
        edit.outcome = .cancelled
        try work.reach(edit)
    }

    /// Notes that a command was addressed to an occurrence.
    package func touch(_ task: TaskItem, in transaction: any StoreTransaction) throws {
        guard let occurrence = task.occurrence,
            var entry = try transaction.entry(of: occurrence.series, at: occurrence.recurrenceID), !entry.isTouched
        else { return }
        entry.isTouched = true
        try transaction.save(entry, of: occurrence.series)
    }
}

extension TaskItem {
    /// The fields in which it is not what it was before.
    func fields(differingFrom before: TaskItem) -> TaskFields {
        var fields = content.fields(differingFrom: before.content)
        if reminders.map(\.definition) != before.reminders.map(\.definition) { fields.insert(.reminders) }
        if subtasks.map(\.definition) != before.subtasks.map(\.definition) { fields.insert(.subtasks) }
        if (start, due) != (before.start, before.due) { fields.formUnion([.times, .startOrDue]) }
        if timeZone != before.timeZone { fields.formUnion([.times, .timeZone]) }
        return fields
    }
}

extension Reminder {
    /// What a person set, without where the reminder stands.
    fileprivate var definition: Reminder {
        var definition = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        (definition.catchUpWindow, definition.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return definition
    }
}

extension Subtask {
    /// What there is to do, whether or not it is done.
    fileprivate var definition: Subtask { Subtask(id: id, title: title) }
}
