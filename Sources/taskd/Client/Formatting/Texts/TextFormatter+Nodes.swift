import TaskdClient

extension TextFormatter {
    /// A line for each node.
    func nodes(_ nodes: [NodeView]) -> String {
        var table = TextTable([
            .init(title: say("name")), .init(title: say("does")), .init(title: say("hooks")),
            .init(title: say("since"), yielding: .dropped(8, rank: 2)),
            .init(title: say("clock"), yielding: .dropped(8, rank: 1)),
            .init(title: say("version"), yielding: .dropped(6, rank: 0)),
        ])
        for node in nodes {
            table.append([
                .init(node.isAsked ? "\(node.name) (asked)" : node.name, .identifier),
                .init(node.leader ? "fires reminders" : "stands by"), .init("\(node.hooks.count)"),
                cell(ofMoment: node.joinedAt, .faint), clock(of: node), .init(node.version, .faint),
            ])
        }
        return text(ofList: table)
    }

    /// How far the machine's clock is from the store's, worth a warning from a second on.
    private func clock(of node: NodeView) -> TextTable.Cell {
        guard let offset = node.clockOffsetSeconds else { return .init("") }
        guard abs(offset) >= 1 else { return .init("right", .faint) }
        return .init("\(StatusView.span(abs(offset))) \(offset > 0 ? "behind" : "ahead")", .late)
    }
}
