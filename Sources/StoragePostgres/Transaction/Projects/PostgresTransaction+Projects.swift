import Recurrence
import Storage

extension PostgresTransaction {
    func project(_ id: ProjectID) throws -> Project? {
        try projects(where: "id = ?", [id]).first
    }

    func projects(
        matching query: ProjectQuery, after cursor: StoreCursor?, limit: Int
    ) throws -> Page<Project, StoreCursor> {
        var (conditions, arguments): ([String], Arguments) = (["deleted_at IS NULL"], [])
        func add(_ condition: String, _ values: any ParameterValue...) {
            conditions.append(condition)
            arguments += values
        }
        if query.isAtTop { add("parent_id IS NULL") }
        if let parent = query.parent { add("parent_id = ?", parent) }
        if let name = query.name { add("name = ?", name) }
        if let isArchived = query.isArchived { add("is_archived = ?", isArchived) }
        if let cursor {
            let place = try cursor.values(2)
            add("(sort_order, key) > (?, ?)", Double(bitPattern: UInt64(bitPattern: place[0])), place[1])
        }
        arguments.append(limit + 1)
        let found = try rows(
            """
            SELECT key, \(ProjectRow.list) FROM project WHERE \(conditions.joined(separator: " AND "))
            ORDER BY sort_order, key LIMIT ?
            """,
            arguments
        ) { (key: try $0.next(Int64.self), project: try ProjectRow.project(from: &$0)) }
        let page = found.prefix(limit)
        return Page(
            items: page.map(\.project),
            next: found.count <= limit
                ? nil
                : page.last.map { StoreCursor([Int64(bitPattern: $0.project.sortOrder.bitPattern), $0.key]) })
    }

    func projectCount() throws -> Int {
        try value(Int.self, "SELECT count(*) FROM project WHERE deleted_at IS NULL") ?? 0
    }

    func counts(of projects: [ProjectID], at now: UTCInstant) throws -> [ProjectID: ProjectCounts] {
        let found = try rows(
            """
            SELECT id, open_count, completed_count, (
                SELECT count(*) FROM task
                WHERE project_id = project.id AND status < 2 AND overdue_at IS NOT NULL AND overdue_at <= ?2)
            FROM project WHERE id = ANY (?1)
            """, [projects, now]
        ) { column in
            (
                try column.next(ProjectID.self),
                ProjectCounts(open: try column.next(), completed: try column.next(), overdue: try column.next())
            )
        }
        return Dictionary(found) { $1 }
    }

    func lastSortOrder(in parent: ProjectID?) throws -> Double? {
        try value(
            Double.self,
            "SELECT max(sort_order) FROM project WHERE parent_id IS NOT DISTINCT FROM ? AND deleted_at IS NULL",
            [parent])
    }

    func tasks(of project: ProjectID, limit: Int) throws -> [TaskID] {
        try rows("SELECT id FROM task WHERE project_id = ? ORDER BY key LIMIT ?", [project, limit]) {
            try $0.next(TaskID.self)
        }
    }

    func save(_ project: Project) throws {
        try recordProject(project.id)
        do {
            try asUnit { post(ProjectRow.upsert, ProjectRow.values(of: project)) }
        } catch let error as StoreError where error.code == .conflict {
            throw StoreError(
                .conflict,
                "the project \(project.id) would be inside itself, or nested more than \(Project.maxDepth) deep"
            )
        }
        changes.insert(.tasks)
    }

    private func projects(where condition: String, _ arguments: Arguments) throws -> [Project] {
        try rows("SELECT \(ProjectRow.list) FROM project WHERE \(condition)", arguments) {
            try ProjectRow.project(from: &$0)
        }
    }
}
