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

    /// For programs the heading is the first cell of each line.
    private func lines(of tasks: [TaskView], under name: String) -> String {
        list(tasks).split(separator: "\n").map { "\(name.withoutControls)\t\($0)\n" }.joined()
    }

    private func headings(of task: TaskView, by grouping: ListGrouping) -> [String] {
        switch grouping {
        case .day:
            guard let due = task.due.flatMap({ CivilTime($0) }) else { return [say("no due time")] }
            return [context.terminal.hasOutput ? times.local("\(due.date)", in: task.timeZone).absolute : "\(due.date)"]
        case .project: return [task.projectId.map { projectNames[$0] ?? $0 } ?? say("no project")]
        case .tag: return task.tags.isEmpty ? [say("no tag")] : task.tags.map { "#\($0)" }
        }
    }
}
