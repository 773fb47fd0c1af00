/// What a token may see and change.
public enum TokenReach: Hashable, Sendable {
    /// Everything.
    case everything
    /// The tasks of a project and of the projects that stand in it.
    case project(ProjectID)
    /// The tasks that have a tag, in whatever case it is written.
    case tag(String)
    /// One hook, with its deliveries.
    case hook(HookID)

    /// The scopes that make sense for it: nobody administers a server, or changes its hooks, within a part of its tasks.
    public var permittedScopes: Set<AccessScope> {
        switch self {
        case .everything: Set(AccessScope.allCases)
        case .project, .tag: [.read, .write]
        case .hook: [.read, .hooks]
        }
    }

    /// What kind of thing it is, in a word.
    var kind: String {
        switch self {
        case .everything: "everything"
        case .project: "project"
        case .tag: "tag"
        case .hook: "hook"
        }
    }
}

extension TokenReach: LosslessStringConvertible {
    /// The text it is kept as, such as `everything`, `tag:home` or `project:` and an id.
    public var description: String {
        switch self {
        case .everything: "everything"
        case .project(let id): "project:\(id)"
        case .tag(let name): "tag:\(name)"
        case .hook(let id): "hook:\(id)"
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count > 1 ? parts[1] : nil) {
        case ("everything", nil): self = .everything
        case ("tag", let name?): self = .tag(name)
        case ("project", let id?):
            guard let id = ProjectID(id) else { return nil }
            self = .project(id)
        case ("hook", let id?):
            guard let id = HookID(id) else { return nil }
            self = .hook(id)
        default: return nil
        }
    }
}
