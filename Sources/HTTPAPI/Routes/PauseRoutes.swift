import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/pauses`: keep reminders from going off for a time.
struct PauseRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.post("pauses", .write) { try await begin($0, $1) }
        routes.get("pauses", .read, query: ["limit", "cursor"]) { request, _ in try await list(request) }
        routes.get("pauses/:id", .read) { try await read($0, $1) }
        routes.delete("pauses/:id", .write) { try await end($0, $1) }
    }

    private func begin(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let wanted = try PauseInput(JSONValue(body: input))
        let (commands, author) = (commands, context.token?.name)
        let zone = try commands.zones.rules(for: commands.configuration.defaultZone)
        return try await executor.run(request, input: input, context: context) { transaction, now in
            let draft = try wanted.draft(from: now, in: zone)
            let pause = try commands.pause(draft, author: author, in: transaction, now: now)
            return APIResponse(status: .created) { pause.write(fieldsTo: &$0) }.tagged().located(
                "/v1/pauses/\(pause.id)")
        }
    }

    private func list(_ request: Request) async throws -> Response {
        var query = QueryReader(request)
        let limit = query.limit()
        let place = query.cursor { PauseTarget($0.joined(separator: ",")) }
        try query.finish()
        let found = try await store.read { try $0.pauses(after: place, limit: limit + 1) }
        let now = clock.now
        var page = PageWriter<PauseTarget>(limit: limit)
        for pause in found {
            let isAdded =
                pause.isLasting(at: now)
                ? page.add(pause.target) { pause.write(to: &$0) } : page.pass(pause.target)
            if !isAdded { break }
        }
        return page.answer { query.cursorText([$0.description]) }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: PauseID = try context.id("pause")
        let now = clock.now
        guard let pause = try await store.read({ try $0.pause(id) }), pause.isLasting(at: now) else {
            throw Problem(.notFound, "there is no pause \(id)")
        }
        return try APIResponse { pause.write(fieldsTo: &$0) }.unless(request).response
    }

    private func end(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: PauseID = try context.id("pause")
        let commands = commands
        let states: IdempotentExecutor<Time>.States = { transaction, _ in
            try transaction.pause(id).map { pause in [EntityTag(of: APIResponse { pause.write(fieldsTo: &$0) }.body)] }
        }
        return try await executor.run(request, context: context, states: states) { transaction, now in
            let pause = try commands.resume(id, in: transaction, now: now)
            return APIResponse { pause.write(fieldsTo: &$0) }
        }
    }
}

/// A pause as a client wants it.
private struct PauseInput: Sendable {
    private let target: PauseTarget
    private let duration: CalendarDuration?
    private let until: TaskDraft.Time?
    private let missed: Pause.Missed
    private let note: String?

    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        var targets: [PauseTarget] = []
        if reader.bool("all") == true { targets.append(.all) }
        if let tag = reader.string("tag") { targets.append(.tag(tag)) }
        if let id = reader.text("seriesId", "a UUID", { SeriesID($0) }) { targets.append(.series(id)) }
        if let id = reader.text("taskId", "a UUID", { TaskID($0) }) { targets.append(.task(id)) }
        if let id = reader.text("reminderId", "a UUID", { ReminderID($0) }) { targets.append(.reminder(id)) }
        duration = reader.duration("for")
        until = reader.text("until", TaskDraft.Time.form) { TaskDraft.Time($0) }
        missed = reader.choice("missed") ?? .fire
        note = reader.string("note")
        reader.finish()
        if duration != nil, until != nil { collector.add("", "must have a for or an until, not both") }
        try collector.throwIfAny()
        guard let target = targets.first, targets.count == 1 else {
            let detail = "must have one of \"all\": true, tag, seriesId, taskId and reminderId"
            throw Problem([InputProblem(pointer: "", detail: detail)])
        }
        self.target = target
    }

    /// - Throws: A ``Problem`` where it ends beyond the ``TimeRange``.
    func draft(from now: UTCInstant, in zone: ZoneRules) throws -> PauseDraft {
        let end: UTCInstant? =
            switch (duration, until) {
            case (let duration?, _): LocalTime(now, in: zone)?.instant(in: zone, adding: duration)
            case (_, .instant(let instant)?): instant.roundedUpToSecond
            case (_, .civil(let civil)?): LocalTime(civil)?.instant(in: zone)
            case (nil, nil): nil
            }
        if duration != nil || until != nil, end.map({ !TimeRange.contains($0) }) ?? true {
            let pointer = duration == nil ? "/until" : "/for"
            throw Problem([InputProblem(pointer: pointer, detail: TimeRange.requirement)])
        }
        return PauseDraft(target, until: end, missed: missed, note: note)
    }
}
