import Basics
import HTTPTypes
import Storage
import StorageSQLite
import TestSupport
import Testing

/// `properties`: what others say of a task, which taskd keeps and does not read.
struct TaskPropertyTests {
    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// What is sent, and what is kept of it; nothing where that is empty.
    private static let kept: [(sent: String, kept: String)] = [
        (#"{"X-B":1,"X-A":"2","x":{"z":[1.5,null,true,{"b":0,"a":{}}]}}"#, ""),
        (#"{"":1}"#, "422"), ("{}", "nothing"), ("null", "nothing"), (#"{"a":null}"#, "nothing"),
        (#"{ "a" : 1.0 ,"b":1e3,"c":"\u00e9\/\u0001" }"#, #"{"a":1,"b":1000,"c":"é/\u0001"}"#),
        (#"{"a":null,"b":{"c":null},"c":[null]}"#, #"{"b":{},"c":[null]}"#),
        (#"{"id":"x","title":7,"status":"completed","a/b~c":"집"}"#, ""),
        (
            #"{"a":9007199254740991,"b":-9007199254740991,"c":0.1,"d":1e-7}"#,
            #"{"a":9007199254740991,"b":-9007199254740991,"c":0.1,"d":1e-07}"#
        ),
    ]

    @Test(arguments: kept)
    func `they come back as they were sent, in their order, by every way`(sent: String, kept: String) async throws {
        try await API.run { api async throws in
            let answer = try await api.request(.post, "/v1/tasks", #"{"title":"a","properties":\#(sent)}"#)
            guard kept != "422" else {
                return #expect(answer.status == 422 && answer.pointers == ["/properties/"])
            }
            let wanted = kept == "nothing" ? "" : kept.isEmpty ? sent : kept
            let id = answer.json.id
            let read = try await api.request(.get, "/v1/tasks/\(id)").json
            let list = try await api.request(.get, "/v1/tasks?fields=properties").json["items"]?.array?.first
            let part = try await api.request(.get, "/v1/tasks/\(id)?fields=properties").json
            let told = try await api.request(.get, "/v1/events").json["items"]?.array?.last?["data"]?["task"]
            for task in [answer.json, read, list, part, told] { #expect(Self.text(task?["properties"]) == wanted) }
            #expect(read["title"]?.string == "a" && read["status"]?.string == "needsAction")
            // What is read can be sent back, and changes nothing.
            let same = try await api.request(
                .patch, "/v1/tasks/\(id)", #"{"properties":\#(wanted.isEmpty ? "{}" : wanted)}"#)
            #expect(same.json == read && same.changeID == nil, "\(same.json)")
        }
    }

    /// What there is, a merge patch of it, and what is there then.
    private static let patches: [(before: String, patch: String, after: String)] = [
        (#"{"a":1,"b":2,"c":3}"#, #"{"b":9,"d":4,"a":null}"#, #"{"b":9,"c":3,"d":4}"#),
        (#"{"a":{"x":1,"y":{"z":2}}}"#, #"{"a":{"y":{"w":3},"x":null}}"#, #"{"a":{"y":{"z":2,"w":3}}}"#),
        (#"{"a":{"x":1}}"#, #"{"a":[{"x":null}]}"#, #"{"a":[{"x":null}]}"#),
        (#"{"a":[1,2]}"#, #"{"a":{"x":1}}"#, #"{"a":{"x":1}}"#),
        (#"{"a":1}"#, #"{"a":null}"#, ""), (#"{"a":1}"#, "null", ""), ("null", #"{"a":{"b":null}}"#, #"{"a":{}}"#),
    ]

    @Test(arguments: patches)
    func `a patch merges them, and an undo brings them back`(before: String, patch: String, after: String) async throws
    {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","properties":\#(before)}"#)
            let path = "/v1/tasks/\(task.id)"
            let changed = try await api.request(.patch, path, #"{"properties":\#(patch)}"#)
            #expect(changed.status == 200 && Self.text(changed.json["properties"]) == after, "\(changed.json)")
            #expect(changed.json["version"]?.integer == 2 && changed.json["title"]?.string == "a")
            _ = try await api.request(.post, "/v1/undo")
            #expect(Self.text(try await api.request(.get, path).json["properties"]) == Self.text(task["properties"]))
            _ = try await api.request(.post, "/v1/redo")
            #expect(Self.text(try await api.request(.get, path).json["properties"]) == after)
            _ = try await api.request(.delete, path)
            _ = try await api.request(.post, "/v1/undo")
            #expect(Self.text(try await api.request(.get, path).json["properties"]) == after)
        }
    }

    private static func many(_ count: Int) -> String { (1...count).map { #""\#($0)":0"# }.joined(separator: ",") }
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// Values, and where they are at fault below the member itself; nil for nowhere.
    private static let bounds: [(properties: String, fault: String?)] = [
        ("[]", ""), ("7", ""), (#""x""#, ""), ("true", ""),
        (#"{"a":9007199254740992}"#, "/a"), (#"{"a":[0,-1e300]}"#, "/a/1"), (#"{"a~/":{"b":1e16}}"#, "/a~0~1/b"),
        (#"{"a":"\u0000"}"#, "/a"), (#"{"\u0000":1}"#, "/\u{0}"),
        (#"{"\#(String(repeating: "é", count: 200))":1}"#, nil),
        (#"{"\#(String(repeating: "é", count: 201))":1}"#, "/\(String(repeating: "é", count: 100))…"),
        (#"{"a":"\#(String(repeating: "x", count: (16 << 10) - 8))"}"#, nil),
        (#"{"a":"\#(String(repeating: "x", count: (16 << 10) - 7))"}"#, ""),
        ("{\(many(1_000))}", nil), ("{\(many(1_001))}", ""),
        (#"{"a":\#(nested(7))}"#, nil), (#"{"a":\#(nested(8))}"#, "/a/0/0/0/0/0/0/0"),
    ]

    @Test(arguments: bounds)
    func `their size is bounded, and what would not come back as it is is refused with its place`(
        properties: String, fault: String?
    ) async throws {
        try await API.run { api async throws in
            let member = #""properties":\#(properties)"#
            let task = try await api.createDaily("a")
            for (method, path, body, place) in [
                (.post, "/v1/tasks", #"{"title":"b",\#(member)}"#, ""),
                (.patch, "/v1/tasks/\(task.id)", "{\(member)}", ""),
                (.patch, "/v1/series/\(task.series)", "{\(member)}", ""),
                (
                    .post, "/v1/batch", #"{"operations":[{"op":"create","task":{"title":"b",\#(member)}}]}"#,
                    "/operations/0/task"
                ),
                (
                    .post, "/v1/batch", #"{"operations":[{"op":"update","id":"\#(task.id)","changes":{\#(member)}}]}"#,
                    "/operations/0/changes"
                ),
            ] as [(HTTPRequest.Method, String, String, String)] {
                let answer = try await api.request(method, path, body)
                guard let fault else {
                    #expect(answer.status < 300, "\(answer.json)")
                    continue
                }
                #expect(answer.status == 422, "\(method) \(path) \(answer.json)")
                #expect(answer.pointers == ["\(place)/properties\(fault)"], "\(method) \(path)")
            }
        }
    }

    @Test
    func `what is merged counts as a whole, and other problems are told with it`() async throws {
        try await API.run { api async throws in
            let half = String(repeating: "x", count: 9_000)
            let task = try await api.create(#"{"title":"a","properties":{"a":"\#(half)"}}"#)
            let path = "/v1/tasks/\(task.id)"
            let refused = try await api.request(.patch, path, #"{"properties":{"b":"\#(half)"},"title":""}"#)
            #expect(refused.status == 422 && Set(refused.pointers) == ["/properties", "/title"])
            let details = (refused.json["errors"]?.array ?? []).compactMap { $0["detail"]?.string }
            #expect(details.contains { $0.hasPrefix("must have at most 16384 bytes as JSON, not 180") }, "\(details)")
            let swapped = try await api.request(.patch, path, #"{"properties":{"b":"\#(half)","a":null}}"#)
            #expect(swapped.status == 200 && swapped.json["properties"]?["a"] == nil)
            let both = #"{"title":"","properties":{"a":1e99},"tags":["x","x"]}"#
            let new = try await api.request(.post, "/v1/tasks", both)
            #expect(Set(new.pointers) == ["/title", "/properties/a", "/tags/1"])
        }
    }

    @Test
    func `occurrences have those of their series, and one may have its own`() async throws {
        try await API.run { api async throws in
            let first = try await api.createDaily("a", more: #","properties":{"X-B":1,"X-A":2}"#)
            let path = "/v1/tasks/\(first.id)"
            func properties(_ path: String) async throws -> String {
                Self.text(try await api.request(.get, path).json["properties"])
            }
            _ = try await api.request(.patch, path + "?scope=this", #"{"properties":{"X-C":3,"X-B":null}}"#)
            #expect(try await properties(path) == #"{"X-A":2,"X-C":3}"#)
            #expect(try await properties("/v1/series/\(first.series)") == #"{"X-B":1,"X-A":2}"#)
            let next = try await api.request(.post, path + "/complete").json["next"] ?? .null
            #expect(Self.text(next["properties"]) == #"{"X-B":1,"X-A":2}"#)
            _ = try await api.request(.patch, "/v1/series/\(first.series)", #"{"properties":{"X-A":{"n":0}}}"#)
            #expect(try await properties("/v1/tasks/\(next.id)") == #"{"X-B":1,"X-A":{"n":0}}"#)
            #expect(try await properties(path) == #"{"X-A":2,"X-C":3}"#)
            _ = try await api.request(.patch, "/v1/tasks/\(next.id)?scope=all", #"{"properties":null}"#)
            #expect(try await properties("/v1/series/\(first.series)").isEmpty)
            #expect(try await properties("/v1/tasks/\(next.id)").isEmpty)
        }
    }

    /// Changes of a task, each of which is a merge patch of the properties of that task.
    private static let ways: [(path: String, body: String)] = [
        ("/v1/batch", #"{"operations":[{"op":"update","id":"ID","changes":CHANGES}]}"#),
        ("/v1/tasks/bulk", #"{"filter":"tag:x","op":"update","changes":CHANGES}"#),
    ]

    @Test(arguments: ways)
    func `changes of many merge them into those of each task, and are undone`(path: String, body: String) async throws {
        try await API.run { api async throws in
            let made = #""tags":["x"],"properties":{"X-A":1,"X-B":{"n":1}}"#
            let ids = [
                try await api.create(#"{"title":"a",\#(made)}"#).id,
                try await api.createDaily("b", more: ",\(made)").id,
            ]
            let requests = path.hasSuffix("bulk") ? [""] : ids
            for id in requests {
                let patch = body.replacing("ID", with: id)
                    .replacing("CHANGES", with: #"{"properties":{"X-A":null,"X-B":{"m":[2]},"X-C":3}}"#)
                let answer = try await api.request(.post, path, patch)
                #expect(answer.status == 200, "\(answer.json)")
            }
            for id in ids {
                let task = try await api.request(.get, "/v1/tasks/\(id)").json
                #expect(Self.text(task["properties"]) == #"{"X-B":{"n":1,"m":[2]},"X-C":3}"#)
            }
            for _ in requests { #expect(try await api.request(.post, "/v1/undo").status == 200) }
            for id in ids {
                let task = try await api.request(.get, "/v1/tasks/\(id)").json
                #expect(Self.text(task["properties"]) == #"{"X-A":1,"X-B":{"n":1}}"#)
            }
        }
    }

    @Test
    func `what is made of a task has them, and may differ`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","properties":{"X-A":1,"X-B":2}}"#)
            for (changes, expected) in [
                ("{}", #"{"X-A":1,"X-B":2}"#), (#"{"properties":{"X-A":null,"X-C":3}}"#, #"{"X-B":2,"X-C":3}"#),
                (#"{"properties":null}"#, ""),
            ] {
                let copy = try await api.request(.post, "/v1/tasks/\(task.id)/duplicate", changes)
                #expect(copy.status == 201 && Self.text(copy.json["properties"]) == expected, "\(changes)")
            }
            _ = try await api.request(.delete, "/v1/tasks/\(task.id)")
            let trashed = try await api.request(.get, "/v1/trash/\(task.id)").json
            #expect(trashed["task"]?["properties"] == task["properties"])
            let restored = try await api.request(.post, "/v1/trash/\(task.id)/restore").json
            #expect(Self.text(restored["properties"]) == #"{"X-A":1,"X-B":2}"#)
        }
    }

    @Test
    func `each byte of a text counts, also where letters are the same`() async throws {
        try await API.run { api async throws in
            let (composed, apart) = ("\u{e9}", "e\u{301}")
            let task = try await api.create(#"{"title":"a","properties":{"a":"\#(composed)"}}"#)
            let path = "/v1/tasks/\(task.id)"
            for (value, version) in [(apart, 2), (apart, 2), (composed, 3)] {
                let answer = try await api.request(.patch, path, #"{"properties":{"a":"\#(value)"}}"#)
                #expect(answer.json["version"]?.integer == version)
                let kept = try await api.request(.get, path).json["properties"]?["a"]?.string
                #expect(kept.map { Array($0.utf8) } == Array(value.utf8))
            }
            let twice = #"{"title":"a","properties":{"\#(composed)":1,"\#(apart)":2}}"#
            let both = try await api.create(twice)
            let patched = try await api.request(
                .patch, "/v1/tasks/\(both.id)", #"{"properties":{"\#(apart)":3}}"#)
            #expect(Self.text(patched.json["properties"]) == #"{"\#(composed)":1,"\#(apart)":3}"#)
        }
    }

    @Test
    func `an occurrence overrides them as a whole, and a wider change hands on all that it has`() async throws {
        try await API.run { api async throws in
            let first = try await api.createDaily(
                "a", more: #","properties":{"X-A":1}"#)
            func properties(_ path: String) async throws -> String {
                Self.text(try await api.request(.get, path).json["properties"])
            }
            let (task, series) = ("/v1/tasks/\(first.id)", "/v1/series/\(first.series)")
            _ = try await api.request(.patch, task + "?scope=this", #"{"properties":{"X-B":2}}"#)
            let occurrences = try await api.request(.get, series + "/occurrences?limit=1").json["items"]?.array
            #expect(occurrences?.first?["overrides"]?.array == [.string("properties")])
            _ = try await api.request(.patch, series, #"{"properties":{"X-C":3}}"#)
            #expect(try await properties(task) == #"{"X-A":1,"X-B":2}"#)
            #expect(try await properties(series) == #"{"X-A":1,"X-C":3}"#)
            _ = try await api.request(.patch, task + "?scope=all", #"{"properties":{"X-D":4}}"#)
            #expect(try await properties(task) == #"{"X-A":1,"X-B":2,"X-D":4}"#)
            #expect(try await properties(series) == #"{"X-A":1,"X-B":2,"X-D":4}"#)
            let next = try #require(try await api.request(.post, task + "/complete").json["next"])
            let later = "/v1/tasks/\(next.id)"
            let split = try await api.request(.patch, later + "?scope=following", #"{"properties":{"X-B":null}}"#).json
            #expect(split.series != first.series)
            let halves = ["/v1/series/\(split.series)", later, series, task]
            let whole = #"{"X-A":1,"X-B":2,"X-D":4}"#
            let after = [#"{"X-A":1,"X-D":4}"#, #"{"X-A":1,"X-D":4}"#, whole, whole]
            for (path, expected) in zip(halves, after) { #expect(try await properties(path) == expected, "\(path)") }
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            for path in halves.dropFirst() { #expect(try await properties(path) == whole, "\(path)") }
            #expect(try await api.request(.post, "/v1/redo").status == 200)
            for (path, expected) in zip(halves, after) { #expect(try await properties(path) == expected, "\(path)") }
        }
    }
}
