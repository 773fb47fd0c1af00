import TaskdClient

extension UndoingView.RemovedTask: HandleBearing {}

extension TextFormatter {
    /// How many of the tasks that an undo touched are named.
    private static let maxNamed = 10

    /// A line for each change: when, what, by whom.
    func changes(_ changes: [ChangeView]) -> String {
        var table = TextTable([
            .init(title: say("when")), .init(title: say("id"), yielding: .dropped(.max, rank: 1)),
            .init(title: say("what"), yielding: .first(16)), .init(title: "", yielding: .dropped(8, rank: 0)),
            .init(title: say("by")),
        ])
        for change in changes {
            table.append([
                cell(ofMoment: change.at, .faint), .init(change.id, .identifier), .init(Self.words(of: change.kind)),
                .init(change.undoes.map { "of \($0)" } ?? ""), .init(change.author ?? "", .faint),
            ])
        }
        return text(ofList: table)
    }

    /// A line for each change of a task: when, by whom, what it did.
    func history(_ entries: [TaskHistoryView]) -> String {
        var table = TextTable([
            .init(title: say("when")), .init(title: say("by")), .init(title: say("what"), yielding: .first(16)),
        ])
        for entry in entries {
            let kind = Self.words(of: entry.change.kind)
            let isUndo = ["undo", "redo"].contains(entry.change.kind)
            // What comes back was made before.
            let words = isUndo && entry.words == ["created"] ? ["restored"] : entry.words
            let what = words.isEmpty ? kind : words.joined(separator: "; ")
            let cause = isUndo ? "\(kind): " : ""
            table.append([
                cell(ofMoment: entry.change.at, .faint), .init(entry.change.author ?? "", .faint),
                .init((cause + what).withoutControls),
            ])
        }
        return text(ofList: table)
    }

    /// What was undone or redone, and the tasks that are as they were, or gone.
    func undoing(_ label: String, _ view: UndoingView) -> String {
        let change = view.redone ?? view.undone
        let what = "\(Self.words(of: change.kind)) (\(stamp(change.at)))"
        var text = "\(self.label(label)) \(style(.plain, what))\n"
        for task in view.tasks.prefix(Self.maxNamed) {
            text += "  " + line(Self.outcome(for: task, isRedo: view.redone != nil), task)
        }
        let removed = view.removedTasks ?? []
        let handles = HandleColumn(removed)
        for task in removed.prefix(Self.maxNamed) {
            text +=
                "  \(self.label("removed")) \(style(.identifier, handles.short(task)))  \(style(.plain, task.title))\n"
        }
        let named = min(view.tasks.count, Self.maxNamed) + min(removed.count, Self.maxNamed)
        let others = view.taskCount + view.removedCount - named
        return others > 0 ? text + "  and \(others.counted("more task"))\n" : text
    }

    /// What a task is again.
    private static func outcome(for task: TaskView, isRedo: Bool) -> String {
        switch task.status {
        case "completed": "done again"
        case "cancelled": "cancelled again"
        default: isRedo ? "changed" : "restored"
        }
    }

    /// Words for a kind of change.
    private static func words(of kind: String) -> String {
        switch kind {
        case "create": "task created"
        case "update": "task changed"
        case "complete": "task completed"
        case "skip": "occurrence skipped"
        case "reopen": "task reopened"
        case "delete": "task deleted"
        case "restore": "task restored"
        case "snooze": "reminder snoozed"
        case "acknowledge": "reminder acknowledged"
        case "updateSeries": "series changed"
        case "deleteSeries": "series ended"
        case "createProject": "project created"
        case "updateProject": "project changed"
        case "deleteProject": "project deleted"
        case "createTag": "tag created"
        case "updateTag": "tag changed"
        case "deleteTag": "tag deleted"
        case "pause": "paused"
        case "resume": "pause ended"
        case "undo": "undo"
        case "redo": "redo"
        default: kind
        }
    }
}
