import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct TaskRouteTests {
    @Test
    func `a task comes back as it was given, with what follows from it`() async throws {
        try await API.run { api async throws in
            let response = try await api.request(
                .post,
                "/v1/tasks",
                #"{"id":"0198C5A0-0000-7000-8000-000000000001","title":"Pay rent","description":"on time","priority":"high","due":"2026-12-01T09:00:00","reminders":[{"offset":"-PT1H"}],"tags":["home"],"subtasks":[{"title":"Check account"}],"location":{"placeName":"Bank"}}"#
            )
            #expect(response.status == 201)
            #expect(response.headers[.eTag]?.wholeMatch(of: /"[0-9a-f]{24}"/) != nil)
            #expect(response.headers[.location] == "/v1/tasks/0198c5a0-0000-7000-8000-000000000001")
            #expect(response.json["timeZone"]?.string == "Europe/Berlin")
            #expect(response.json["dueAt"]?.string == "2026-12-01T08:00:00Z")
            #expect(response.json["isOverdue"] == .bool(false))
            let reminder = response.json["reminders"]?.array?.first
            #expect(reminder?["nextFireAt"]?.string == "2026-12-01T07:00:00Z")
            #expect(reminder?["relativeTo"]?.string == "due")
            #expect(reminder?["state"]?.string == "scheduled")
            let read = try await api.request(.get, "/v1/tasks/\(response.json.id)")
            #expect(read.json == response.json)
        }
    }

    @Test
    func `a merge patch changes what it names and clears what it nulls`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"a","description":"b","due":"2026-12-01T09:00:00","tags":["x"],"location":{"latitude":1,"longitude":2,"placeName":"p"}}"#
            )
            let path = "/v1/tasks/\(task.id)"
            let patch = #"{"title":"c","description":null,"location":{"placeName":null}}"#
            let patched = try await api.request(.patch, path, patch)
            #expect(patched.status == 200)
            #expect(patched.json["title"]?.string == "c")
            #expect(patched.json["description"] == .null)
            #expect(patched.json["due"]?.string == "2026-12-01T09:00:00")
            #expect(patched.json["location"]?["latitude"] == .number(1))
            #expect(patched.json["location"]?["placeName"] == .null)
            #expect(patched.json["version"]?.integer == 2)
            let same = try await api.request(.patch, path, patch)
            #expect(same.json["version"]?.integer == 2)
            #expect(try await api.request(.patch, path, #"{"dueAt":"2026-12-01T08:00:00Z"}"#).pointers == ["/dueAt"])
        }
    }

    @Test
    func `the same key has one effect and one answer`() async throws {
        try await API.run { api async throws in
            let key = ["idempotency-key": "8c1f"]
            let first = try await api.request(.post, "/v1/tasks", #"{"title":"once"}"#, headers: key)
            let again = try await api.request(.post, "/v1/tasks", #"{"title":"once"}"#, headers: key)
            #expect(first.status == 201 && again.status == 201)
            #expect(first.json == again.json)
            #expect(again.headers[.location] == first.headers[.location])
            #expect(try await api.request(.post, "/v1/tasks", #"{"title":"other"}"#, headers: key).status == 409)
            #expect(try await api.request(.get, "/v1/tasks").json["items"]?.array?.count == 1)
            api.clock.advance(by: .seconds(25 * 3_600))
            let later = try await api.request(.post, "/v1/tasks", #"{"title":"other"}"#, headers: key)
            #expect(later.status == 201)
        }
    }

    @Test
    func `completing answers the same again, and reopening takes the successor back`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"report","due":"2026-11-27T17:00:00","recurrence":{"rrule":["FREQ=MONTHLY;BYDAY=-1FR"]}}"#
            )
            let path = "/v1/tasks/\(task.id)"
            let done = try await api.request(.post, path + "/complete")
            #expect(done.json["completed"]?["status"]?.string == "completed")
            #expect(done.json["next"]?["due"]?.string == "2026-12-25T17:00:00")
            #expect(done.json["next"]?["recurrenceId"]?.string == "2026-12-25T17:00:00")
            #expect(done.json["next"]?["seriesId"] == task["seriesId"])
            #expect(try await api.request(.post, path + "/complete").json == done.json)
            let reopened = try await api.request(.post, path + "/reopen")
            #expect(reopened.json["reopened"]?["status"]?.string == "needsAction")
            #expect(reopened.json["withdrawn"]?.string == done.json["next"]?.id)
            let skipped = try await api.request(.post, path + "/skip")
            #expect(skipped.json["skipped"]?["status"]?.string == "cancelled")
            #expect(skipped.json["next"]?.id == done.json["next"]?.id)
        }
    }

    @Test
    func `a list is filtered, sorted and paged`() async throws {
        try await API.run { api async throws in
            for (title, more) in [
                ("alpha", #","due":"2026-11-20T09:00:00","priority":"low","tags":["home"]"#),
                ("beta", #","due":"2026-11-25T09:00:00","priority":"high""#),
                ("gamma ray", #","tags":["home"]"#), ("delta", #","due":"2026-11-22""#),
            ] { _ = try await api.create(#"{"title":"\#(title)"\#(more)}"#) }
            func titles(_ query: String) async throws -> [String] {
                let response = try await api.request(.get, "/v1/tasks?" + query)
                try #require(response.status == 200, "\(response.json)")
                return (response.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
            }
            #expect(try await titles("sort=due") == ["alpha", "delta", "beta", "gamma ray"])
            #expect(try await titles("sort=-priority,due") == ["beta", "alpha", "delta", "gamma ray"])
            #expect(try await titles("overdue=true") == ["alpha"])
            #expect(try await titles("tag=home&sort=-createdAt") == ["alpha", "gamma ray"])
            #expect(try await titles("q=gam%20ra") == ["gamma ray"])
            #expect(try await titles("dueFrom=2026-11-22&dueUntil=2026-11-25T09:00:00&sort=due") == ["delta"])
            var (paged, cursor): ([String], String?) = ([], nil)
            repeat {
                let page = try await api.request(
                    .get, "/v1/tasks?sort=due&limit=1" + (cursor.map { "&cursor=\($0)" } ?? ""))
                paged += (page.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
                cursor = page.json["nextCursor"]?.string
            } while cursor != nil
            #expect(paged == ["alpha", "delta", "beta", "gamma ray"])
        }
    }
}
