import Basics
import Foundation
import HTTPTypes
import Storage
import StorageSQLite
import TestSupport
import Testing

struct ViewRouteTests {
    private func make(_ api: API, _ body: String) async throws -> API.Response {
        try await api.request(.post, "/v1/views", body)
    }

    private func titles(_ api: API, _ query: String) async throws -> [String] {
        let response = try await api.request(.get, "/v1/tasks?\(query)")
        #expect(response.status == 200, "\(response.json)")
        return (response.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
    }

    private func fill(_ api: API) async throws {
        for (title, more) in [
            ("alpha", #","due":"2026-11-20T09:00:00","priority":"low","tags":["home"]"#),
            ("beta", #","due":"2026-11-21T23:30:00","priority":"high""#), ("gamma", #","tags":["home"]"#),
        ] { _ = try await api.create(#"{"title":"\#(title)"\#(more)}"#) }
    }

    @Test func `a view is made, read, listed, changed and deleted`() async throws {
        try await API.run { api async throws in
            let made = try await make(api, #"{"name":"Heute","filter":"due <= today","sort":"-priority,due"}"#)
            #expect(made.status == 201, "\(made.json)")
            let path = "/v1/views/\(made.json.id)"
            #expect(made.headers[.location] == path)
            #expect(made.json["version"]?.integer == 1 && made.json["timeZone"] == .null)
            let read = try await api.request(.get, path)
            #expect(read.json == made.json && read.headers[.eTag] == made.headers[.eTag])
            _ = try await make(api, #"{"name":"All"}"#)
            let list = try await api.request(.get, "/v1/views").json
            #expect(list["items"]?.array?.map { $0["name"]?.string } == ["All", "Heute"])
            #expect(list["nextCursor"] == .null)
            api.clock.advance(by: .seconds(60))
            let patch = #"{"name":"Today","sort":null,"timeZone":"Asia/Seoul"}"#
            let changed = try await api.request(.patch, path, patch)
            #expect(changed.status == 200 && changed.json["version"]?.integer == 2)
            #expect(changed.json["filter"]?.string == "due <= today" && changed.json["sort"] == .null)
            #expect(changed.json["updatedAt"]?.string == "2026-11-21T08:01:00Z")
            api.clock.advance(by: .seconds(60))
            #expect(try await api.request(.patch, path, patch).json == changed.json)
            #expect(try await api.request(.delete, path).status == 204)
            for method in [.get, .delete] as [HTTPRequest.Method] {
                #expect(try await api.request(method, path).status == 404)
            }
            #expect(try await api.request(.patch, path, "{}").status == 404)
        }
    }

    @Test(arguments: [
        (#"{}"#, ["/name"]), (#"{"name":" "}"#, ["/name"]), (#"{"name":null,"x":1}"#, ["/name", "/x"]),
        (#"{"name":"0198c5a0-0000-7000-8000-000000000000"}"#, ["/name"]), (#"{"name":"a","version":3}"#, ["/version"]),
        (
            #"{"name":"a","filter":"priorty:low","sort":"deu","timeZone":"Mars/Base"}"#,
            ["/filter", "/sort", "/timeZone"]
        ),
        (#"{"name":"a","filter":7,"id":"x"}"#, ["/filter", "/id"]), ("[]", [""]),
    ])
    func `a view that could not be used is refused, with what is wrong`(body: String, pointers: [String]) async throws {
        try await API.run { api async throws in
            let refused = try await make(api, body)
            #expect(refused.status == 422)
            #expect(Set(refused.pointers) == Set(pointers), "\(refused.json)")
            if body.contains("priorty") {
                #expect(refused.json["at"]?.array?.map(\.integer) == [0, 7])
                #expect(refused.json["suggestion"]?.string == "priority")
            }
            #expect(try await api.store.read { try $0.views() }.isEmpty)
        }
    }

    @Test func `a name is that of one view, however it is composed, and a key makes one view`() async throws {
        try await API.run { api async throws in
            let first = try await make(api, #"{"name":"caf\u00e9"}"#)
            #expect(try await make(api, #"{"name":"cafe\u0301"}"#).status == 409)
            let second = try await make(api, #"{"name":"b"}"#).json.id
            #expect(try await api.request(.patch, "/v1/views/\(second)", #"{"name":"café"}"#).status == 409)
            #expect(try await make(api, #"{"id":"\#(first.json.id)","name":"c"}"#).status == 409)
            let headers = ["idempotency-key": "k"]
            let made = try await api.request(.post, "/v1/views", #"{"name":"d"}"#, headers: headers)
            let again = try await api.request(.post, "/v1/views", #"{"name":"d"}"#, headers: headers)
            #expect(made.status == 201 && again.json == made.json)
            #expect(try await api.store.read { try $0.views().count } == 3)
        }
    }

    @Test func `a list is of a view, by its name or id, and other parameters narrow it`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            let body = #"{"name":"Späte","filter":"due <= tomorrow or no:due","sort":"-due","timeZone":"Asia/Seoul"}"#
            let view = try await make(api, body).json.id
            for name in [view, "Sp%C3%A4te", "Spa%CC%88te"] {
                #expect(try await titles(api, "view=\(name)") == ["beta", "alpha", "gamma"])
            }
            #expect(try await titles(api, "view=\(view)&sort=title") == ["alpha", "beta", "gamma"])
            #expect(try await titles(api, "view=\(view)&filter=tag:home&priority=low") == ["alpha"])
            #expect(try await titles(api, "view=\(view)&filter=due%3Dtoday") == [])
            #expect(try await titles(api, "view=\(view)&filter=due%3Dtoday&timeZone=Europe/Berlin") == ["beta"])
            let count = try await api.request(.get, "/v1/tasks/count?view=\(view)&filter=tag:home").json
            #expect(count["count"]?.integer == 2)
            let plan = try await api.request(.get, "/v1/tasks?view=\(view)&filter=overdue&explain=true").json
            let texts = ["served", "checked"].flatMap { plan[$0]?.array ?? [] }.map { $0["text"]?.string }
            #expect(Set(texts) == ["due <= tomorrow or no:due", "overdue:true"])
            let unknown = try await api.request(.get, "/v1/tasks?view=nothing&limit=0")
            #expect(unknown.status == 400 && Set(unknown.pointers) == ["?view", "?limit"])
        }
    }

    @Test func `a page of a view goes on until the view is changed`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            let view = try await make(api, #"{"name":"v","sort":"title"}"#).json.id
            let first = try await api.request(.get, "/v1/tasks?view=v&limit=1").json
            let cursor = try #require(first["nextCursor"]?.string)
            #expect(try await titles(api, "view=v&limit=5&cursor=\(cursor)") == ["beta", "gamma"])
            _ = try await api.request(.patch, "/v1/views/\(view)", #"{"sort":"due"}"#)
            #expect(try await api.request(.get, "/v1/tasks?view=v&cursor=\(cursor)").pointers == ["?cursor"])
        }
    }
}
