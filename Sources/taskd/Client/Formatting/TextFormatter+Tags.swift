import TaskdClient

extension TextFormatter {
    /// One line about a tag.
    func line(_ label: String, _ tag: TagView) -> String {
        "\(style(.good, label)): \(style(.plain, name(tag)))\n"
    }

    /// A line for each tag.
    func tags(_ tags: [TagView]) -> String {
        var table = TextTable()
        for tag in tags {
            table.append([
                .init(name(tag)), .init(tag.count.counted("task"), .faint),
                .init((tag.color ?? "").withoutControls, .faint),
            ])
        }
        return table.text(context.style)
    }

    /// Everything about one tag, a field a line.
    func details(_ tag: TagView) -> String {
        var table = TextTable()
        for case (let name, let value?) in [
            ("name", tag.name), ("color", tag.color), ("icon", tag.icon), ("tasks", "\(tag.count)"),
        ] {
            table.append([.init(name, .faint), .init(value.withoutControls)])
        }
        return table.text(context.style)
    }

    private func name(_ tag: TagView) -> String {
        [tag.icon, tag.name].compactMap(\.self).joined(separator: " ").withoutControls
    }
}
