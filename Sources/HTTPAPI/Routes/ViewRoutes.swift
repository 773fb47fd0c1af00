import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/views`: lists of tasks that were given a name.
struct ViewRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let executor: IdempotentExecutor<Time>
    let zones: ZoneDatabase

    func add(to routes: ScopedRoutes) {
        routes.add(.createView) { try await create($0, $1) }
        routes.add(.listViews) { _, _ in try await list() }
        routes.add(.readView) { try await read($0, $1) }
        routes.add(.updateView) { try await patch($0, $1) }
        routes.add(.deleteView) { try await delete($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let (wanted, zones) = (try NewView(JSONValue(body: input)), zones)
        return try await executor.run(request, input: input, context: context) { transaction, now in
            let view = wanted.view(madeAt: now)
            guard try transaction.view(view.id) == nil else {
                throw Problem(.conflict, "a view \(view.id) already exists; choose another id, or change that view")
            }
            guard try transaction.views().count < SavedView.maxCount else {
                throw Problem(.conflict, "there are \(SavedView.maxCount) views already; delete one first")
            }
            try Self.save(view, zones, in: transaction)
            return APIResponse(status: .created) { view.writeView(fieldsTo: &$0) }
                .tagged().located("/v1/views/\(view.id)")
        }
    }

    /// Writes a view, unless it could not be used.
    private static func save(
        _ view: SavedView, _ zones: ZoneDatabase, in transaction: any StoreTransaction
    ) throws {
        try view.check(zones: zones)
        if let other = try transaction.view(named: view.name), other.id != view.id {
            throw Problem(.conflict, "another view has this name, \(other.id); choose another name")
        }
        try transaction.save(view)
    }

    private func list() async throws -> Response {
        let views = try await store.read { try $0.views() }
        return APIResponse { json in
            json.field("items") { json in
                json.array(views) { json, view in json.object { view.writeView(fieldsTo: &$0) } }
            }
            json.field("nextCursor", String?.none)
        }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SavedViewID = try context.id("view")
        guard let view = try await store.read({ try $0.view(id) }) else { throw Problem.noView(id) }
        return try APIResponse { view.writeView(fieldsTo: &$0) }.unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SavedViewID = try context.id("view")
        let patch = try MergePatch<SavedView>(
            JSONValue(body: try await context.bytes(of: request)), readOnly: SavedView.readOnlyMembers.union(["id"]))
        let zones = zones
        return try await executor.run(request, context: context, states: states(of: id)) { transaction, now in
            guard var view = try transaction.view(id) else { throw Problem.noView(id) }
            let before = EntityTag(of: view)
            try patch.apply(to: &view)
            view.name = view.name.inNormalForm
            // Letters that look the same are the same to Swift, and are stored as they were written all the same.
            guard EntityTag(of: view) != before else { return APIResponse { view.writeView(fieldsTo: &$0) }.tagged() }
            (view.version, view.updatedAt) = (view.version + 1, now)
            try Self.save(view, zones, in: transaction)
            return APIResponse { view.writeView(fieldsTo: &$0) }.tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SavedViewID = try context.id("view")
        return try await executor.run(request, context: context, states: states(of: id)) { transaction, _ in
            guard try transaction.view(id) != nil else { throw Problem.noView(id) }
            try transaction.deleteView(id)
            return .noContent
        }
    }

    /// The tag of a view, for `If-Match`.
    private func states(of id: SavedViewID) -> IdempotentExecutor<Time>.States {
        { transaction, _ in
            try transaction.view(id).map { [EntityTag(of: $0)] }
        }
    }
}

extension EntityTag {
    /// The tag of a view.
    fileprivate init(of view: SavedView) {
        self.init(of: APIResponse { view.writeView(fieldsTo: &$0) }.body)
    }
}

extension Problem {
    fileprivate static func noView(_ id: SavedViewID) -> Problem { Problem(.notFound, "there is no view \(id)") }
}
