import Recurrence
import Storage

/// What a change of the whole series does to its open occurrences, as far as one transaction is to.
extension SeriesTransaction {
    /// An edit that is still to be said what it does; it reaches the occurrences that there are now.
    func pendingEdit() throws -> PendingEdit {
        PendingEdit(lastNumber: try transaction.lastNumber(of: series.id))
    }

    /// Carries an edit out on the open occurrences of the series, which must be written.
    ///
    /// What one transaction is not to write stays pending, behind what is pending already.
    ///
    /// - Returns: The occurrence that was deleted last because of an exception; nil where none was.
    /// - Throws: ``SchedulerError``: `.invalidInput` where an occurrence would be led too far, `.notPossible` where nothing
    ///   may stay pending and it is more than one transaction may write.
    @discardableResult
    func reach(_ edit: PendingEdit) throws -> TaskID? {
        var edit = edit
        edit.change = transaction.recordedChange?.id
        let earlier = try transaction.pendingEdits(of: series.id)
        guard earlier.isEmpty else {
            try transaction.setPendingEdits(earlier + [edit], of: series.id)
            return nil
        }
        var budget = EditBudget(commands)
        if try carryOut(&edit, within: &budget) { return edit.cause }
        guard commands.leavesRest else {
            throw SchedulerError(
                .notPossible,
                "the change would write more than one transaction may: \(WriteBudget.maxRows) tasks, "
                    + "reminders, subtasks and tags, and \(WriteBudget.maxBytes >> 20) MiB of text; send it on its own, "
                    + "not in a batch, or change a single task with scope=this")
        }
        try checkLast(edit)
        try transaction.setPendingEdits([edit], of: series.id)
        return edit.cause
    }

    /// Resumes an edit where it stopped, and appends its event once every occurrence is changed.
    ///
    /// - Parameters:
    ///   - edit: The edit; it knows afterwards how far it came.
    ///   - budget: How much more is to be written.
    ///   - setAside: Where an occurrence is set aside for which it fails; nil to throw, so that the whole change is refused.
    /// - Returns: Whether every occurrence is reached.
    /// - Throws: What the store throws; without `setAside` also ``SchedulerError``.
    func carryOut(
        _ edit: inout PendingEdit, within budget: inout EditBudget, settingAside setAside: SetAsideTransaction? = nil
    ) throws -> Bool {
        if edit.doesAnything {
            let exceptions = try edit.exceptions.map { try days(of: $0) }
            while let following = try carryOutPage(of: &edit, exceptions, within: &budget, setAside) {
                edit.next = following.slot
                guard following.isToFollow else { return false }
            }
        }
        if let report = edit.report, report.isSeriesChanged || report.taskCount > 0 {
            try transaction.append([.seriesUpdated(series, report, now: now)])
        }
        return true
    }

    /// Carries an edit out on the next few occurrences.
    ///
    /// - Returns: The first slot that was not reached, and whether it is to be now; nil where there is none.
    private func carryOutPage(
        of edit: inout PendingEdit, _ exceptions: [NamedSlots], within budget: inout EditBudget,
        _ setAside: SetAsideTransaction?
    ) throws -> (slot: CivilTime, isToFollow: Bool)? {
        let size = budget.pageSize
        let page = try transaction.entries(of: series.id, in: [.open], from: edit.next, limit: size + 1)
        let concerned = page.prefix(size).filter { edit.concerns($0, exceptions) }
        let unreached =
            edit.isPlain
            ? try give(&edit, to: concerned, within: &budget)
            : try carryOut(&edit, on: concerned, exceptions, within: &budget, setAside)
        if let unreached { return (unreached.recurrenceID, false) }
        return page.dropFirst(size).first.map { ($0.recurrenceID, true) }
    }

    /// Gives plain fields to occurrences, as far as the budget goes.
    ///
    /// - Returns: The first that was not reached; nil where each was.
    private func give(
        _ edit: inout PendingEdit, to entries: [LedgerEntry], within budget: inout EditBudget
    ) throws -> LedgerEntry? {
        let room = budget.spend(onPlain: edit.fields, of: series.content, atMost: entries.count)
        let tasks = entries.prefix(room).map(\.task)
        for task in try transaction.give(edit.fields, of: series.content, to: tasks, at: now) {
            edit.report?.note(task)
        }
        return entries.dropFirst(room).first
    }

    private func carryOut(
        _ edit: inout PendingEdit, on entries: [LedgerEntry], _ exceptions: [NamedSlots],
        within budget: inout EditBudget, _ setAside: SetAsideTransaction?
    ) throws -> LedgerEntry? {
        let found = try transaction.tasks(entries.map(\.task))
        let tasks = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        var setAside = setAside
        for entry in entries {
            guard let task = tasks[entry.task] else { continue }
            if budget.isSpent { return entry }
            budget.spend(rows: task.rowCount, bytes: series.content.textSize(of: edit.fields))
            guard setAside != nil else {
                try carryOut(&edit, on: entry, task, exceptions)
                continue
            }
            let before = edit
            let after = try setAside?.attempt(.task(task.id)) {
                var edit = before
                try carryOut(&edit, on: entry, task, exceptions)
                return edit
            }
            edit = after ?? before
        }
        return nil
    }

