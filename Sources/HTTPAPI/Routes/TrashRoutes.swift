import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/trash`: tasks that were deleted, for as long as changes are kept.
struct TrashRoutes<Time: UTCClock>: Sendable {
    /// How many tasks one transaction deletes for good.
    private static var partSize: Int { 100 }

    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let runner: CommandRunner<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.listTrash) { try await list($0, $1) }
        routes.add(.emptyTrash) { request, _ in try await empty() }
        routes.add(.readTrash) { try await read($0, $1) }
        routes.add(.restoreTask) { try await restore($0, $1) }
        routes.add(.purgeTask) { try await purge($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let place = query.cursor { StoreCursor($0.joined(separator: ",")) }
        try query.finish()
        let (now, access) = (clock.now, context.access)
        let found = try await store.read { reader in
            try access.page(after: place, limit: limit) {
                try reader.trash(after: $0, limit: $1)
            } of: {
                try access.holds($0.task, in: reader)
            }
        }
        return APIResponse(capacity: 1_000 * found.items.count + 100) { json in
            json.field("items") { json in
                json.array(found.items) { json, item in json.object { item.write(fieldsTo: &$0, now: now) } }
            }
            json.field("nextCursor", found.next.map { query.cursorText([$0.description]) })
        }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let (commands, now) = (commands, clock.now)
        let item = try await store.read { try commands.trashed(id, in: $0) }
        return try APIResponse { item.write(fieldsTo: &$0, now: now) }.unless(request).response
    }

    private func restore(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        try await context.requireNoInput(of: request)
        let (commands, author) = (context.access.guarding(commands), context.token?.name)
        // Made here, since a closure that runs again records the same change.
        let own = ChangeID(madeAt: clock.now)
        return try await executor.run(request, context: context, isLong: true) { transaction, now in
            let task = try commands.restore(id, as: own, author: author, in: transaction, now: now)
            var answer = APIResponse(json: task.json(now: now)).tagged()
            answer.headers[.changeID] = own.description
            return answer
        }
    }

    private func purge(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        let (commands, access) = (commands, context.access)
        return try await executor.run(request, context: context) { transaction, _ in
            try access.requireWholeHistory(of: id, by: commands, in: transaction)
            try commands.purge(id, in: transaction)
            return .noContent
        }
    }

    private func empty() async throws -> Response {
        var isLeft = true
        while isLeft {
            isLeft = try await runner.run(named: "DELETE /v1/trash") { _, transaction, _ in
                let items = try transaction.trash(after: nil, limit: Self.partSize).items
                for item in items { try transaction.purge(item.task.id) }
                return items.count == Self.partSize
            }
        }
        return APIResponse.noContent.response
    }
}

extension TrashedTask {
    fileprivate func write(fieldsTo json: inout JSONWriter, now: UTCInstant) {
        json.field("deletedAt", change.at)
        json.field("changeId", change.id)
        json.field("author", change.author)
        json.field("task") { task.write(to: &$0, now: now) }
    }
}
