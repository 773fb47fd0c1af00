import Basics
import HTTPTypes
import Recurrence
import Storage
import Testing

struct HandleTests {
    private static let daily =
        #"{"title":"Water plants","due":"2026-11-21T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]},"reminders":[{"offset":"-PT1H"}]}"#

    @Test
    func `each place that takes the id of a task takes its handle`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(Self.daily)
            let handle = try #require(task["handle"]?.string)
            #expect(handle == Handle(ofID: task["seriesId"]?.string ?? "")?.description)
            let name = handle.prefix(4).uppercased()
            let id = task.id
            for path in ["", "/firings", "/history"] {
                #expect(try await api.request(.get, "/v1/tasks/\(name)\(path)").status == 200, "\(path)")
            }
            for name in [handle, String(handle.prefix(3)), String(id.prefix(13)), id.filter { $0 != "-" }] {
                #expect(try await api.request(.get, "/v1/tasks/\(name)").json.id == id, "\(name)")
            }
            let patched = try await api.request(.patch, "/v1/tasks/\(name)", #"{"tags":["home"]}"#)
            #expect(patched.json.id == id)
            let copy = try await api.request(.post, "/v1/tasks/\(name)/duplicate", "{}")
            #expect(copy.status == 201)
            let waiting = try await api.request(.post, "/v1/tasks", "{\"title\":\"b\",\"blockedBy\":[\"\(name)\"]}")
            #expect(waiting.json["blockedBy"]?.array?.first?.string == id)
            let changes = try await api.request(.get, "/v1/changes?taskId=\(name)")
            #expect(changes.json["items"]?.array?.isEmpty == false)
            let reminder = try #require(task["reminders"]?.array?.first?["handle"]?.string)
            let snoozed = try await api.request(.post, "/v1/reminders/\(reminder)/snooze", #"{"for":"PT10M"}"#)
            #expect(snoozed.json.id == id)
            let series = try await api.request(.get, "/v1/series/\(name)")
            #expect(series.json.id == task["seriesId"]?.string)
            #expect(series.json["handle"]?.string == handle)
            let batch = try await api.request(
                .post, "/v1/batch", "{\"operations\":[{\"op\":\"complete\",\"id\":\"\(name)\"}]}")
            #expect(batch.json["results"]?.array?.first?["completed"]?.id == id)
        }
    }

    @Test
    func `occurrences share a handle, which means the open one, and each has its recurrence id besides`() async throws {
        try await API.run { api async throws in
            let first = try await api.create(Self.daily)
            let handle = try #require(first["handle"]?.string)
            let done = try await api.request(.post, "/v1/tasks/\(handle)/complete")
            let next = try #require(done.json["next"])
            #expect(next["handle"]?.string == handle)
            #expect(try await api.request(.get, "/v1/tasks/\(handle)").json.id == next.id)
            for slot in ["2026-11-21", "11-21", "2026-11-21T09:00:00", "11-21T09"] {
                let path = "/v1/tasks/\(handle.prefix(3)):\(slot)"
                #expect(try await api.request(.get, path).json.id == first.id, "\(slot)")
            }
            #expect(try await api.request(.get, "/v1/tasks/\(handle):2026-11").json.id == next.id)
            #expect(try await api.request(.get, "/v1/tasks/\(handle):2027").status == 404)
        }
    }

