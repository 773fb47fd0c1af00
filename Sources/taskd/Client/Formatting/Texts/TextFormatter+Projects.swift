import TaskdClient

extension TextFormatter {
    /// One line about a project.
    func line(_ label: String, _ project: ProjectView) -> String {
        "\(self.label(label)) \(style(.identifier, HandleColumn([project]).short(project)))  \(style(.plain, name(project)))\n"
    }

    /// A line for each project; those that stand in one of them are shown below it.
    func projects(_ projects: [ProjectView]) -> String {
        let handles = HandleColumn(projects)
        var table = TextTable([
            .init(title: say("handle")), .init(title: say("name"), yielding: .first(16)),
            .init(title: say("open"), isNumeric: true), .init(title: say("overdue"), isNumeric: true),
            .init(title: say("progress"), yielding: .dropped(4, rank: 1), isNumeric: true),
            .init(title: say("state"), yielding: .dropped(6, rank: 0)),
        ])
        let byParent = Dictionary(grouping: projects) { $0.parentId }
        let shown = Set(projects.map(\.id))
        func add(_ project: ProjectView, depth: Int) {
            let counts = project.counts
            table.append([
                handles.cell(project),
                .init(String(repeating: "  ", count: depth) + name(project), line: project.name),
                .init("\(counts.open)"), .init(counts.overdue == 0 ? "" : "\(counts.overdue)", .late),
                .init("\(project.progress)%", .faint), .init(project.isArchived ? "archived" : "", .faint),
            ])
            for inner in byParent[project.id] ?? [] { add(inner, depth: depth + 1) }
        }
        for project in projects where project.parentId.map({ !shown.contains($0) }) ?? true { add(project, depth: 0) }
        return text(ofList: table)
    }

    /// Everything about one project, a field a line.
    func details(_ project: ProjectView) -> String {
        var table = TextTable()
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { table.append([.init(say(name), .faint), .init(value.withoutControls)]) }
        }
        let counts = project.counts
        add("name", project.name)
        add("handle", project.handle)
        for line in (project.description ?? "").lines { add("description", line) }
        add("color", project.color)
        add("icon", project.icon)
        add("in", project.parentId.map { projectNames[$0] ?? $0 })
        add("archived", project.isArchived ? "yes" : nil)
        add("tasks", "\(counts.open) open, \(counts.overdue) of them overdue; \(counts.completed) completed")
        add("progress", "\(project.progress)%")
        add("id", project.id)
        return table.text(context.style)
    }

    private func name(_ project: ProjectView) -> String {
        [project.icon, project.name].compactMap(\.self).joined(separator: " ").withoutControls
    }
}
