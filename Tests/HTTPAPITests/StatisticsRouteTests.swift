import Basics
import Foundation
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite struct StatisticsRouteTests {
    private let names = [
        "created", "completed", "overdue", "fired", "snoozed", "missed", "completedWithDue", "onTime",
    ]

    /// The members of an item that are not 0.
    private func line(_ item: JSONValue?) -> String {
        names.compactMap { name in
            item?[name]?.integer.flatMap { $0 == 0 ? nil : "\(name) \($0)" }
        }.joined(separator: ", ")
    }

    private func lines(_ answer: API.Response) -> [String] {
        (answer.json["items"]?.array ?? []).compactMap { item in
            let line = line(item)
            return line.isEmpty ? nil : "\(item["key"]?.string ?? ""): \(line)"
        }
    }

    @Test func `what happened is counted by day, week, month and tag, and exactly after undo and redo`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","tags":["home","x"],"due":"2026-11-20T09:00:00"}"#)
            api.clock.advance(by: .seconds(86_400))
            _ = try await api.create(#"{"title":"b","tags":["x"]}"#)
            #expect(try await api.request(.post, "/v1/tasks/\(task.id)/complete").status == 200)
            let path = "/v1/statistics?from=2026-11-01&until=2026-12-01&timeZone=Europe/Berlin"
            let done = ["2026-11-21: created 1", "2026-11-22: created 1, completed 1, completedWithDue 1"]
            #expect(try await lines(api.request(.get, path)) == done)
            #expect(try await api.request(.get, path).json["items"]?.array?.count == 30)
            let groups: [(String, [String])] = [
                ("week", ["2026-W47: created 2, completed 1, completedWithDue 1"]),
                ("month", ["2026-11: created 2, completed 1, completedWithDue 1"]),
                (
                    "tag",
                    [
                        "home: created 1, completed 1, completedWithDue 1",
                        "x: created 2, completed 1, completedWithDue 1",
                    ]
                ),
                ("project", []),
            ]
            for (group, expected) in groups {
                let answer = try await api.request(.get, path + "&groupBy=\(group)")
                #expect(lines(answer) == expected)
                #expect(line(answer.json["total"]) == "created 2, completed 1, completedWithDue 1")
            }
            #expect(try await lines(api.request(.get, path + "&tag=home")).count == 2)
            let total = try await api.request(.get, path).json["total"]
            #expect(total?["meanLateSeconds"] == .number(2 * 86_400))
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await lines(api.request(.get, path)) == ["2026-11-21: created 1", "2026-11-22: created 1"])
            #expect(try await api.request(.post, "/v1/redo").status == 200)
            #expect(try await lines(api.request(.get, path)) == done)
        }
    }

    @Test func `days are those of the zone that is asked for, else the server's, also of a quarter of an hour`()
        async throws
    {
        try await API.run { api async throws in
            api.clock.set(to: try #require(UTCInstant("2026-11-21T18:20:00Z")))
            _ = try await api.create(#"{"title":"a"}"#)
            let zones = [
                ("", "2026-11-21"), ("&timeZone=Asia/Kathmandu", "2026-11-22"), ("&timeZone=UTC", "2026-11-21"),
                ("&timeZone=Asia/Kolkata", "2026-11-21"), ("&timeZone=Pacific/Kiritimati", "2026-11-22"),
            ]
            for (zone, day) in zones {
                let answer = try await api.request(.get, "/v1/statistics?from=2026-11-20&until=2026-11-24" + zone)
                #expect(lines(answer) == ["\(day): created 1"], "\(zone)")
            }
            let edge = "/v1/statistics?from=2026-11-21T18:15:00Z&until=2026-11-21T18:30:00Z"
            #expect(try await lines(api.request(.get, edge)) == ["2026-11-21: created 1"])
            let before = "/v1/statistics?from=2026-11-20T18:15:00Z&until=2026-11-21T18:15:00Z"
            #expect(try await lines(api.request(.get, before)) == [])
            #expect(try await lines(api.request(.get, "/v1/statistics")) == ["2026-11-21: created 1"])
        }
    }

    @Test(arguments: [
        ("groupBy=year", "?groupBy"), ("timeZone=Mars", "?timeZone"), ("from=yesterday", "?from"),
        ("from=2026-01-02&until=2026-01-01", "?until"), ("from=2010-01-01&until=2026-01-01", "?from"),
        ("limit=5", "?limit"), ("groupBy=tag&limit=0", "?limit"), ("groupBy=tag&tag=a", "?tag"),
        ("groupBy=tag&cursor=x", "?cursor"), ("projectId=x", "?projectId"),
        ("tag=a&projectId=0198c5a0-0000-7000-8000-000000000001", "?projectId"), ("tag=", "?tag"), ("by=day", "?by"),
    ])
    func `a wrong query is refused by the name of the parameter`(query: String, pointer: String) async throws {
        try await API.run { api async throws in
            let answer = try await api.request(.get, "/v1/statistics?\(query)")
            #expect(answer.status == 400 && answer.pointers == [pointer], "\(answer.json)")
        }
    }

    @Test(arguments: [
        "from=0001-01-02&until=0001-01-03", "from=9999-12-01&until=9999-12-31", "until=0001-01-02",
        "from=9999-12-31&groupBy=month", "from=2026-11-21&until=2026-11-21", "groupBy=week&until=2016-01-01",
    ])
    func `at the ends of time nothing happened`(query: String) async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"a"}"#)
            let answer = try await api.request(.get, "/v1/statistics?\(query)")
            #expect(answer.status == 200 && lines(answer) == [], "\(answer.json)")
        }
    }

    @Test func `tags come in pages, in order, and no others than those for which something happened`() async throws {
        try await API.run { api async throws in
            let tags = (1...12).map { "tag, \($0 < 10 ? "0" : "")\($0)" }
            for tag in tags.shuffled() { _ = try await api.create(#"{"title":"a","tags":["\#(tag)"]}"#) }
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            let all = try await api.request(.get, "/v1/statistics?groupBy=tag")
            let keys = all.json["items"]?.array?.compactMap { $0["key"]?.string } ?? []
            #expect(keys.count == 11 && keys == keys.sorted() && all.json["nextCursor"] == .null)
            var (found, cursor): ([String], String?) = ([], nil)
            repeat {
                let more = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await api.request(.get, "/v1/statistics?groupBy=tag&limit=4" + more)
                found += page.json["items"]?.array?.compactMap { $0["key"]?.string } ?? []
                cursor = page.json["nextCursor"]?.string
            } while cursor != nil
            #expect(found == keys)
        }
    }

    @Test func `a tag is counted as one, however it was spelled`() async throws {
        try await API.run { api async throws in
            let other = try await api.create(#"{"title":"o","tags":["other"]}"#)
            _ = try await api.create(#"{"title":"a","tags":["Straße"]}"#)
            #expect(try await api.request(.patch, "/v1/tags/stra%C3%9Fe", #"{"name":"STRASSE"}"#).status == 200)
            for _ in 1...2 { _ = try await api.create(#"{"title":"b","tags":["strasse"]}"#) }
            #expect(other["tags"] == .array([.string("other")]))
            #expect(
                lines(try await api.request(.get, "/v1/statistics?groupBy=tag")) == [
                    "other: created 1", "STRASSE: created 3",
                ])
            for name in ["stra%C3%9Fe", "STRASSE", "Strasse"] {
                let answer = try await api.request(.get, "/v1/statistics?tag=\(name)")
                #expect(answer.json["total"]?["created"]?.integer == 3, "\(answer.json)")
            }
        }
    }

    @Test func `how regularly a series was done is told, and of no series nothing`() async throws {
        try await API.run { api async throws in
            var task = try await api.createDaily("a")
            for day in 1...3 {
                api.clock.set(to: try #require(UTCInstant("2026-12-0\(day)T\(day == 3 ? "09" : "08"):00:00Z")))
                let answer = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
                task = try #require(answer.json["next"])
            }
            let path = "/v1/series/\(task.series)/statistics"
            let found = try await api.request(.get, path)
            let expected: [(String, JSONValue)] = [
                ("completed", .number(3)), ("open", .number(1)), ("currentStreak", .number(3)), ("onTime", .number(2)),
                ("completedWithDue", .number(3)), ("medianLateSeconds", .number(0)), ("passed", .number(0)),
                ("meanLateSeconds", .number(1_200)), ("isComplete", .bool(true)), ("seriesId", .string(task.series)),
            ]
            for (name, value) in expected { #expect(found.json[name] == value, "\(name)") }
            #expect(found.json["onTimeShare"] == .number(2.0 / 3))
            let tag = try #require(found.headers[.eTag])
            #expect(try await api.status(.get, path, headers: ["if-none-match": tag]) == 304)
            #expect(try await api.request(.get, "/v1/series/\(task.id)/statistics").status == 404)
        }
    }

    @Test func `events that retention removes are counted before`() async throws {
        try await API.run { api async throws in
            for _ in 1...30 { _ = try await api.create(#"{"title":"a","tags":["x"]}"#) }
            let bounds = RetentionBounds(RetentionLimit(count: 1), at: api.clock.now)
            _ = try await api.store.write { try $0.trimEvents(bounds, limit: 100) }
            #expect(try await api.store.read { try $0.trimmedSequence() } == 29)
            #expect(try await lines(api.request(.get, "/v1/statistics?groupBy=tag")) == ["x: created 30"])
            #expect(try await api.request(.get, "/v1/statistics").json["since"]?.string == API.now)
        }
    }
}
