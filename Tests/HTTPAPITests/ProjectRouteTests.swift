import Basics
import HTTPTypes
import Storage
import StorageSQLite
import TestSupport
import Testing

struct ProjectRouteTests {
    @Test
    func `a project is made, listed, read, changed and deleted`() async throws {
        try await API.run { api async throws in
            let body = #"{"name":"Home","description":"all of it","color":"teal","icon":"🏠"}"#
            let made = try await api.request(.post, "/v1/projects", body)
            #expect(made.status == 201)
            #expect(made.headers[.location] == "/v1/projects/\(made.json.id)")
            let none = JSONValue.number(0)
            #expect(
                made.json
                    == .object([
                        "id": .string(made.json.id),
                        "handle": .string(Handle(ofID: made.json.id)?.description ?? ""), "version": .number(1),
                        "name": .string("Home"),
                        "description": .string("all of it"), "color": .string("teal"), "icon": .string("🏠"),
                        "parentId": .null, "isArchived": .bool(false), "sortOrder": .number(1),
                        "counts": .object(["open": none, "completed": none, "overdue": none]), "progress": none,
                        "createdAt": .string(API.now), "updatedAt": .string(API.now),
                    ]))
            let path = "/v1/projects/\(made.json.id)"
            let read = try await api.request(.get, path)
            #expect(read.json == made.json && read.headers[.eTag] == made.headers[.eTag])
            let tag = try #require(read.headers[.eTag])
            #expect(try await api.request(.get, path, headers: ["if-none-match": tag]).status == 304)
            let patched = try await api.request(.patch, path, #"{"name":"House","icon":null}"#)
            #expect(patched.json["name"]?.string == "House" && patched.json["icon"] == .null)
            #expect(patched.json["version"]?.integer == 2)
            #expect(try await api.request(.patch, path, #"{"name":"x"}"#, headers: ["if-match": tag]).status == 412)
            #expect(try await api.request(.get, "/v1/projects").json["items"]?.array == [patched.json])
            #expect(try await api.request(.delete, path, headers: ["if-match": tag]).status == 412)
            #expect(try await api.request(.delete, path).status == 204)
            for method in [.get, .patch, .delete] as [HTTPRequest.Method] {
                #expect(try await api.request(method, path, method == .patch ? "{}" : nil).status == 404)
            }
        }
    }

