import TaskdClient

extension TextFormatter {
    /// A line for each task in the trash: when it was deleted, and what it was.
    func trash(_ items: [TrashedTaskView]) -> String {
        var table = TextTable()
        for item in items {
            table.append([
                .init(stamp(item.deletedAt), .faint), .init(item.task.id, .identifier), .init(caption(item.task)),
                .init(item.author ?? "", .faint),
            ])
        }
        return table.text(context.style)
    }

    /// What became of something that only an id is left of.
    func line(_ label: String, id: String) -> String {
        "\(style(.good, label)): \(style(.identifier, id))\n"
    }

    /// What a change of many tasks came to, or how many it would concern.
    func bulk(_ label: String, _ view: BulkView) -> String {
        guard let changed = view.changed else {
            return "matching tasks: \(view.matched)\(view.isExact == false ? "+" : "")\n"
        }
        var text = "\(style(.good, label)): \(changed) of \(view.matched) tasks\n"
        for failure in view.failed ?? [] {
            text += "  \(style(.identifier, failure.id))  \(failure.detail.withoutControls)\n"
        }
        let others = (view.failedCount ?? 0) - (view.failed?.count ?? 0)
        return others > 0 ? text + "  and \(others) more that could not be changed\n" : text
    }
}
