import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

struct QueryTests {
    @Test(arguments: [
        "/v1/tasks?sort=--due", "/v1/tasks?sort=-", "/v1/tasks?sort=due,,priority", "/v1/tasks?sort=due,-due",
        "/v1/tasks?sort=due,due", "/v1/tasks?status=completed,", "/v1/tasks?limit=%2B5", "/v1/tasks?limit=",
        "/v1/tasks?tag=%zz", "/v1/tags/%zz", "/v1/tags/%ff", "/v1/tasks/%C3%28", "/v1/tasks?tag=%C3%28",
        "/v1/tasks?tag=%", "/v1/tasks?tag=a&tag=b", "/v1/tasks?%ff=1",
        "/v1/tasks?q=a%00b", "/v1/tasks?q=\(String(repeating: "a", count: 201))", "/v1/tasks?=", "/v1/tasks?a",
        "/v1/tasks?tag=\(String(repeating: "a", count: 9_000))", "/v1/upcoming?limit=3&limit=3",
        "/v1/events?after=-1", "/v1/events?after=1.5", "/v1/events?after=9", "/v1/events/stream?after=9",
        "/v1/events/stream?after=abc", "/v1/events?sort=seq2", "/v1/events?sort=-seq&after=0",
        "/v1/events?sort=-seq&cursor=MQ",
        "/v1/events?cursor=MQ", "/v1/hooks?limit=3", "/v1/tasks/0198c5a0-0000-7000-8000-000000000000?x=1",
        "/v1/tasks?cursor=\(String(repeating: "a", count: 500))",
    ])
    func `a query that makes no sense is refused with its parameter`(path: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, path)
            #expect(response.status == 400, "\(response.json)")
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: [
        ("sort=titel", "did you mean title? The keys are due, priority, title, "), ("sort=-crated", "-createdAt?"),
        ("sort=--due", "no key --due; did you mean -due?"),
        ("sort=due,prio", "priority?"), ("sort=xyzzy", "no key xyzzy; the keys are"),
        ("q=\(String(repeating: "a+", count: 33))", "at most 32 words and phrases, not 33"),
    ])
    func `what a list cannot be ordered or searched by is named`(query: String, detail: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, "/v1/tasks?\(query)")
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.contains(detail) == true, "\(response.json)")
        }
    }

    @Test func `a list by title is walked in pages, also by the longest titles`() async throws {
        try await API.run { api async throws in
            let letters = ["회", "é", "z", "1", "龍", "가"]
            for letter in letters {
                for count in [500, 1] {
                    _ = try await api.create(#"{"title":"\#(String(repeating: letter, count: count))"}"#)
                }
            }
            let order = ["1", "é", "z", "가", "회", "龍"]
            for (sort, expected) in [("title", order), ("-title", order.reversed())] {
                var (titles, cursor): ([String], String) = ([], "")
                repeat {
                    let page = try await api.request(.get, "/v1/tasks?sort=\(sort)&limit=5\(cursor)").json
                    titles += page["items"]?.array?.compactMap { $0["title"]?.string } ?? []
                    cursor = page["nextCursor"]?.string.map { "&cursor=\($0)" } ?? ""
                } while !cursor.isEmpty && titles.count < 20
                #expect(titles.count == 12)
                #expect(titles.filter { $0.count == 1 } == expected)
            }
        }
    }

    @Test func `what a client searches for is data`() async throws {
        try await API.run { api async throws in
            let id = try await api.create(#"{"title":"주간회의","tags":["Straße"]}"#).id
            for (query, isFound) in [
                ("%ED%9A%8C%EC%9D%98", true), ("%E1%84%92%E1%85%AC%E1%84%8B%E1%85%B4", true), ("strasse", true),
                ("%22", false),
                ("*", false), ("a+OR+b", false), ("task_words:a", false), ("NEAR(a,+b)", false), ("%5E%22-", false),
                ("+", true),
            ] {
                let response = try await api.request(.get, "/v1/tasks?q=\(query)")
                #expect(response.status == 200, "\(query)")
                let found = response.json["items"]?.array?.compactMap { $0["id"]?.string } ?? []
                #expect(found == (isFound ? ["\(id)"] : []), "\(query)")
            }
        }
    }

    @Test func `a change has no query but for a scope`() async throws {
        try await API.run { api async throws in
            let id = try await api.create(#"{"title":"x"}"#).id
            for (method, path, body) in [
                (.post, "/v1/tasks?x=1", #"{"title":"y"}"#), (.patch, "/v1/tasks/\(id)?scop=all", "{}"),
                (.post, "/v1/tasks/\(id)/complete?x", nil), (.delete, "/v1/tasks/\(id)?version=7", nil),
                (.delete, "/v1/tasks/\(id)?scope=some", nil), (.delete, "/v1/series/\(id)?open=some", nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                #expect(try await api.request(method, path, body).status == 400, "\(path)")
            }
            #expect(try await api.request(.get, "/v1/tasks/\(id)").json["version"]?.integer == 1)
        }
    }

    /// The names of the parameters of each route that has any.
    private static let names: [String: Set<String>] = [
        "GET /v1/tasks": [
            "status", "priority", "tag", "seriesId", "setAside", "q", "dueFrom", "dueUntil", "completedFrom",
            "completedUntil", "overdue", "sort", "limit", "cursor", "projectId", "subprojects", "filter", "timeZone",
            "explain", "fields", "groupBy", "view", "blocked",
        ],
        "GET /v1/tasks/count": [
            "status", "priority", "tag", "projectId", "subprojects", "seriesId", "setAside", "q", "dueFrom", "dueUntil",
            "completedFrom", "completedUntil", "overdue", "filter", "timeZone", "groupBy", "view", "blocked",
        ],
        "GET /v1/suggestions": ["title", "limit"],
        "GET /v1/tags": ["limit", "cursor"],
        "GET /v1/projects": ["parentId", "name", "isArchived", "limit", "cursor"],
        "DELETE /v1/projects/{id}": ["tasks"],
        "GET /v1/tasks/{id}": ["fields"], "PATCH /v1/tasks/{id}": ["scope"], "DELETE /v1/tasks/{id}": ["scope"],
        "POST /v1/tasks/{id}/attachments": ["scope"], "DELETE /v1/attachments/{id}": ["taskId", "scope"],
        "DELETE /v1/series/{id}": ["open"], "GET /v1/export": ["format"],
        "POST /v1/import": ["dryRun", "replace", "skipBad", "notifyHooks", "firstLine"],
        "GET /v1/series/{id}/occurrences": ["from", "until", "limit", "cursor"],
        "GET /v1/tasks/{id}/firings": ["limit", "cursor"], "GET /v1/tasks/{id}/history": ["limit", "cursor"],
        "GET /v1/upcoming": ["from", "until", "tag", "projectId", "limit", "cursor"],
        "GET /v1/pauses": ["limit", "cursor"], "GET /v1/trash": ["limit", "cursor"],
        "GET /v1/hooks/{id}/deliveries": ["state", "limit", "cursor"], "GET /v1/set-aside": ["limit", "cursor"],
        "GET /v1/changes": ["taskId", "limit", "cursor"], "GET /v1/tokens": ["limit", "cursor"],
        "GET /v1/statistics": ["from", "until", "groupBy", "timeZone", "tag", "projectId", "limit", "cursor"],
        "GET /v1/events": ["after", "limit", "sort", "cursor"], "GET /v1/events/stream": ["after"],
    ]

    @Test func `a route reads the parameters that it is declared with, and refuses all others`() async throws {
        try await API.run { api async throws in
            let everyName = Self.names.values.reduce(into: Set(["version", "x"])) { $0.formUnion($1) }
            let task = try await api.create(#"{"title":"x"}"#).id
            #expect(Set(Self.names.keys).isSubset(of: api.routes))
            for route in api.routes where route.contains("/v1/") {
                let words = route.split(separator: " ")
                let method = try #require(HTTPRequest.Method(String(words[0])))
                let id = route.contains("hooks") ? Hook.stdoutID.description : task
                let path = words[1].replacing("{id}", with: id).replacing("{name}", with: "home")
                for name in everyName {
                    // No parameter may be empty, so that nothing is done where the name is known.
                    let response = try await api.request(
                        method, "\(path)?\(name)=", method == .patch ? "{}" : nil)
                    let isKnown = Self.names[route]?.contains(name) == true
                    #expect(response.status == 400, "\(route) \(name)")
                    let detail = response.json["errors"]?.array?.first?["detail"]?.string
                    let words = isKnown ? "must not be empty; omit it instead" : "is not a known parameter"
                    #expect(detail == words && response.pointers == ["?\(name)"], "\(route) \(name): \(response.json)")
                }
            }
        }
    }

    @Test func `encoded parameters are what they stand for`() throws {
        let read = try #require(QueryText.parameters(of: "a=b%20c+d&%C3%A9=%2B%26&&x&y=1=2"))
        #expect(read.map(\.name) == ["a", "é", "x", "y"])
        #expect(read.map(\.value) == ["b c d", "+&", "", "1=2"])
    }

    @Test func `a cursor goes on in its own list alone`() async throws {
        try await API.run { api async throws in
            for number in 0..<4 {
                _ = try await api.create(#"{"title":"\#(number)","tags":["a"],"due":"2026-12-0\#(number + 1)"}"#)
            }
            let first = try await api.request(.get, "/v1/tasks?limit=2&sort=due&tag=a").json
            let cursor = try #require(first["nextCursor"]?.string)
            for other in [
                "sort=-due&tag=a", "sort=due", "sort=due&tag=b", "sort=due&tag=a&status=needsAction", "tag=a",
            ] {
                let response = try await api.request(.get, "/v1/tasks?\(other)&cursor=\(cursor)")
                #expect(response.status == 400, "\(other)")
            }
            #expect(try await api.request(.get, "/v1/upcoming?cursor=\(cursor)").status == 400)
            let next = try await api.request(.get, "/v1/tasks?cursor=\(cursor)&tag=a&sort=due&limit=5").json
            #expect(next["items"]?.array?.compactMap { $0["title"]?.string } == ["2", "3"])
            #expect(next["nextCursor"] == .null)
        }
    }

    @Test(arguments: ["abc", "-1", "1.5", "99", "1, 2", "+1", "99999999999999999999"])
    func `a stream does not start at a place that the log does not have`(place: String) async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"x"}"#)
            let response = try await api.request(.get, "/v1/events/stream", headers: ["Last-Event-ID": place])
            #expect(response.status == 400)
            #expect(
                response.json["detail"]?.string?.contains(
                    place == "99" ? "beyond the end of the log, 1;" : "Last-Event-ID") == true)
        }
    }

    @Test(arguments: ["/v1/events?after=9", "/v1/events/stream?after=9"])
    func `a place beyond the end of the log is the fault of its parameter`(path: String) async throws {
        try await API.run { api async throws in
            #expect(try await api.request(.get, path).pointers == ["?after"])
        }
    }

    @Test func `a page ends at its size, and the next goes on behind it`() async throws {
        try await API.run { api async throws in
            // 5 MB, so that one page has 84 of them.
            let tasks = (1...100).map { number in
                TaskItem.fixture(number) { $0.details = String(repeating: "x", count: 50_000) }
            }
            for (number, task) in tasks.enumerated() {
                try await api.store.write { transaction in
                    var json = JSONWriter()
                    json.object { json in json.field("task") { task.write(to: &$0, now: .noon) } }
                    var event = EventDraft.fixture(number)
                    event.data = json.bytes
                    try transaction.save(task)
                    try transaction.append([event])
                }
            }
            var (path, seen, pages) = ("/v1/tasks?limit=1000", [String](), 0)
            while true {
                let page = try await api.request(.get, path).json
                seen += (page["items"]?.array ?? []).map(\.id)
                pages += 1
                guard let cursor = page["nextCursor"]?.string else { break }
                path = "/v1/tasks?limit=1000&cursor=\(cursor)"
            }
            #expect(seen == tasks.map(\.id.description))
            #expect(pages == 2)
            let events = try await api.request(.get, "/v1/events?limit=1000").json
            let last = try #require(events["lastSeq"]?.integer)
            #expect((80..<90).contains(last) && events["items"]?.array?.count == last)
            let rest = try await api.request(.get, "/v1/events?after=\(last)&limit=1000").json
            #expect(rest["lastSeq"]?.integer == 100 && rest["items"]?.array?.count == 100 - last)
            #expect(rest["nextCursor"] == .null)
            let cursor = try #require(events["nextCursor"]?.string)
            let next = try await api.request(.get, "/v1/events?limit=1000&cursor=\(cursor)").json
            #expect(next["items"] == rest["items"])
            let some = try await api.store.read { try $0.events(after: 2, limit: 100, bytes: 75_000) }
            #expect(some.map(\.sequence) == [3, 4])
        }
    }
}
