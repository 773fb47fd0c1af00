import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

struct DuplicateTests {
    private static let full = #"""
        {"title":"Pay rent","description":"on time","priority":"high","tags":["home","money"],"timeZone":"Asia/Seoul",
        "start":"2026-12-01T08:00:00","due":"2026-12-01T09:00:00","estimatedDuration":"PT15M","status":"inProcess",
        "location":{"placeName":"Bank"},"properties":{"X-A":[1,null]},"quietHours":{"from":"22:00","until":"07:00"},
        "reminders":[{"offset":"-PT1H","repeat":{"every":"PT10M","count":3}},{"at":"2026-11-30T18:00:00"}],
        "subtasks":[{"title":"Check account","isCompleted":true},{"title":"Transfer"}]}
        """#

    /// Members of an object that a copy has as its original.
    private func same(_ one: JSONValue, _ other: JSONValue, _ names: [String]) -> Bool {
        names.allSatisfy { one[$0] != nil && one[$0] == other[$0] }
    }

    @Test
    func `a copy has what was written of its original, is open, and has ids of its own`() async throws {
        try await API.run { api async throws in
            let original = try await api.create(Self.full)
            _ = try await api.request(.post, "/v1/tasks/\(original.id)/complete")
            let answer = try await api.request(.post, "/v1/tasks/\(original.id)/duplicate")
            let copy = answer.json
            #expect(answer.status == 201)
            #expect(answer.headers[.location] == "/v1/tasks/\(copy.id)")
            #expect(copy.id != original.id && copy["version"]?.integer == 1)
            let names = [
                "title", "description", "priority", "tags", "timeZone", "start", "due", "dueAt", "estimatedDuration",
                "location", "quietHours", "properties",
            ]
            #expect(same(copy, original, names))
            #expect(copy["status"]?.string == "needsAction" && copy["completedAt"] == .null)
            #expect(copy["progress"]?.integer == 0)
            let pairs = zip(original["reminders"]?.array ?? [], copy["reminders"]?.array ?? []).map { ($0, $1) }
            #expect(pairs.count == 2)
            for (left, right) in pairs {
                #expect(left["id"] != right["id"] && right["state"]?.string == "scheduled")
                #expect(left["offset"] == right["offset"] && left["at"] == right["at"])
                #expect(left["repeat"] == right["repeat"] && left["nextFireAt"] == right["nextFireAt"])
            }
            let parts = copy["subtasks"]?.array ?? []
            #expect(parts.map { $0["title"]?.string } == ["Check account", "Transfer"])
            #expect(parts.allSatisfy { $0["isCompleted"] == .bool(false) })
            let ids = Set((original["subtasks"]?.array ?? []).map(\.id))
            #expect(parts.allSatisfy { !ids.contains($0.id) })
        }
    }

    @Test
    func `a copy of an occurrence begins a series of its own, which counts from the copy`() async throws {
        try await API.run { api async throws in
            let first = try await api.create(
                #"{"title":"a","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY;COUNT=3"]}}"#)
            let done = try await api.request(.post, "/v1/tasks/\(first.id)/complete")
            let second = try #require(done.json["next"])
            let copy = try await api.request(.post, "/v1/tasks/\(second.id)/duplicate").json
            #expect(copy["seriesId"] != second["seriesId"] && copy["occurrence"]?.integer == 1)
            #expect(same(copy, second, ["due", "recurrence", "recurrenceId"]))
            let series = try #require(copy["seriesId"]?.string)
            let rest = try await api.request(.get, "/v1/series/\(series)/occurrences")
            #expect(rest.json["items"]?.array?.count == 3)
            let untouched = try await api.request(.get, "/v1/tasks/\(second.id)")
            #expect(untouched.json == second)
        }
    }

    @Test
    func `a copy differs in what the body names, and only there`() async throws {
        try await API.run { api async throws in
            let original = try await api.create(Self.full)
            let path = "/v1/tasks/\(original.id)/duplicate"
            let id = "0198c5a0-0000-7000-8000-000000000001"
            let body = #"{"id":"\#(id)","title":"Rent again","due":"2027-01-01T09:00:00","tags":null}"#
            let copy = try await api.request(.post, path, body)
            #expect(copy.status == 201 && copy.json.id == id)
            #expect(copy.json["title"]?.string == "Rent again" && copy.json["due"]?.string == "2027-01-01T09:00:00")
            #expect(copy.json["tags"]?.array == [] && same(copy.json, original, ["start", "priority", "description"]))
            #expect(try await api.request(.post, path, body).status == 409)
            let count = try await api.request(.get, "/v1/tasks").json["items"]?.array?.count
            #expect(count == 2)
        }
    }

    @Test(arguments: [
        (#"{"title":""}"#, "/title"), (#"{"titel":"a"}"#, "/titel"), (#"{"version":3}"#, "/version"),
        (#"{"id":"x"}"#, "/id"), (#"{"due":null}"#, "/reminders/0"),
        (#"{"recurrence":{"rrule":["FREQ=NEVER"]}}"#, "/recurrence/rrule/0"),
        (#"{"id":"0198c5a0-0000-5000-8000-000000000001"}"#, "/id"),
    ])
    func `what a copy cannot be is refused with its field, and nothing is made`(_ row: (body: String, pointer: String))
        async throws
    {
        try await API.run { api async throws in
            let original = try await api.create(Self.full)
            let answer = try await api.request(.post, "/v1/tasks/\(original.id)/duplicate", row.body)
            #expect(answer.status == 422 && answer.pointers == [row.pointer], "\(answer.json)")
            #expect(try await api.request(.get, "/v1/tasks").json["items"]?.array?.count == 1)
        }
    }

    @Test
    func `a copy of nothing is 404; a key makes one copy; an undo removes it`() async throws {
        try await API.run { api async throws in
            let missing = "/v1/tasks/0198c5a0-0000-7000-8000-000000000009/duplicate"
            #expect(try await api.request(.post, missing).status == 404)
            let original = try await api.create(Self.full)
            let (path, key) = ("/v1/tasks/\(original.id)/duplicate", ["idempotency-key": "k"])
            let one = try await api.request(.post, path, headers: key)
            let other = try await api.request(.post, path, headers: key)
            #expect(one.status == 201 && one.json == other.json)
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await api.request(.get, "/v1/tasks/\(one.json.id)").status == 404)
            #expect(try await api.request(.get, "/v1/tasks/\(original.id)").json == original)
        }
    }

    /// 02:30 is there twice on 2027-10-31 in Berlin: the copy is due when its original is.
    @Test
    func `the second of two equal local times is copied as the second`() async throws {
        try await API.run { api async throws in
            let original = try await api.create(
                #"{"title":"a","due":"2027-10-31T01:30:00Z","reminders":[{"at":"2027-10-31T01:30:00Z"}]}"#)
            #expect(original["due"]?.string == "2027-10-31T02:30:00")
            let copy = try await api.request(.post, "/v1/tasks/\(original.id)/duplicate").json
            #expect(copy["dueAt"]?.string == "2027-10-31T01:30:00Z")
            #expect(copy["reminders"]?.array?.first?["nextFireAt"]?.string == "2027-10-31T01:30:00Z")
        }
    }
}
