import Basics
import Foundation
import HTTPAPI
import HTTPTypes
import NIOCore
import Recurrence
import Storage
import TestSupport
import Testing

/// Uploads of contents that take their time, beside others, and that end before they are whole.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct UploadTests {
    /// How many uploads the server takes at a time.
    private static let quota = 8

    @Test func `of uploads at a time so many are taken, the next is put off, and a place that is free is taken again`()
        async throws
    {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#).id
            let uploads = try (0..<Self.quota).map { try Upload("content \($0)", of: 200, to: task, api) }
            while try api.drafts().count < Self.quota { try await api.expectService() }
            let refused = try await api.upload("more", to: task)
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "1", "\(refused.json)")
            #expect(refused.json["detail"]?.string?.hasPrefix("\(Self.quota) uploads are in progress") == true)
            #expect(try api.drafts().count == Self.quota)
            uploads[0].finish()
            #expect(try await uploads[0].answer().hasPrefix("HTTP/1.1 201"))
            while try await api.upload("more", to: task).status != 201 {}
            for upload in uploads.dropFirst() { upload.client.reset() }
            while try !api.drafts().isEmpty { try await api.expectService() }
            // All places are free again.
            let others = try (0..<Self.quota).map { try Upload("other \($0)", of: 100, to: task, api) }
            for upload in others {
                upload.finish()
                #expect(try await upload.answer().hasPrefix("HTTP/1.1 201"))
            }
            let attachments = try await api.request(.get, "/v1/tasks/\(task)").json["attachments"]?.array ?? []
            #expect(attachments.count == Self.quota + 2)
        }
    }

    @Test func `beside one who sends slowly another is served, and what was sent slowly is whole`() async throws {
        try await API.run { api async throws in
            let slow = try await api.create(#"{"title":"a"}"#).id
            let fast = try await api.create(#"{"title":"b"}"#).id
            let upload = try Upload("", of: 20, to: slow, api)
            while try api.drafts().isEmpty { try await api.expectService() }
            for number in 0..<20 {
                upload.client.write(String(number % 10))
                let made = try await api.upload("at once \(number)", to: fast)
                #expect(made.status == 201, "\(made.json)")
                let read = try await api.exchange(.get, "/v1/attachments/\(made.json.id)")
                #expect(read.bytes == Array("at once \(number)".utf8))
                if number < 19 { #expect(try api.drafts().count == 1) }
            }
            #expect(try await upload.answer().hasPrefix("HTTP/1.1 201"))
            let attachment = try await api.request(.get, "/v1/tasks/\(slow)").json["attachments"]?.array?.first
            let content = try await api.exchange(.get, "/v1/attachments/\(try #require(attachment).id)")
            #expect(String(decoding: content.bytes, as: UTF8.self) == "01234567890123456789")
            #expect(try api.drafts().isEmpty)
        }
    }

    @Test(arguments: ["HTTP/1.1", "HTTP/1.1\r\nconnection: close", "HTTP/1.1\r\nconnection: TE, Close", "HTTP/1.0"])
    func `who sends all of what is refused before it reads gets the answer, and the end of a connection that it wants`(
        version: String
    ) async throws {
        try await API.run(maxContentSize: 100_000) { api async throws in
            let task = try await api.create(#"{"title":"a"}"#).id
            for (token, status) in [(api.token, 413), ("none", 401)] {
                let client = try RawClient(port: api.port)
                client.write(
                    "POST /v1/tasks/\(task)/attachments \(version)\r\nhost: localhost\r\nauthorization: Bearer \(token)\r\n"
                        + "content-type: text/plain\r\ncontent-length: 20000000\r\n\r\n")
                #expect(try await client.writeAll(String(repeating: "x", count: 20_000_000)))
                let ends = version != "HTTP/1.1"
                let (answer, isClosed) = try await client.receive(until: ends ? nil : "}", within: .seconds(20))
                #expect(answer.dropFirst("HTTP/1.x ".count).hasPrefix("\(status) "), "\(answer)")
                #expect(answer.contains("connection: close") == ends && isClosed == ends)
                // Both ends of it are closed.
                while ends, client.write("x") { try await api.expectService() }
            }
        }
    }

    @Test func `an upload whose token is revoked meanwhile is 401, and attaches nothing`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let token = try await api.request(.post, "/v1/tokens", #"{"name":"other","scopes":["write"]}"#).json
            let upload = try Upload("content", of: 200, to: task.id, api, token: try #require(token["secret"]?.string))
            while try api.drafts().isEmpty { try await api.expectService() }
            #expect(try await api.request(.delete, "/v1/tokens/\(token.id)").status == 204)
            upload.finish()
            let answer = try await upload.answer()
            #expect(answer.hasPrefix("HTTP/1.1 401"), "\(answer)")
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json == task)
            #expect(try api.drafts().isEmpty)
        }
    }

    @Test func `of requests that are sent at once the one ends the connection that asks for it`() async throws {
        try await API.run { api async throws in
            let client = try RawClient(port: api.port)
            let (one, last) = ("GET /healthz HTTP/1.1\r\nhost: localhost\r\n", "connection: close\r\n\r\n")
            client.write("\(one)\r\n\(one)\r\n\(one)\(last)\(one)\r\n")
            let (answer, isClosed) = try await client.receive(within: .seconds(20))
            let answers = answer.components(separatedBy: "HTTP/1.1 200").dropFirst()
            #expect(answers.map { $0.contains("connection: close") } == [false, false, true] && isClosed)
        }
    }

    /// How an upload ends before it is whole.
    enum Breaking: String, CaseIterable, CustomTestStringConvertible {
        case reset, end, standstill, badChunk

        var testDescription: String { rawValue }
    }

    @Test(arguments: Breaking.allCases)
    func `an upload that is broken off leaves nothing behind`(breaking: Breaking) async throws {
        var limits = ConnectionLimits()
        if breaking == .standstill { limits.bodyIdleTime = .milliseconds(300) }
        try await API.run(limits: limits) { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            let size = breaking == .badChunk ? nil : 1_000_000
            let upload = try Upload(String(repeating: "x", count: 100_000), of: size, to: task.id, api)
            while try api.drafts().isEmpty { try await api.expectService() }
            switch breaking {
            case .reset: upload.client.reset()
            case .end: upload.client.end()
            case .standstill: #expect(try await upload.answer().hasPrefix("HTTP/1.1 408"))
            case .badChunk:
                upload.client.write("no length\r\n")
                #expect(try await upload.client.receive(within: .seconds(20)).isClosed)
            }
            while try !api.drafts().isEmpty { try await api.expectService() }
            let files = try FileManager.default.subpathsOfDirectory(atPath: api.contents.path)
            #expect(files == ["uploads"])
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json == task)
            // What it took of the quota is free.
            for number in 0..<(Self.quota + 1) {
                #expect(try await api.upload("again \(number)", to: task.id).status == 201)
            }
        }
    }
}

/// An upload whose bytes are sent one after the other.
private struct Upload {
    let client: RawClient
    private let rest: String

    /// Begins to send content of a size, or in chunks where none is said, and sends its first bytes.
    init(_ first: String, of size: Int?, to task: String, _ api: API, token: String? = nil) throws {
        client = try RawClient(port: api.port)
        rest = String(repeating: "y", count: (size ?? 0) - (size == nil ? 0 : first.utf8.count))
        let length = size.map { "content-length: \($0)" } ?? "transfer-encoding: chunked"
        client.write(
            "POST /v1/tasks/\(task)/attachments HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(token ?? api.token)\r\n"
                + "content-type: text/plain\r\n\(length)\r\n\r\n")
        client.write(size == nil ? "\(String(first.utf8.count, radix: 16))\r\n\(first)\r\n" : first)
    }

    /// Sends what is missing.
    func finish() { client.write(rest) }

    /// The head of the answer.
    func answer() async throws -> String {
        try await client.receive(until: "\r\n\r\n", within: .seconds(20)).text
    }
}

extension API {
    /// Uploads a text at once.
    fileprivate func upload(_ text: String, to task: String) async throws -> Response {
        let answer = try await exchange(
            .post, "/v1/tasks/\(task)/attachments", Array(text.utf8), headers: ["Content-Type": "text/plain"])
        return Response(
            status: answer.status, headers: answer.headers, json: try JSONValue(json: Data(answer.bytes)))
    }

    /// The files of what is being uploaded.
    fileprivate func drafts() throws -> [String] {
        let folder = contents.path + "/uploads"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// Checks that others are served.
    fileprivate func expectService() async throws {
        #expect(try await request(.get, "/v1/tasks").status == 200)
    }
}
