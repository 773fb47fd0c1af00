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

    func add(to group: RouterGroup<APIContext>) {
        group.post("tasks") { try await create($0, $1) }
        group.get("tasks") { request, _ in try await list(request) }
        group.get("tasks/:id") { try await read($0, $1) }
        group.patch("tasks/:id") { try await patch($0, $1) }
        group.delete("tasks/:id") { try await delete($0, $1) }
        group.post("tasks/:id/complete") { try await complete($0, $1) }
        group.post("tasks/:id/reopen") { try await reopen($0, $1) }
        group.post("tasks/:id/skip") { try await skip($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let draft = try commands.checked(TaskDraft(JSONValue(body: input)))
        let commands = commands
        return try await changes.run(request, input: input, context: context) { transaction, now in
            let task = try commands.create(draft, in: transaction, now: now)
            return Answer(status: .created, json: task.json(now: now))
                .tagged(task.version).located("/v1/tasks/\(task.id)")
        }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        guard let task = try await store.read({ try $0.task(id) }) else {
            throw Problem(.notFound, "there is no task \(id)")
        }
        if request.hasVersion(task.version) {
            return Response(status: .notModified, headers: [.eTag: "\"\(task.version)\""])
        }
        return Answer(json: task.json(now: clock.now)).tagged(task.version).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let version = try request.expectedVersion()
        let changes = try JSONValue(body: try await request.bytes())
        var query = QueryReader(request)
        let names = EditScope.allCases.map(\.rawValue).joined(separator: ", ")
        let scope = query.value("scope", "one of \(names)") { EditScope(rawValue: $0) }
        try query.finish()
        let commands = commands
        guard let task = try await store.read({ try $0.task(id) }) else {
            throw Problem(.notFound, "there is no task \(id)")
        }
        let patch = try TaskPatch(changes, of: task, by: commands)
        return try await self.changes.run(request, context: context) { transaction, now in
            let task = try patch.apply(
                to: id, version: version, scope: scope, by: commands, in: transaction, now: now)
            return Answer(json: task.json(now: now)).tagged(task.version)
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let version = try request.expectedVersion()
        let commands = commands
        return try await changes.run(request, context: context) { transaction, now in
            try commands.delete(id, version: version, in: transaction, now: now)
            return .noContent
        }
    }

    private func complete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let version = try request.expectedVersion()
        let commands = commands
        return try await changes.run(request, context: context) { transaction, now in
            Answer(try commands.complete(id, version: version, in: transaction, now: now), now: now)
        }
    }

    private func reopen(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let version = try request.expectedVersion()
        let commands = commands
        return try await changes.run(request, context: context) { transaction, now in
            let reopening = try commands.reopen(id, version: version, in: transaction, now: now)
            return Answer { json in
                json.field("reopened") { reopening.reopened.write(to: &$0, now: now) }
                json.field("withdrawn", reopening.withdrawn?.description)
            }.tagged(reopening.reopened.version)
        }
    }

    private func skip(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let version = try request.expectedVersion()
        let commands = commands
        return try await changes.run(request, context: context) { transaction, now in
            let skip = try commands.skip(id, version: version, in: transaction, now: now)
            return Answer { json in
                json.field("skipped") { skip.skipped.write(to: &$0, now: now) }
                json.field("next", skip.next, now: now)
            }.tagged(skip.skipped.version)
        }
    }

    private func list(_ request: Request) async throws -> Response {
        let now = clock.now
        var parameters = QueryReader(request)
        let query = try TaskQuery(
            &parameters, zone: try commands.zones.rules(for: commands.configuration.defaultZone), now: now)
        let page = try await store.read { reader in
            var page = PageWriter<TaskQuery.Cursor>(limit: query.limit)
            var rest = query
            rest.limit += 1
            try reader.eachTask(matching: rest) { task, place in page.add(place) { task.write(to: &$0, now: now) } }
            return page
        }
        return page.answer { parameters.cursorText($0.values.map(\.description)) }.response
    }
}

extension Answer {
    init(_ completion: TaskCommands.Completion, now: UTCInstant) {
        self.init { json in
            json.field("completed") { completion.completed.write(to: &$0, now: now) }
            json.field("next", completion.next, now: now)
        }
        self = tagged(completion.completed.version)
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
    fileprivate init(_ reader: inout QueryReader, zone: ZoneRules, now: UTCInstant) throws {
        self.init(limit: reader.limit())
        statuses = reader.choices("status")
        priorities = reader.choices("priority")
        tag = reader.text("tag", atMost: TaskDraft.Bounds.tagLength)?.inNormalForm
        isSetAside = reader.bool("setAside") ?? false
        text = reader.text("q", atMost: 200)
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
        cursor = reader.cursor { parts in
            let values = parts.compactMap { Int64($0) }
            return values.count == parts.count && values.count == count ? Cursor(values: values) : nil
        }
        try reader.finish()
    }

    private static func sort(_ text: String) -> [Sort]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let isDescending = part.hasPrefix("-")
            return SortKey(rawValue: String(part.dropFirst(isDescending ? 1 : 0))).map {
                Sort($0, isDescending: isDescending)
            }
        }
        let known = parts.compactMap(\.self)
        guard known.count == parts.count, (1...3).contains(known.count), Set(known.map(\.key)).count == known.count
        else {
            return nil
        }
        return known
    }
}
