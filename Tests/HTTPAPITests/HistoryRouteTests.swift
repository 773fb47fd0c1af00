import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

/// `GET /v1/tasks/{id}/history`.
struct HistoryRouteTests {
    private func words(of id: String, _ api: API) async throws -> [[String]] {
        let items = try await api.request(.get, "/v1/tasks/\(id)/history").json["items"]?.array ?? []
        return items.map { $0["words"]?.array?.compactMap(\.string) ?? [] }
    }

    @Test(arguments: [
        (#"{"due":"2026-12-02T09:00:00"}"#, "due moved from 2026-12-01T09:00:00 to 2026-12-02T09:00:00"),
        (#"{"due":null,"reminders":[]}"#, "due 2026-12-01T09:00:00 cleared"),
        (#"{"title":"b"}"#, #"title changed from "a" to "b""#), (#"{"description":"x"}"#, #"description set to "x""#),
        (#"{"priority":"high"}"#, #"priority changed from "none" to "high""#),
        (#"{"tags":["x","z"]}"#, "tags added: z; removed: y"), (#"{"tags":["y","x"]}"#, "tags reordered"),
        (#"{"status":"cancelled"}"#, "cancelled"),
        (#"{"estimatedDuration":"PT1H"}"#, #"estimate set to "PT1H""#),
        (#"{"reminders":[{"offset":"-PT1H"}]}"#, "reminders changed"),
        (#"{"location":{"placeName":"Bank"}}"#, "location set"),
        (#"{"properties":{"X-A":1}}"#, "properties set"), (#"{"quietHours":"off"}"#, #"quietHours set to "off""#),
    ])
    func `a change is told in words, and by its members`(patch: String, words: String) async throws {
        try await API.run { api async throws in
            let made = try await api.request(
                .post, "/v1/tasks",
                #"{"title":"a","due":"2026-12-01T09:00:00","tags":["x","y"],"reminders":[{"offset":"PT0S"}]}"#)
            let id = made.json.id
            let change = try await api.request(.patch, "/v1/tasks/\(id)", patch)
            let items = try await api.request(.get, "/v1/tasks/\(id)/history").json["items"]?.array ?? []
            #expect(items.count == 2 && items.last?["words"]?.array == [.string("created")])
            #expect(items.first?["words"]?.array?.first == .string(words))
            #expect(items.first?["change"]?["id"]?.string == change.changeID?.description)
            for field in items.first?["fields"]?.array ?? [] {
                let name = try #require(field["name"]?.string)
                if name != "reminders" {
                    let from = made.json[name] ?? .null
                    #expect(field["from"] == from && field["to"] == change.json[name], "\(name)")
                }
            }
        }
    }

    @Test
    func `a member that is there on one side alone is told`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(#"{"title":"a","quietHours":"off"}"#)
            for (patch, expected) in [
                (#"{"quietHours":null,"properties":{"X-A":1}}"#, ["properties set", #"quietHours "off" cleared"#]),
                (#"{"properties":{"X-A":2}}"#, ["properties changed"]),
                (#"{"properties":{"X-A":null}}"#, ["properties cleared"]),
            ] {
                _ = try await api.request(.patch, "/v1/tasks/\(made.id)", patch)
                #expect(try await words(of: made.id, api).first == expected, "\(patch)")
            }
        }
    }

    @Test func `that a task repeats otherwise is told, and of no other change of its series`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                #"{"title":"a","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            for (scope, patch) in [
                ("all", #"{"priority":"high"}"#), ("all", #"{"recurrence":{"rrule":["FREQ=DAILY;INTERVAL=2"]}}"#),
                ("following", #"{"title":"b"}"#), ("following", #"{"recurrence":{"rrule":["FREQ=DAILY;INTERVAL=3"]}}"#),
            ] {
                let answer = try await api.request(.patch, "/v1/tasks/\(made.id)?scope=\(scope)", patch)
                #expect(answer.status == 200, "\(answer.json)")
            }
            let repeats = ["how it repeats changed"]
            #expect(
                try await words(of: made.id, api) == [
                    repeats, [#"title changed from "a" to "b""#], repeats,
                    [#"priority changed from "none" to "high""#], ["created"],
                ])
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await words(of: made.id, api).first == repeats)
        }
    }

    @Test func `what becomes of missed ones, and that a task repeats no more, is how it repeats`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                #"{"title":"a","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            for patch in [#"{"recurrence":{"missed":"keep"}}"#, #"{"recurrence":null}"#] {
                let answer = try await api.request(.patch, "/v1/tasks/\(made.id)?scope=all", patch)
                #expect(answer.status == 200, "\(answer.json)")
                #expect(try await words(of: made.id, api).first == ["how it repeats changed"], "\(patch)")
            }
        }
    }

    @Test
    func `completing, reopening, snoozing, deleting and undoing are told, page by page, also of what is gone`()
        async throws
    {
        try await API.run { api async throws in
            let made = try await api.request(
                .post, "/v1/tasks",
                #"{"title":"a","due":"2026-12-01T09:00:00","reminders":[{"offset":"PT0S"}]}"#)
            let (id, path) = (made.json.id, "/v1/tasks/\(made.json.id)")
            let reminder = try #require(made.json["reminders"]?.array?.first?["id"]?.string)
            for (method, path, body) in [
                (.post, path + "/complete", nil), (.post, path + "/reopen", nil),
                (.post, "/v1/reminders/\(reminder)/snooze", #"{"for":"PT1H"}"#), (.delete, path, nil),
                (.post, "/v1/undo", nil), (.delete, path, nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                #expect(try await api.request(method, path, body).status < 300)
            }
            let expected = ["deleted", "created", "deleted", "reminder snoozed", "reopened", "completed", "created"]
            #expect(try await words(of: id, api) == expected.map { [$0] })
            var (paged, cursor): ([JSONValue], String?) = ([], nil)
            repeat {
                let query = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await api.request(.get, "\(path)/history?limit=2\(query)").json
                paged += page["items"]?.array ?? []
                cursor = page["nextCursor"]?.string
            } while cursor != nil
            #expect(paged.compactMap { $0["words"]?.array?.first?.string } == expected)
            let unknown = "/v1/tasks/0198c5a0-0000-7000-8000-000000000000/history"
            #expect(try await api.request(.get, unknown).status == 404)
        }
    }

    @Test
    func `an occurrence that was skipped is told so`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                #"{"title":"a","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            #expect(try await api.request(.post, "/v1/tasks/\(made.id)/skip").status == 200)
            #expect(try await words(of: made.id, api) == [["skipped"], ["created"]])
        }
    }

    @Test
    func `what the clock alone does is no change, and is not told as part of one`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(
                .post, "/v1/tasks", #"{"title":"a","due":"2026-12-01T09:00:00","reminders":[{"offset":"PT0S"}]}"#)
            let id = try #require(TaskID(made.json.id))
            try await api.store.write { transaction in
                var task = try #require(try transaction.task(id))
                task.reminders[0].state = .fired
                task.reminders[0].nextFireAt = nil
                task.version += 1
                try transaction.save(task)
            }
            _ = try await api.request(.patch, "/v1/tasks/\(made.json.id)", #"{"title":"b"}"#)
            #expect(try await words(of: made.json.id, api) == [[#"title changed from "a" to "b""#], ["created"]])
        }
    }
}
