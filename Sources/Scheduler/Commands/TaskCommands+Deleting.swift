public import Recurrence
public import Storage

extension TaskCommands {
    /// Removes a task.
    ///
    /// Without a scope the series of an open occurrence ends with it, and its other occurrences stay; deleting a closed one
    /// ends nothing.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to delete whatever is there.
    ///   - scope: `this` for the occurrence alone, so that the next appears; `following` for it and every later open one,
    ///     `all` for every open one, with which the series ends.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`, `.notPossible` for a closed occurrence with a scope beyond
    ///   `this`, and where more would be deleted than one transaction may.
    public func delete(
        _ id: TaskID,
        version: Int?,
        scope: EditScope? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        let task = try task(id, version: version, in: transaction)
        guard let occurrence = task.occurrence, var work = try openIfReadable(occurrence, in: transaction, now: now),
            let entry = try transaction.entry(of: occurrence.series, at: occurrence.recurrenceID)
        else {
            try leaveLedger(task, in: transaction)
            return try remove(task, in: transaction, now: now)
        }
        if !task.status.isOpen, scope == .following || scope == .all {
            throw SchedulerError(.notPossible, "the occurrence is closed; use scope=this, or delete an open occurrence")
        }
        switch scope {
        case .this: try work.delete(entry, task)
        case nil:
            try work.delete(entry, task)
            if task.status.isOpen { try work.end(.deleted, by: id) }
        case .following:
            work.series.before = work.series.before.map { min($0, occurrence.recurrenceID) } ?? occurrence.recurrenceID
            try work.end(.deleted, by: id)
            try work.deleteOpen(from: occurrence.recurrenceID)
        case .all:
            try work.end(.deleted, by: id)
            try work.deleteOpen()
        }
        try work.conclude(cause: id)
    }

    private func openIfReadable(
        _ occurrence: SeriesOccurrence, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> SeriesTransaction? {
        do { return try open(occurrence, in: transaction, now: now) } catch let error where error.isOfUnit {
            return nil
        }
    }

    /// Notes in the ledger of a series that cannot be read that a task is no occurrence of it any more, as far as that
    /// can be noted.
    func leaveLedger(_ task: TaskItem, in transaction: any StoreTransaction) throws {
        guard let occurrence = task.occurrence else { return }
        do {
            guard var entry = try transaction.entry(of: occurrence.series, at: occurrence.recurrenceID) else { return }
            (entry.outcome, entry.state, entry.version) = (entry.state, .deleted, task.version)
            try transaction.save(entry, of: occurrence.series)
        } catch let error where error.isOfUnit {
            // Nobody can say any more which slot it has.
        }
    }

    /// Removes a task with what is its own.
    func remove(
        _ task: TaskItem, as reason: DeletionReason = .deleted, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        let reminders = try transaction.reminderIDs(of: task.id)
        try freeing(dependentsOf: task.id, in: transaction, now: now) {
            try transaction.deleteTask(task.id)
            if reason == .deleted { try transaction.putInTrash(task.id) }
            for target in [.task(task.id)] + reminders.map({ PauseTarget.reminder($0) }) {
                try transaction.deletePause(PauseID(pausing: target))
            }
            try transaction.append([.deleted(task, reason, now: now)])
        }
    }
}
