import Basics
package import Recurrence
package import Storage

/// A project in an export; one that was deleted is left out, and its tasks are in none.
package struct ProjectRecord: TransferRecord {
    package static let kind = "project"
    package static let blank = ProjectRecord(project: Project(id: .unread, name: "", now: .unread))

    var project: Project

    package static func visitFields(_ fields: inout some FieldVisitor<ProjectRecord>) {
        fields.field("id", \.project.id, or: .unread, FieldRule.any.required)
        fields.field("version", \.project.version, or: 1, .counting(from: 1))
        fields.part(\.project)
        fields.field("createdAt", \.project.createdAt, or: .unread, FieldRule.any.required)
        fields.field("updatedAt", \.project.updatedAt, or: .unread, FieldRule.any.required)
    }

    /// Those that others stand in come before them.
    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (ProjectRecord?) throws -> Void
    ) throws {
        var (projects, cursor): ([Project], StoreCursor?) = ([], nil)
        repeat {
            let page = try reader.projects(matching: ProjectQuery(), after: cursor, limit: 500)
            projects += page.items
            cursor = page.next
        } while cursor != nil
        var (rest, known) = (projects, Set<ProjectID>())
        let all = Set(projects.map(\.id))
        while !rest.isEmpty {
            let next = rest.filter { $0.parent.map { known.contains($0) || !all.contains($0) } ?? true }
            guard !next.isEmpty else { break }
            for var project in next {
                // One whose project was deleted stands at the top.
                if let parent = project.parent, !all.contains(parent) { project.parent = nil }
                try body(ProjectRecord(project: project))
            }
            known.formUnion(next.map(\.id))
            rest.removeAll { known.contains($0.id) }
        }
    }

    package func stored(in reader: any StoreReader) throws -> ProjectRecord? {
        try reader.project(project.id).flatMap { $0.isDeleted ? nil : ProjectRecord(project: $0) }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        try site.check(project: project.parent, at: "/parentId", noting: &problems)
        if try site.reader.project(project.id) == nil, try site.reader.projectCount() >= Project.maxCount {
            problems.append("", "there are \(Project.maxCount) projects already, the most allowed")
        }
    }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        try transaction.save(project)
    }
}
