import Basics
import HTTPTypes
import Hummingbird
import Logging
import Recurrence
import Scheduler
import Storage

/// `/v1/tasks/bulk`: one change of every task that a filter selects.
///
/// The tasks are those that it chooses when the request comes. Each is changed by itself, as by a request of its own: one
/// that cannot be is left as it was. A hundred go into a transaction, fewer of large ones, so that nobody waits for many, and
/// a thousand into a change, which can be undone.
struct BulkRoutes<Time: UTCClock>: Sendable {
    /// How many tasks one request changes at most.
    private static var maxTasks: Int { 10_000 }
    /// How many tasks one transaction changes at most.
    private static var partSize: Int { 100 }
    /// How many tasks belong to one change.
    private static var changeSize: Int { 1_000 }
    /// How many of the tasks that could not be changed are named.
    private static var maxNamed: Int { 100 }

    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let runner: CommandRunner<Time>
    let clock: Time

    /// A task that could not be changed.
    private struct Failure: Sendable {
        let id: TaskID
        let detail: String
    }

    func add(to routes: ScopedRoutes) {
        routes.add(.changeManyTasks) { try await run($0, $1) }
    }

    private func run(_ request: Request, _ context: APIContext) async throws -> Response {
        let body = try await context.bytes(of: request)
        let input = try BulkInput(try await context.resolved(JSONValue(body: body)), commands)
        guard !input.isPreview else {
            let query = input.query(within: context.access, now: clock.now, limit: 1)
            let count = try await context.whileClientStays {
                try await store.readList { try $0.count(of: query) }
            }
            return APIResponse { json in
                json.field("matched", count.count)
                json.field("isExact", count.isExact)
            }.response
        }
        return try await executor.runOnce(request, input: body, context: context) { key in
            try await answer(to: input, under: key, context)
        }
    }

    private func answer(
        to input: BulkInput, under key: KeyClaim, _ context: APIContext
    ) async throws -> APIResponse {
        let ids = try await matching(input, context.access)
        var (changes, changed, failures): ([ChangeID], Int, [Failure]) = ([], 0, [])
        var start = 0
        while start < ids.count {
            if start % Self.changeSize == 0 { changes.append(ChangeID(madeAt: clock.now)) }
            let end = min(start + Self.partSize, changes.count * Self.changeSize, ids.count)
            let part = Array(ids[start..<end])
            do {
                // The key stands or falls with the first part.
                let claim = start == 0 ? key : nil
                let outcome = try await change(part, by: input, under: claim, as: changes[changes.count - 1], context)
                changed += outcome.changed
                failures += outcome.failures
                start += outcome.count
            } catch let error where start > 0 {
                // What was changed stays so, and the answer says of what.
                context.logger.error("a bulk change was broken off", metadata: ["error": "\(error)"])
                let detail = Problem(error)?.detail ?? "was not reached: the store is unavailable; repeat the request"
                failures += ids[start...].map { Failure(id: $0, detail: detail) }
                break
            }
        }
        // A change that wrote nothing is none.
        let made = try await store.read { [changes] reader in try changes.filter { try reader.change($0) != nil } }
        var answer = APIResponse { json in
            json.field("matched", ids.count)
            json.field("changed", changed)
            json.field("failedCount", failures.count)
            json.field("failed") { json in
                json.array(failures.prefix(Self.maxNamed)) { json, failure in
                    json.object { json in
                        json.field("id", failure.id.description)
                        json.field("detail", failure.detail)
                    }
                }
            }
            json.field("changes") { json in json.array(made) { $0.string($1.description) } }
        }
        if let last = made.last { answer.headers[.changeID] = last.description }
        return answer
    }

    /// The tasks that it is about.
    private func matching(_ input: BulkInput, _ access: Access) async throws -> [TaskID] {
        var (ids, query): ([TaskID], TaskQuery) = ([], input.query(within: access, now: clock.now, limit: 1_000))
        repeat {
            let page = try await store.readList { [query] reader in
                var ids: [TaskID] = []
                let next = try reader.eachTask(matching: query) { task in
                    ids.append(task.id)
                    return true
                }
                return (ids: ids, next: ids.count == query.limit ? next : nil)
            }
            ids += page.ids
            query.cursor = page.next
            guard ids.count <= Self.maxTasks else {
                let detail = "selects more than \(Self.maxTasks) tasks; narrow it, and repeat the request"
                throw Problem([InputProblem(pointer: "/filter", detail: detail)])
            }
        } while query.cursor != nil
        return ids
    }

    /// Changes the first of the tasks in one transaction, as many as that is to.
    ///
    /// - Returns: How many it came to, how many of these are not what they were, and those that could not be changed.
    private func change(
        _ ids: [TaskID], by input: BulkInput, under key: KeyClaim?, as change: ChangeID, _ context: APIContext
    ) async throws -> (count: Int, changed: Int, failures: [Failure]) {
        let (author, access) = (context.token?.name, context.access)
        return try await runner.run(named: "POST /v1/tasks/bulk", isLong: true) { commands, transaction, now in
            let commands = access.guarding(commands)
            try key?.take(in: transaction, now: now)
            return try transaction.recording(Change(.batch, id: change, at: now, author: author)) {
                var (changed, failures): (Int, [Failure]) = (0, [])
                var budget = EditBudget(partOf: commands)
                for (index, id) in ids.enumerated() {
                    if budget.isSpent { return (index, changed, failures) }
                    if let task = try transaction.task(id) { budget.spend(on: task) }
                    let count = transaction.recordedRows.count
                    do {
                        try transaction.asUnit {
                            try input.run(on: id, commands, in: transaction, now: now)
                            try access.check(transaction.recordedRows.dropFirst(count), in: transaction)
                        }
                        // What is already as it is to be writes nothing.
                        if transaction.recordedRows.count > count { changed += 1 }
                    } catch let problem as Problem {
                        failures.append(Failure(id: id, detail: problem.detail))
                    }
                }
                return (ids.count, changed, failures)
            }
        }
    }
}
