import Basics
import Filters
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/tasks`: make, read, change, delete, list; complete, reopen, skip, duplicate.
struct TaskRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.post("tasks", .write) { try await create($0, $1) }
        routes.get("tasks", .read, query: TaskQuery.parameters) { request, _ in try await list(request) }
        routes.get("tasks/:id", .read) { try await read($0, $1) }
        routes.patch("tasks/:id", .write, query: ["scope"]) { try await patch($0, $1) }
        routes.delete("tasks/:id", .write, query: ["scope"]) { try await delete($0, $1) }
        routes.post("tasks/:id/complete", .write) { try await complete($0, $1) }
        routes.post("tasks/:id/reopen", .write) { try await reopen($0, $1) }
        routes.post("tasks/:id/skip", .write) { try await skip($0, $1) }
        routes.post("tasks/:id/duplicate", .write) { try await duplicate($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let draft = try commands.checked(TaskDraft(JSONValue(body: input)))
        let commands = commands
        return try await executor.run(
            request, input: input, context: context, recording: .create
        ) { transaction, now in
            APIResponse(created: try commands.create(draft, in: transaction, now: now), now: now)
        }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let task = try await task(context.id("task"))
        return try APIResponse(json: task.json(now: clock.now)).unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let changes = try JSONValue(body: try await request.bytes())
        var query = QueryReader(request)
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        let commands = commands
        let task = try await task(id)
        let patch = try TaskMergePatch(changes, of: task).prepared(for: task, by: commands)
        // Other rules may split the series, as the scope following does.
        let isLong = scope != nil || patch.fields.holds("recurrence")
        return try await self.executor.run(
            request, context: context, states: states(of: id), isLong: isLong, recording: .update
        ) { transaction, now in
            let task = try commands.update(id, by: patch, scope: scope, in: transaction, now: now)
            return APIResponse(json: task.json(now: now)).tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request)
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: id), isLong: scope != nil, recording: .delete
        ) { transaction, now in
            try commands.delete(id, version: nil, scope: scope, in: transaction, now: now)
            return .noContent
        }
    }

    private func complete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await request.requireNoInput()
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: id), recording: .complete
        ) { transaction, now in
            APIResponse(try commands.complete(id, version: nil, in: transaction, now: now), now: now)
        }
    }

    private func reopen(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await request.requireNoInput()
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: id), recording: .reopen
        ) { transaction, now in
            let reopening = try commands.reopen(id, version: nil, in: transaction, now: now)
            return APIResponse { json in
                json.field("reopened") { reopening.reopened.write(to: &$0, now: now) }
                json.field("withdrawn", reopening.withdrawn?.description)
            }.tagged(EntityTag(of: reopening.reopened.json(now: now)))
        }
    }

    private func skip(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await request.requireNoInput()
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: id), recording: .skip
        ) { transaction, now in
            let skip = try commands.skip(id, version: nil, in: transaction, now: now)
            return APIResponse { json in
                json.field("skipped") { skip.skipped.write(to: &$0, now: now) }
                json.field("next", skip.next, now: now)
            }.tagged(EntityTag(of: skip.skipped.json(now: now)))
        }
    }

    private func duplicate(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let body = try await request.bytes()
        let (input, commands) = (try NewTaskInput(ofDuplicate: body), commands)
        let task = try await task(id)
        let copy = try TaskDuplicate(of: task, id: input.id, changedBy: input.fields, by: commands)
        return try await executor.run(
            request, input: body, context: context, states: states(of: id), recording: .create
        ) { transaction, now in
            APIResponse(created: try copy.make(by: commands, in: transaction, now: now), now: now)
        }
    }

    /// The task as it is before the writer's turn.
    private func task(_ id: TaskID) async throws -> TaskItem {
        guard let task = try await store.read({ try $0.task(id) }) else {
            throw Problem(.notFound, "there is no task \(id)")
        }
        return task
    }

    /// The tags of a task, for `If-Match`.
    private func states(of id: TaskID) -> IdempotentExecutor<Time>.States {
        { transaction, now in try transaction.task(id).map { EntityTag.all(of: $0, now: now) } }
    }

    private func list(_ request: Request) async throws -> Response {
        let now = clock.now
        var parameters = QueryReader(request)
        let zones = commands.zones
        let zone =
            try parameters.value("timeZone", "an IANA name such as Europe/Berlin") { try? zones.rules(for: $0) }
            ?? zones.rules(for: commands.configuration.defaultZone)
        let query = try TaskQuery(&parameters, zone: zone, now: now)
        let (page, cursor) = try await store.read { reader in
            var page = PageWriter<Void>(limit: query.limit)
            var rest = query
            rest.limit += 1
            let cursor = try reader.eachTask(matching: rest) { task in page.add(()) { task.write(to: &$0, now: now) } }
            return (page, cursor)
        }
        return page.answer { parameters.cursorText(cursor.map { [$0.description] } ?? []) }.response
    }
}

extension APIResponse {
    /// A task that was made, and where it is found.
    fileprivate init(created task: TaskItem, now: UTCInstant) {
        self = APIResponse(status: .created, json: task.json(now: now)).tagged().located("/v1/tasks/\(task.id)")
    }

    init(_ completion: TaskCommands.Completion, now: UTCInstant) {
        self.init { json in
            json.field("completed") { completion.completed.write(to: &$0, now: now) }
            json.field("next", completion.next, now: now)
        }
        self = tagged(EntityTag(of: completion.completed.json(now: now)))
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ task: TaskItem?, now: UTCInstant) {
        field(name) { json in
            if let task { task.write(to: &json, now: now) } else { json.null() }
        }
    }
}

extension TaskQuery {
    /// The names of what a list of tasks is asked for with.
    fileprivate static let parameters: Set<String> = [
        "status", "priority", "tag", "projectId", "subprojects", "seriesId", "setAside", "q", "dueFrom", "dueUntil",
        "completedFrom",
        "completedUntil", "overdue", "filter", "timeZone", "sort", "limit", "cursor",
    ]

    /// Reads the query of a list.
    fileprivate init(_ reader: inout QueryReader, zone: ZoneRules, now: UTCInstant) throws {
        self.init(limit: reader.limit())
        statuses = reader.choices("status")
        priorities = reader.choices("priority")
        tag = reader.text("tag", atMost: TaskDraft.Bounds.tagLength)?.inNormalForm
        project = reader.value("projectId", "a UUID") { ProjectID($0) }
        includesSubprojects = reader.bool("subprojects") ?? false
        if includesSubprojects, project == nil { reader.note("subprojects", "needs a projectId") }
        series = reader.value("seriesId", "a UUID") { SeriesID($0) }
        isSetAside = reader.bool("setAside") ?? false
        text = reader.text("q", atMost: 200)
        let words = text.map { SearchQuery.count(of: $0) } ?? 0
        if words > SearchQuery.maxWords {
            reader.note("q", "must have at most \(SearchQuery.maxWords) words and phrases, not \(words)")
        }
        dueFrom = reader.instant("dueFrom", in: zone)
        dueUntil = reader.instant("dueUntil", in: zone)
        completedFrom = reader.instant("completedFrom", in: zone)
        completedUntil = reader.instant("completedUntil", in: zone)
        switch reader.bool("overdue") {
        case true?: overdueAt = now
        case false?: notOverdueAt = now
        case nil: break
        }
        filter = reader.filter("filter")?.resolved(now: now, zone: zone)
        sort = Self.sort(&reader)
        cursor = reader.cursor { StoreCursor($0.joined(separator: ",")) }
        try reader.finish()
    }

    private static func sort(_ reader: inout QueryReader) -> [Sort] {
        guard let text = reader.string("sort") else { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("-") ? (String(part.dropFirst()), true) : (String(part), false)
        }
        let keys = SortKey.allCases.map(\.rawValue)
        if let (unknown, _) = names.first(where: { !$0.0.isEmpty && !keys.contains($0.0) }) {
            let nearest = NearestName.of(unknown, among: keys).map { "did you mean \($0)? The" } ?? "the"
            let list = keys.joined(separator: ", ")
            reader.note("sort", "has no key \(JSONError.reference(unknown)); \(nearest) keys are \(list)")
            return []
        }
        let sort = names.compactMap { name, isDescending in
            SortKey(rawValue: name).map { Sort($0, isDescending: isDescending) }
        }
        if sort.count < names.count || sort.count > 3 || Set(sort.map(\.key)).count < sort.count {
            let list = keys.joined(separator: ", ")
            reader.note(
                "sort",
                "must be up to three of \(list), each once, separated by commas, with - in front for descending")
        }
        return sort
    }
}