    @Test
    func `open goes before closed, and what fits several is refused with candidates`() async throws {
        try await API.run { api async throws in
            var first: [Substring: JSONValue] = [:]
            var pair: (JSONValue, JSONValue)?
            for number in 0..<2_000 where pair == nil {
                let id = "0198c5a0-0000-7000-8000-\(String(100_000_000_000 + number))"
                let beginning = try #require(Handle(ofID: id)).description.prefix(3)
                let draft = JSONValue.object(["id": .string(id), "beginning": .string(String(beginning))])
                if let other = first[beginning] { pair = (other, draft) } else { first[beginning] = draft }
            }
            let (one, two) = try #require(pair)
            let beginning = try #require(one["beginning"]?.string)
            for (draft, title) in [(one, "Pay rent"), (two, "Call Anna")] {
                _ = try await api.create("{\"id\":\"\(draft.id)\",\"title\":\"\(title)\"}")
            }
            let refused = try await api.request(.get, "/v1/tasks/\(beginning)")
            #expect(refused.status == 409)
            #expect(refused.json["total"] == .number(2))
            let candidates = try #require(refused.json["candidates"]?.array)
            #expect(Set(candidates.map(\.id)) == [one.id, two.id])
            for candidate in candidates {
                let short = try #require(candidate["shortHandle"]?.string)
                #expect(short.count > 3)
                #expect(try await api.request(.get, "/v1/tasks/\(short)").json.id == candidate.id)
                let read = try await api.request(.get, "/v1/tasks/\(candidate.id)?short=true")
                #expect(read.json["shortHandle"]?.string == short)
                #expect(read.headers[.eTag] == nil)
            }
            let blocked = try await api.request(
                .post, "/v1/tasks", "{\"title\":\"c\",\"blockedBy\":[\"\(beginning)\"]}")
            #expect(blocked.status == 409)
            #expect(blocked.pointers == ["/blockedBy/0"])
            _ = try await api.request(.post, "/v1/tasks/\(one.id)/complete?short=true")
            #expect(try await api.request(.get, "/v1/tasks/\(beginning)").json.id == two.id)
            let list = try await api.request(.get, "/v1/tasks?status=needsAction&short=true")
            #expect(list.json["items"]?.array?.map { $0["shortHandle"]?.string } == [beginning])
            // A short handle is one among open tasks: it does not tell closed ones apart.
            _ = try await api.request(.post, "/v1/tasks/\(two.id)/complete")
            let closed = try await api.request(.get, "/v1/tasks/\(beginning)")
            #expect(closed.status == 409 && closed.json["candidates"]?.array?.count == 2)
            for candidate in closed.json["candidates"]?.array ?? [] {
                let short = try #require(candidate["shortHandle"]?.string)
                #expect(try await api.request(.get, "/v1/tasks/\(short)").json.id == candidate.id, "\(short)")
            }
        }
    }

    @Test
    func `projects and hooks have handles among their own`() async throws {
        try await API.run { api async throws in
            let project = try await api.request(.post, "/v1/projects?short=true", #"{"name":"Flat"}"#)
            #expect(project.headers[.eTag] == nil)
            let short = try #require(project.json["shortHandle"]?.string)
            #expect(try await api.request(.get, "/v1/projects/\(short)").json.id == project.json.id)
            let task = try await api.request(.post, "/v1/tasks", "{\"title\":\"a\",\"projectId\":\"\(short)\"}")
            #expect(task.json["projectId"]?.string == project.json.id)
            let listed = try await api.request(.get, "/v1/tasks?projectId=\(short)")
            #expect(listed.json["items"]?.array?.count == 1)
            let hooks = try await api.request(.get, "/v1/hooks?short=true")
            let hook = try #require(hooks.json["items"]?.array?.first)
            let name = try #require(hook["shortHandle"]?.string)
            #expect(try await api.request(.get, "/v1/hooks/\(name)").json.id == hook.id)
        }
    }

    @Test(arguments: [
        "/v1/tasks/zzz", "/v1/projects/zzz", "/v1/series/zzz", "/v1/tasks/zzz:12-01", "/v1/tasks/abcdef012",
    ])
    func `what names nothing is 404`(path: String) async throws {
        try await API.run { api async throws in
            #expect(try await api.request(.get, path).status == 404)
            #expect(try await api.request(.get, "/v1/tasks?short=maybe").status == 400)
        }
    }

    @Test
    func `a token for a part finds nothing outside, and nothing outside makes a name longer`() async throws {
        try await ReachScene.run { scene async throws in
            let (inside, outside) = (scene.inside, scene.outside)
            for user in [scene.project, scene.tag] {
                for (kind, mine, other) in [
                    ("tasks", inside.task, outside.task), ("tasks", inside.daily, outside.daily),
                    ("series", inside.series, outside.series), ("trash", inside.trashed, outside.trashed),
                ] {
                    let admin = try await scene.admin.request(.get, "/v1/\(kind)/\(mine)").json
                    let handle = (admin["task"] ?? admin)["handle"]?.string ?? ""
                    #expect(try await user.request(.get, "/v1/\(kind)/\(handle)").status == 200, "\(kind)")
                    let foreign = try await scene.admin.request(.get, "/v1/\(kind)/\(other)").json
                    let name = (foreign["task"] ?? foreign)["handle"]?.string ?? ""
                    #expect(try await scene.admin.request(.get, "/v1/\(kind)/\(name)").status == 200, "\(kind)")
                    #expect(try await user.request(.get, "/v1/\(kind)/\(name)").status == 404, "\(kind)")
                    #expect(try await user.request(.get, "/v1/\(kind)/\(other.prefix(35))").status == 404, "\(kind)")
                }
                let list = try await user.request(.get, "/v1/tasks?short=true")
                #expect(list.json["items"]?.array?.allSatisfy { $0["shortHandle"] != nil } == true)
            }
        }
    }
}
