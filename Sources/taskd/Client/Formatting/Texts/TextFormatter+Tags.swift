import TaskdClient

extension TextFormatter {
    /// One line about a tag.
    func line(_ label: String, _ tag: TagView) -> String {
        "\(self.label(label)) \(style(.plain, name(tag)))\n"
    }

    /// A line for each tag.
    func tags(_ tags: [TagView]) -> String {
        var table = TextTable([
            .init(title: say("name"), yielding: .first(16)), .init(title: say("tasks"), isNumeric: true),
            .init(title: say("color"), yielding: .dropped(7, rank: 0)),
        ])
        for tag in tags {
            table.append([
                .init(name(tag), line: tag.name), .init("\(tag.count)", .faint),
                .init(tag.color ?? "", .faint),
            ])
        }
        return text(ofList: table)
    }

    /// Everything about one tag, a field a line.
    func details(_ tag: TagView) -> String {
        text(ofDetails: [
            ("name", tag.name), ("color", tag.color), ("icon", tag.icon), ("tasks", "\(tag.count)"),
        ])
    }

    private func name(_ tag: TagView) -> String {
        [tag.icon, tag.name].compactMap(\.self).joined(separator: " ").withoutControls
    }
}
