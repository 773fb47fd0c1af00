extension ChangedRow.Subject {
    /// The kind and the id that it is kept by.
    package var key: (kind: Int, id: UUIDValue) {
        switch self {
        case .task(let id): (0, id.uuid)
        case .entry(let task): (1, task.uuid)
        case .series(let id): (2, id.uuid)
        case .pause(let id): (3, id.uuid)
        case .project(let id): (4, id.uuid)
        case .tag(let id): (5, id.uuid)
        }
    }

    package init?(kind: Int, id: UUIDValue) {
        switch kind {
        case 0: self = .task(TaskID(id))
        case 1: self = .entry(of: TaskID(id))
        case 2: self = .series(SeriesID(id))
        case 3: self = .pause(PauseID(id))
        case 4: self = .project(ProjectID(id))
        case 5: self = .tag(TagID(id))
        default: return nil
        }
    }
}
