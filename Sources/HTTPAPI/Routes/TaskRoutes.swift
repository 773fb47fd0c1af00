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
        routes.add(.createTask) { try await create($0, $1) }
        routes.add(.listTasks) { try await list($0, $1) }
        routes.add(.countTasks) { try await count($0, $1) }
        routes.add(.readTask) { try await read($0, $1) }
        routes.add(.updateTask) { try await patch($0, $1) }
        routes.add(.deleteTask) { try await delete($0, $1) }
        routes.add(.completeTask) { try await complete($0, $1) }
        routes.add(.reopenTask) { try await reopen($0, $1) }
        routes.add(.skipTask) { try await skip($0, $1) }
        routes.add(.duplicateTask) { try await duplicate($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        var wanted = try TaskDraft(try await context.resolved(JSONValue(body: input)))
        context.access.place(&wanted)
        let draft = try commands.checked(wanted)
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, input: input, context: context, recording: .create
        ) { transaction, now in
            APIResponse(created: try commands.create(draft, in: transaction, now: now), now: now)
        }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request, context)
        let fields = query.names("fields", of: "field", among: TaskItem.members)?.union(["id"])
        try query.finish()
        var answer = try APIResponse(json: try await store.read { try Self.task(id, in: $0) }.json(now: clock.now))
            .unless(request)
        guard let fields, answer.status == .ok else { return answer.response }
        var part = JSONWriter()
        JSONSelection(fields).write(answer.body, to: &part)
        // The tag stays that of the whole task: a part changes only with it, and If-Match asks for that.
        answer.body = part.bytes
        return answer.response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let changes = try await context.resolved(JSONValue(body: try await context.bytes(of: request)))
        var query = QueryReader(request, context)
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        let commands = context.access.guarding(commands)
        let task = try await taskToChange(id)
        let patch = try TaskMergePatch(changes, of: task).prepared(for: task, by: commands)
        // Other rules may split the series, as the scope following does.
        let isLong = scope != nil || patch.fields.holds("recurrence")
        return try await self.executor.run(
            request, context: context, states: executor.states(of: id), isLong: isLong, recording: .update
        ) { transaction, now in
            let task = try commands.update(id, by: patch, scope: scope, in: transaction, now: now)
            return APIResponse(json: task.json(now: now)).tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request, context)
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        let commands = commands
        return try await executor.run(
            request, context: context, states: executor.states(of: id), isLong: scope != nil, recording: .delete
        ) { transaction, now in
            try commands.delete(id, version: nil, scope: scope, in: transaction, now: now)
            return .noContent
        }
    }

    private func complete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await context.requireNoInput(of: request)
        let (commands, access) = (commands, context.access)
        return try await executor.run(
            request, context: context, states: executor.states(of: id), recording: .complete
        ) { transaction, now in
            var completion = try commands.complete(id, version: nil, in: transaction, now: now)
            try access.narrow(&completion.next, in: transaction)
            return APIResponse(completion, now: now)
        }
    }

    private func reopen(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await context.requireNoInput(of: request)
        let commands = commands
        return try await executor.run(
            request, context: context, states: executor.states(of: id), recording: .reopen
        ) { transaction, now in
            let reopening = try commands.reopen(id, version: nil, in: transaction, now: now)
            return APIResponse(reopening, now: now)
        }
    }

    private func skip(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await context.requireNoInput(of: request)
        let (commands, access) = (commands, context.access)
        return try await executor.run(
            request, context: context, states: executor.states(of: id), recording: .skip
        ) { transaction, now in
            var skip = try commands.skip(id, version: nil, in: transaction, now: now)
            try access.narrow(&skip.next, in: transaction)
            return APIResponse(skip, now: now)
        }
    }

    private func duplicate(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let body = try await context.bytes(of: request)
        let fields = body.readableBytes == 0 ? .object([:]) : try await context.resolved(JSONValue(body: body))
        let (input, commands) = (try NewTaskInput(ofDuplicate: fields), context.access.guarding(commands))
        let task = try await taskToChange(id)
        let copy = try TaskDuplicate(of: task, id: input.id, changedBy: input.fields, by: commands)
        return try await executor.run(
            request, input: body, context: context, states: executor.states(of: id), recording: .create
        ) { transaction, now in
            APIResponse(created: try copy.make(by: commands, in: transaction, now: now), now: now)
        }
    }

    /// The task as it is before the writer's turn, to be changed.
    private func taskToChange(_ id: TaskID) async throws -> TaskItem {
        try await executor.runner.read { try Self.task(id, in: $0) }
    }

    private static func task(_ id: TaskID, in reader: any StoreReader) throws -> TaskItem {
        guard let task = try reader.task(id) else { throw Problem(.notFound, "there is no task \(id)") }
        return task
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        let now = clock.now
        var parameters = QueryReader(request, context)
        let input = try await input(&parameters, context.access, now: now)
        if input.isExplained {
            try context.access.requirePlans()
            return try await explanation(of: input).response
        }
        guard input.grouping == nil else { return try await counts(of: input, context).response }
        let (page, cursor) = try await reading(input, context) { reader in
            var page = PageWriter<Void>(limit: input.query.limit)
            var rest = input.query
            rest.limit += 1
            let cursor = try reader.eachTask(matching: rest) { task in
                page.add(()) { task.write(to: &$0, now: now, fields: input.fields) }
            }
            return (page, cursor)
        }
        return page.answer { parameters.cursorText(cursor.map { [$0.description] } ?? []) }.response
    }

    private func count(_ request: Request, _ context: APIContext) async throws -> Response {
        var parameters = QueryReader(request, context)
        let input = try await input(&parameters, context.access, now: clock.now)
        return try await counts(of: input, context).response
    }

    /// How many tasks there are, of each group where they are asked for.
    private func counts(of input: TaskListInput, _ context: APIContext) async throws -> APIResponse {
        let zone = input.zone
        guard let grouping = input.grouping else {
            let count = try await reading(input, context) { try $0.count(of: input.query) }
            return APIResponse { count.write(fieldsTo: &$0) }
        }
        let groups = try await reading(input, context) { try $0.groups(of: input.query, by: grouping, in: zone) }
        return APIResponse { groups.write(fieldsTo: &$0) }
    }

    /// Reads what is asked for of many tasks.
    ///
    /// - Throws: A 422 ``Problem`` where that takes too long.
    private func reading<Value: Sendable>(
        _ input: TaskListInput, _ context: APIContext,
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        do {
            return try await context.whileClientStays { try await store.readList(body) }
        } catch let error as StoreError where error.code == .tooSlow && !context.access.isBound {
            throw try await slowly(input)
        }
    }

    /// Reads what a list is asked for with, and the view that it is of, and leaves of it what a token may see.
    private func input(
        _ parameters: inout QueryReader, _ access: Access, now: UTCInstant
    ) async throws -> TaskListInput {
        // The names and filters of views say something of all tasks.
        if access.isBound, parameters.written("view") != nil {
            throw Problem(
                .forbidden, "a token that is for \(access.words) alone cannot see views; give the filter itself")
        }
        let view = try await view(&parameters)
        let zones = commands.zones
        let zone =
            try parameters.value("timeZone", "an IANA name such as Europe/Berlin") { try? zones.rules(for: $0) }
            ?? zones.rules(for: view?.timeZone ?? commands.configuration.defaultZone)
        return try TaskListInput(&parameters, of: view, within: access, zone: zone, now: now)
    }

    /// The view that a query asks for, by its id or its name.
    private func view(_ parameters: inout QueryReader) async throws -> SavedView? {
        guard let text = parameters.text("view", atMost: 100) else { return nil }
        let (view, names) = try await store.read { reader -> (SavedView?, [String]) in
            let view = try SavedViewID(text).map { try reader.view($0) } ?? reader.view(named: text.inNormalForm)
            return (view, view == nil ? try reader.views().map(\.name) : [])
        }
        if let view {
            parameters.tie(to: "\(view.id) \(view.version)")
        } else {
            let hint = NearestName.of(text, among: names).map { "did you mean \($0)?" }
            parameters.note(
                "view",
                "is neither the name nor the id of a view; \(hint ?? "see GET /v1/views (taskd view list)")")
        }
        return view
    }

    /// How a list is served.
    private func explanation(of input: TaskListInput) async throws -> APIResponse {
        let plan = try await store.read { try $0.plan(of: input.query) }
        return APIResponse { plan.write(fieldsTo: &$0, texts: input.texts) }
    }

    /// Why a list was broken off.
    private func slowly(_ input: TaskListInput) async throws -> Problem {
        Problem(slowlyServed: try await store.read { try $0.plan(of: input.query) }, texts: input.texts)
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

    init(_ skip: TaskCommands.Skip, now: UTCInstant) {
        self.init { json in
            json.field("skipped") { skip.skipped.write(to: &$0, now: now) }
            json.field("next", skip.next, now: now)
        }
        self = tagged(EntityTag(of: skip.skipped.json(now: now)))
    }

    init(_ reopening: TaskCommands.Reopening, now: UTCInstant) {
        self.init { json in
            json.field("reopened") { reopening.reopened.write(to: &$0, now: now) }
            json.field("withdrawn", reopening.withdrawn?.description)
        }
        self = tagged(EntityTag(of: reopening.reopened.json(now: now)))
    }
}

extension TaskItem {
    /// Writes the task, or no more of it than some members.
    fileprivate func write(to json: inout JSONWriter, now: UTCInstant, fields: Set<String>?) {
        guard let fields else { return write(to: &json, now: now) }
        JSONSelection(fields).write(self.json(now: now), to: &json)
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ task: TaskItem?, now: UTCInstant) {
        field(name) { json in
            if let task { task.write(to: &json, now: now) } else { json.null() }
        }
    }
}
