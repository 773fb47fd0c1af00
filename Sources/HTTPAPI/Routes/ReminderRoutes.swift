import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/reminders/{id}` and `/v1/upcoming`.
struct ReminderRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.snoozeReminder) { try await snooze($0, $1) }
        routes.add(.acknowledgeReminder) { try await acknowledge($0, $1) }
        routes.add(.listUpcoming) { try await upcoming($0, $1) }
    }

    private func snooze(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: ReminderID = try context.id("reminder")
        let input = try await context.bytes(of: request)
        let until = try TimeLimit(JSONValue(body: input))
        let (commands, author) = (commands, context.token?.name)
        return try await executor.run(
            request, input: input, context: context, states: states(of: id), recording: .snooze
        ) { transaction, now in
            guard let task = try transaction.task(withReminder: id) else {
                throw Problem(.notFound, "there is no reminder \(id)")
            }
            let zone = try commands.zones.rules(for: task.timeZone)
            guard let end = until.instant(from: now, in: zone) else {
                throw Problem([InputProblem(pointer: until.pointer, detail: TimeRange.requirement)])
            }
            do {
                let snoozed = try commands.snooze(id, until: end, author: author, in: transaction, now: now)
                return APIResponse(json: snoozed.json(now: now)).tagged()
            } catch let error as SchedulerError where error.code == .invalidInput {
                // The command knows the time alone, not the field that it came from.
                throw Problem(error.problems.map { InputProblem(pointer: until.pointer, detail: $0.detail) })
            }
        }
    }

    private func acknowledge(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: ReminderID = try context.id("reminder")
        try await context.requireNoInput(of: request)
        let (commands, author) = (commands, context.token?.name)
        return try await executor.run(
            request, context: context, states: states(of: id), recording: .acknowledge
        ) { transaction, now in
            let task = try commands.acknowledge(id, author: author, in: transaction, now: now)
            return APIResponse(json: task.json(now: now)).tagged()
        }
    }

    /// The tags of a reminder's task, for `If-Match`.
    private func states(of id: ReminderID) -> IdempotentExecutor<Time>.States {
        { transaction, now in try transaction.task(withReminder: id).map { EntityTag.all(of: $0, now: now) } }
    }

    /// What is to come: of a tag, of a project or within a reach a list, since reminders are looked through for it that may
    /// be of any other.
    private func upcoming(
        _ query: UpcomingQuery, _ context: APIContext
    ) async throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        let (commands, store, access, now) = (commands, store, context.access, clock.now)
        guard query.tag != nil || query.project != nil || access.isBound else {
            return try await store.read { try commands.upcoming(query, in: $0, now: now) }
        }
        return try await context.whileClientStays {
            try await store.readList { try access.upcoming(query, by: commands, in: $0, now: now) }
        }
    }

    private func upcoming(_ request: Request, _ context: APIContext) async throws -> Response {
        let commands = commands
        var parameters = QueryReader(request, context)
        let query = try UpcomingQuery(
            &parameters,
            zone: commands.zones.rules(for: commands.configuration.defaultZone),
            now: clock.now
        )
        let found = try await upcoming(query, context)
        var page = PageWriter<UpcomingQuery.Cursor>(limit: query.limit)
        let areAllWritten = page.add(found.items, \.cursor) { $1.write(to: &$0) }
        if areAllWritten, found.next != nil { page.endBeforeMore() }
        return page.answer { parameters.cursorText($0.parts) }.response
    }
}

extension TimeLimit {
    /// Reads how long a reminder is snoozed, from the body of a request.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    fileprivate init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let patch = Patch<TimeLimit>(&reader)
        reader.finish()
        var (limit, problems) = (TimeLimit(), [InputProblem]())
        patch.apply(to: &limit, isNew: true, noting: &problems)
        collector.add(problems)
        try collector.throwIfAny()
        guard (limit.duration == nil) != (limit.until == nil) else {
            throw Problem([InputProblem(pointer: "", detail: "must have exactly one of for (such as PT10M) and until")])
        }
        self = limit
    }
}

extension UpcomingQuery {
    fileprivate init(_ reader: inout QueryReader, zone: ZoneRules, now: UTCInstant) throws {
        self.init(
            from: reader.instant("from", in: zone) ?? now,
            until: reader.instant("until", in: zone),
            tag: reader.text("tag", atMost: TaskDraft.Bounds.tagLength),
            project: reader.value("projectId", "a UUID") { ProjectID($0) },
            cursor: reader.cursor { Cursor($0) },
            limit: reader.limit()
        )
        try reader.finish()
    }
}

extension UpcomingQuery.Cursor {
    fileprivate var parts: [String] {
        [fireAt.millisecondsSinceEpoch.description, reminder.description, isProjected.description]
    }

    fileprivate init?(_ parts: [String]) {
        guard parts.count == 3, let milliseconds = Int64(parts[0]), let reminder = ReminderID(parts[1]),
            let isProjected = Bool(parts[2])
        else { return nil }
        let fireAt = UTCInstant(millisecondsSinceEpoch: milliseconds)
        guard TimeRange.contains(fireAt) else { return nil }
        self.init(fireAt: fireAt, reminder: reminder, isProjected: isProjected)
    }
}

extension UpcomingItem {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("firingId", firingID)
            json.field("fireAt", fireAt)
            json.field("reminderId", reminderID)
            json.field("taskId", taskID)
            json.field("taskHandle", taskHandle)
            json.field("title", title)
            json.field("due", due)
            json.field("timeZone", timeZone)
            json.field("occurrence", occurrence)
            json.field("projected", isProjected)
            json.field("heldBy", hold?.reason.rawValue)
            json.field("heldUntil", hold?.until)
        }
    }
}
