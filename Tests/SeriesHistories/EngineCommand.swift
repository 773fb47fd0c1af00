import Recurrence
import Scheduler
import SeriesModel
import Storage

/// A command of the model as the engine has it.
struct EngineCommand: Sendable {
    let command: ModelCommand
    let names: Names

    /// What the engine answered.
    struct Answer: Sendable {
        /// The occurrence that the answer names as next.
        var next: Storage.TaskID?
        /// Whether the answer says what comes next.
        var saysNext = false
    }

    /// A draft that was refused before anything was looked up, which in the model comes later.
    struct RefusedDraft: Error {
        let error: SchedulerError
    }

    /// Carries it out.
    func run(in transaction: any StoreTransaction, _ commands: TaskCommands, now: UTCInstant) throws -> Answer {
        switch command {
        case .create(let new):
            _ = try commands.create(checked(new.draft(id: names.id(of: new.id)), commands), in: transaction, now: now)
        case .complete(let id):
            let done = try commands.complete(names.id(of: id), version: nil, in: transaction, now: now)
            return Answer(next: done.next?.id, saysNext: true)
        case .skip(let id):
            let done = try commands.skip(names.id(of: id), version: nil, in: transaction, now: now)
            return Answer(next: done.next?.id, saysNext: true)
        case .reopen(let id):
            _ = try commands.reopen(names.id(of: id), version: nil, in: transaction, now: now)
        case .setStatus(let id, let status, let scope):
            try update(id, scope, in: transaction, commands, now: now) { draft, _ in
                draft.status = Storage.TaskStatus(status)
                return []
            }
        case .touch(let id): try touch(names.id(of: id), in: transaction, commands, now: now)
        case .delete(let id, let scope):
            try commands.delete(
                names.id(of: id), version: nil, scope: EditScope(scope), in: transaction, now: now)
        case .patch(let id, let scope, let patch):
            try update(id, scope, in: transaction, commands, now: now) { patch.apply(to: &$0, of: $1) }
        case .patchSeries(let id, let patch): try update(id, patch, in: transaction, commands, now: now)
        case .deleteSeries(let id, let open):
            try commands.delete(
                names.id(of: id), open: open == .keep ? .keep : .delete, in: transaction, now: now)
        case .advance, .undo: break
        }
        return Answer()
    }

    private func update(
        _ id: SeriesModel.TaskID, _ scope: Scope, in transaction: any StoreTransaction, _ commands: TaskCommands,
        now: UTCInstant, _ change: (inout TaskDraft, TaskItem) -> TaskFields
    ) throws {
        _ = try commands.update(
            names.id(of: id), version: nil, scope: EditScope(scope), in: transaction, now: now
        ) { task in
            var draft = TaskDraft(task)
            let named = change(&draft, task)
            return try checked(draft, commands, named, changing: task)
        }
    }

    private func update(
        _ id: SeriesModel.SeriesID, _ patch: SeriesPatch, in transaction: any StoreTransaction,
        _ commands: TaskCommands, now: UTCInstant
    ) throws {
        _ = try commands.update(
            names.id(of: id), start: patch.dtstart, isRevived: patch.revives, in: transaction, now: now
        ) { task in
            var draft = TaskDraft(task)
            let named = patch.changes.apply(to: &draft, of: task)
            return try checked(draft, commands, named)
        }
    }

    private func checked(
        _ draft: TaskDraft, _ commands: TaskCommands, _ named: TaskFields? = nil, changing task: TaskItem? = nil
    ) throws -> CheckedTaskDraft {
        do {
            var checked = try commands.checked(draft, changing: task)
            checked.named = named
            return checked
        } catch let error as SchedulerError { throw RefusedDraft(error: error) }
    }

    /// What a person does with an occurrence that leaves it as it is: acknowledges a reminder of it, if there is one.
    private func touch(
        _ id: Storage.TaskID, in transaction: any StoreTransaction, _ commands: TaskCommands, now: UTCInstant
    ) throws {
        guard let task = try transaction.task(id) else { throw SchedulerError(.notFound, "there is no task \(id)") }
        if task.status.isOpen, let reminder = task.reminders.first {
            _ = try commands.acknowledge(reminder.id, in: transaction, now: now)
        }
        try commands.touch(task, in: transaction)
    }
}

extension EditScope {
    /// The scope as the engine has it; nil where none is given.
    init?(_ scope: Scope) {
        switch scope {
        case .unscoped: return nil
        case .this: self = .this
        case .following: self = .following
        case .all: self = .all
        }
    }
}
