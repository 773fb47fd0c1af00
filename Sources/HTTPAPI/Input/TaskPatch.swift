import Recurrence
import Scheduler
import Storage

/// A merge patch (RFC 7396) of a task, worked out before the transaction that it is carried out in.
struct TaskPatch: Sendable {
    private let changes: JSONValue
    private var before: TaskItem?
    private var draft: CheckedTaskDraft?

    /// A patch that is worked out when it is carried out: what it changes may not be there yet.
    init(_ changes: JSONValue) {
        self.changes = changes
    }

    /// Works a patch out on a task as it is now.
    ///
    /// - Throws: A ``Problem`` or a `SchedulerError` that names the fields at fault.
    init(_ changes: JSONValue, of task: TaskItem, by commands: TaskCommands) throws {
        self.init(changes)
        draft = try draft(of: task, by: commands)
        before = task
    }

    /// Carries it out.
    ///
    /// - Throws: What `TaskCommands.update` throws, and what is wrong with the patch.
    func apply(
        to id: TaskID,
        version: Int? = nil,
        scope: EditScope? = nil,
        by commands: TaskCommands,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try commands.update(id, version: version, scope: scope, in: transaction, now: now) { task in
            // A task that was changed meanwhile is patched as it is now.
            if let draft, task == before { return draft }
            return try draft(of: task, by: commands)
        }
    }

    private func draft(of task: TaskItem, by commands: TaskCommands) throws -> CheckedTaskDraft {
        try task.checkMends(changes)
        var checked = try commands.checked(TaskDraft(patching: task, with: changes), changing: task)
        checked.named = TaskFields(members: changes.memberNames)
        checked.namesRecurrence = changes["recurrence"] != nil
        // Who ticks a part off sends the list of parts, and changes none of them.
        if task.isTicked(by: checked.draft) { checked.named?.remove(.subtasks) }
        return checked
    }
}

extension JSONValue {
    /// The names of an object's members; none of what is no object.
    var memberNames: [String] {
        if case .object(let object) = self { object.fields.map(\.name) } else { [] }
    }
}

extension TaskItem {
    /// Whether all that a draft changes in the parts is which of them are done.
    fileprivate func isTicked(by draft: TaskDraft) -> Bool {
        guard draft.subtasks.map(\.id) == subtasks.map(\.id), draft.subtasks.map(\.title) == subtasks.map(\.title)
        else { return false }
        return draft.subtasks.map(\.isCompleted) != subtasks.map(\.isCompleted)
    }

    /// Refuses a change that leaves a field as it is that cannot be read: what it held would be lost in silence.
    fileprivate func checkMends(_ patch: JSONValue) throws {
        guard let setAside, case .object(let changes) = patch else { return }
        let left = setAside.unreadableFields.filter { changes[$0] == nil && !TaskDraft.readOnly.contains($0) }
        guard !left.isEmpty else { return }
        throw Problem(
            left.map { InputProblem(pointer: "/\($0)", detail: "must be set: \(setAside.reason)") })
    }
}