    private func carryOut(
        _ edit: inout PendingEdit, on entry: LedgerEntry, _ task: TaskItem, _ exceptions: [NamedSlots]
    ) throws {
        var (entry, task) = (entry, task)
        let isChanged = try change(&task, &entry, by: edit)
        switch edit.outcome {
        case .stays: break
        case .deleted: try delete(entry, task)
        case .cancelled:
            _ = try commands.close(
                &task, as: .cancelled, appending: .taskUpdated, isAddressed: false, in: transaction, now: now)
        case .excepted:
            guard exceptions.contains(where: { $0.contains(entry.recurrenceID) }) else { break }
            try delete(entry, task, as: .excepted)
            edit.cause = task.id
            return
        }
        if isChanged { edit.report?.note(task.id) }
    }

    /// Gives an occurrence what the series is now, as far as the edit says, and writes it.
    ///
    /// - Returns: Whether anything of it changed that a client sees.
    private func change(_ task: inout TaskItem, _ entry: inout LedgerEntry, by edit: PendingEdit) throws -> Bool {
        let changed = try self.changed(task, entry, by: edit)
        guard changed != task else {
            if let pause = edit.pause, task.isHeld(by: pause) { try commands.save(&task, in: transaction, now: now) }
            return false
        }
        // What is known from a reminder that goes is to stay known.
        if edit.fields.contains(.reminders), !entry.overrides.contains(.reminders), !entry.isTouched,
            try hasReminded(task)
        {
            entry.isTouched = true
            try save(entry)
        }
        task = changed
        task.version += 1
        task.updatedAt = now
        try commands.save(&task, in: transaction, now: now)
        return true
    }

    private func changed(_ before: TaskItem, _ entry: LedgerEntry, by edit: PendingEdit) throws -> TaskItem {
        var task = before
        if let shift = edit.timeShift, !entry.overrides.contains(.times) {
            try put(&task, at: entry.recurrenceID, movingOwnReminders: shift)
        }
        try series.give(edit.fields.subtracting(entry.overrides), to: &task, at: entry.recurrenceID)
        return task
    }

    /// Puts an occurrence on its slot, after the whole series moved.
    private func put(_ task: inout TaskItem, at slot: CivilTime, movingOwnReminders shift: Int) throws {
        guard let times = series.times(at: slot) else { throw SchedulerError.beyondRange(at: mover) }
        (task.start, task.due) = times
        task.timeZone = series.timeZone
        try task.moveOwnReminders(bySeconds: shift, of: mover)
        guard try commands.plan(for: series.timeZone).represents(task) else {
            throw SchedulerError.beyondRange(at: mover)
        }
    }

    /// Refuses what leads the last occurrence too far, while the change can still be refused: no other is led further.
    private func checkLast(_ edit: PendingEdit) throws {
        guard let last = try transaction.frontier(of: series.id), last.state == .open, edit.concerns(last, []),
            let task = try transaction.task(last.task)
        else { return }
        _ = try changed(task, last, by: edit)
    }
}

extension PendingEdit {
    /// Whether it makes of each occurrence what the series is now.
    private var changesEach: Bool { !fields.isEmpty || timeShift != nil || pause != nil }

    /// The exceptions that occurrences are deleted for.
    fileprivate var exceptions: [String] {
        if case .excepted(let dates) = outcome { dates } else { [] }
    }

    /// Whether it may change anything at all.
    fileprivate var doesAnything: Bool {
        changesEach || outcome == .deleted || outcome == .cancelled || !exceptions.isEmpty
    }

    /// Whether it gives fields alone that nothing follows from.
    fileprivate var isPlain: Bool {
        fields.isSubset(of: .plain) && timeShift == nil && pause == nil && exceptions.isEmpty
            && outcome != .deleted && outcome != .cancelled
    }

    /// Whether an occurrence is to be reached.
    fileprivate func concerns(_ entry: LedgerEntry, _ exceptions: [NamedSlots]) -> Bool {
        guard entry.task != spared, let number = entry.number, number <= lastNumber else { return false }
        return changesEach || outcome == .deleted || outcome == .cancelled
            || exceptions.contains { $0.contains(entry.recurrenceID) }
    }
}

extension PendingEdit.Report {
    /// Notes that an occurrence was changed.
    fileprivate mutating func note(_ task: TaskID) {
        taskCount += 1
        if tasks.count < Self.maxTasks { tasks.append(task) }
    }
}

extension TaskItem {
    /// Whether a pause holds one of its reminders.
    func isHeld(by pause: PauseID) -> Bool {
        reminders.contains { $0.hold?.pause == pause }
    }
}
