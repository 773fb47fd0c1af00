import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/tasks`: make, read, change, delete, list; complete, reopen, skip.
struct TaskRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let changes: Changes<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.post("tasks", .write) { try await create($0, $1) }
        routes.get("tasks", .read) { request, _ in try await list(request) }
        routes.get("tasks/:id", .read) { try await read($0, $1) }
        routes.patch("tasks/:id", .write) { try await patch($0, $1) }
        routes.delete("tasks/:id", .write) { try await delete($0, $1) }
        routes.post("tasks/:id/complete", .write) { try await complete($0, $1) }
        routes.post("tasks/:id/reopen", .write) { try await reopen($0, $1) }
        routes.post("tasks/:id/skip", .write) { try await skip($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let draft = try TaskDraft(JSONValue(body: input))
        let commands = commands
        return try await changes.run(request, input: input, context: context) { transaction, now in
            let task = try commands.create(draft, in: transaction, now: now)
            return Answer(status: .created, json: task.json(now: now))
                .tagged().located("/v1/tasks/\(task.id)")
        }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        guard let task = try await store.read({ try $0.task(id) }) else {
            throw Problem(.notFound, "there is no task \(id)")
        }
        return try Answer(json: task.json(now: clock.now)).unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let patch = try JSONValue(body: try await request.bytes())
        var query = QueryReader(request)
        let names = EditScope.allCases.map(\.rawValue).joined(separator: ", ")
        let scope = query.value("scope", "one of \(names)") { EditScope(rawValue: $0) }
        try query.finish()
        let commands = commands
        return try await changes.run(request, context: context, states: states(of: id)) { transaction, now in
            let task = try commands.patch(
                id, version: nil, with: patch, scope: scope, in: transaction, now: now)
            return Answer(json: task.json(now: now)).tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let commands = commands
        return try await changes.run(request, context: context, states: states(of: id)) { transaction, now in
            try commands.delete(id, version: nil, in: transaction, now: now)
            return .noContent
        }
    }

    private func complete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let commands = commands
        return try await changes.run(request, context: context, states: states(of: id)) { transaction, now in
            Answer(try commands.complete(id, version: nil, in: transaction, now: now), now: now)
        }
    }

    private func reopen(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let commands = commands
        return try await changes.run(request, context: context, states: states(of: id)) { transaction, now in
            let reopening = try commands.reopen(id, version: nil, in: transaction, now: now)
            return Answer { json in
                json.field("reopened") { reopening.reopened.write(to: &$0, now: now) }
                json.field("withdrawn", reopening.withdrawn?.description)
            }.tagged(EntityTag(of: reopening.reopened.json(now: now)))
        }
    }

    private func skip(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let commands = commands
        return try await changes.run(request, context: context, states: states(of: id)) { transaction, now in
            let skip = try commands.skip(id, version: nil, in: transaction, now: now)
            return Answer { json in
                json.field("skipped") { skip.skipped.write(to: &$0, now: now) }
                json.field("next", skip.next, now: now)
            }.tagged(EntityTag(of: skip.skipped.json(now: now)))
        }
    }

    /// The tags of a task, for `If-Match`.
    private func states(of id: TaskID) -> Changes<Time>.States {
        { transaction, now in try transaction.task(id).map { EntityTag.all(of: $0, now: now) } }
    }

    private func list(_ request: Request) async throws -> Response {
        let now = clock.now
        let query = try TaskQuery(
            request, zone: try commands.zones.rules(for: commands.configuration.defaultZone), now: now)
        let page = try await store.read { try $0.tasks(matching: query) }
        return Answer { json in
            json.field("items") { json in json.array(page.items) { $1.write(to: &$0, now: now) } }
            json.field("nextCursor", page.next.map { CursorText.encode($0.values.map(\.description)) })
        }.response
    }
}

extension TaskCommands {
    /// Changes a task by a merge patch (RFC 7396).
    func patch(
        _ id: TaskID,
        version: Int?,
        with patch: JSONValue,
        scope: EditScope? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        guard let task = try transaction.task(id) else { throw Problem(.notFound, "there is no task \(id)") }
        let draft = try TaskDraft(patching: task, with: patch, now: now)
        guard let scope else { return try update(id, version: nil, to: draft, in: transaction, now: now) }
        return try update(id, version: nil, to: draft, scope: scope, in: transaction, now: now)
    }
}

extension Answer {
    init(_ completion: TaskCommands.Completion, now: UTCInstant) {
        self.init { json in
            json.field("completed") { completion.completed.write(to: &$0, now: now) }
            json.field("next", completion.next, now: now)
        }
        self = tagged(EntityTag(of: completion.completed.json(now: now)))
    }
}

extension JSONWriter {
    mutating func field(_ name: String, _ task: TaskItem?, now: UTCInstant) {
        field(name) { json in
            if let task { task.write(to: &json, now: now) } else { json.null() }
        }
    }
}

extension TaskQuery {
    /// Reads the query of a list.
    fileprivate init(_ request: Request, zone: ZoneRules, now: UTCInstant) throws {
        var reader = QueryReader(request)
        self.init(limit: reader.limit())
        statuses = reader.choices("status")
        priorities = reader.choices("priority")
        tag = reader.string("tag")?.inNormalForm
        text = reader.value("q", "at most 200 characters") { $0.count <= 200 ? $0 : nil }
        dueFrom = reader.instant("dueFrom", in: zone)
        dueUntil = reader.instant("dueUntil", in: zone)
        completedFrom = reader.instant("completedFrom", in: zone)
        completedUntil = reader.instant("completedUntil", in: zone)
        switch reader.bool("overdue") {
        case true?: overdueAt = now
        case false?: notOverdueAt = now
        case nil: break
        }
        let keys = SortKey.allCases.map(\.rawValue).joined(separator: ", ")
        sort =
            reader.value("sort", "up to three of \(keys), each once, - before it for descending") {
                Self.sort($0)
            } ?? []
        let count = sort.count + 1
        cursor = reader.value("cursor", "the nextCursor of a list with the same sort") { text in
            let values = CursorText.decode(text)?.map { Int64($0) }
            guard let values, values.count == count, !values.contains(nil) else { return nil }
            return Cursor(values: values.compactMap(\.self))
        }
        try reader.finish()
    }

    private static func sort(_ text: String) -> [Sort]? {
        let parts = text.split(separator: ",").map { part in
            SortKey(rawValue: String(part.drop { $0 == "-" })).map { Sort($0, isDescending: part.hasPrefix("-")) }
        }
        let known = parts.compactMap(\.self)
        guard known.count == parts.count, (1...3).contains(known.count), Set(known.map(\.key)).count == known.count
        else {
            return nil
        }
        return known
    }
}
