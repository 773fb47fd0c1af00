import Basics
import HTTPTypes
import TestSupport
import Testing

/// A text is itself alone: one whose letters are composed in another way is another one.
struct VerbatimTests {
    /// What is made, where, and the member that is changed; `@` stands for the text.
    private static let texts: [(path: String, body: String, change: String)] = [
        ("tasks", #"{"title":"@"}"#, #"{"title":"@"}"#),
        ("tasks", #"{"title":"a","description":"@"}"#, #"{"description":"@"}"#),
        ("tasks", #"{"title":"a","location":{"placeName":"@"}}"#, #"{"location":{"placeName":"@"}}"#),
        ("tasks", #"{"title":"a","location":{"address":"@"}}"#, #"{"location":{"address":"@"}}"#),
        ("tasks", #"{"title":"a","subtasks":[{"title":"@"}]}"#, #"{"subtasks":[{"title":"@"}]}"#),
        ("tasks", #"{"title":"a","properties":{"a":"@"}}"#, #"{"properties":{"a":"@"}}"#),
        ("projects", #"{"name":"a","description":"@","icon":"@"}"#, #"{"description":"@"}"#),
        ("projects", #"{"name":"a","icon":"@"}"#, #"{"icon":"@"}"#),
        ("tags", #"{"name":"a","icon":"@"}"#, #"{"icon":"@"}"#),
        ("views", #"{"name":"a","filter":"tag:@"}"#, #"{"filter":"tag:@"}"#),
    ]

    private static let (composed, apart) = ("caf\u{e9}", "cafe\u{301}")

    @Test(arguments: texts)
    func `a change to the same letters in another form is stored as it is answered, and answered as it is stored`(
        path: String, body: String, change: String
    ) async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/\(path)", body.replacing("@", with: Self.composed))
            #expect(made.status == 201, "\(made.json)")
            let place = "/v1/\(path)/\(made.json.id.isEmpty ? "a" : made.json.id)"
            for text in [Self.apart, Self.composed] {
                let patched = try await api.exchange(.patch, place, Array(change.replacing("@", with: text).utf8))
                let read = try await api.exchange(.get, place)
                #expect(patched.status == 200 && patched.bytes == read.bytes)
                #expect(patched.headers[.eTag] == read.headers[.eTag])
                #expect(Self.has(read.bytes, text), "\(String(decoding: read.bytes, as: UTF8.self))")
            }
        }
    }

    @Test
    func `so it is of an occurrence, of what follows it, and of its series`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily(Self.composed)
            for (path, text) in [
                ("tasks/\(task.id)?scope=all", Self.apart), ("series/\(task.series)", Self.composed),
                ("tasks/\(task.id)?scope=this", Self.apart),
            ] {
                let body = Array(#"{"title":"\#(text)"}"#.utf8)
                let patched = try await api.exchange(.patch, "/v1/\(path)", body)
                #expect(patched.status == 200 && Self.has(patched.bytes, text), "\(path)")
                let place = path.split(separator: "?")[0]
                #expect(Self.has(try await api.exchange(.get, "/v1/\(place)").bytes, text), "\(path)")
            }
            let undone = try await api.request(.post, "/v1/undo")
            #expect(undone.status == 200)
            #expect(Self.has(try await api.exchange(.get, "/v1/tasks/\(task.id)").bytes, Self.composed))
        }
    }

    @Test
    func `so are the names of a batch`() async throws {
        try await API.run { api async throws in
            let operations = [Self.composed, Self.apart].map {
                #"{"op":"create","ref":"\#($0)","task":{"title":"a"}},{"op":"complete","ref":"\#($0)"}"#
            }
            let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
            let answer = try await api.request(.post, "/v1/batch", body)
            let results = answer.json["results"]?.array ?? []
            #expect(answer.status == 200 && results.count == 4, "\(answer.json)")
            #expect(results.count == 4 && results[1]["completed"]?["id"] == results[0]["id"])
            #expect(results.count == 4 && results[3]["completed"]?["id"] == results[2]["id"])
        }
    }

    private static func has(_ bytes: [UInt8], _ text: String) -> Bool {
        // The longer form does not contain the shorter one.
        bytes.split(separator: UInt8(ascii: "\"")).contains { $0.suffix(text.utf8.count).elementsEqual(text.utf8) }
    }
}
