import Recurrence
import Storage

extension SeriesTransaction {
    /// Deletes one occurrence; its entry stays, and its slot never comes back by itself.
    func delete(_ entry: LedgerEntry, _ task: TaskItem, as reason: DeletionReason = .deleted) throws {
        var entry = entry
        (entry.outcome, entry.state, entry.version) = (entry.state, .deleted, task.version)
        try commands.remove(task, as: reason, in: transaction, now: now)
        try save(entry)
    }

    /// Deletes the open occurrences from a slot on; nil for all of them.
    ///
    /// - Throws: As ``reach(_:)`` does.
    func deleteOpen(from slot: CivilTime? = nil) throws {
        var edit = try pendingEdit()
        (edit.outcome, edit.next) = (.deleted, slot)
        try reach(edit)
    }

    /// The occurrence that closing another bore, where nothing has come of it since: then opening the other takes the birth
    /// back.
    func successorToWithdraw(of entry: LedgerEntry) throws -> (entry: LedgerEntry, task: TaskItem)? {
        guard series.respawn == .completion, let frontier = try transaction.frontier(of: series.id),
            frontier.cause == entry.task, frontier.state == .open, !frontier.isTouched,
            let task = try transaction.task(frontier.task)
        else { return nil }
        return try hasReminded(task) ? nil : (frontier, task)
    }

    /// Whether a reminder of a task went off or was reported as missed, be it one that cannot be read any more.
    func hasReminded(_ task: TaskItem) throws -> Bool {
        if task.reminders.contains(where: { $0.state == .fired || $0.state == .missed }) { return true }
        return try transaction.reminderIDs(of: task.id).contains { try transaction.lastFiring(of: $0) != nil }
    }

    /// Takes a birth back: of the entry nothing stays but the id and the version, from which the next birth goes on.
    func withdraw(_ entry: LedgerEntry, _ task: TaskItem) throws {
        var withdrawn = LedgerEntry(recurrenceID: entry.recurrenceID, task: entry.task, number: 0)
        (withdrawn.number, withdrawn.state, withdrawn.version) = (nil, .withdrawn, task.version)
        try transaction.deleteTask(task.id)
        try save(withdrawn)
    }
}
