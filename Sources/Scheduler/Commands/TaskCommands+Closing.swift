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

    /// Completes a task, and respawns it where it recurs.
    ///
    /// Completing a completed task changes nothing and answers the same, so a lost answer can be asked for again.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func complete(
        _ id: TaskID,
        version: Int?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Completion {
        if let done = try transaction.task(id), done.status == .completed {
            return Completion(completed: done, next: try follower(of: done, in: transaction))
        }
        var task = try wholeTask(id, version: version, in: transaction)
        close(&task, as: .completed, now: now)
        let next = try closeAndFollow(&task, telling: .taskCompleted, in: transaction, now: now)
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
        guard task.isRecurring else {
            throw SchedulerError(
                .notPossible, "the task does not recur, so it has no occurrence to skip; delete it instead")
        }
        guard task.status.isOpen else {
            throw SchedulerError(.notPossible, "the task is closed already; reopen it first")
        }
        close(&task, as: .cancelled, now: now)
        let next = try closeAndFollow(&task, telling: .taskSkipped, in: transaction, now: now)
        return Skip(skipped: task, next: next)
    }

    /// Gives a task up; where it recurs, its series ends.
    func cancel(_ id: TaskID, in transaction: any StoreTransaction, now: UTCInstant) throws -> TaskItem {
        var task = try wholeTask(id, version: nil, in: transaction)
        close(&task, as: .cancelled, now: now)
        task.recurrence?.respawn = .completion
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, .taskUpdated, now: now)])
        try goOnIfStalled(task.occurrence, in: transaction, now: now)
        return task
    }

    /// Opens a closed task again; the task that was respawned goes away unless somebody or something has touched it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func reopen(
        _ id: TaskID,
        version: Int?,
        as status: TaskStatus = .needsAction,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Reopening {
        var task = try wholeTask(id, version: version, in: transaction)
        guard !task.status.isOpen else { return Reopening(reopened: task, withdrawn: nil) }
        // What appeared by itself did not come from the closing, and stays.
        let isFromClosing = task.recurrence?.respawn == .completion
        let next = isFromClosing ? try follower(of: task, in: transaction) : nil
        let withdrawn = next.flatMap { $0.isUntouched ? $0 : nil }
        if let withdrawn { try transaction.deleteTask(withdrawn.id) }
        task.status = status
        task.completedAt = nil
        task.version += 1
        task.updatedAt = now
        try save(&task, in: transaction, now: now)
        try transaction.append(
            [.about(task, .taskReopened, now: now)] + (withdrawn.map { [.about($0, .taskDeleted, now: now)] } ?? [])
        )
        return Reopening(reopened: task, withdrawn: withdrawn?.id)
    }

    private func close(_ task: inout TaskItem, as status: TaskStatus, now: UTCInstant) {
        task.status = status
        task.completedAt = now
        task.version += 1
        task.updatedAt = now
    }

    private func closeAndFollow(
        _ task: inout TaskItem,
        telling type: EventType,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem? {
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, type, now: now)])
        guard task.recurrence?.respawn == .completion else {
            try goOnIfStalled(task.occurrence, in: transaction, now: now)
            return try follower(of: task, in: transaction)
        }
        let zone = try zones.rules(for: task.timeZone)
        guard let rules = try SeriesRules(of: task, zone: zone, sets: ruleSets) else { return nil }
        guard let start = rules.next(closedAt: now) else {
            if rules.goesBeyondRange { try transaction.append([.seriesEnded(with: task, now: now)]) }
            return nil
        }
        return try respawn(task, startingAt: start, in: transaction, now: now).task
    }

    /// Makes the task of the occurrence that begins at `start`, unless it is there; where it would lie beyond the
    /// ``TimeRange``, the series has ended.
    ///
    /// - Returns: The task, and how its series goes on behind it where it was made.
    func respawn(
        _ task: TaskItem,
        startingAt start: CivilTime,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> (task: TaskItem?, following: SeriesFollowing) {
        if let there = try follower(of: task, in: transaction) { return (there, .nothing) }
        guard let place = task.occurrence else { return (nil, .nothing) }
        let ids = OccurrenceIDs(reader: transaction)
        let id = try ids.task(of: place.series, at: start)
        guard var next = task.successor(startingAt: start, now: now, id: id),
            try plan(for: next.timeZone).represents(next)
        else {
            try transaction.append([.seriesEnded(with: task, now: now)])
            return (nil, .beyondRange)
        }
        if let there = try transaction.task(id) { return (there, .nothing) }
        try ids.giveReminders(of: &next)
        let following = try save(&next, in: transaction, now: now)
        try transaction.append([.respawned(next, from: task, now: now)])
        switch following {
        case .beyondRange: try transaction.append([.seriesEnded(with: next, now: now)])
        case .stalled:
            let waiting = try waiting(behind: next, now: now)
            try transaction.append([.seriesStalled(with: next, waiting: waiting, now: now)])
        case .nothing, .at: break
        }
        return (next, following)
    }

    private func follower(of task: TaskItem, in reader: any TaskReader) throws -> TaskItem? {
        guard let place = task.occurrence else { return nil }
        return try reader.task(inSeries: place.series, number: place.number + 1)
    }
}

extension TaskItem {
    /// Whether nothing happened to it since it was made: nobody changed it, and none of its reminders went off.
    var isUntouched: Bool { version == 1 }
}
