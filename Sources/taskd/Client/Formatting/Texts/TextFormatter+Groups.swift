import Recurrence
import TaskdClient

extension TextFormatter {
    /// Tasks under a heading for each day on which they are due, each project, or each tag; the order within stays.
    func list(_ tasks: [TaskView], by grouping: ListGrouping) -> String {
        var (names, groups): ([String], [String: [TaskView]]) = ([], [:])
        for task in tasks {
            for name in headings(of: task, by: grouping) {
                if groups[name] == nil { names.append(name) }
                groups[name, default: []].append(task)
            }
        }
        guard context.terminal.hasOutput else {
            return names.map { name in lines(of: groups[name] ?? [], under: name) }.joined()
        }
        return names.map { name in
            let heading = name.withoutControls.cut(toWidth: context.terminal.columns)
            return "\(style(.good, heading))\n" + list(groups[name] ?? [])
        }.joined(separator: "\n")
    }

    /// For programs the heading is one more cell, behind those that lines have in any list.
    private func lines(of tasks: [TaskView], under name: String) -> String {
        list(tasks).split(separator: "\n").map { "\($0)\t\(name.withoutControls)\n" }.joined()
    }

    /// What stands where there is no heading; for programs in English.
    private func none(_ words: String) -> String { context.terminal.hasOutput ? say(words) : words }

    private func headings(of task: TaskView, by grouping: ListGrouping) -> [String] {
        switch grouping {
        case .day:
            guard let due = task.due.flatMap({ CivilTime($0) }) else { return [none("no due time")] }
            return [context.terminal.hasOutput ? times.local("\(due.date)", in: task.timeZone).absolute : "\(due.date)"]
        case .project: return [task.projectId.map { projectNames[$0] ?? $0 } ?? none("no project")]
        case .tag: return task.tags.isEmpty ? [none("no tag")] : task.tags.map { "#\($0)" }
        }
    }
}
