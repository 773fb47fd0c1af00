import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct BatchTests {
    @Test
    func `a batch is carried out in order`() async throws {
        try await API.run { api async throws in
            let id = try await api.create(#"{"title":"old"}"#).id
            let response = try await api.request(
                .post,
                "/v1/batch",
                #"{"operations":[{"op":"create","task":{"title":"new"}},{"op":"update","id":"\#(id)","changes":{"title":"older"}},{"op":"complete","id":"\#(id)"},{"op":"delete","id":"\#(id)"}]}"#
            )
            let results = response.json["results"]?.array ?? []
            #expect(results.count == 4)
            #expect(results[0]["title"]?.string == "new")
            #expect(results[1]["title"]?.string == "older")
            #expect(results[2]["completed"]?["status"]?.string == "completed")
            #expect(results[3]["deleted"]?.string == id)
        }
    }

    @Test
    func `a later operation names what an earlier one made`() async throws {
        try await API.run { api async throws in
            let operations = [
                #"{"op":"create","ref":"a","task":{"title":"one"}}"#,
                #"{"op":"create","ref":"b","task":{"title":"two"}}"#,
                #"{"op":"update","ref":"a","changes":{"title":"first"}}"#, #"{"op":"complete","ref":"b"}"#,
            ]
            let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
            let results = try await api.request(.post, "/v1/batch", body).json["results"]?.array ?? []
            #expect(results.count == 4)
            #expect(results[2]["id"] == results[0]["id"] && results[2]["title"]?.string == "first")
            #expect(results[3]["completed"]?["id"] == results[1]["id"])
            let twice = #"{"operations":[\#(operations[0]),\#(operations[0])]}"#
            #expect(try await api.request(.post, "/v1/batch", twice).pointers == ["/operations/1/ref"])
        }
    }

    @Test(arguments: [
        (#"{"op":"create","task":{"title":""}}"#, 422, "/operations/1/task/title"),
        (#"{"op":"create","task":{"title":"x","due":"soon"}}"#, 422, "/operations/1/task/due"),
        (#"{"op":"update","id":"0198c5a0-0000-7000-8000-000000000000","changes":{}}"#, 404, "/operations/1/changes"),
        (#"{"op":"complete"}"#, 422, "/operations/1/id"),
        (#"{"op":"complete","id":"0198c5a0-0000-7000-8000-000000000000","scope":"all"}"#, 422, "/operations/1/scope"),
        (#"{"op":"delete","id":"0198c5a0-0000-7000-8000-000000000000","scope":"some"}"#, 422, "/operations/1/scope"),
        (
            #"{"op":"update","id":"0198c5a0-0000-7000-8000-000000000000","changes":{},"scope":7}"#, 422,
            "/operations/1/scope"
        ),
        (#"{"op":"explode"}"#, 422, "/operations/1/op"),
        (#"{"op":"complete","ref":"a"}"#, 422, "/operations/1/ref"),
        (#"{"op":"complete","ref":""}"#, 422, "/operations/1/ref"),
        (#"{"op":"create","ref":7,"task":{"title":"x"}}"#, 422, "/operations/1/ref"),
        (#"{"op":"delete","id":"0198c5a0-0000-7000-8000-000000000000"}"#, 404, "/operations/1"),
    ])
    func `one bad operation undoes all, and is named`(operation: String, status: Int, pointer: String) async throws {
        try await API.run { api async throws in
            let body = #"{"operations":[{"op":"create","task":{"title":"first"}},\#(operation)]}"#
            let response = try await api.request(.post, "/v1/batch", body)
            #expect(response.status == status)
            #expect(response.pointers.contains(pointer), "\(response.json)")
            #expect(try await api.isEmpty())
        }
    }

    @Test
    func `operations have scopes as their calls have`() async throws {
        try await API.run { api async throws in
            let (one, other) = (try await api.createDaily("one"), try await api.createDaily("other"))
            let body = """
                {"operations":[{"op":"update","id":"\(one.id)","changes":{"title":"x"},"scope":"this"},
                {"op":"delete","id":"\(other.id)","scope":"this"}]}
                """
            #expect(try await api.request(.post, "/v1/batch", body).status == 200)
            let done = try await api.request(.post, "/v1/tasks/\(one.id)/complete").json
            #expect(done["completed"]?["title"]?.string == "x")
            #expect(done["next"]?["title"]?.string == "one")
            let left = try await api.request(.get, "/v1/tasks?seriesId=\(other.series)").json["items"]?.array
            #expect(left?.map { $0["due"]?.string } == ["2026-12-02T09:00:00"])
        }
    }

    @Test
    func `a scope beyond one occurrence counts all that it may reach`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("heavy", more: #","tags":["a","b","c","d","e","f","g","h"]"#)
            let update = #"{"op":"update","id":"\#(task.id)","changes":{"title":"x"},"scope":"all"}"#
            let operations = [String](repeating: update, count: 400).joined(separator: ",")
            let response = try await api.request(.post, "/v1/batch", #"{"operations":[\#(operations)]}"#)
            #expect(response.status == 422)
            #expect(response.pointers == ["/operations"])
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json["title"]?.string == "heavy")
        }
    }

    @Test
    func `a batch has at most a thousand operations`() async throws {
        try await API.run { api async throws in
            let operations = [String](repeating: #"{"op":"create","task":{"title":"x"}}"#, count: 1_001)
            let response = try await api.request(
                .post, "/v1/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
            #expect(response.pointers == ["/operations"])
        }
    }
}
