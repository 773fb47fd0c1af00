package import Recurrence
package import Storage

/// A further task that is made of one that there is, worked out before its transaction begins.
///
/// It has everything that was written of the task but its status: it is open, and so is each of its parts. A task that
/// recurs is copied with its rules, which count from the copy's own times: it begins a series.
package struct TaskDuplicate: Sendable {
    private let fields: Patch<TaskDraft>
    private let id: TaskID?
    private let original: TaskItem
    private let draft: CheckedTaskDraft

    /// Works out the copy.
    ///
    /// - Parameters:
    ///   - task: What is copied.
    ///   - id: The id of the copy; nil for one that is made.
    ///   - fields: In what the copy differs.
    ///   - commands: Hold it against the zones and bounds.
    /// - Throws: ``SchedulerError`` with code `.invalidInput`, naming the fields at fault; that of a task that cannot be
    ///   read whole.
    package init(
        of task: TaskItem, id: TaskID?, changedBy fields: Patch<TaskDraft>, by commands: TaskCommands
    ) throws {
        try task.checkWhole()
        (self.fields, self.id, original) = (fields, id, task)
        var draft = try TaskDraft(duplicating: task, in: commands.zones.rules(for: task.timeZone))
        draft.id = id
        self.draft = try commands.checked(draft.patched(by: fields))
    }

    /// Makes the copy, of the task as it is now.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.conflict` where the id is taken, and as ``init(of:id:changedBy:by:)``.
    package func make(
        by commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        let task = try commands.task(original.id, version: nil, in: transaction)
        let copy = task == original ? self : try TaskDuplicate(of: task, id: id, changedBy: fields, by: commands)
        // A deleted project is not one that a new task can be in.
        let project = task.content.project.flatMap { $0.isDeleted ? nil : $0 }
        return try commands.create(copy.draft, from: project, in: transaction, now: now)
    }
}

extension TaskDraft {
    fileprivate init(duplicating task: TaskItem, in zone: ZoneRules) {
        self.init(task)
        // A deleted project is not one that a new task can be in.
        self.projectID = task.projectID
        status = .needsAction
        progress = 0
        start = task.start.map { $0.meant(in: zone) }
        due = task.due.map { $0.meant(in: zone) }
        reminders = zip(task.reminders, reminders).map { reminder, draft in
            var draft = draft
            draft.id = nil
            if case .at(let time) = reminder.trigger { draft.trigger = .at(time.meant(in: zone)) }
            return draft
        }
        subtasks = subtasks.map { SubtaskDraft(title: $0.title) }
        for index in self.attachments.indices { self.attachments[index].id = .unset }
    }
}

extension LocalTime {
    /// The time as it is given again; the second of two equal local times as its instant, since the text means the first.
    fileprivate func meant(in zone: ZoneRules) -> TaskDraft.Time {
        guard isSecondOfOverlap, let instant = instant(in: zone) else { return .civil(civil) }
        return .instant(instant)
    }
}
