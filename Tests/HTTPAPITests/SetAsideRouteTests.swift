import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

/// `/v1/set-aside`.
struct SetAsideRouteTests {
    /// Sets aside something of each kind; returns what is to be listed, in its order.
    private func fill(_ api: API) async throws -> [SetAsideUnit] {
        let task = TaskItem.fixture(1)
        let (reminder, pause, now) = (
            ReminderID(UUIDValue(high: 1, low: 1 << 63)), PauseID(UUIDValue(high: 2, low: 1 << 63)), api.clock.now
        )
        let units: [SetAsideUnit] = [
            .task(task.id), .series(of: task.id), .reminder(reminder, of: task.id), .pause(pause), .zone("Mars/Base"),
            .zone("Mars/Vale"),
        ]
        try await api.store.write { transaction in
            try transaction.save(task)
            for unit in units { try transaction.setAside(unit, reason: "of \(unit.subject)", at: now) }
        }
        return units.sorted { ($0.kind.rawValue, $0.subject) < ($1.kind.rawValue, $1.subject) }
    }

    @Test func `each kind is listed with what it is, whose it is, why and since when`() async throws {
        try await API.run { api async throws in
            #expect(try await api.request(.get, "/v1/set-aside").json["items"]?.array?.isEmpty == true)
            let units = try await fill(api)
            let answer = try await api.request(.get, "/v1/set-aside").json
            let items = answer["items"]?.array ?? []
            #expect(items.map { $0["unit"]?.string } == units.map(\.kind.rawValue))
            #expect(items.map { $0["id"]?.string } == units.map(\.subject))
            #expect(items.map { $0["taskId"]?.string } == units.map { $0.task?.description })
            #expect(items.map { $0["reason"]?.string } == units.map { "of \($0.subject)" })
            #expect(items.allSatisfy { $0["since"]?.string == API.now })
            #expect(answer["nextCursor"] == .null)
            let task = try await api.request(.get, "/v1/tasks/\(TaskID.numbered(1))").json
            #expect(task["setAside"]?["reason"]?.string?.contains("of \(TaskID.numbered(1))") == true)
        }
    }

    @Test(arguments: [1, 2, 4, 6]) func `pages lead to each other and name each once`(limit: Int) async throws {
        try await API.run { api async throws in
            let units = try await fill(api)
            var (found, query, pages): ([String?], String, Int) = ([], "", 0)
            repeat {
                let answer = try await api.request(.get, "/v1/set-aside?limit=\(limit)\(query)").json
                let items = answer["items"]?.array ?? []
                #expect(items.count <= limit)
                found += items.map { $0["id"]?.string }
                query = answer["nextCursor"]?.string.map { "&cursor=\($0)" } ?? ""
                pages += 1
            } while !query.isEmpty && pages < 10
            #expect(found == units.map(\.subject))
            #expect(pages == (units.count + limit - 1) / limit)
        }
    }

    @Test func `a cursor of something else is refused`() async throws {
        try await API.run { api async throws in
            for cursor in ["x", "", "e30", "dGFzayx4", "bWFycyxh"] {
                let answer = try await api.request(.get, "/v1/set-aside?cursor=\(cursor)")
                #expect(answer.status == 400 && answer.pointers == ["?cursor"], "\(cursor): \(answer.json)")
            }
        }
    }

    @Test(arguments: AccessScope.allCases) func `it takes the scope to read`(scope: AccessScope) async throws {
        try await API.run(scopes: [scope]) { api async throws in
            let isLetIn = scope == .read || scope == .admin
            #expect(try await api.request(.get, "/v1/set-aside").status == (isLetIn ? 200 : 403))
        }
    }
}
