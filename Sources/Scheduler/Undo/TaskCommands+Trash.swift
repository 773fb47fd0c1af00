public import Recurrence
public import Storage

extension TaskCommands {
    /// Brings a deleted task back from the trash, with its id.
    ///
    /// Where a deletion of its own removed it, that is undone, so that a series which ended with it goes on. Else, as after
    /// the deletion of many tasks, it comes back alone, and its series stays ended. Nothing that went off goes off again.
    ///
    /// That is a change, which can be undone.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - own: The id that it is recorded by.
    ///   - author: Who wants it; nil when nobody is known.
    ///   - transaction: Where it is done; nothing may be recorded in it meanwhile.
    ///   - now: The time at which it is done.
    /// - Returns: The task.
    /// - Throws: ``SchedulerError`` with `.notFound` where it is not in the trash; `.notPossible` where its slot in its
    ///   series is taken.
    public func restore(
        _ id: TaskID, as own: ChangeID, author: String? = nil, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        try requireNoPendingUndo(in: transaction)
        let deletion = try trashed(id, in: transaction).change
        let restoring = Change(.restore, id: own, at: now, author: author)
        if deletion.kind == .delete,
            let task = try reversed(deletion, as: restoring, in: transaction).first(where: { $0.id == id })
        {
            return task
        }
        return try transaction.recording(restoring) {
            try restoreAlone(id, deletedBy: deletion, in: transaction, now: now)
        }
    }

    /// Forgets a task in the trash: nothing brings it back any more.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - transaction: Where it is done.
    /// - Throws: ``SchedulerError`` with `.notFound` where it is not in the trash.
    public func purge(_ id: TaskID, in transaction: any StoreTransaction) throws {
        try transaction.purge(trashed(id, in: transaction).task.id)
    }

    /// A task in the trash, if it is there.
    package func trashed(_ id: TaskID, in reader: any StoreReader) throws -> TrashedTask {
        guard let found = try reader.trashed(id) else {
            throw SchedulerError(.notFound, "there is no task \(id) in the trash")
        }
        return found
    }

    /// The tasks that taking a deletion back brings back; none where something stands in its way.
    private func reversed(
        _ deletion: Change, as restoring: Change, in transaction: any StoreTransaction
    ) throws -> [TaskItem] {
        do {
            // As a unit: something may turn out to be in its way when part of it is written.
            return try transaction.asUnit { try whole.reverse(deletion, as: restoring, in: transaction).tasks }
        } catch let error as SchedulerError where error.code == .overtaken || error.code == .notPossible {
            return []
        }
    }

    private func restoreAlone(
        _ id: TaskID, deletedBy change: Change, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        // The ledger says where it stands, before it is read.
        let series = try returnToLedger(id, in: transaction)
        guard let task = try bringBack(id, before: change.id, found: nil, in: transaction, now: now) else {
            throw SchedulerError(.notFound, "there is no task \(id) in the trash")
        }
        if let series, let found = try transaction.series(series) {
            var work = try SeriesTransaction(found, self, in: transaction, now: now)
            try work.updateProjection()
        }
        return task
    }

    /// Notes in the ledger of the series of which it was an occurrence that a task is there again.
    private func returnToLedger(_ id: TaskID, in transaction: any StoreTransaction) throws -> SeriesID? {
        guard let (series, found) = try transaction.entry(ofTask: id), found.state == .deleted else { return nil }
        var entry = found
        (entry.state, entry.outcome, entry.version) = (found.outcome ?? .open, nil, 0)
        try transaction.save(entry, of: series)
        return series
    }
}
