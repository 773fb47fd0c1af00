import Basics
import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import HTTPAPI

/// What every answer has, whatever it is about.
struct MessageTests {
    @Test(arguments: ["3f1c", "a.b-c:d/e+f=g@h", String(repeating: "x", count: 128)])
    func `a request keeps the id that it came with, in its answer and in its problem`(id: String) async throws {
        try await API.run { api async throws in
            let answer = try await api.request(.get, "/v1/nothing", headers: ["x-request-id": id])
            #expect(answer.status == 404)
            #expect(answer.headers[try #require(HTTPField.Name("X-Request-Id"))] == id)
            #expect(answer.json["requestId"] == .string(id))
        }
    }

    @Test(arguments: ["", "a b", "é", "<script>", String(repeating: "x", count: 129)])
    func `a request with an id that is none gets one`(id: String) async throws {
        try await API.run { api async throws in
            let name = try #require(HTTPField.Name("X-Request-Id"))
            let first = try await api.request(.get, "/v1/tasks", headers: ["x-request-id": id]).headers[name]
            let second = try await api.request(.get, "/v1/tasks", headers: ["x-request-id": id]).headers[name]
            #expect(first != nil && first != id && first != second)
        }
    }

    @Test
    func `the log names the request, and the trace that it is part of`() async throws {
        let lines = Locked<[String]>([])
        var logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        logger.logLevel = .debug
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await API.run(logger: logger) { api async throws in
            _ = try await api.request(.get, "/healthz", headers: ["x-request-id": "3f1c", "traceparent": trace])
        }
        let expected =
            "debug method=GET path=/healthz request.id=3f1c status=200 trace.id=4bf92f3577b34da6a3ce929d0e0e4736 "
            + "trace.parent=00f067aa0ba902b7"
        #expect(lines.withLock { $0.contains(expected) }, "\(lines.withLock { $0 })")
    }

    @Test(arguments: [
        "", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    ])
    func `what is no trace is passed over`(text: String) {
        #expect(TraceParent(text) == nil)
        #expect(TraceParent("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more") != nil)
    }

    @Test
    func `nobody but the client may keep an answer, and then only to ask again`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").headers[.cacheControl] == "private, no-cache")
            #expect(try await api.request(.get, "/v1/tasks").headers[.cacheControl] == "no-store")
            #expect(try await api.request(.get, "/v1/tasks/x").headers[.cacheControl] == "no-store")
        }
    }

    @Test(arguments: ["gzip", "deflate, gzip;q=0.5", "*", "GZIP"])
    func `a long answer of text is compressed for who takes it so`(encoding: String) async throws {
        try await API.run { api async throws in
            let plain = try await api.exchange(.get, "/openapi.json")
            #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
            let answer = try await api.exchange(.get, "/openapi.json", headers: ["accept-encoding": encoding])
            #expect(answer.headers[.contentEncoding] == "gzip" && answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.bytes.count * 4 < plain.bytes.count)
            #expect(try await Self.gunzipped(answer.bytes) == plain.bytes)
        }
    }

    /// What another program makes of compressed bytes.
    private static func gunzipped(_ bytes: [UInt8]) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path("answer.gz")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try #require(try ToolProcess.run(["gzip", "-dk", path]).status == 0)
        return try Array(Data(contentsOf: URL(fileURLWithPath: folder.path("answer"))))
    }

    @Test(arguments: ["", "br", "gzip;q=0", "identity", "gzip;q=0.0, *;q=1"])
    func `an answer stays as it is for who takes it no other way`(encoding: String) async throws {
        try await API.run { api async throws in
            let answer = try await api.exchange(.get, "/openapi.json", headers: ["accept-encoding": encoding])
            #expect(answer.headers[.contentEncoding] == nil && answer.bytes.first == UInt8(ascii: "{"))
        }
    }

    @Test
    func `a short answer and content are never compressed`() async throws {
        try await API.run { api async throws in
            let headers = ["accept-encoding": "gzip"]
            let task = try await api.create(#"{"title":"a"}"#)
            let short = try await api.exchange(.get, "/healthz", headers: headers)
            #expect(short.headers[.contentEncoding] == nil && short.headers[.vary] == nil)
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
            let added = try await api.exchange(
                .post, "/v1/tasks/\(task.id)/attachments", text, headers: ["content-type": "text/plain"])
            let place = try #require(added.headers[.location])
            let content = try await api.exchange(.get, place, headers: headers)
            #expect(content.headers[.contentEncoding] == nil && content.bytes == text)
        }
    }

    @Test
    func `what would shrink as a bomb does is sent as it is`() async throws {
        try await API.run { api async throws in
            let text = String(repeating: "a", count: 40_000)
            let task = try await api.create(#"{"title":"a","description":"\#(text)"}"#)
            let answer = try await api.exchange(.get, "/v1/tasks/\(task.id)", headers: ["accept-encoding": "gzip"])
            #expect(answer.headers[.contentEncoding] == nil && answer.bytes.count > text.count)
        }
    }

    @Test
    func `the tag of a compressed answer is another one, and names the same state`() async throws {
        try await API.run { api async throws in
            let text = String(repeating: "a", count: 2_000)
            let task = try await api.create(#"{"title":"a","description":"\#(text)"}"#)
            let path = "/v1/tasks/\(task.id)"
            let plain = try #require(try await api.request(.get, path).headers[.eTag])
            let gzip = ["accept-encoding": "gzip"]
            let tag = try #require(try await api.exchange(.get, path, headers: gzip).headers[.eTag])
            #expect(tag == plain.dropLast() + "-gzip\"")
            let same = try await api.exchange(.get, path, headers: gzip.merging(["if-none-match": tag]) { $1 })
            #expect(same.status == 304 && same.headers[.eTag] == tag)
            let plainly = try await api.exchange(.get, path, headers: ["if-none-match": plain])
            #expect(plainly.status == 304 && plainly.headers[.eTag] == plain)
            let change = try await api.request(.patch, path, #"{"title":"b"}"#, headers: ["if-match": tag])
            #expect(change.status == 200)
            #expect(try await api.request(.patch, path, #"{"title":"c"}"#, headers: ["if-match": tag]).status == 412)
        }
    }
}
