import Recurrence
import Storage

extension TaskCommands {
    /// Writes a task as it was before a change, with a version beyond every one that it had, and tells of it.
    ///
    /// Its place in its series is read with it: what the ledger says is to be brought back first.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - change: The change.
    ///   - found: The task as it is; nil where it is not there.
    ///   - command: What is undone or redone with it; nil for neither.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now; nil where it was not there before the change.
    /// - Throws: ``SchedulerError`` with `.notPossible` where it cannot be read whole, or would wait for itself in turn.
    func bringBack(
        _ id: TaskID, before change: ChangeID, found: TaskItem?, by command: RestoredCommand? = nil,
        in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem? {
        guard var task = try transaction.task(id, before: change) else { return nil }
        try task.checkWhole()
        task.blockedBy = try transaction.blockers(of: id, before: change)
        task.version = max(try found?.version ?? transaction.lastVersion(ofDeleted: task.id), task.version) + 1
        if let found, found.overdueAt == task.overdueAt, found.isOverdueNotified { task.isOverdueNotified = true }
        try task.releaseFromLostPauses(in: transaction, now: now)
        try task.renewTakenReminders(in: transaction, now: now)
        try freeing(dependentsOf: task.id, in: transaction, now: now) {
            try save(&task, in: transaction, now: now)
            try transaction.restoreTags(of: id, before: change)
            if found == nil { try transaction.takeFromTrash(task.id) }
            // Whether what it waits for is open is told by the store.
            if !task.blockedBy.isEmpty {
                task = try transaction.task(task.id) ?? task
                try checkRing(ofRestored: task, in: transaction)
            }
            try transaction.append([.about(task, .restoring(task, found), by: command, now: now)])
        }
        return task
    }
}

extension StoreReader {
    /// The last version of a task that is not there: the one that it had before the change which removed it.
    fileprivate func lastVersion(ofDeleted id: TaskID) throws -> Int {
        guard let latest = try latestChange(of: .task(id), before: nil) else { return 0 }
        // What is recorded now has noted nothing of it yet.
        return try task(id, before: latest.id)?.version ?? 0
    }
}

extension TaskItem {
    /// Lets go what pauses held that are there no more, as at their end.
    fileprivate mutating func releaseFromLostPauses(in reader: any StoreReader, now: UTCInstant) throws {
        for index in reminders.indices { try reminders[index].releaseFromLostPause(in: reader, now: now) }
    }
}

extension TaskItem {
    /// Gives the reminders whose ids other tasks were given meanwhile new ones, so that nobody keeps a task from coming back.
    fileprivate mutating func renewTakenReminders(in reader: any StoreReader, now: UTCInstant) throws {
        let owners = try reader.owners(ofReminders: reminders.map(\.id))
        for (index, reminder) in reminders.enumerated() where owners[reminder.id].map({ $0 != id }) ?? false {
            reminders[index].id = ReminderID(madeAt: now)
        }
    }
}

extension Reminder {
    /// Lets go what a pause held that is there no more, as at the pause's end.
    fileprivate mutating func releaseFromLostPause(in reader: any StoreReader, now: UTCInstant) throws {
        guard let id = hold?.pause, try reader.pause(id) == nil else { return }
        hold?.pause = nil
        // Never before its time, should the clock have been set back.
        nextFireAt = max(now, hold?.scheduledAt ?? now)
    }
}

extension EventType {
    /// What is told of a task that is what it was again.
    fileprivate static func restoring(_ task: TaskItem, _ found: TaskItem?) -> EventType {
        guard let found else { return .taskCreated }
        switch (found.status, task.status) {
        case (.completed, .needsAction), (.completed, .inProcess), (.cancelled, .needsAction), (.cancelled, .inProcess):
            return .taskReopened
        case (.needsAction, .completed), (.inProcess, .completed), (.cancelled, .completed): return .taskCompleted
        default: return .taskUpdated
        }
    }
}
