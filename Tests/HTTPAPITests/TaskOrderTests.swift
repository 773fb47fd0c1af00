import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

/// `sortOrder` of tasks, and parts of a task.
struct TaskOrderTests {
    @Test func `tasks are listed as people put them in order, in a project and out of it, page by page`() async throws {
        try await API.run { api async throws in
            let project = try await api.request(.post, "/v1/projects", #"{"name":"p"}"#).json.id
            for (title, place) in [("a", "2.5"), ("b", "-1e3"), ("c", "null"), ("d", "0"), ("e", "null")] {
                let body = #"{"title":"\#(title)","projectId":"\#(project)","sortOrder":\#(place)}"#
                #expect(try await api.create(body)["title"]?.string == title)
            }
            for (query, titles) in [("sortOrder", "bdace"), ("-sortOrder", "adbce"), ("sortOrder,-title", "bdaec")] {
                for narrowed in ["", "&projectId=\(project)", "&projectId=\(project)&status=needsAction"] {
                    var (found, cursor) = ("", "")
                    repeat {
                        let page = try await api.request(.get, "/v1/tasks?sort=\(query)\(narrowed)&limit=2\(cursor)")
                            .json
                        found += (page["items"]?.array ?? []).compactMap { $0["title"]?.string }.joined()
                        cursor = page["nextCursor"]?.string.map { "&cursor=\($0)" } ?? ""
                    } while !cursor.isEmpty && found.count < 9
                    #expect(found == titles, "\(query)\(narrowed)")
                }
            }
        }
    }

    @Test func `a task is moved to another place, alone and with its project, and back by an undo`() async throws {
        try await API.run { api async throws in
            let project = try await api.request(.post, "/v1/projects", #"{"name":"p"}"#).json.id
            let id = try await api.create(#"{"title":"a","sortOrder":1}"#).id
            func move(_ members: String) async throws -> JSONValue? {
                let body = #"{"operations":[{"op":"move","id":"\#(id)",\#(members)}]}"#
                return try await api.request(.post, "/v1/batch", body).json["results"]?.array?.first
            }
            #expect(try await move(#""sortOrder":7.5"#)?["sortOrder"] == .number(7.5))
            let moved = try await move(#""sortOrder":-3,"projectId":"\#(project)""#)
            #expect(moved?["sortOrder"] == .number(-3) && moved?["projectId"]?.string == project)
            #expect(try await move(#""projectId":null"#)?["sortOrder"] == .number(-3))
            #expect(try await move(#""sortOrder":null"#)?["sortOrder"] == .null)
            #expect(try await api.request(.post, "/v1/undo").json["tasks"]?.array?.first?["sortOrder"] == .number(-3))
            for (body, pointer) in [
                (#"{"operations":[{"op":"move","id":"\#(id)"}]}"#, "/operations/0/projectId"),
                (#"{"operations":[{"op":"move","id":"\#(id)","sortOrder":"x"}]}"#, "/operations/0/sortOrder"),
            ] {
                let answer = try await api.request(.post, "/v1/batch", body)
                #expect(answer.status == 422 && answer.pointers == [pointer], "\(answer.json)")
            }
        }
    }

    @Test func `a part of a task is read with the tag of the whole`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","due":"2026-12-01"}"#)
            let path = "/v1/tasks/\(task.id)"
            let whole = try await api.request(.get, path)
            let part = try await api.request(.get, path + "?fields=title,due")
            #expect(
                part.json == .object(["id": .string(task.id), "title": .string("a"), "due": .string("2026-12-01")]))
            let tag = try #require(part.headers[.eTag])
            #expect(tag == whole.headers[.eTag])
            let same = try await api.request(.get, path + "?fields=title", headers: ["if-none-match": tag])
            #expect(same.status == 304)
            #expect(try await api.request(.patch, path, #"{"title":"b"}"#, headers: ["if-match": tag]).status == 200)
            let wrong = try await api.request(.get, path + "?fields=titel")
            #expect(wrong.status == 400 && wrong.pointers == ["?fields"])
        }
    }
}
