import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

struct SeriesOccurrenceTests {
    @Test
    func `past and coming occurrences stand in one list`() async throws {
        try await API.run { api async throws in
            let first = try await api.createDaily("a")
            let done = try await api.request(.post, "/v1/tasks/\(first.id)/complete").json
            let second = done["next"] ?? .null
            let third = try await api.request(.post, "/v1/tasks/\(second.id)/skip").json["next"] ?? .null
            #expect(try await api.request(.delete, "/v1/tasks/\(third.id)?scope=this").status == 204)
            let open = try await api.request(.get, "/v1/tasks?status=needsAction").json["items"]?.array?.first ?? .null
            _ = try await api.request(.patch, "/v1/tasks/\(open.id)?scope=this", #"{"title":"b","tags":["x"]}"#)
            _ = try await api.request(.patch, "/v1/tasks/\(open.id)", #"{"due":"2026-12-04T12:00:00"}"#)
            let page = try await api.request(.get, "/v1/series/\(first.series)/occurrences?limit=5")
            #expect(page.status == 200)
            let items = page.json["items"]?.array ?? []
            #expect(items.map { $0["state"]?.string } == ["completed", "skipped", "deleted", "open", "projected"])
            #expect(items.map { $0["recurrenceId"]?.string } == (1...5).map { "2026-12-0\($0)T09:00:00" })
            #expect(items.map { $0["occurrence"]?.integer } == [1, 2, 3, 4, nil])
            let tasks = [first.id, second.id, third.id, open.id]
            #expect(items.map { $0["taskId"]?.string } == tasks + [nil])
            #expect(items.map { $0["closedAt"]?.string }.prefix(2) == [API.now, API.now])
            #expect(items[3]["overrides"]?.array?.compactMap(\.string) == ["title", "tags", "times"])
            #expect(items[4]["overrides"]?.array?.isEmpty == true && items[4]["passed"]?.integer == 0)
            #expect(page.json["nextCursor"]?.string != nil)
        }
    }

    @Test
    func `pages go on where the one before ended, in a window`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", rule: "FREQ=DAILY;COUNT=7")
            let path = "/v1/series/\(task.series)/occurrences"
            func days(_ query: String) async throws -> [String] {
                var (found, cursor): ([String], String?) = ([], nil)
                repeat {
                    let page = try await api.request(.get, path + "?" + query + (cursor.map { "&cursor=\($0)" } ?? ""))
                    try #require(page.status == 200, "\(page.json)")
                    found += (page.json["items"]?.array ?? []).compactMap { $0["recurrenceId"]?.string }
                        .map { String($0.dropFirst(8).prefix(2)) }
                    cursor = page.json["nextCursor"]?.string
                } while cursor != nil
                return found
            }
            let all = ["01", "02", "03", "04", "05", "06", "07"]
            for limit in [1, 2, 3, 7, 8] { #expect(try await days("limit=\(limit)") == all, "\(limit)") }
            #expect(try await days("limit=1&from=2026-12-03&until=2026-12-05") == ["03", "04"])
            #expect(try await days("limit=2&from=2026-12-03T09:00:00&until=2026-12-05T09:00:01") == ["03", "04", "05"])
            #expect(try await days("from=2026-12-03T08:00:00Z&until=2026-12-05T09:00:00%2B01:00") == ["03", "04"])
            #expect(try await days("from=2026-12-03T08:00:01Z") == ["04", "05", "06", "07"])
            #expect(try await days("until=2026-12-01").isEmpty)
        }
    }

    @Test
    func `in a series of days a time stands for the day that begins with it or after it`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"a","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY;COUNT=4"]}}"#)
            func days(_ query: String) async throws -> [String?] {
                let page = try await api.request(.get, "/v1/series/\(task.series)/occurrences?\(query)")
                return (page.json["items"]?.array ?? []).map { $0["recurrenceId"]?.string }
            }
            #expect(try await days("from=2026-12-02T00:00:00&until=2026-12-03") == ["2026-12-02"])
            #expect(try await days("from=2026-12-02T00:00:01&until=2026-12-03T10:00:00") == ["2026-12-03"])
            #expect(
                try await days("from=2026-12-02T23:00:00Z&until=2026-12-03T23:00:01Z") == ["2026-12-03", "2026-12-04"])
        }
    }

    @Test
    func `what was passed over is missed`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            api.clock.advance(by: .seconds(13 * 86_400))
            let next = try await api.request(.post, "/v1/tasks/\(task.id)/complete").json["next"] ?? .null
            #expect(next["due"]?.string == "2026-12-05T09:00:00")
            let page = try await api.request(.get, "/v1/series/\(task.series)/occurrences?limit=6")
            let items = page.json["items"]?.array ?? []
            #expect(
                items.map { $0["state"]?.string } == ["completed", "missed", "missed", "missed", "open", "projected"])
            #expect(items.map { $0["passed"]?.integer } == [0, 0, 0, 0, 3, 0])
            #expect(items[1]["taskId"] == .null && items[1]["occurrence"] == .null)
        }
    }

    @Test(arguments: [
        "from=soon", "until=never", "from=", "from=0000-01-01", "until=10000-01-01", "limit=0", "limit=1001",
        "cursor=x", "from=2026-12-01&from=2026-12-02", "state=open",
    ])
    func `a window that makes no sense is refused`(query: String) async throws {
        try await API.run { api async throws in
            let series = try await api.createDaily("a").series
            let response = try await api.request(.get, "/v1/series/\(series)/occurrences?\(query)")
            #expect(response.status == 400)
            #expect(response.pointers == ["?" + query.prefix { $0 != "=" }])
        }
    }

    @Test
    func `a cursor goes on in its own window alone`() async throws {
        try await API.run { api async throws in
            let (one, other) = (try await api.createDaily("a"), try await api.createDaily("b"))
            let path = "/v1/series/\(one.series)/occurrences"
            let page = try await api.request(.get, path + "?limit=1").json
            let cursor = try #require(page["nextCursor"]?.string)
            #expect(try await api.status(.get, path + "?limit=9&cursor=\(cursor)") == 200)
            #expect(try await api.status(.get, path + "?from=2026-12-01&cursor=\(cursor)") == 400)
            #expect(try await api.status(.get, "/v1/series/\(other.series)/occurrences?cursor=\(cursor)") == 400)
        }
    }
}
