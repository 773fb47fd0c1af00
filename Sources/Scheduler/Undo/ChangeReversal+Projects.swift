import Recurrence
import Storage

/// Takes back what a change did to projects.
extension ChangeReversal {
    /// Refuses where a project cannot stand where it stood, or where others stand in one that the change made.
    func checkProjects() throws {
        let written = Set(rows.projects.map(\.id))
        for (id, wasThere) in rows.projects {
            guard wasThere, let before = try transaction.project(id, before: change.id), !before.isDeleted else {
                var query = ProjectQuery()
                query.parent = id
                let inner = try transaction.projects(matching: query, after: nil, limit: Project.maxCount).items
                guard let other = inner.first(where: { !written.contains($0.id) }) else { continue }
                throw SchedulerError(
                    .notPossible,
                    "the project \(other.id) has since been put into the project \(id); move it out first")
            }
            guard let parent = before.parent, !written.contains(parent) else { continue }
            guard try transaction.project(parent)?.isDeleted ?? true else { continue }
            throw SchedulerError(
                .notPossible,
                "the project \(id) was in the project \(parent), which has been deleted; undo that deletion first")
        }
    }

    /// Makes projects what they were; those that the change made are deleted.
    mutating func restoreProjects() throws {
        for row in rows.projects {
            guard let found = try transaction.project(row.id) else { continue }
            let before = row.wasThere ? try transaction.project(row.id, before: change.id) : nil
            var project = before ?? found
            if before == nil { (project.deletedAt, project.updatedAt) = (now, now) }
            project.version = max(found.version, project.version) + 1
            do { try transaction.save(project) } catch let error as StoreError where error.code == .conflict {
                throw SchedulerError(.notPossible, "\(error.description); move one of the projects first")
            }
            tell(of: project, since: found)
        }
    }

    private mutating func tell(of project: Project, since found: Project) {
        switch (found.isDeleted, project.isDeleted) {
        case (true, true): break
        case (true, false): events.append(.about(project, .projectCreated, now: now))
        case (false, true): events.append(.about(project, .projectDeleted, now: now))
        case (false, false): events.append(.about(project, .projectUpdated, now: now))
        }
    }
}
