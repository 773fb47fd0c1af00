import Basics
import Foundation
import HTTPTypes
import Logging
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// `POST /v1/tasks/{id}/attachments`, `GET` and `DELETE /v1/attachments/{id}`.
struct AttachmentTests {
    private static let text = Array("0123456789".utf8)
    private static let sha256 = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"

    @Test func `content is stored, and read as it was sent, under the name and type that it came with`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let made = try await api.attach(Self.text, to: task.id)
            #expect(made.status == 201 && made.changeID != nil, "\(made.json)")
            let members: [String: JSONValue] = [
                "fileName": .string("Miete 집.pdf"), "mediaType": .string("application/pdf"), "size": .number(10),
                "url": .null,
            ]
            for (name, value) in members { #expect(made.json[name] == value, "\(name)") }
            let place = "/v1/attachments/\(made.json.id)"
            #expect(made.headers[.location] == place)
            let read = try await api.request(.get, "/v1/tasks/\(task.id)")
            #expect(read.json["attachments"]?.array == [made.json] && read.json["version"]?.integer == 2)
            #expect(read.headers[.eTag] == made.headers[.eTag])
            let (status, headers, bytes) = try await api.exchange(.get, place)
            #expect(status == 200 && bytes == Self.text)
            let expected: [String: String] = [
                "Content-Type": "application/pdf", "Content-Length": "10", "ETag": "\"\(Self.sha256)\"",
                "Content-Disposition": "attachment; filename=\"Miete _.pdf\"; filename*=UTF-8''Miete%20%EC%A7%91.pdf",
                "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes",
            ]
            for (name, value) in expected { #expect(headers[try #require(HTTPField.Name(name))] == value, "\(name)") }
            #expect(try await api.status(.get, place, headers: ["If-None-Match": "\"\(Self.sha256)\""]) == 304)
            let digest = try #require(ContentDigest(Self.sha256))
            let file = try FileManager.default.attributesOfItem(atPath: api.contents.file(of: digest))
            #expect(file[.posixPermissions] as? Int == 0o600)
            let folder = try FileManager.default.attributesOfItem(atPath: api.contents.path)
            #expect(folder[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test(
        arguments: [
            ("bytes=0-3", nil, 206, "0123", "bytes 0-3/10"), ("bytes=4-", nil, 206, "456789", "bytes 4-9/10"),
            ("bytes=-3", nil, 206, "789", "bytes 7-9/10"), ("bytes=-99", nil, 206, "0123456789", "bytes 0-9/10"),
            ("bytes=8-99", nil, 206, "89", "bytes 8-9/10"), ("Bytes = 9-9 ", nil, 206, "9", "bytes 9-9/10"),
            ("bytes=10-", nil, 416, nil, "bytes */10"), ("bytes=-0", nil, 416, nil, "bytes */10"),
            ("bytes=99999999999999999999-", nil, 416, nil, "bytes */10"),
            ("bytes=3-1", nil, 200, "0123456789", nil), ("bytes=a-b", nil, 200, "0123456789", nil),
            ("bytes=0-1,4-5", nil, 200, "0123456789", nil), ("lines=0-1", nil, 200, "0123456789", nil),
            ("bytes=0-1", "\"\(sha256)\"", 206, "01", "bytes 0-1/10"),
            ("bytes=0-1", "\"other\"", 200, "0123456789", nil),
            ("bytes=0-1", "W/\"\(sha256)\"", 200, "0123456789", nil),
            ("bytes=0-1", "Sat, 21 Nov 2026 08:00:00 GMT", 200, "0123456789", nil),
        ] as [(String, String?, Int, String?, String?)])
    func `a range is answered as RFC 9110 says`(
        range: String, condition: String?, status: Int, body: String?, contentRange: String?
    ) async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let made = try await api.attach(Self.text, to: task.id).json
            var headers = ["Range": range]
            headers["If-Range"] = condition
            let answer = try await api.exchange(.get, "/v1/attachments/\(made.id)", headers: headers)
            #expect(answer.status == status && answer.headers[.contentRange] == contentRange)
            if let body { #expect(String(decoding: answer.bytes, as: UTF8.self) == body) }
        }
    }

