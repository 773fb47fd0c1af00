import Recurrence
import Storage

/// Takes back what a change did to tasks, one by one: first those go that it made, then those are restored that were there.
struct TaskReversal {
    /// The change that is taken back.
    let change: Change
    /// What that is recorded as.
    let own: Change
    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant
    /// How much of it this transaction does.
    var budget: EditBudget
    /// The tasks that are there again, or as they were.
    private(set) var tasks: [TaskItem] = []
    /// The tasks that went, as they were.
    private(set) var removed: [TaskItem] = []
    private let command: RestoredCommand?

    init(
        of change: Change, as own: Change, _ commands: TaskCommands, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        (self.change, self.own, self.commands, self.transaction, self.now) = (change, own, commands, transaction, now)
        budget = EditBudget(partOf: commands)
        command = try Self.command(of: change, in: transaction)
    }

    /// The command that is in force no more, or again; nil where it is kept no longer.
    private static func command(of change: Change, in reader: any StoreReader) throws -> RestoredCommand? {
        var command = change
        while let undone = command.undoes {
            guard let before = try reader.change(undone) else { return nil }
            command = before
        }
        return RestoredCommand(kind: command.kind, at: command.at, isInForce: change.kind == .undo)
    }

    /// Removes a task that the change had made, as it was found, from its place in a series where it has one.
    mutating func remove(_ task: TaskItem, _ place: SeriesOccurrence?) throws {
        try commands.remove(task, as: try reason(forRemovingFrom: place, task), in: transaction, now: now)
        removed.append(task)
        budget.spend(on: task)
    }

    /// Why a task goes: where an undo had brought it back, for the reason for which it had gone before.
    private func reason(forRemovingFrom place: SeriesOccurrence?, _ task: TaskItem) throws -> DeletionReason {
        if change.kind == .restore { return .deleted }
        guard change.kind == .undo else { return .undone }
        guard let place, let entry = try transaction.entry(of: place.series, at: place.recurrenceID),
            entry.task == task.id, entry.state == .withdrawn
        else { return .deleted }
        return .withdrawn
    }

    /// Makes a task what it was, which was found as it is passed; nil where it was not there.
    mutating func restore(_ id: TaskID, found: TaskItem?) throws {
        note(try restored(id, found: found), found)
    }

    private func restored(_ id: TaskID, found: TaskItem?) throws -> TaskItem? {
        try commands.bringBack(id, before: change.id, found: found, by: command, in: transaction, now: now)
    }

    private mutating func note(_ task: TaskItem?, _ found: TaskItem?) {
        guard let task else { return }
        tasks.append(task)
        budget.spend(on: task)
        if let found { budget.spend(on: found) }
    }

    /// Goes on with the tasks that stand by themselves, until each is done or there is no room.
    ///
    /// - Parameters:
    ///   - pending: How far it has come, which is brought forward.
    ///   - isBegun: Whether something of the undo was committed before, so that it cannot be refused any more: a task for which
    ///     it fails is set aside then, and one that is not there stays in the trash.
    /// - Returns: Whether something is left.
    /// - Throws: What the store throws, and until something was committed ``SchedulerError``.
    mutating func goOn(_ pending: inout PendingUndo, isBegun: Bool) throws -> Bool {
        while true {
            let page = try transaction.tasks(
                of: change.id, wereThere: pending.isRestoring, after: pending.last, limit: budget.pageSize)
            for id in page {
                // What was bound to something else is done already.
                if try transaction.latestChange(of: .task(id), before: nil)?.id != own.id {
                    if budget.isSpent { return true }
                    try takeBack(id, wasThere: pending.isRestoring, isBegun: isBegun)
                }
                pending.last = id
            }
            guard page.isEmpty else { continue }
            guard !pending.isRestoring else { return false }
            (pending.isRestoring, pending.last) = (true, nil)
        }
    }

    private mutating func takeBack(_ id: TaskID, wasThere: Bool, isBegun: Bool) throws {
        let found = try transaction.task(id)
        if !wasThere {
            if let found { try remove(found, found.occurrence) }
        } else if isBegun {
            note(try attempt(id, found: found), found)
        } else {
            try restore(id, found: found)
        }
    }

    private func attempt(_ id: TaskID, found: TaskItem?) throws -> TaskItem? {
        do {
            return try transaction.asUnit { try restored(id, found: found) }
        } catch let error where error.isOfUnit {
            guard found != nil else { return nil }
            var setAside = SetAsideTransaction(transaction, now: now)
            try setAside.setAside(.task(id), reason: error.wordsForUnit)
            return nil
        }
    }
}
