import TaskdClient

extension UndoingView.RemovedTask: HandleBearing {}

extension TextFormatter {
    /// How many of the tasks that an undo touched are named.
    private static let maxNamed = 10

    /// A line for each change: when, what it did to what, by whom.
    func changes(_ changes: [ChangeView]) -> String {
        var table = TextTable([
            .init(title: say("when")), .init(title: say("id"), yielding: .dropped(.max, rank: 1)),
            .init(title: say("what"), yielding: .first(16)), .init(title: "", yielding: .dropped(8, rank: 0)),
            .init(title: say("by")), .init(title: ""),
        ])
        for change in changes {
            let subject = Self.subject(of: change)
            table.append([
                cell(ofMoment: change.at, .faint), .init(change.id, .identifier),
                .init(Self.words(of: change.kind, subject), line: Self.words(of: change.kind)),
                .init("", line: change.undoes.map { "of \($0)" } ?? ""), .init(change.author ?? "", .faint),
                .init("", line: subject ?? ""),
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
        let what = "\(Self.words(ofUndone: change)) (\(stamp(change.at)))"
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

    /// What a change was about: `Dentist and 2 more`; nil where nobody tells.
    private static func subject(of change: ChangeView) -> String? {
        guard let subject = change.subject else { return nil }
        let others = isAboutTasks(change.kind) ? (change.taskCount ?? 1) - 1 : 0
        return others > 0 ? "\(subject) and \(others) more" : subject
    }

    private static func isAboutTasks(_ kind: String) -> Bool {
        !["Project", "Tag", "Series"].contains { kind.hasSuffix($0) } && !["pause", "resume"].contains(kind)
    }

    /// Words for what was undone; of tasks they are in lines of their own.
    private static func words(ofUndone change: ChangeView) -> String {
        guard !isAboutTasks(change.kind), let subject = change.subject else { return words(of: change.kind) }
        return words(of: change.kind, subject)
    }

    /// Words for a kind of change with what it was about: `completed Dentist`.
    private static func words(of kind: String, _ subject: String?) -> String {
        guard let subject else { return words(of: kind) }
        let verb =
            switch kind {
            case "create": "created"
            case "update": "changed"
            case "complete": "completed"
            case "skip": "skipped"
            case "reopen": "reopened"
            case "delete": "deleted"
            case "restore": "restored"
            case "snooze": "snoozed"
            case "acknowledge": "acknowledged"
            case "batch": "changes to"
            case "undo": "undo:"
            case "redo": "redo:"
            default: words(of: kind)
            }
        return "\(verb) \(subject)"
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
        case "batch": "several changes"
        case "undo": "undo"
        case "redo": "redo"
        default: kind
        }
    }
}
