import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/projects`: what tasks belong together for.
struct ProjectRoutes<Time: UTCClock>: Sendable {
    /// How many tasks of a project one transaction deletes.
    private static var partSize: Int { 100 }

    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.createProject) { try await create($0, $1) }
        routes.add(.listProjects) { try await list($0, $1) }
        routes.add(.readProject) { try await read($0, $1) }
        routes.add(.updateProject) { try await patch($0, $1) }
        routes.add(.deleteProject) { try await delete($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        var wanted = try NewProject(
            try await context.resolved(JSONValue(body: input)), id: ProjectID(madeAt: clock.now))
        if case .project(let id) = context.access.reach, wanted.project.parent == nil { wanted.project.parent = id }
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, input: input, context: context, recording: .createProject
        ) { [wanted] transaction, now in
            let project = try commands.create(wanted.project, isPlaced: wanted.isPlaced, in: transaction, now: now)
            var answer = try APIResponse(project, in: transaction, now: now)
            answer.status = .created
            return answer.tagged().located("/v1/projects/\(project.id)")
        }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var parameters = QueryReader(request, context)
        var query = ProjectQuery()
        query.parent =
            parameters.value("parentId", "a UUID, or none for those at the top") { text in
                query.isAtTop = text == "none"
                return query.isAtTop ? .some(nil) : ProjectID(text).map { .some($0) }
            } ?? nil
        query.name = parameters.text("name", atMost: Project.Bounds.nameLength)?.inNormalForm
        query.isArchived = parameters.bool("isArchived")
        let limit = parameters.limit()
        let cursor = parameters.cursor { StoreCursor($0.joined(separator: ",")) }
        try parameters.finish()
        let (now, access) = (clock.now, context.access)
        let (page, counts) = try await store.read { [query] reader in
            let page = try access.page(after: cursor, limit: limit) {
                try reader.projects(matching: query, after: $0, limit: $1)
            } of: {
                try access.holds($0.id, in: reader)
            }
            return (page, try reader.counts(of: page.items.map(\.id), at: now))
        }
        return APIResponse(capacity: 400 * page.items.count + 100) { json in
            json.field("items") { json in
                json.array(page.items) { json, project in
                    json.object { project.write(membersTo: &$0, counts[project.id] ?? ProjectCounts()) }
                }
            }
            json.field("nextCursor", page.next.map { parameters.cursorText([$0.description]) })
        }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: ProjectID = try context.id("project")
        let (commands, now) = (commands, clock.now)
        return try await store.read { reader in
            try APIResponse(commands.project(id, in: reader), in: reader, now: now)
        }.unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: ProjectID = try context.id("project")
        let patch = try MergePatch<Project>(
            try await context.resolved(JSONValue(body: try await context.bytes(of: request))),
            readOnly: Project.readOnlyMembers)
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, context: context, states: states(of: id), recording: .updateProject
        ) { transaction, now in
            let project = try commands.update(id, in: transaction, now: now) { try patch.apply(to: &$0) }
            return try APIResponse(project, in: transaction, now: now).tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: ProjectID = try context.id("project")
        var query = QueryReader(request, context)
        let tasks = query.choice("tasks", ProjectTasks.self) ?? .keep
        try query.finish()
        let commands = commands
        let delete: IdempotentExecutor<Time>.Body = { transaction, now in
            try commands.delete(id, in: transaction, now: now)
            return .noContent
        }
        switch tasks {
        case .keep:
            return try await executor.run(
                request, context: context, states: states(of: id), recording: .deleteProject, delete)
        case .delete:
            return try await executor.run(
                request, context: context, states: states(of: id), recording: .deleteProject,
                after: { try commands.deleteTasks(of: id, limit: Self.partSize, in: $0, now: $1) }, delete)
        }
    }

    /// The tags of a project, for `If-Match`.
    private func states(of id: ProjectID) -> IdempotentExecutor<Time>.States {
        { transaction, now in
            guard let project = try transaction.project(id), !project.isDeleted else { return nil }
            return [EntityTag(of: try APIResponse(project, in: transaction, now: now).body)]
        }
    }
}

extension APIResponse {
    /// A project with its counts.
    fileprivate init(_ project: Project, in reader: any StoreReader, now: UTCInstant) throws {
        let counts = try reader.counts(of: [project.id], at: now)[project.id] ?? ProjectCounts()
        self.init { project.write(membersTo: &$0, counts) }
    }
}
