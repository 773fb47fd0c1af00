package import Storage

extension Project {
    /// A project made at noon, with nothing but a name, and what `change` makes of it.
    package static func project(_ number: Int, change: (inout Project) -> Void = { _ in }) -> Project {
        var project = Project(id: .numbered(number), name: "Project \(number)", now: .noon)
        change(&project)
        return project
    }

    /// A project in which every field differs from what a new one has; its parent is to be written before it.
    package static func filledProject(_ number: Int, in parent: Int) -> Project {
        var project = FieldSamples(filling: project(number)).root
        (project.version, project.parent) = (7, .numbered(parent))
        project.updatedAt = .noon(plus: 60)
        return project
    }
}

extension ProjectMembership {
    /// The project of contents in which every field is filled.
    static let filled = ProjectMembership(.numbered(70))
}

extension StoreTransaction {
    /// Writes the project that a content is in, where there is none with its id.
    package func saveProject(of content: TaskContent) throws {
        guard let id = content.project?.id, try project(id) == nil else { return }
        try save(Project(id: id, name: "Project", now: .noon))
    }
}
