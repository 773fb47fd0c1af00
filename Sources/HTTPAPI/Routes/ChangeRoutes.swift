import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/undo`, `/v1/redo`, `/v1/changes`, `/v1/tasks/{id}/history`: undo, redo and list changes; a task's history.
struct ChangeRoutes<Time: UTCClock>: Sendable {
    /// How many of the tasks that an undo restored its answer shows.
    private static var maxShownTasks: Int { 1_000 }
    /// The size in bytes beyond which it shows no more of them.
    private static var maxShownBytes: Int { 4 << 20 }

    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.undoChange) { request, context in
            try await takeBack(request, context) { id, _, _, _ in id }
        }
        routes.add(.redoChange) { request, context in
            try await takeBack(request, context) { id, author, commands, transaction in
                guard let id else { return try commands.changeToRedo(by: author, in: transaction) }
                guard let change = try transaction.change(id), change.kind != .undo else { return id }
                let detail =
                    "the change \(id) is not an undo; give the id of one, from GET /v1/changes (taskd undo --list --json)"
                throw Problem([InputProblem(pointer: "/change", detail: detail)])
            }
        }
        routes.add(.listChanges) { try await list($0, $1) }
        routes.add(.readHistory) { try await history($0, $1) }
    }

    /// Finds the change that is to be taken back; nil for the latest command.
    private typealias Search =
        @Sendable (ChangeID?, String?, TaskCommands, any StoreTransaction) throws -> ChangeID?

    private func takeBack(
        _ request: Request, _ context: APIContext, _ search: @escaping Search
    ) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = input.readableBytes > 0 ? try Self.change(JSONValue(body: input)) : nil
        let (author, access) = (context.token?.name, context.access)
        let commands = access.guarding(commands)
        // Made here, since a closure that runs again records the same change.
        let own = ChangeID(madeAt: clock.now)
        return try await executor.run(request, input: input, context: context, isLong: true) { transaction, now in
            if let wanted, try !access.holds(wanted, in: transaction) {
                throw Problem(.notFound, "there is no change \(wanted), or it is too old to be undone")
            }
            let undoing =
                if let id = try search(wanted, author, commands, transaction) {
                    try commands.undo(id, as: own, author: author, in: transaction, now: now)
                } else {
                    try commands.undoLatest(as: own, author: author, in: transaction, now: now)
                }
            // Whoever reaches a part alone may not know what else a thing is called by now.
            func subject(_ change: Change?) throws -> ChangeSubject? {
                access.isBound ? nil : try change.map { try ChangeSubject(of: $0, in: transaction) }
            }
            let subjects = (try subject(undoing.undone), try subject(undoing.redone))
            var answer = APIResponse {
                undoing.write(fieldsTo: &$0, subjects, upTo: Self.maxShownTasks, Self.maxShownBytes, now)
            }
            answer.headers[.changeID] = own.description
            return answer
        }
    }

    /// The change that a request names.
    private static func change(_ value: JSONValue) throws -> ChangeID? {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let id = reader.text("change", "the id of a change, as Change-Id names it") { ChangeID($0) }
        reader.finish()
        try collector.throwIfAny()
        return id
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let task = query.value("taskId", "the id of a task") { TaskID($0) }
        let place = query.cursor { $0.first.flatMap { ChangeID($0) } }
        try query.finish()
        let access = context.access
        guard !access.isBound || task != nil else {
            throw Problem(
                .forbidden,
                "a token that is for \(access.words) alone sees the changes of one task at a time: give its taskId (taskd "
                    + "history TASK)")
        }
        let commands = commands
        let page = try await store.read { reader in
            var page = PageWriter<ChangeID>(limit: limit)
            if access.isBound, let task {
                guard try access.holds(.taskOrTrashed(task), in: reader) else { return page }
                let found = try access.history(of: task, before: place, limit: limit, by: commands, in: reader)
                if page.add(found.items, \.change.id, { $1.change.write(to: &$0) }), let next = found.next {
                    page.end(before: next)
                }
            } else {
                let found = try reader.changes(of: task, before: place, limit: limit + 1)
                let subjects = try found.prefix(limit).map { try ChangeSubject(of: $0, in: reader) }
                _ = page.add(Array(zip(found, subjects + [nil])), { $0.0.id }) { $1.0.write(to: &$0, $1.1) }
            }
            return page
        }
        return page.answer { query.cursorText([$0.description]) }.response
    }
}

extension ChangeRoutes {
    /// What changes did to a task, in members and in words.
    private func history(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request, context)
        let limit = query.limit(default: 20)
        let place = query.cursor { $0.first.flatMap { ChangeID($0) } }
        try query.finish()
        let (commands, access, now) = (commands, context.access, clock.now)
        let found = try await store.read {
            try access.history(of: id, before: place, limit: limit, by: commands, in: $0)
        }
        var page = PageWriter<ChangeID>(limit: limit)
        var areAllWritten = true
        for entry in found.items {
            let difference = try TaskDifference(entry, now: now)
            areAllWritten = page.add(entry.change.id) { difference.write(to: &$0, of: entry.change) }
            if !areAllWritten { break }
        }
        if areAllWritten, let next = found.next { page.end(before: next) }
        return page.answer { query.cursorText([$0.description]) }.response
    }
}

extension TaskDifference {
    fileprivate func write(to json: inout JSONWriter, of change: Change) {
        json.object { json in
            json.field("change") { change.write(to: &$0) }
            json.field("words", words)
            json.field("fields") { json in
                json.array(members) { json, member in
                    json.object { json in
                        json.field("name", member.name)
                        json.field("from") { $0.value(member.from) }
                        json.field("to") { $0.value(member.to) }
                    }
                }
            }
        }
    }
}

extension Change {
    /// Writes it, and what it was about where that is asked for.
    fileprivate func write(to json: inout JSONWriter, _ subject: ChangeSubject? = nil) {
        json.object { json in
            json.field("id", id)
            json.field("kind", kind.rawValue)
            json.field("at", at)
            json.field("author", author)
            json.field("undoes", undoes)
            guard let subject else { return }
            json.field("subject", subject.name)
            json.field("taskCount", subject.taskCount)
        }
    }
}

extension TaskCommands.Undoing {
    /// How many of the changes that were passed over are named.
    private static let maxPassedOver = 100

    /// Writes what was undone; of many tasks those that come first, and how many there are.
    fileprivate func write(
        fieldsTo json: inout JSONWriter, _ subjects: (undone: ChangeSubject?, redone: ChangeSubject?),
        upTo count: Int, _ size: Int, _ now: UTCInstant
    ) {
        json.field("undone") { undone.write(to: &$0, subjects.undone) }
        json.field("redone") { json in
            if let redone { redone.write(to: &json, subjects.redone) } else { json.null() }
        }
        json.field("taskCount", taskCount)
        json.field("removedCount", removedCount)
        var (shown, shownSize): ([[UInt8]], Int) = ([], 0)
        for task in tasks.prefix(count) where shownSize < size {
            shown.append(task.json(now: now))
            shownSize += shown.last?.count ?? 0
        }
        json.field("passedOver") { json in
            json.array(passedOver.prefix(Self.maxPassedOver)) { $1.write(to: &$0) }
        }
        json.field("passedOverCount", passedOver.count)
        json.field("tasks") { json in json.array(shown) { $0.raw($1) } }
        json.field("removed") { json in json.array(removed.prefix(count)) { $0.string($1.id.description) } }
        json.field("removedTasks") { json in
            json.array(removed.prefix(count)) { json, task in
                json.object { json in
                    json.field("id", task.id)
                    json.field("handle", task.handle)
                    json.field("title", task.title)
                }
            }
        }
    }
}