    @Test func `content that is not what was stored is refused or broken off, and the log names the attachment`()
        async throws
    {
        let lines = Locked<[String]>([])
        let logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        try await API.run(logger: logger) { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let places = try await [Self.text, Array(repeating: 7, count: 200_000)].asyncMap { bytes in
                "/v1/attachments/\(try await api.attach(bytes, to: task.id).json.id)"
            }
            let files = api.contents.shards().flatMap(api.contents.digests).map(api.contents.file)
            for file in files {
                let handle = try #require(FileHandle(forWritingAtPath: file))
                try handle.write(contentsOf: [1])
                try handle.close()
            }
            let short = try await api.request(.get, places[0])
            #expect(short.status == 500 && short.json["detail"]?.string?.contains("damaged") == true, "\(short.json)")
            #expect(try await api.exchange(.get, places[0], headers: ["Range": "bytes=1-3"]).bytes == Array("123".utf8))
            // Of what is large it is seen behind the first bytes.
            let client = try RawClient(port: api.port)
            client.get(places[1], token: api.token)
            let (answer, isClosed) = try await client.receive(within: .seconds(20))
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("Content-Length: 200000") && isClosed)
            #expect((100_000..<200_000).contains(answer.utf8.count))
            for file in files { #expect(truncate(file, 9) == 0) }
            for place in places { #expect(try await api.request(.get, place).status == 500) }
            for file in files { #expect(unlink(file) == 0) }
            for place in places { #expect(try await api.request(.get, place).status == 404) }
            let told = lines.withLock { $0 }.filter { $0.contains("attachment.id=") }
            #expect(told.count == 6, "\(told)")
        }
    }

    @Test(arguments: [
        ("If-Match", "\"\(sha256)\"", 200), ("If-Match", "*", 200), ("If-Match", "\"other\"", 412),
        ("If-Match", "W/\"\(sha256)\"", 412), ("If-Match", "other", 400), ("If-None-Match", "\"other\"", 200),
    ])
    func `content is read under the conditions that a request makes`(
        name: String, value: String, status: Int
    ) async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let made = try await api.attach(Self.text, to: task.id).json
            #expect(try await api.status(.get, "/v1/attachments/\(made.id)", headers: [name: value]) == status)
        }
    }

    @Test func `a link is its JSON, and a JSON file is content where its disposition says so`() async throws {
        try await API.run { api async throws in
            let path = "/v1/tasks/\(try await api.create(#"{"title":"a"}"#).id)/attachments"
            let json = ["Content-Type": "application/json"]
            let link = try await api.request(
                .post, path, #"{"url":"https://example.org/a","fileName":"A"}"#, headers: json)
            #expect(link.status == 201 && link.json["size"] == .null, "\(link.json)")
            let read = try await api.request(.get, "/v1/attachments/\(link.json.id)")
            #expect(read.status == 200 && read.json == link.json)
            let file = try await api.request(
                .post, path, "{}", headers: json.merging(["Content-Disposition": "attachment; filename=a.json"]) { $1 })
            #expect(file.status == 201 && file.json["url"] == .null && file.json["size"]?.integer == 2)
            for (body, pointer) in [
                (#"{"url":"javascript:alert(1)"}"#, "/url"), (#"{"url":"no url"}"#, "/url"), ("{}", "/url"),
                (#"{"url":null}"#, "/url"), (#"{"url":"https://a/","fileName":"a/b"}"#, "/fileName"),
                (#"{"url":"https://a/","mediaType":"pdf"}"#, "/mediaType"), (#"{"url":"https://a/","x":1}"#, "/x"),
                (#"{"url":"https://a/","size":3}"#, "/size"),
            ] {
                let refused = try await api.request(.post, path, body, headers: json)
                #expect(refused.status == 422 && refused.pointers == [pointer], "\(body): \(refused.json)")
            }
        }
    }

    @Test func `a task's own body has links, and keeps, renames, orders and drops what it has`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","attachments":[{"url":"https://a.example/"}]}"#)
            let link = try #require(task["attachments"]?.array?.first)
            let content = try await api.attach(Self.text, to: task.id).json
            let path = "/v1/tasks/\(task.id)"
            let turned =
                #"{"attachments":[{"id":"\#(content.id)","fileName":"b","size":10},{"id":"\#(link.id)","url":"https://b.example/"}]}"#
            let patched = try await api.request(.patch, path, turned)
            let names = patched.json["attachments"]?.array ?? []
            #expect(names.map(\.id) == [content.id, link.id], "\(patched.json)")
            #expect(names.first?["size"]?.integer == 10 && names.first?["fileName"] == .string("b"))
            #expect(try await api.exchange(.get, "/v1/attachments/\(content.id)").bytes == Self.text)
            let other = #"{"attachments":[{"id":"0199d4e3-6b00-7000-8000-000000000001","fileName":"c"}]}"#
            let refused = try await api.request(.patch, path, other)
            #expect(refused.status == 422 && refused.pointers == ["/attachments/0"])
            // What one task has, another cannot take by its id.
            let stolen = #"{"title":"b","attachments":[{"id":"\#(content.id)"}]}"#
            #expect(try await api.request(.post, "/v1/tasks", stolen).pointers == ["/attachments/0"])
        }
    }

    /// What a list says of content `@` and of a link `%`, and what becomes of them: the names and types, or the pointer.
    @Test(arguments: [
        (#"[{"id":"@"},{"id":"%"}]"#, "a.png image/png, b text/html"),
        (
            #"[{"id":"%","fileName":null},{"id":"@","mediaType":"image/gif","url":null,"size":10}]"#,
            "- text/html, a.png image/gif"
        ),
        (#"[{"id":"%","url":"https://c.example/","size":null}]"#, "b text/html"),
        (#"[{"id":"@","url":"https://c.example/"}]"#, "/attachments/0/url"),
        (#"[{"id":"@"},{"id":"%","url":null}]"#, "/attachments/1/url"),
        (#"[{"id":"@","size":9}]"#, "/attachments/0/size"), (#"[{"id":"%","size":9}]"#, "/attachments/0/size"),
        (#"[{"url":"https://c.example/","size":9}]"#, "/attachments/0/size"),
        (#"[{"id":"@"},{"id":"@"}]"#, "/attachments/1/id"),
    ])
    func `of an attachment in a list what is not named stays, and what cannot be changed is refused`(
        list: String, outcome: String
    ) async throws {
        try await API.run { api async throws in
            let link = #"{"url":"https://b.example/","fileName":"b","mediaType":"text/html"}"#
            let task = try await api.create(#"{"title":"a","attachments":[\#(link)]}"#)
            let known = try #require(task["attachments"]?.array?.first)
            let headers = ["Content-Type": "image/png", "Content-Disposition": "attachment; filename=a.png"]
            let made = try await api.exchange(.post, "/v1/tasks/\(task.id)/attachments", Self.text, headers: headers)
            let content = try JSONValue(json: made.bytes)
            let body = list.replacing("@", with: content.id).replacing("%", with: known.id)
            let answer = try await api.request(.patch, "/v1/tasks/\(task.id)", #"{"attachments":\#(body)}"#)
            let left = answer.json["attachments"]?.array?.map { attachment in
                [attachment["fileName"], attachment["mediaType"]].map { $0?.string ?? "-" }.joined(separator: " ")
            }
            #expect((left ?? answer.pointers).joined(separator: ", ") == outcome, "\(answer.json)")
            #expect(answer.status == (left == nil ? 422 : 200))
        }
    }

    @Test func `each is a change that is told, can be undone and redone, and stands in the history`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let made = try await api.attach(Self.text, to: task.id).json
            let (path, place) = ("/v1/tasks/\(task.id)", "/v1/attachments/\(made.id)")
            func count() async throws -> Int? { try await api.request(.get, path).json["attachments"]?.array?.count }
            let log = try await api.request(.get, "/v1/events").json["items"]?.array
            #expect(log?.last?["type"]?.string == "task.updated")
            #expect(log?.last?["data"]?["task"]?["attachments"]?.array == [made])
            _ = try await api.request(.post, "/v1/undo")
            #expect(try await count() == 0)
            #expect(try await api.status(.get, place) == 404)
            _ = try await api.request(.post, "/v1/redo")
            #expect(try await count() == 1)
            let deleted = try await api.request(.delete, place)
            #expect(deleted.status == 204 && deleted.changeID != nil)
            #expect(deleted.headers[try #require(HTTPField.Name("Link"))] == "<\(path)>; rel=\"up\"")
            #expect(try await count() == 0)
            #expect(try await api.status(.delete, place) == 404)
            _ = try await api.request(.post, "/v1/undo")
            #expect(try await api.exchange(.get, place).bytes == Self.text)
            let history = try await api.request(.get, path + "/history").json["items"]?.array
            let words = history?.flatMap { $0["words"]?.array?.compactMap(\.string) ?? [] } ?? []
            #expect(words.contains { $0.contains("attachments") }, "\(words)")
            let stale = try await api.exchange(
                .post, path + "/attachments", [1], headers: ["If-Match": "\"x\""])
            #expect(stale.status == 412)
        }
    }

    @Test func `a repetition under a key adds nothing, and another content under it is refused`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let key = ["Idempotency-Key": "k"]
            let first = try await api.attach(Self.text, to: task.id, headers: key)
            let again = try await api.attach(Self.text, to: task.id, headers: key)
            #expect(first.status == 201 && again.json == first.json && again.changeID == first.changeID)
            #expect(try await api.attach(Self.text + [1], to: task.id, headers: key).status == 409)
            let read = try await api.request(.get, "/v1/tasks/\(task.id)").json
            #expect(read["attachments"]?.array?.count == 1)
        }
    }

    @Test func `occurrences of a series share content, and a duplicate has attachments of its own`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let made = try await api.attach(Self.text, to: task.id, query: "?scope=all").json
            let next = try #require(try await api.request(.post, "/v1/tasks/\(task.id)/complete").json["next"])
            #expect(next["attachments"]?.array?.map(\.id) == [made.id])
            let copy = try await api.request(.post, "/v1/tasks/\(next.id)/duplicate").json
            let id = try #require(copy["attachments"]?.array?.first?.id)
            #expect(id != made.id)
            #expect(try await api.exchange(.get, "/v1/attachments/\(id)").bytes == Self.text)
            #expect(try api.fileCount() == 1)
            // The only open task that has it is meant.
            #expect(try await api.status(.delete, "/v1/attachments/\(made.id)") == 204)
            #expect(try await api.status(.delete, "/v1/attachments/\(made.id)?taskId=\(next.id)") == 404)
            #expect(try await api.status(.delete, "/v1/attachments/\(made.id)?taskId=\(task.id)") == 204)
        }
    }

    @Test func `the same content is stored once, and removed when nothing can bring it back`() async throws {
        try await API.run { api async throws in
            let tasks = [try await api.create(#"{"title":"a"}"#).id, try await api.create(#"{"title":"b"}"#).id]
            for task in tasks + tasks { #expect(try await api.attach(Self.text, to: task).status == 201) }
            #expect(try api.fileCount() == 1)
            let sweep = api.sweep
            for task in tasks { #expect(try await api.status(.delete, "/v1/tasks/\(task)") == 204) }
            #expect(try await sweep.pass() == 0, "a change could bring it back")
            _ = try await api.request(.post, "/v1/undo")
            #expect(try await sweep.pass() == 0)
            #expect(try await api.status(.delete, "/v1/tasks/\(tasks[1])") == 204)
            try await api.store.write { transaction in
                var bounds = RetentionBounds(.forever, at: .distant)
                bounds.before = .distant
                _ = try transaction.trimChanges(bounds, limit: 1_000)
            }
            let digest = try #require(ContentDigest(Self.sha256))
            await api.contents.hold(digest)
            #expect(try await sweep.pass() == 0, "an upload of the same content has begun")
            api.contents.release(digest)
            #expect(try await sweep.pass() == 1)
            #expect(try api.fileCount() == 0)
            // It may come again.
            let task = try await api.create(#"{"title":"c"}"#)
            let made = try await api.attach(Self.text, to: task.id).json
            #expect(try await api.exchange(.get, "/v1/attachments/\(made.id)").bytes == Self.text)
        }
    }

    @Test func `what a crash left unnamed is removed, and nothing else`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            #expect(try await api.attach(Self.text, to: task.id).status == 201)
            let draft = try api.contents.draft()
            try Array("left".utf8).withUnsafeBytes { try draft.write($0) }
            let digest = try #require(ContentDigest(String(repeating: "a", count: 64)))
            try api.contents.publish(draft, as: digest)
            #expect(try api.fileCount() == 2)
            #expect(try await api.sweep.pass() == 1)
            #expect(api.contents.size(of: digest) == nil)
            #expect(try api.fileCount() == 1)
        }
    }

    @Test func `what is too large, too many, or of no type is refused, and leaves nothing`() async throws {
        try await API.run(maxContentSize: 100_000) { api async throws in
            let task = try await api.create(#"{"title":"a"}"#).id
            let path = "/v1/tasks/\(task)/attachments"
            let large = [UInt8](repeating: 7, count: 100_001)
            for (bytes, headers, status) in [
                (large, [:], 413), ([], [:], 400), (Self.text, ["Content-Type": "pdf"], 400),
                (Self.text, ["Content-Type": "multipart/form-data; boundary=x"], 415),
                (Self.text, ["Content-Encoding": "gzip"], 415), (Self.text, ["Content-Encoding": "identity"], 201),
                (
                    Self.text,
                    ["Content-Type": "Multipart/Form-Data", "Content-Disposition": "attachment; filename=x"], 415
                ),
            ] as [([UInt8], [String: String], Int)] {
                let answer = try await api.exchange(.post, path, bytes, headers: headers)
                #expect(answer.status == status, "\(String(decoding: answer.bytes, as: UTF8.self))")
            }
            let unknown = try await api.exchange(
                .post, "/v1/tasks/0199d4e3-6b00-7000-8000-000000000001/attachments", [1])
            #expect(unknown.status == 404)
            #expect(try api.fileCount() == 1)
            let links = (1...100).map { #"{"url":"https://example.org/\#($0)"}"# }.joined(separator: ",")
            let patched = try await api.request(.patch, "/v1/tasks/\(task)", #"{"attachments":[\#(links)]}"#)
            #expect(patched.status == 200)
            #expect(try await api.attach(Self.text, to: task).status == 409)
            let more = #"{"attachments":[\#(links),{"url":"https://example.org/"}]}"#
            #expect(try await api.request(.patch, "/v1/tasks/\(task)", more).status == 422)
        }
    }
}

extension Array {
    /// What each becomes, one behind the other.
    fileprivate func asyncMap<Other>(_ body: (Element) async throws -> Other) async rethrows -> [Other] {
        var others: [Other] = []
        for element in self { others.append(try await body(element)) }
        return others
    }
}

extension API {
    /// Adds content to a task.
    fileprivate func attach(
        _ bytes: [UInt8], to task: String, query: String = "", headers: [String: String] = [:]
    ) async throws -> Response {
        let names = [
            "Content-Type": "application/pdf",
            "Content-Disposition": "attachment; filename=\"x.pdf\"; filename*=UTF-8''..%2FMiete%20%EC%A7%91.pdf",
        ].merging(headers) { $1 }
        let answer = try await exchange(.post, "/v1/tasks/\(task)/attachments\(query)", bytes, headers: names)
        return Response(
            status: answer.status, headers: answer.headers, json: try JSONValue(json: Data(answer.bytes)))
    }

    /// Removes contents as the daemon does.
    fileprivate var sweep: ContentSweep {
        ContentSweep(store: store, contents: FolderContents(contents, on: CallingThread()))
    }

    /// How many files of contents there are.
    fileprivate func fileCount() throws -> Int { contents.shards().flatMap(contents.digests).count }
}

extension UTCInstant {
    /// After everything that a test does.
    fileprivate static let distant = UTCInstant(secondsSinceEpoch: 4_000_000_000)
}
