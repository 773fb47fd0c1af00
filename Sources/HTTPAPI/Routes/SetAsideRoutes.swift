import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Storage

/// `/v1/set-aside`: everything that cannot be read or evaluated, and is out of the way of everything else.
struct SetAsideRoutes: Sendable {
    let store: any Store

    func add(to routes: ScopedRoutes) {
        routes.add(.listSetAside) { try await list($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let place = query.value("cursor", "a nextCursor of the same list") { SetAsideUnit(cursor: $0) }
        try query.finish()
        let found = try await store.read { try $0.setAside(after: place, limit: limit + 1) }
        let shown = found.prefix(limit)
        return APIResponse { json in
            json.field("items") { json in json.array(shown) { $1.write(to: &$0) } }
            json.field("nextCursor", found.count > limit ? shown.last?.unit.cursor : nil)
        }.response
    }
}

extension SetAsideEntry {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("unit", unit.kind.rawValue)
            json.field("id", unit.subject)
            json.field("taskId", unit.task?.description)
            json.field("reason", reason)
            json.field("since", since)
        }
    }
}

extension SetAsideUnit {
    fileprivate var cursor: String { CursorText.encode([kind.rawValue, subject]) }

    fileprivate init?(cursor text: String) {
        guard let parts = CursorText.decode(text), parts.count == 2, let kind = Kind(rawValue: parts[0]) else {
            return nil
        }
        switch (kind, TaskID(parts[1]), ReminderID(parts[1]), PauseID(parts[1])) {
        case (.task, let id?, _, _): self = .task(id)
        case (.series, let id?, _, _): self = .series(of: id)
        // Which task it belongs to is no part of its place.
        case (.reminder, let task?, let id?, _): self = .reminder(id, of: task)
        case (.pause, _, _, let id?): self = .pause(id)
        case (.zone, _, _, _): self = .zone(parts[1])
        default: return nil
        }
    }
}
