import TaskdClient

extension TextFormatter {
    /// One line about a project, with its whole id.
    func line(_ label: String, _ project: ProjectView) -> String {
        "\(style(.good, label)): \(style(.identifier, project.id))  \(style(.plain, name(project)))\n"
    }

    /// A line for each project; those that stand in one of them are shown below it.
    func projects(_ projects: [ProjectView]) -> String {
        var table = TextTable()
        let byParent = Dictionary(grouping: projects) { $0.parentId }
        let shown = Set(projects.map(\.id))
        func add(_ project: ProjectView, depth: Int) {
            let counts = project.counts
            table.append([
                .init(project.id, .identifier), .init(String(repeating: "  ", count: depth) + name(project)),
                .init("\(counts.open) open"), .init(counts.overdue == 0 ? "" : "\(counts.overdue) overdue", .late),
                .init("\(project.progress)%", .faint), .init(project.isArchived ? "archived" : "", .faint),
            ])
            for inner in byParent[project.id] ?? [] { add(inner, depth: depth + 1) }
        }
        for project in projects where project.parentId.map({ !shown.contains($0) }) ?? true { add(project, depth: 0) }
        return table.text(context.style)
    }

    /// Everything about one project, a field a line.
    func details(_ project: ProjectView) -> String {
        var table = TextTable()
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { table.append([.init(name, .faint), .init(value.withoutControls)]) }
        }
        let counts = project.counts
        add("id", project.id)
        add("name", project.name)
        for line in (project.description ?? "").lines { add("description", line) }
        add("color", project.color)
        add("icon", project.icon)
        add("in", project.parentId)
        add("archived", project.isArchived ? "yes" : nil)
        add("tasks", "\(counts.open) open, \(counts.overdue) of them overdue; \(counts.completed) completed")
        add("progress", "\(project.progress)%")
        return table.text(context.style)
    }

    private func name(_ project: ProjectView) -> String {
        [project.icon, project.name].compactMap(\.self).joined(separator: " ").withoutControls
    }
}
