package import Recurrence
package import Storage

/// A merge patch (RFC 7396) of a task, carried out in the transaction that it is passed.
package struct TaskMergePatch: Sendable {
    /// What is kept, cleared and set.
    package let fields: Patch<TaskDraft>
    private var before: TaskItem?
    private var draft: CheckedTaskDraft?

    /// A patch that is worked out when it is carried out: what it changes may not be there yet.
    package init(_ fields: Patch<TaskDraft>) {
        self.fields = fields
    }

    /// Works it out on a task as it is now, so that no writer waits for it.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` that names the fields at fault.
    package func prepared(for task: TaskItem, by commands: TaskCommands) throws -> TaskMergePatch {
        var prepared = self
        prepared.draft = try draft(of: task, by: commands)
        prepared.before = task
        return prepared
    }

    /// What a task is to be; a task that was changed since the patch was worked out is patched as it is now.
    fileprivate func draft(of task: TaskItem, by commands: TaskCommands) throws -> CheckedTaskDraft {
        if let draft, task == before { return draft }
        try task.checkMends(fields)
        var checked: CheckedTaskDraft
        do { checked = try commands.checked(TaskDraft(task).patched(by: fields), changing: task) } catch let error
            as SchedulerError
        {
            throw error.placed(in: fields)
        }
        checked.named = fields.taskFields
        checked.namesRecurrence = fields.holds("recurrence")
        // Who ticks a part off sends the list of parts, and changes none of them.
        if task.isTicked(by: checked.draft) { checked.named?.remove(.subtasks) }
        return checked
    }
}

extension TaskCommands {
    /// Carries out a merge patch of a task.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - patch: What is to change.
    ///   - scope: How far the change of an occurrence reaches; nil as ``EditScope`` says.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now.
    /// - Throws: ``SchedulerError`` as the other updates do.
    package func update(
        _ id: TaskID, by patch: TaskMergePatch, scope: EditScope?, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try update(id, version: nil, scope: scope, in: transaction, now: now) { task in
            try patch.draft(of: task, by: self)
        }
    }
}

extension TaskDraft {
    /// The draft after a merge patch.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` where something is missing that must be there.
    func patched(by fields: Patch<TaskDraft>) throws -> TaskDraft {
        var (draft, problems) = (self, [InputProblem]())
        fields.apply(to: &draft, noting: &problems)
        guard let first = problems.first else { return draft }
        throw SchedulerError(.invalidInput, first.detail, problems: problems)
    }
}

extension TaskItem {
    /// Whether all that a draft changes in the parts is which of them are done.
    fileprivate func isTicked(by draft: TaskDraft) -> Bool {
        guard draft.subtasks.map(\.id) == subtasks.map(\.id), draft.subtasks.map(\.$title) == subtasks.map(\.$title)
        else { return false }
        return draft.subtasks.map(\.isCompleted) != subtasks.map(\.isCompleted)
    }

    /// Refuses a change that leaves a field as it is that cannot be read: what it held would be lost unnoticed.
    fileprivate func checkMends(_ fields: Patch<TaskDraft>) throws {
        guard let setAside else { return }
        let left = setAside.unreadableFields.filter { !fields.holds($0) && !Self.readOnlyMembers.contains($0) }
        guard !left.isEmpty else { return }
        let detail = "must be set in this request, since the task is set aside: \(setAside.reason)"
        throw SchedulerError(
            .invalidInput, detail, problems: left.map { InputProblem(pointer: "/\($0)", detail: detail) })
    }
}
