import Basics
public import Recurrence
public import Storage

/// What becomes of the tasks of a project that is deleted.
public enum ProjectTasks: String, CaseIterable, Hashable, Sendable {
    /// They stay, in no project.
    case keep
    /// They are deleted, and series of which an occurrence is open end.
    case delete
}

extension TaskCommands {
    /// Makes a project.
    ///
    /// - Parameters:
    ///   - project: What it is to be; its version and times do not count.
    ///   - isPlaced: Whether its `Project.sortOrder` was chosen; else it comes behind the others that stand beside it.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The project.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.conflict` where the id is or was another project's, `.notPossible`
    ///   where there are `Project.maxCount` already.
    public func create(
        _ project: Project, isPlaced: Bool = false, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Project {
        // A deleted project can be restored, so its id stays taken. The error does not say which of the two it is: the
        // token may not be allowed to know of the project.
        guard try transaction.project(project.id) == nil else {
            throw SchedulerError(
                .conflict,
                "a project \(project.id) already exists, or was deleted; choose another id, change that project, or undo "
                    + "its deletion")
        }
        guard project.id.uuid.version != 5 else {
            throw SchedulerError.invalid(SchedulerError.reservedID, at: "/id")
        }
        guard try transaction.projectCount() < Project.maxCount else {
            throw SchedulerError(
                .notPossible, "there are \(Project.maxCount) projects already, the most there may be; delete some")
        }
        var made = Project(id: project.id, name: project.name, now: now)
        made.takeFields(of: project)
        if !isPlaced { made.sortOrder = try (transaction.lastSortOrder(in: made.parent) ?? 0).rounded(.up) + 1 }
        try check(made, changing: nil, in: transaction)
        try save(made, in: transaction)
        try transaction.append([.about(made, .projectCreated, now: now)])
        return made
    }

    /// Changes a project.
    ///
    /// - Parameters:
    ///   - id: The project.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    ///   - change: Makes it what it is to be; its version and times do not count.
    /// - Returns: The project as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`; what `change` throws.
    public func update(
        _ id: ProjectID, in transaction: any StoreTransaction, now: UTCInstant,
        _ change: (inout Project) throws -> Void
    ) throws -> Project {
        let before = try project(id, in: transaction)
        var (wanted, project) = (before, before)
        try change(&wanted)
        project.takeFields(of: wanted)
        guard project != before else { return before }
        try check(project, changing: before, in: transaction)
        project.version += 1
        project.updatedAt = now
        try save(project, in: transaction)
        try transaction.append([.about(project, .projectUpdated, now: now)])
        return project
    }

    /// Deletes a project whose tasks stay, in none.
    ///
    /// Projects that stand in it come to where it stood.
    ///
    /// - Parameters:
    ///   - id: The project.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Throws: ``SchedulerError`` with `.notFound`.
    public func delete(_ id: ProjectID, in transaction: any StoreTransaction, now: UTCInstant) throws {
        var project = try project(id, in: transaction)
        try liftProjects(in: project, in: transaction, now: now)
        (project.deletedAt, project.updatedAt) = (now, now)
        project.version += 1
        try transaction.save(project)
        try transaction.append([.about(project, .projectDeleted, now: now)])
    }

    /// Deletes some of the tasks of a project, as ``ProjectTasks/delete`` says: no more than one transaction is to.
    ///
    /// - Parameters:
    ///   - id: The project.
    ///   - limit: How many at most.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: Whether none is left.
    /// - Throws: ``SchedulerError`` with `.notFound`.
    package func deleteTasks(
        of id: ProjectID, limit: Int, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Bool {
        _ = try project(id, in: transaction)
        let tasks = try transaction.tasks(of: id, limit: limit)
        var budget = EditBudget(partOf: self)
        for task in tasks {
            if budget.isSpent { return false }
            if let found = try transaction.task(task) { budget.spend(on: found) }
            try delete(task, version: nil, in: transaction, now: now)
        }
        return tasks.count < limit
    }

    /// Puts the projects that stand in one where that stands.
    private func liftProjects(in project: Project, in transaction: any StoreTransaction, now: UTCInstant) throws {
        var query = ProjectQuery()
        query.parent = project.id
        for var child in try transaction.projects(matching: query, after: nil, limit: Project.maxCount).items {
            child.parent = project.parent
            child.version += 1
            child.updatedAt = now
            try transaction.save(child)
            try transaction.append([.about(child, .projectUpdated, now: now)])
        }
    }

    /// The project, if there is one.
    package func project(_ id: ProjectID, in reader: any StoreReader) throws -> Project {
        guard let project = try reader.project(id), !project.isDeleted else {
            throw SchedulerError(.notFound, "there is no project \(id)")
        }
        return project
    }

    private func check(_ project: Project, changing before: Project?, in reader: any StoreReader) throws {
        var problems: [InputProblem] = []
        project.checkFields(noting: &problems)
        // Where it stands already it may stay, wherever that is.
        if let parent = project.parent, parent != before?.parent, try !isThere(parent, in: reader) {
            problems.append("/parentId", "there is no project \(parent)")
        }
        guard let first = problems.first else { return }
        throw SchedulerError(.invalidInput, first.detail, problems: problems)
    }

    private func save(_ project: Project, in transaction: any StoreTransaction) throws {
        do { try transaction.save(project) } catch let error as StoreError where error.code == .conflict {
            throw SchedulerError.invalid(
                "must not be the project itself or one of its subprojects, and projects must be nested at most "
                    + "\(Project.maxDepth) deep; choose another parent",
                at: "/parentId")
        }
    }
}

extension TaskCommands {
    /// Refuses a project that there is none of, where it is another one than before.
    func checkProject(
        of content: TaskContent, changing before: ProjectMembership?, in reader: any StoreReader
    ) throws {
        guard let project = content.project, project.id != before?.id else { return }
        guard try !isThere(project.id, in: reader) else { return }
        throw SchedulerError.invalid("there is no project \(project.id)", at: "/projectId")
    }
}

extension Project {
    /// Takes over what people write of a project.
    fileprivate mutating func takeFields(of other: Project) {
        (name, details, color, icon) = (other.name.inNormalForm, other.details, other.color, other.icon)
        (parent, isArchived, sortOrder) = (other.parent, other.isArchived, other.sortOrder)
    }
}

extension EventDraft {
    /// What happened to a project.
    static func about(_ project: Project, _ type: EventType, now: UTCInstant) -> EventDraft {
        make(type, now: now) { json in
            json.field("project") { json in json.object { project.write(membersTo: &$0) } }
        }
    }
}
