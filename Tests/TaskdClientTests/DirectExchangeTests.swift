import NIOHTTP1
import Testing

@testable import TaskdClient

/// Calls over connections of their own, as the command line makes them.
@Suite(.timeLimit(.minutes(10))) struct DirectExchangeTests {
    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1"])
    func `a daemon is found without a name server where it needs none`(host: String) async throws {
        try await ClientHarness.run(blocksThread: true, host: host) { harness in
            #expect(try await harness.client.create(NewTask(title: "a b")).title == "a b")
            let page = try await harness.client.tasks([QueryItem("q", "a b"), QueryItem("limit", "1")])
            #expect(page.items.count == 1)
        }
        #expect(try DaemonAddress("http://\(host):1").directTargets.isEmpty == false)
    }

    @Test(arguments: ["https://127.0.0.1", "http://example.org", "http://[fe80::1%25lo]"])
    func `what takes encryption or a name server is left to the pool`(address: String) throws {
        #expect(try DaemonAddress(address).directTargets.isEmpty)
    }

    @Test func `a daemon that refuses a body before it has read all of it is heard`() async throws {
        try await ClientHarness.run(blocksThread: true) { harness in
            let body = [UInt8](repeating: UInt8(ascii: " "), count: 16 << 20)
            let error = await #expect(throws: DaemonError.self) { try await harness.client.post("tasks", body) }
            guard case .refused(let problem) = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(problem.status == 413)
        }
    }

    @Test func `a call that has no time is over before it is answered`() async throws {
        var limits = DaemonClient.Limits()
        limits.timeout = .zero
        try await ClientHarness.run(limits: limits, blocksThread: true) { harness in
            let error = await #expect(throws: DaemonError.self) { try await harness.client.tasks() }
            guard case .timedOut = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
    }

    @Test func `a request says where it goes and how long its body is, and nothing that ends a line is sent`() throws {
        let address = try DaemonAddress("http://[::1]:7373/taskd/")
        var request = DaemonRequest(.POST, at: "/v1/tasks?q=a", token: "t", body: Array("{}".utf8))
        request.add("Content-Type", "application/json")
        let text = String(decoding: try #require(request.bytes(to: address)), as: UTF8.self)
        #expect(
            text == "POST /taskd/v1/tasks?q=a HTTP/1.1\r\nHost: [::1]:7373\r\nConnection: close\r\n"
                + "Authorization: Bearer t\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        let get = try #require(DaemonRequest(.GET, at: "/readyz", token: nil).bytes(to: DaemonAddress("unix:/a")))
        #expect(
            String(decoding: get, as: UTF8.self)
                == "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(DaemonRequest(.GET, at: "/a b", token: nil).bytes(to: address) == nil)
        #expect(DaemonRequest(.GET, at: "/", token: "a\r\nb").bytes(to: address) == nil)
    }
}

/// Responses as they come, whole and byte by byte.
struct ResponseReaderTests {
    private static func read(
        _ text: String, by size: Int, limit: Int = 20, ends: Bool = true
    ) throws(ResponseReader.Failure) -> ResponseReader {
        var (reader, rest) = (ResponseReader { $0 == 200 ? limit : 5 }, Array(text.utf8)[...])
        while !rest.isEmpty, !reader.isComplete {
            try reader.receive(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        if !reader.isComplete, ends { try reader.end() }
        return reader
    }

    @Test(arguments: [
        ("200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"), ("200 \r\ncontent-length:0\r\n\r\n", 200, ""),
        ("404 Not Found\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello, and more", 404, "hello"),
        ("204 No Content\r\n\r\n", 204, ""), ("304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, ""),
        ("200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nhel\r\n02;a=b\r\nlo\r\n0\r\nX: y\r\n\r\n", 200, "hello"),
        ("200 OK\r\n\r\nup to the end", 200, "up to the end"),
        ("103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx", 201, "x"),
    ])
    func `a response is read, however it is cut`(text: String, status: Int, body: String) throws {
        for size in [1, 2, 7, 1_000] {
            let reader = try Self.read("HTTP/1.1 " + text, by: size)
            #expect(reader.isComplete && reader.status == status)
            #expect(String(decoding: reader.body, as: UTF8.self) == body)
        }
    }

    private static let failing: [(text: String, failure: ResponseReader.Failure)] = [
        ("", .cutOff), ("HTTP/1.1 200 OK\r\n", .cutOff),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", .cutOff),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .cutOff),
        ("HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n", .tooLarge),
        ("HTTP/1.1 500 Oh\r\nContent-Length: 6\r\n\r\n", .tooLarge),
        ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 21), .tooLarge),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n" + String(repeating: "x", count: 21),
            .tooLarge
        ),
        ("SSH-2.0-OpenSSH\r\n\r\n", .malformed), ("HTTP/2 200\r\n\r\n", .malformed),
        ("HTTP/1.1 99 x\r\n\r\n", .malformed), ("HTTP/1.1 101 x\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nno field\r\n\r\n", .malformed), ("HTTP/1.1 200 OK\r\n: x\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n", .malformed),
        (String(repeating: "x", count: 100_000), .malformed),
        ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n", .malformed),
    ]

    @Test(arguments: failing)
    func `what is no response, or too long, is refused`(text: String, failure: ResponseReader.Failure) {
        for size in [text.utf8.count < 1_000 ? 1 : 50_000, 1_000_000] {
            #expect(throws: failure, "\(text.prefix(80))") { try Self.read(text, by: size) }
        }
    }
}
