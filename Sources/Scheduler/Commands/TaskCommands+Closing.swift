public import Recurrence
public import Storage

extension TaskCommands {
    /// What a completion leads to.
    public struct Completion: Hashable, Sendable {
        /// The task that was done.
        public var completed: TaskItem
        /// The task that follows it in its series; nil where none does.
        public var next: TaskItem?
    }

    /// What a skipped occurrence leads to.
    public struct Skip: Hashable, Sendable {
        /// The task that was passed over; its status is `cancelled`.
        public var skipped: TaskItem
        /// The task that follows it in its series; nil where none does.
        public var next: TaskItem?
    }

    /// What opening a task again leads to.
    public struct Reopening: Hashable, Sendable {
        /// The task, open again.
        public var reopened: TaskItem
        /// The respawned task that went away, because nobody had touched it yet; nil where none did.
        public var withdrawn: TaskID?
    }

    /// Completes a task; where it recurs, the next occurrence appears.
    ///
    /// Completing a completed task changes nothing and returns the same, so a lost response can be asked for again.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func complete(
        _ id: TaskID,
        version: Int?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Completion {
        guard var task = try transaction.task(id) else { throw SchedulerError.noTask(id) }
        try requireNothingPending(in: task.occurrence?.series, transaction)
        if task.status == .completed {
            let next = try task.occurrence.flatMap { try self.next(after: $0, in: transaction) }
            return Completion(completed: task, next: next)
        }
        try task.check(version)
        try task.checkWhole()
        let next = try close(&task, as: .completed, appending: .taskCompleted, in: transaction, now: now)
        return Completion(completed: task, next: next)
    }

    /// Passes over this occurrence of a recurring task: it is cancelled, and the next one appears.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`, `.notPossible` for a task that does not recur or is closed.
    public func skip(
        _ id: TaskID,
        version: Int?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Skip {
        var task = try wholeTask(id, version: version, in: transaction)
        guard task.occurrence != nil else {
            throw SchedulerError(
                .notPossible, "the task does not recur; cancel or delete it instead")
        }
        guard task.status.isOpen else {
            throw SchedulerError(.notPossible, "the task is closed already; reopen it first")
        }
        let next = try close(&task, as: .skipped, appending: .taskSkipped, in: transaction, now: now)
        return Skip(skipped: task, next: next)
    }

    /// Opens a closed task again; the task that closing it bore goes away unless somebody or something has touched it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func reopen(
        _ id: TaskID,
        version: Int?,
        as status: TaskStatus = .needsAction,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Reopening {
        try reopen(wholeTask(id, version: version, in: transaction), as: status, in: transaction, now: now)
    }

    /// Opens a closed task again, as it was just read or written.
    func reopen(
        _ closed: TaskItem, as status: TaskStatus, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Reopening {
        guard !closed.status.isOpen else { return Reopening(reopened: closed, withdrawn: nil) }
        var task = closed
        task.setStatus(status, at: now)
        guard let occurrence = task.occurrence else {
            try save(&task, in: transaction, now: now)
            try transaction.append([.about(task, .taskReopened, now: now)])
            return Reopening(reopened: task, withdrawn: nil)
        }
        var work = try open(occurrence, in: transaction, now: now)
        var entry = try work.entry(of: occurrence)
        let withdrawn = entry.state == .cancelled ? nil : try work.successorToWithdraw(of: entry)
        if entry.state == .cancelled { work.revive(endedBy: task.id) }
        (entry.state, entry.closedAt, entry.isTouched) = (.open, nil, true)
        // The series was moved while it was closed: it keeps its own times, like any other that has some.
        if !work.series.places(task, at: entry.recurrenceID) { entry.overrides.insert(.times) }
        try work.save(entry)
        if let withdrawn { try work.withdraw(withdrawn.entry, withdrawn.task) }
        try save(&task, in: transaction, now: now)
        try transaction.append(
            [.about(task, .taskReopened, now: now)]
                + (withdrawn.map { [.deleted($0.task, .withdrawn, now: now)] } ?? []))
        try work.conclude()
        return Reopening(reopened: task, withdrawn: withdrawn?.task.id)
    }

    /// Closes a task with its ledger entry, and lets its series go on.
    ///
    /// - Parameters:
    ///   - task: The task, whole.
    ///   - state: What becomes of its entry: `completed`, `skipped`, or `cancelled`, with which its series ends.
    ///   - type: The type of the event to append.
    ///   - isAddressed: Whether the command was addressed to it, and not to another of its series.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The occurrence that comes next; nil where none does.
    /// - Throws: ``SchedulerError``, and what the store throws.
    func close(
        _ task: inout TaskItem,
        as state: LedgerEntry.State,
        appending type: EventType,
        isAddressed: Bool = true,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem? {
        let id = task.id
        return try freeing(dependentsOf: id, in: transaction, now: now) {
            try closeAlone(&task, as: state, appending: type, isAddressed: isAddressed, in: transaction, now: now)
        }
    }

    private func closeAlone(
        _ task: inout TaskItem, as state: LedgerEntry.State, appending type: EventType, isAddressed: Bool,
        in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem? {
        task.setStatus(state == .completed ? .completed : .cancelled, at: now)
        guard let occurrence = task.occurrence else {
            try save(&task, in: transaction, now: now)
            try transaction.append([.about(task, type, now: now)])
            return nil
        }
        var work = try open(occurrence, in: transaction, now: now)
        var entry = try work.entry(of: occurrence)
        (entry.state, entry.closedAt, entry.isTouched) = (state, now, entry.isTouched || isAddressed)
        try work.save(entry)
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, type, now: now)])
        switch state {
        // It ends first, so that nothing is born in between.
        case .cancelled: try work.end(.cancelled, by: task.id)
        case .completed: work.revive(endedBy: task.id)
        case .open, .skipped, .deleted, .withdrawn: break
        }
        let born = try work.conclude(cause: task.id)
        if let born, let bornAt = born.occurrence?.recurrenceID, bornAt > occurrence.recurrenceID,
            try !transaction.hasTasks(of: occurrence.series, after: occurrence.recurrenceID, before: bornAt)
        {
            return born
        }
        return try next(after: occurrence, in: transaction)
    }
}

extension TaskItem {
    /// Sets the status, and what follows from it alone.
    mutating func setStatus(_ status: TaskStatus, at now: UTCInstant) {
        self.status = status
        completedAt = status.isOpen ? nil : now
        version += 1
        updatedAt = now
    }
}

extension StoreReader {
    /// Whether occurrences between two slots of a series have tasks.
    fileprivate func hasTasks(of series: SeriesID, after first: CivilTime, before last: CivilTime) throws -> Bool {
        let entries = try entries(of: series, in: [.open, .completed, .skipped, .cancelled], from: first, limit: 2)
        return entries.contains { $0.recurrenceID > first && $0.recurrenceID < last }
    }
}
