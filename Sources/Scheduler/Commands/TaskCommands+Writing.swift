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
        let draft = checked.draft
        let zone = try zones.rules(for: checked.timeZone)
        try draft.checkIDs(changing: nil, in: transaction)
        let id = draft.id ?? TaskID(madeAt: now)
        guard try transaction.task(id) == nil else {
            throw SchedulerError(.conflict, "there is a task \(id) already; choose another id, or change that one")
        }
        var task = TaskItem(id: id, title: draft.title, timeZone: zone.identifier, now: now)
        try apply(draft, to: &task, zone: zone, now: now)
        task.status = draft.status
        if !task.status.isOpen { task.completedAt = now }
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, .taskCreated, now: now)])
        return task
    }

    /// Makes a task what a draft says: all of it, so that what the draft leaves out is cleared.
    ///
    /// A draft whose `status` differs is carried out as `complete`, `reopen` or a cancellation would be.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - draft: What the task is to be; its id does not count.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`, `.stale`.
    public func update(
        _ id: TaskID,
        version: Int?,
        to draft: TaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let before = try task(id, version: version, in: transaction)
        return try update(before, to: checked(draft), in: transaction, now: now)
    }

    /// Makes a task, as it was just read, what a draft says.
    func update(
        _ before: TaskItem,
        to draft: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try change(before, to: draft, in: transaction, now: now) { task in
            let change = SeriesChange(before: before, after: task)
            if var template = task.template {
                change.applyContent(to: &template, of: task.id)
                task.template = template
            }
        }
    }

    /// Makes a task what a draft says, and then what `adjust` makes of it.
    func change(
        _ before: TaskItem,
        to checked: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        adjust: (inout TaskItem) throws -> Void
    ) throws -> TaskItem {
        let draft = checked.draft
        let zone = try zones.rules(for: checked.timeZone)
        try draft.checkIDs(changing: before, in: transaction)
        var task = before
        // The draft is the whole of what the task is to be: nothing is kept of what could not be read.
        task.setAside?.unreadableFields = []
        task.timeZone = zone.identifier
        try apply(draft, to: &task, zone: zone, now: now)
        try adjust(&task)
        let isStatusChange = draft.status != before.status
        if isStatusChange, draft.status.isOpen == before.status.isOpen { setStatus(draft.status, of: &task, now: now) }
        if task != before || before.setAside != nil {
            task.version += 1
            task.updatedAt = now
            try save(&task, in: transaction, now: now)
            try transaction.append([.about(task, .taskUpdated, now: now)])
        }
        guard draft.status != task.status else { return task }
        switch draft.status {
        case .completed: return try complete(task.id, version: nil, in: transaction, now: now).completed
        case .cancelled: return try cancel(task.id, in: transaction, now: now)
        case .needsAction, .inProcess:
            return try reopen(task.id, version: nil, as: draft.status, in: transaction, now: now).reopened
        }
    }

    /// Removes a task; its series ends with it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func delete(
        _ id: TaskID,
        version: Int?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        let task = try task(id, version: version, in: transaction)
        let reminders = try transaction.reminderIDs(of: id)
        try transaction.deleteTask(id)
        for target in [.task(id)] + reminders.map({ PauseTarget.reminder($0) }) {
            try transaction.deletePause(PauseID(pausing: target))
        }
        try transaction.append([.about(task, .taskDeleted, now: now)])
        try detachPredecessor(of: task, in: transaction, now: now)
        try goOnIfStalled(task.occurrence, in: transaction, now: now)
    }

    /// Where tasks appear by themselves, the one before a deleted task would make it again; so it recurs no more.
    private func detachPredecessor(of task: TaskItem, in transaction: any StoreTransaction, now: UTCInstant) throws {
        // The deleted task may itself have been detached before; what counts is whether the one before it goes on.
        guard let place = task.occurrence,
            var previous = try transaction.task(inSeries: place.series, number: place.number - 1),
            previous.recurrence?.respawn == .schedule
        else { return }
        previous.recurrence = nil
        previous.version += 1
        do {
            try transaction.asUnit {
                previous.updatedAt = now
                try save(&previous, in: transaction, now: now)
            }
        } catch let error where error.isOfUnit {
            // One that cannot be read or worked out keeps nobody from deleting another.
            try transaction.endSeries(behind: previous.id)
        }
        try transaction.append([.about(previous, .taskUpdated, now: now)])
    }

    private func setStatus(_ status: TaskStatus, of task: inout TaskItem, now: UTCInstant) {
        task.status = status
        task.completedAt = status.isOpen ? nil : now
    }
}
