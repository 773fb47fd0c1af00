import Basics
import HTTPTypes
import Testing

struct CountTests {
    private func fill(_ api: API) async throws {
        for (title, more) in [
            ("a", #","due":"2026-11-20T23:30:00","priority":"low","tags":["home","b"]"#),
            ("b", #","due":"2026-11-21","priority":"high""#), ("c", #","tags":["home"]"#),
        ] { _ = try await api.create(#"{"title":"\#(title)"\#(more)}"#) }
    }

    private func groups(_ api: API, _ query: String, of path: String = "/v1/tasks") async throws -> [String] {
        let response = try await api.request(.get, "\(path)?\(query)")
        #expect(response.json["isExact"] == .bool(true), "\(response.json)")
        return (response.json["groups"]?.array ?? []).map { group in
            "\(group["key"]?.string ?? "null") \(group["count"]?.integer ?? -1)"
        }
    }

    @Test func `tasks are counted by what a list is chosen by`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            for (query, count) in [
                ("", 3), ("?filter=tag:home", 2), ("?status=needsAction&priority=high", 1), ("?q=nothing", 0),
                ("?filter=due%3Ctoday&timeZone=Europe/Berlin", 1), ("?overdue=true", 1),
            ] {
                let response = try await api.request(.get, "/v1/tasks/count\(query)")
                #expect(response.status == 200)
                #expect(
                    response.json == .object(["count": .number(Double(count)), "isExact": .bool(true)]), "\(query)")
            }
            for query in ["sort=due", "limit=3", "cursor=x", "fields=id", "explain=true", "filter=x%3D1", "groupBy=x"] {
                let response = try await api.request(.get, "/v1/tasks/count?\(query)")
                #expect(response.status == 400, "\(query)")
            }
            for query in ["sort=due", "limit=3", "cursor=x", "fields=id", "explain=true"] {
                let response = try await api.request(.get, "/v1/tasks?groupBy=tag&\(query)")
                let name = query.prefix { $0 != "=" }
                #expect(response.status == 400 && response.pointers == ["?\(name)"], "\(response.json)")
            }
        }
    }

    @Test func `groups are counted by tag, day, priority and status`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            for path in ["/v1/tasks", "/v1/tasks/count"] {
                #expect(try await groups(api, "groupBy=tag", of: path) == ["b 1", "home 2"])
                #expect(
                    try await groups(api, "groupBy=dueDay", of: path) == ["2026-11-20 1", "2026-11-21 1", "null 1"])
                #expect(try await groups(api, "groupBy=priority", of: path) == ["none 1", "low 1", "high 1"])
                #expect(try await groups(api, "groupBy=status", of: path) == ["needsAction 3"])
            }
            #expect(try await groups(api, "groupBy=tag&filter=priority:low") == ["b 1", "home 1"])
            #expect(try await groups(api, "groupBy=dueDay&timeZone=Asia/Seoul").first == "2026-11-21 2")
        }
    }

    @Test func `a list shows the fields that are asked for`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            let list = try await api.request(.get, "/v1/tasks?sort=due&fields=due,title,tags&limit=2")
            let first = try #require(list.json["items"]?.array?.first)
            #expect(
                first
                    == .object([
                        "id": .string(first.id), "title": .string("a"), "due": .string("2026-11-20T23:30:00"),
                        "tags": .array([.string("home"), .string("b")]),
                    ]))
            let cursor = try #require(list.json["nextCursor"]?.string)
            let next = try await api.request(.get, "/v1/tasks?sort=due&fields=id&limit=2&cursor=\(cursor)")
            let last = try #require(next.json["items"]?.array?.first)
            #expect(last == .object(["id": .string(last.id)]) && last != first)
            let wrong = try await api.request(.get, "/v1/tasks?fields=title,prioriti")
            #expect(wrong.status == 400 && wrong.pointers == ["?fields"])
            let detail = wrong.json["detail"]?.string ?? ""
            #expect(
                detail.contains("no field prioriti; did you mean priority? The fields are id, handle, version, title, ")
            )
            #expect(detail.contains("setAside") && detail.contains("quietHours"))
            #expect(try await api.request(.get, "/v1/tasks?fields=title,,due").status == 400)
        }
    }
}
