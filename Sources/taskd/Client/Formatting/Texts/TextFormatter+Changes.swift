import Recurrence
import TaskdClient

extension UndoingView.RemovedTask: HandleBearing {}

extension TextFormatter {
    /// How many of the tasks that an undo touched are named.
    private static let maxNamed = 10
    /// How many of the changes that an undo passed over are.
    private static let maxPassedOver = 3

    /// A line for each change: when, what it did to what, by whom.
    func changes(_ changes: [ChangeView]) -> String {
        var table = TextTable([
            .init(title: say("when")), .init(title: say("id"), yielding: .dropped(.max, rank: 1)),
            .init(title: say("what"), yielding: .first(16)), .init(title: "", yielding: .dropped(8, rank: 0)),
            .init(title: say("by")), .init(title: ""),
        ])
        for change in changes {
            let subject = subject(of: change)
            table.append([
                cell(ofMoment: change.at, .faint), .init(change.id, .identifier),
                .init(
                    ChangeWords(change.kind, language).about(subject), line: ChangeWords(change.kind, .english).kind),
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
            let kind = ChangeWords(entry.change.kind, language).kind
            let isUndo = ["undo", "redo"].contains(entry.change.kind)
            // What comes back was made before.
            let words = isUndo && entry.words == ["created"] ? ["restored"] : entry.words.map(namingProjects)
            let what = words.isEmpty ? kind : words.joined(separator: "; ")
            let cause = isUndo ? "\(kind): " : ""
            table.append([
                cell(ofMoment: entry.change.at, .faint), .init(entry.change.author ?? "", .faint),
                .init((cause + what).withoutControls),
            ])
        }
        return text(ofList: table)
    }

    /// Whether words of a change are about the project that a task is in, which they name by its id.
    static func isOfProject(_ words: String) -> Bool { words.hasPrefix("project ") }

    /// Words of a change with the names of projects in the place of their ids.
    private func namingProjects(_ words: String) -> String {
        guard Self.isOfProject(words) else { return words }
        return projectNames.reduce(words) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value)\"") }
    }

    /// What was undone or redone, and the tasks that are as they were, or gone.
    func undoing(_ label: String, _ view: UndoingView) -> String {
        let change = view.redone ?? view.undone
        let what = "\(words(ofUndone: change)) (\(stamp(change.at)))"
        // To undo an undo by its id is to redo.
        var text = "\(self.label(view.redone == nil ? label : "redone")) \(style(.plain, what))\n"
        for task in view.tasks.prefix(Self.maxNamed) {
            text += "  " + line(Self.outcome(for: task, of: change, isRedo: view.redone != nil), task)
        }
        let removed = view.removedTasks ?? []
        let handles = HandleColumn(removed)
        for task in removed.prefix(Self.maxNamed) {
            text +=
                "  \(self.label("removed")) \(style(.identifier, handles.short(task)))  \(style(.plain, task.title))\n"
        }
        let named = min(view.tasks.count, Self.maxNamed) + min(removed.count, Self.maxNamed)
        let others = view.taskCount + view.removedCount - named
        if others > 0 { text += "  and \(others.counted("more task"))\n" }
        return text + passedOver(view)
    }

    /// The later changes that could not be undone any more.
    private func passedOver(_ view: UndoingView) -> String {
        let changes = view.passedOver ?? []
        guard !changes.isEmpty else { return "" }
        let named = changes.prefix(Self.maxPassedOver)
        let others = (view.passedOverCount ?? changes.count) - named.count
        let words =
            named.map { "\(ChangeWords($0.kind, language).kind) (\(stamp($0.at)))" }
            + (others > 0 ? [language == .korean ? "외 \(others)건" : "\(others) more"] : [])
        let reason = language == .korean ? "완전히 삭제된 할 일" : "the task is deleted for good"
        return "  \(label("passed over")) \(words.joined(separator: ", ")): \(reason)\n"
    }

    /// What a change was about: `Dentist and 2 more`; nil where nobody tells.
    private func subject(of change: ChangeView) -> String? {
        let isAboutTasks = ChangeWords(change.kind, .english).isAboutTasks
        let purged = language == .korean ? "완전히 삭제된 할 일" : "a task deleted for good"
        guard let subject = change.subject ?? (isAboutTasks && change.taskCount ?? 0 > 0 ? purged : nil) else {
            return nil
        }
        let others = isAboutTasks ? (change.taskCount ?? 1) - 1 : 0
        return others > 0 ? "\(subject) and \(others) more" : subject
    }

    /// Words for what was undone; of tasks they are in lines of their own.
    private func words(ofUndone change: ChangeView) -> String {
        let words = ChangeWords(change.kind, language)
        return words.about(words.isAboutTasks ? nil : change.subject)
    }

    /// What a task is again.
    private static func outcome(for task: TaskView, of change: ChangeView, isRedo: Bool) -> String {
        // What is closed was closed by this, or was so before.
        let isClosedBy = isRedo ? ["complete", "skip", "batch"].contains(change.kind) : change.kind == "reopen"
        switch task.status {
        case "completed" where isClosedBy: return "done again"
        case "cancelled" where isClosedBy: return "cancelled again"
        default:
            guard isRedo else { return "restored" }
            return ["create": "added again", "restore": "restored"][change.kind] ?? "changed"
        }
    }
}