    @Test(arguments: [
        (#"{}"#, ["/name"]), (#"{"name":""}"#, ["/name"]), (#"{"name":7}"#, ["/name"]), (#"{"name":null}"#, ["/name"]),
        (#"{"name":"a","parentId":"x"}"#, ["/parentId"]), (#"{"name":"a","colour":"red"}"#, ["/colour"]),
        (#"{"name":"a","parentId":"0198c5a0-0000-7000-8000-000000000000"}"#, ["/parentId"]),
        (#"{"name":"a","sortOrder":1e300}"#, ["/sortOrder"]), (#"{"name":"a","isArchived":1}"#, ["/isArchived"]),
        (#"{"name":"a","icon":"","color":""}"#, ["/color", "/icon"]), (#"[]"#, [""]),
    ])
    func `a project that makes no sense is refused with its fields`(_ body: String, _ pointers: [String]) async throws {
        try await API.run { api async throws in
            let refused = try await api.request(.post, "/v1/projects", body)
            #expect(refused.status == 422 && refused.pointers == pointers, "\(refused.json)")
            #expect(try await api.request(.get, "/v1/projects").json["items"]?.array == [])
        }
    }

    @Test
    func `tasks are in projects, are listed by them, and count in them`() async throws {
        try await API.run { api async throws in
            let home = try await api.project("Home")
            let garden = try await api.project("Garden", in: home)
            let in1 = try await api.create(#"{"title":"a","projectId":"\#(home)","due":"2026-11-20T10:00:00"}"#)
            let in2 = try await api.create(#"{"title":"b","projectId":"\#(garden)"}"#)
            let loose = try await api.create(#"{"title":"c"}"#)
            #expect(in1["projectId"]?.string == home && loose["projectId"] == .null)
            for (query, found) in [
                ("projectId=\(home)", [in1]), ("projectId=\(home)&subprojects=true", [in1, in2]),
                ("filter=project:Home", [in1]), ("filter=project:Home/*", [in1, in2]),
                ("filter=no:project", [loose]), ("filter=project:\(garden)", [in2]), ("filter=project:Attic", []),
                ("filter=not%20project:Home", [in2, loose]), ("filter=not%20project:Attic", [in1, in2, loose]),
            ] {
                let list = try await api.request(.get, "/v1/tasks?\(query)").json["items"]?.array
                #expect(list?.map(\.id) == found.map(\.id), "\(query)")
            }
            _ = try await api.request(.post, "/v1/tasks/\(in2.id)/complete")
            let counts = try await api.request(.get, "/v1/projects").json["items"]?.array?.map { $0["counts"] }
            let one = JSONValue.object(["open": .number(1), "completed": .number(0), "overdue": .number(1)])
            let other = JSONValue.object(["open": .number(0), "completed": .number(1), "overdue": .number(0)])
            #expect(counts == [one, other])
            let moved = try await api.request(
                .post, "/v1/batch", #"{"operations":[{"op":"move","id":"\#(in1.id)","projectId":null}]}"#)
            #expect(moved.json["results"]?.array?.first?["projectId"] == .null)
            for body in [#"{"op":"move","id":"\#(in1.id)"}"#, #"{"op":"move","id":"\#(in1.id)","projectId":"x"}"#] {
                let refused = try await api.request(.post, "/v1/batch", #"{"operations":[\#(body)]}"#)
                #expect(refused.pointers == ["/operations/0/projectId"])
            }
        }
    }

    @Test
    func `firings to come are listed by project, also of tasks that do not exist yet`() async throws {
        try await API.run { api async throws in
            let home = try await api.project("Home")
            let times = #""due":"2026-11-22T10:00:00","reminders":[{"offset":"PT0S"}]"#
            let daily = #","recurrence":{"rrule":["FREQ=DAILY"]}"#
            let wanted = try await api.create(#"{"title":"a","projectId":"\#(home)",\#(times)\#(daily)}"#)
            _ = try await api.create(#"{"title":"b",\#(times)\#(daily)}"#)
            let list = try await api.request(.get, "/v1/upcoming?projectId=\(home)&limit=3").json["items"]?.array
            #expect(list?.map { $0["title"]?.string } == ["a", "a", "a"])
            #expect(list?.first?["taskId"]?.string == wanted.id)
        }
    }

    @Test
    func `the tasks of a deleted project stay, or go with it; both are undone`() async throws {
        try await API.run { api async throws in
            let home = try await api.project("Home")
            let tasks = try await (0..<3).asyncMap {
                try await api.create(#"{"title":"\#($0)","projectId":"\#(home)"}"#)
            }
            for (query, left) in [("", 3), ("?tasks=keep", 3), ("?tasks=delete", 0)] {
                let deleted = try await api.request(.delete, "/v1/projects/\(home)\(query)")
                #expect(deleted.status == 204)
                #expect(try await api.request(.get, "/v1/tasks?filter=no:project").json["items"]?.array?.count == left)
                let change = try #require(deleted.changeID)
                #expect(try await api.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#).status == 200)
                let back = try await api.request(.get, "/v1/tasks?projectId=\(home)").json["items"]?.array
                #expect(Set(back?.map(\.id) ?? []) == Set(tasks.map(\.id)))
            }
            #expect(try await api.request(.delete, "/v1/projects/\(home)?tasks=archive").status == 400)
        }
    }
}

extension API {
    fileprivate func project(_ name: String, in parent: String? = nil) async throws -> String {
        let parent = parent.map { #","parentId":"\#($0)""# } ?? ""
        return try await request(.post, "/v1/projects", #"{"name":"\#(name)"\#(parent)}"#).json.id
    }
}

extension Range<Int> {
    fileprivate func asyncMap<Value>(_ body: (Int) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for number in self { values.append(try await body(number)) }
        return values
    }
}
