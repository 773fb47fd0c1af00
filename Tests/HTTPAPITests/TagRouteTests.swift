import Basics
import HTTPTypes
import Storage
import Testing

/// `/v1/tags` over a real server.
@Suite struct TagRouteTests {
    @Test
    func `a tag is made, read, listed, changed and deleted, each under its tag`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(
                .post, "/v1/tags", ##"{"name":"50% / Café","color":"#2f80ed","icon":"☕"}"##)
            let path = "/v1/tags/50%25%20%2F%20Caf%C3%A9"
            #expect(made.status == 201 && made.headers[.location] == path)
            #expect(
                made.json
                    == .object([
                        "name": .string("50% / Café"), "color": .string("#2f80ed"), "icon": .string("☕"),
                        "count": .number(0), "version": .number(1), "createdAt": .string(API.now),
                        "updatedAt": .string(API.now),
                    ]))
            let read = try await api.request(.get, path.replacing("Caf", with: "CAF"))
            #expect(read.json == made.json && read.headers[.eTag] == made.headers[.eTag])
            let tag = try #require(read.headers[.eTag])
            #expect(try await api.request(.get, path, headers: ["if-none-match": tag]).status == 304)
            #expect(try await api.request(.get, "/v1/tags").json["items"]?.array == [made.json])
            let patched = try await api.request(.patch, path, #"{"name":"café","icon":null}"#)
            #expect(patched.json["name"]?.string == "café" && patched.json["icon"] == .null)
            #expect(patched.json["version"]?.integer == 2)
            let renamed = "/v1/tags/caf%C3%A9"
            #expect(try await api.request(.patch, renamed, "{}", headers: ["if-match": tag]).status == 412)
            #expect(try await api.request(.delete, renamed, headers: ["if-match": tag]).status == 412)
            #expect(try await api.request(.delete, renamed).status == 204)
            for method in [.get, .patch, .delete] as [HTTPRequest.Method] {
                #expect(try await api.request(method, renamed, method == .patch ? "{}" : nil).status == 404)
            }
            #expect(try await api.request(.get, "/v1/tags/%FF").status == 400)
        }
    }

    @Test(arguments: [
        (#"{}"#, ["/name"]), (#"{"name":""}"#, ["/name"]), (#"{"name":7}"#, ["/name"]), (#"{"name":null}"#, ["/name"]),
        (#"{"name":"a","colour":"red"}"#, ["/colour"]), (#"{"name":"a","icon":"","color":""}"#, ["/color", "/icon"]),
        (#"{"name":"\#(String(repeating: "a", count: 101))"}"#, ["/name"]), (#"[]"#, [""]),
    ])
    func `a tag that makes no sense is refused with its fields`(_ body: String, _ pointers: [String]) async throws {
        try await API.run { api async throws in
            let refused = try await api.request(.post, "/v1/tags", body)
            #expect(refused.status == 422 && refused.pointers == pointers, "\(refused.json)")
            #expect(try await api.request(.get, "/v1/tags").json["items"]?.array == [])
        }
    }

    @Test
    func `a tag comes with the first task, in whose writing every other one has it`() async throws {
        try await API.run { api async throws in
            let first = try await api.create(#"{"title":"a","tags":["Home"]}"#)
            let other = try await api.create(#"{"title":"b","tags":["x","hOME"]}"#)
            #expect(other["tags"]?.array == [.string("x"), .string("Home")])
            let twice = try await api.request(.post, "/v1/tasks", #"{"title":"c","tags":["y","Y"]}"#)
            #expect(twice.status == 422 && twice.pointers == ["/tags/1"])
            // Another case is no change.
            let same = try await api.request(.patch, "/v1/tasks/\(first.id)", #"{"tags":["HOME"]}"#)
            #expect(same.json == first)
            let list = try await api.request(.get, "/v1/tags?limit=1")
            #expect(list.json["items"]?.array?.map { $0["name"]?.string } == ["Home"])
            #expect(list.json["items"]?.array?.first?["count"]?.integer == 2)
            let cursor = try #require(list.json["nextCursor"]?.string)
            let rest = try await api.request(.get, "/v1/tags?limit=1&cursor=\(cursor)")
            #expect(rest.json["items"]?.array?.map { $0["name"]?.string } == ["x"] && rest.json["nextCursor"] == .null)
            for query in ["tag=home", "tag=HOME", "filter=tag:home", "filter=tag:HoMe"] {
                let found = try await api.request(.get, "/v1/tasks?\(query)").json["items"]?.array
                #expect(found?.count == 2, "\(query)")
            }
            let groups = try await api.request(.get, "/v1/tasks/count?groupBy=tag").json["groups"]?.array
            #expect(groups?.map { $0["key"]?.string } == ["Home", "x"])
            #expect(try await api.request(.post, "/v1/tags", #"{"name":"home","color":"red"}"#).status == 201)
            #expect(try await api.request(.post, "/v1/tags", #"{"name":"HOME"}"#).status == 409)
            #expect(try await api.task(first.id)["tags"]?.array == [.string("home")])
        }
    }

    @Test
    func `renaming a tag renames it everywhere, deleting takes it off, and each is undone`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","tags":["home","x"]}"#)
            let daily = try await api.create(
                #"{"title":"b","tags":["home"],"due":"2026-11-21T10:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            let hook = try await api.request(
                .post, "/v1/hooks", #"{"url":"http://10.1.0.1/","tags":["Home","y"]}"#)
            #expect(hook.status == 201, "\(hook.json)")
            let before = try await api.task(task.id)
            let renamed = try await api.request(.patch, "/v1/tags/home", #"{"name":"House"}"#)
            #expect(renamed.json["count"]?.integer == 2)
            let after = try await api.task(task.id)
            #expect(after["tags"]?.array == [.string("House"), .string("x")])
            #expect(try await api.request(.get, "/v1/tasks?q=house").json["items"]?.array?.count == 2)
            #expect(try await api.request(.get, "/v1/tasks?q=home").json["items"]?.array == [])
            let series = try #require(daily["seriesId"]?.string)
            #expect(try await api.request(.get, "/v1/series/\(series)").json["tags"]?.array == [.string("House")])
            let next = try await api.request(.post, "/v1/tasks/\(daily.id)/complete")
            #expect(next.status == 200)
            let open = try await api.request(.get, "/v1/tasks?tag=house&status=needsAction").json["items"]?.array
            #expect(open?.count == 2)
            let hookPath = "/v1/hooks/\(hook.json.id)"
            let tags = try await api.request(.get, hookPath).json["tags"]?.array
            #expect(tags == [.string("House"), .string("y")])
            #expect(try await api.request(.patch, "/v1/tags/x", #"{"name":"HOUSE"}"#).status == 409)
            let change = try #require(renamed.changeID)
            let undone = try await api.undo(change)
            #expect(undone.status == 200, "\(undone.json)")
            #expect(try await api.task(task.id) == before)
            #expect(try await api.request(.get, "/v1/tasks?q=home&status=needsAction").json["items"]?.array?.count == 2)
            let deleted = try await api.request(.delete, "/v1/tags/HOME")
            #expect(try await api.task(task.id)["tags"]?.array == [.string("x")])
            #expect(try await api.request(.get, "/v1/tasks?tag=home").json["items"]?.array == [])
            #expect(try await api.request(.get, "/v1/tasks?q=home").json["items"]?.array == [])
            let taken = try await api.request(.post, "/v1/tags", #"{"name":"Home"}"#)
            let undo = try await api.undo(try #require(deleted.changeID))
            #expect(undo.status == 409, "\(undo.json)")
            let makingTaken = try #require(taken.changeID)
            #expect(try await api.undo(makingTaken).status == 200)
            #expect(try await api.request(.get, "/v1/tags/home").status == 404)
            let again = try await api.undo(try #require(deleted.changeID))
            #expect(again.status == 200, "\(again.json)")
            #expect(try await api.task(task.id) == before)
        }
    }

    @Test
    func `changes are undone one after the other, and redone, whatever became of tags in between`() async throws {
        try await API.run { api async throws in
            let rule = #""due":"2026-12-01T10:00:00","recurrence":{"rrule":["FREQ=DAILY"]}"#
            let task = try await api.create(#"{"title":"a","tags":["k","T","z"]}"#).id
            let daily = try await api.create(#"{"title":"b","tags":["b","T","a"],\#(rule)}"#)
            let series = try #require(daily["seriesId"]?.string)
            func state() async throws -> [JSONValue?] {
                var state: [JSONValue?] = [try await api.request(.get, "/v1/tags").json["items"]]
                state.append(try await api.request(.get, "/v1/series/\(series)").json["tags"])
                for path in ["/v1/tasks?limit=99", "/v1/tasks?tag=t"] {
                    let tasks = try await api.request(.get, path).json["items"]?.array ?? []
                    // One that comes back is the last that was made.
                    let sorted = tasks.sorted { $0.id < $1.id }
                    state.append(.array(sorted.map { .array([$0["id"] ?? .null, $0["tags"] ?? .null]) }))
                }
                return state.map { item in
                    guard case .array(let items)? = item else { return item }
                    // Versions rise, and an undo is a change too.
                    return .array(
                        items.map { $0["name"] == nil ? $0 : .array([$0["name"] ?? .null, $0["count"] ?? .null]) })
                }
            }
            let steps: [(HTTPRequest.Method, String, String?)] = [
                (.delete, "/v1/tags/t", nil), (.delete, "/v1/tasks/\(task)", nil),
                (.post, "/v1/tasks", #"{"title":"c","tags":["T","n"]}"#), (.patch, "/v1/tags/T", #"{"name":"U"}"#),
                (.post, "/v1/tasks", #"{"title":"d","tags":["t"]}"#),
                (.patch, "/v1/tasks/\(daily.id)?scope=all", #"{"title":"e"}"#),
                (.delete, "/v1/tasks/\(daily.id)?scope=all", nil), (.post, "/v1/tags", #"{"name":"ghost"}"#),
            ]
            var states = [try await state()]
            for (method, path, body) in steps {
                let answer = try await api.request(method, path, body)
                #expect([200, 201, 204].contains(answer.status), "\(path): \(answer.json)")
                states.append(try await state())
            }
            for round in 1...2 {
                for index in steps.indices.reversed() {
                    let undone = try await api.request(.post, "/v1/undo")
                    #expect(undone.status == 200, "\(steps[index]): \(undone.json)")
                    #expect(try await state() == states[index], "undoing \(steps[index]), round \(round)")
                }
                for index in steps.indices {
                    #expect(try await api.request(.post, "/v1/redo").status == 200)
                    #expect(try await state() == states[index + 1], "redoing \(steps[index]), round \(round)")
                }
            }
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await api.request(.get, "/v1/tags/ghost").status == 404)
            #expect(try await api.request(.patch, "/v1/tags/k", #"{"name":"Ghost"}"#).status == 404)
            #expect(try await api.request(.patch, "/v1/tags/n", #"{"name":"Ghost"}"#).status == 200)
        }
    }

    @Test
    func `a tag that is paused keeps its name, and pauses whatever will have it in any case`() async throws {
        try await API.run { api async throws in
            let pause = try await api.request(.post, "/v1/pauses", #"{"tag":"Work"}"#)
            #expect(pause.status == 201, "\(pause.json)")
            let task = try await api.create(
                #"{"title":"a","tags":["work"],"due":"2026-11-20T10:00:00","reminders":[{"offset":"PT0S"}]}"#)
            #expect(task["tags"]?.array == [.string("Work")])
            for (method, body) in [(.patch, #"{"name":"job"}"#), (.delete, nil)] as [(HTTPRequest.Method, String?)] {
                let refused = try await api.request(method, "/v1/tags/work", body)
                #expect(refused.status == 409 && refused.json["detail"]?.string?.contains("paused") == true)
            }
            #expect(try await api.request(.patch, "/v1/tags/work", #"{"color":"red"}"#).status == 200)
        }
    }
}

extension API {
    fileprivate func task(_ id: String) async throws -> JSONValue {
        try await request(.get, "/v1/tasks/\(id)").json
    }

    fileprivate func undo(_ change: ChangeID) async throws -> Response {
        try await request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
    }
}
