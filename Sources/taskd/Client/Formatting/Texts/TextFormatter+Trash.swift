import TaskdClient

extension TextFormatter {
    /// A line for each task in the trash: when it was deleted, and what it was.
    func trash(_ items: [TrashedTaskView]) -> String {
        let handles = HandleColumn(items.map(\.task))
        var table = TextTable([
            .init(title: say("deleted")), .init(title: say("handle")), .init(title: say("title"), yielding: .first(16)),
            .init(title: say("by"), yielding: .dropped(6, rank: 0)),
        ])
        for item in items {
            table.append([
                cell(ofMoment: item.deletedAt, .faint), handles.cell(item.task, at: slot(of: item.task, among: items)),
                .init(caption(item.task)), .init(item.author ?? "", .faint),
            ])
        }
        return text(ofList: table)
    }

    /// What tells an occurrence from the others of its series that were deleted, whose handle means the last of them: the
    /// day, or where that is not enough the time; nil for a task that was no occurrence.
    private func slot(of task: TaskView, among items: [TrashedTaskView]) -> String? {
        guard let slot = task.recurrenceId else { return nil }
        let day = slot.prefix { $0 != "T" }
        let isAlone = !items.contains {
            $0.task.id != task.id && $0.task.seriesId == task.seriesId && $0.task.recurrenceId?.hasPrefix(day) == true
        }
        return isAlone ? String(day) : slot
    }

    /// What a change of many tasks came to, or how many it would concern.
    func bulk(_ label: String, _ view: BulkView, _ named: [String: TaskView]) -> String {
        guard let changed = view.changed else {
            return "matching tasks: \(view.matched)\(view.isExact == false ? "+" : "")\n"
        }
        var text = "\(self.label(label)) \(changed) of \(view.matched) tasks\n"
        for failure in view.failed ?? [] {
            let task = named[failure.id].map { [style(.identifier, $0.shownHandle), style(.plain, $0.title)] }
            let parts =
                (task ?? [style(.identifier, failure.id)]) + [
                    ProblemText.ofChange(failure.detail, context.typed).withoutControls
                ]
            text += "  \(parts.joined(separator: "  "))\n"
        }
        let others = (view.failedCount ?? 0) - (view.failed?.count ?? 0)
        return others > 0 ? text + "  and \(others) more that could not be changed\n" : text
    }
}
