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
        routes.add(.beginPause) { try await begin($0, $1) }
        routes.add(.listPauses) { try await list($0, $1) }
        routes.add(.readPause) { try await read($0, $1) }
        routes.add(.endPause) { try await end($0, $1) }
    }

    private func begin(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = try PauseInput(try await context.resolved(JSONValue(body: input)))
        let (commands, author, access) = (commands, context.token?.name, context.access)
        let zone = try commands.zones.rules(for: commands.configuration.defaultZone)
        return try await executor.run(
            request, input: input, context: context, recording: .pause
        ) { transaction, now in
            try access.requireTarget(wanted.target, in: transaction)
            let draft = try wanted.draft(from: now, in: zone)
            let pause = try commands.pause(draft, author: author, in: transaction, now: now)
            return APIResponse(status: .created) { pause.write(fieldsTo: &$0) }.tagged().located(
                "/v1/pauses/\(pause.id)")
        }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let place = query.cursor { PauseTarget($0.joined(separator: ",")) }
        try query.finish()
        let (access, now) = (context.access, clock.now)
        let found = try await store.read { reader in
            try access.page(after: place, limit: limit) { place, limit in
                let found = try reader.pauses(after: place, limit: limit + 1)
                return Page(
                    items: Array(found.prefix(limit)), next: found.count > limit ? found[limit - 1].target : nil)
            } of: {
                try $0.isLasting(at: now) && access.holds(pausing: $0.target, in: reader)
            }
        }
        var page = PageWriter<PauseTarget>(limit: limit)
        if page.add(found.items, \.target, { $1.write(to: &$0) }), let next = found.next { page.end(before: next) }
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
        return try await executor.run(
            request, context: context, states: states, recording: .resume
        ) { transaction, now in
            let pause = try commands.resume(id, in: transaction, now: now)
            return APIResponse { pause.write(fieldsTo: &$0) }
        }
    }
}

/// A pause as a client wants it.
private struct PauseInput: Sendable {
    let target: PauseTarget
    private let terms: PauseFields.Terms

    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let patch = Patch<PauseFields>(&reader)
        reader.finish()
        var (fields, problems) = (PauseFields(), [InputProblem]())
        patch.apply(to: &fields, isNew: true, noting: &problems)
        fields.checkTogether(at: "", noting: &problems)
        collector.add(problems)
        try collector.throwIfAny()
        let targets = fields.target.targets
        guard let target = targets.first, targets.count == 1 else {
            let detail = "must have exactly one of \"all\": true, tag, seriesId, taskId, reminderId and filter"
            throw Problem([InputProblem(pointer: "", detail: detail)])
        }
        if let error = target.checkFilter(at: "/filter", noting: &problems) {
            throw Problem(problems, filter: error)
        }
        (self.target, terms) = (target, fields.terms)
    }

    /// - Throws: A ``Problem`` where it ends beyond the ``TimeRange``.
    func draft(from now: UTCInstant, in zone: ZoneRules) throws -> PauseDraft {
        let limit = terms.limit
        let end = limit.instant(from: now, in: zone)?.roundedUpToSecond
        if limit.duration != nil, let end, end <= now {
            throw Problem([InputProblem(pointer: "/for", detail: "must be positive, such as PT1H")])
        }
        if limit.duration != nil || limit.until != nil, end.map({ !TimeRange.contains($0) }) ?? true {
            throw Problem([InputProblem(pointer: limit.pointer, detail: TimeRange.requirement)])
        }
        return PauseDraft(target, until: end, missed: terms.missed, note: terms.note)
    }
}
