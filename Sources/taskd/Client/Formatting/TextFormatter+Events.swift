import TaskdClient

extension TextFormatter {
    /// A line for each firing to come.
    func upcoming(_ items: [UpcomingView]) -> String {
        let short = ShortIdentifiers(items.map(\.taskId))
        var table = TextTable()
        for item in items {
            table.append([
                .init(moment(item.fireAt, in: item.timeZone)), .init(short(item.taskId), .identifier),
                .init(item.projected ? "projected" : "", .faint), .init(item.title),
            ])
        }
        return table.text(context.style)
    }

    /// A line for an event: its seq, when, what, whose.
    func event(_ event: EventView) -> String {
        let title = event.data?.task?.title.map { "  " + style(.plain, $0) } ?? ""
        return
            "\(style(.identifier, "#\(event.seq)"))  \(style(.faint, stamp(event.timestamp)))  \(style(.plain, event.type))\(title)\n"
    }

    /// A line for each hook.
    ///
    /// - Parameters:
    ///   - hooks: The hooks.
    ///   - health: How the receivers of those that are enabled have been answering.
    /// - Returns: The lines.
    func hooks(_ hooks: [HookView], _ health: [String: HookHealthView]) -> String {
        let short = ShortIdentifiers(hooks.map(\.id))
        var table = TextTable()
        for hook in hooks {
            let state = state(of: hook, health[hook.id])
            table.append([
                .init(short(hook.id), .identifier), .init(hook.kind), state,
                .init(hook.events.joined(separator: ",")), .init(hook.target), .init(chosenTasks(of: hook)),
            ])
        }
        return table.text(context.style)
    }

    private func state(of hook: HookView, _ health: HookHealthView?) -> TextTable.Cell {
        guard hook.enabled else {
            return .init("disabled" + (hook.disabledReason.map { ": \($0)" } ?? ""), .late)
        }
        guard let health, health.circuit != "closed" else { return .init("enabled", .good) }
        let resumes = health.resumesAt.map { " until \(stamp($0))" } ?? ""
        return .init("failing: \(health.waiting) wait\(resumes)", .late)
    }

    /// Of which tasks a hook gets events, in the words of `taskd hook add`; empty where it gets those of all.
    func chosenTasks(of hook: HookView) -> String {
        var words = hook.tags.map { "#\($0)" }
        if !hook.priorities.isEmpty { words.append("priority \(hook.priorities.joined(separator: ","))") }
        if let filter = hook.filter {
            words.append("where \(filter)" + (hook.timeZone.map { " (\($0))" } ?? ""))
        }
        return words.joined(separator: " ")
    }
}
