import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// Whatever bytes a receiver answers with, the attempt has an outcome that says what it was, and the next delivery to the
/// same receiver goes on.
@Suite(.timeLimit(.minutes(10))) struct RawAnswerTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var kind: DeliveryOutcome.Kind
        var status: Int?

        init(_ name: String, _ text: String, _ kind: DeliveryOutcome.Kind, _ status: Int? = nil) {
            (self.name, bytes, self.kind, self.status) = (name, Array(text.utf8), kind, status)
        }

        var testDescription: String { name }
    }

    private static func head(_ status: Int, _ more: String = "content-length: 0\r\n") -> String {
        "HTTP/1.1 \(String("000\(status)".suffix(3))) X\r\n\(more)\r\n"
    }

    private static let ok = head(200)

    private static let interim = [100, 102, 103, 104, 150, 199].flatMap { status in
        [
            Answer("\(status) alone", head(status), .connection),
            Answer("\(status), then 200", head(status, "") + ok, .delivered, 200),
            Answer("\(status) five times, then 410", repeated(head(status, ""), 5) + head(410), .gone, 410),
            Answer("\(status) without end", repeated(head(status, ""), 20) + ok, .connection),
            Answer("\(status) with a body", head(status, "content-length: 3\r\n") + "abc", .connection),
            Answer(
                "\(status) in chunks", head(status, "transfer-encoding: chunked\r\n") + "1\r\na\r\n0\r\n\r\n",
                .connection),
            Answer(
                "\(status) with an upgrade", head(status, "connection: upgrade\r\nupgrade: h2c\r\n") + ok, .delivered,
                200),
            Answer("\(status), which closes", head(status, "connection: close\r\n") + ok, .connection),
        ]
    }

    private static let unknownStatuses = [0, 1, 99, 600, 999].flatMap { status in
        [
            Answer("\(status) with a body", head(status, "content-length: 3\r\n") + "abc", .status, status),
            Answer("\(status) to the end", head(status, "") + "abc", .status, status),
            Answer(
                "\(status) in chunks", head(status, "transfer-encoding: chunked\r\n") + "1\r\na\r\n0\r\nt: u\r\n\r\n",
                .status, status),
            Answer("\(status), then 200", head(status) + ok, .status, status),
            Answer("100, then \(status)", head(100, "") + head(status), .status, status),
            Answer("\(status) with an upgrade", head(status, "connection: upgrade\r\nupgrade: x\r\n"), .status, status),
        ]
    }

    private static let switching = [
        Answer("101 with an upgrade", head(101, "connection: upgrade\r\nupgrade: x\r\n"), .status, 101),
        Answer(
            "101 with bytes after it", head(101, "connection: upgrade\r\nupgrade: x\r\n") + "\0\u{1}abc", .status, 101),
        Answer("101 without an upgrade", head(101, ""), .status, 101),
        Answer("101 twice", head(101, "") + head(101, ""), .status, 101),
        Answer("101, then 200", head(101) + ok, .status, 101),
        Answer("101 with a body", head(101, "content-length: 3\r\n") + "abc", .status, 101),
        Answer("103, then 101", head(103, "") + head(101), .status, 101),
    ]

    private static let bodies = [
        Answer("204 with a body", head(204, "content-length: 3\r\n") + "abc", .delivered, 204),
        Answer("204 in chunks", head(204, "transfer-encoding: chunked\r\n") + "1\r\na\r\n0\r\n\r\n", .delivered, 204),
        Answer("304 with a body", head(304, "content-length: 3\r\n") + "abc", .status, 304),
        Answer("a second answer", ok + head(410), .delivered, 200),
        Answer("a hundred answers", repeated(ok, 100), .delivered, 200),
        Answer("an answer, then 000", ok + head(0), .delivered, 200),
        Answer("an answer, then 100", ok + head(100, ""), .delivered, 200),
        Answer("bytes after the answer", ok + "\u{16}\u{3}\u{1}", .delivered, 200),
        chunked("no chunk", "0\r\n\r\n"),
        chunked("an empty chunk, then more", "0\r\n\r\n1\r\na\r\n"),
        chunked("trailers", "1\r\na\r\n0\r\na: b\r\nc:\r\n\r\n"),
        chunked("a trailer without a name", "0\r\n: b\r\n\r\n"),
        chunked("a trailer without a value", "0\r\na\r\n\r\n"),
        chunked("a thousand trailers", "0\r\n" + repeated("a: b\r\n", 1_000) + "\r\n"),
        chunked("extensions", "1;a=b;c=\"d\"\r\na\r\n0;x\r\n\r\n"),
        chunked("a long extension", "1;" + repeated("a", 2_000_000) + "\r\na\r\n0\r\n\r\n"),
        chunked("a chunk of a huge size", "fffffffffffffffff\r\na"),
        chunked("a chunk of a large size", "7fffffffffffffff\r\na"),
        Answer(
            "chunks and a length", head(200, "content-length: 1\r\ntransfer-encoding: chunked\r\n") + "0\r\n\r\n",
            .connection),
        Answer("an unknown coding", head(200, "transfer-encoding: x\r\n") + "a", .delivered, 200),
        Answer(
            "a packed body", head(200, "content-encoding: gzip\r\ncontent-length: 2\r\n") + "\u{1}a", .delivered, 200),
        Answer("a huge length", head(200, "content-length: 18446744073709551615\r\n") + "a", .delivered, 200),
        Answer("a length beyond 64 bits", head(200, "content-length: 18446744073709551616\r\n"), .connection),
    ]

    private static let heads = [
        Answer("nothing", "", .connection),
        Answer("HTTP/0.9", "<html>hello</html>", .connection),
        Answer("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .connection),
        Answer("settings of HTTP/2", "\0\0\u{12}\u{4}\0\0\0\0\0", .connection),
        Answer("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}", .connection),
        Answer("a version 2.0", "HTTP/2.0 200 OK\r\n\r\n", .connection),
        Answer("a version 0.9", "HTTP/0.9 200 OK\r\n\r\n", .connection),
        Answer("a version 1.0", "HTTP/1.0 200 OK\r\n\r\n", .delivered, 200),
        Answer("two digits", "HTTP/1.1 20 OK\r\n\r\n", .connection),
        Answer("four digits", "HTTP/1.1 2000 OK\r\n\r\n", .connection),
        Answer("many digits", "HTTP/1.1 99999999999999999999 OK\r\n\r\n", .connection),
        Answer("no reason", "HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n", .delivered, 200),
        Answer("a long reason", "HTTP/1.1 200 " + repeated("a", 2_000_000) + "\r\n\r\n", .connection),
        Answer("a folded header", head(200, "a: b\r\n c\r\ncontent-length: 0\r\n"), .connection),
        Answer("a header without a name", head(200, ": b\r\n"), .connection),
        Answer("a header without a value", head(200, "a:\r\ncontent-length: 0\r\n"), .delivered, 200),
        Answer("a header without a colon", head(200, "a\r\n"), .connection),
        Answer("a thousand headers", head(200, repeated("a: b\r\n", 1_000)), .connection),
        Answer("a header of 200 kB", head(200, "a: \(repeated("b", 200_000))\r\n"), .connection),
        Answer("an empty line first", "\r\n\r\n" + ok, .delivered, 200),
        Answer("line feeds alone", "HTTP/1.1 200 OK\ncontent-length: 0\n\n", .connection),
        Answer("a request", "POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n", .connection),
    ]

    private static func chunked(_ name: String, _ text: String) -> Answer {
        Answer(name, head(200, "transfer-encoding: chunked\r\n") + text, .delivered, 200)
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let answers = interim + unknownStatuses + switching + bodies + heads

    @Test(arguments: [.max, 1_000, 7, 1])
    func `an answer of any kind ends its attempt and no other`(pieces: Int) async throws {
        // Small pieces of what is long come too slowly for a test.
        let answers = Self.answers.filter { $0.bytes.count < min(pieces, 1 << 20) * 300 }
        let server = try await AnswerServer.start(answers.map(\.bytes), inPiecesOf: pieces)
        for (number, answer) in answers.enumerated() {
            let fixture = try SinkFixture()
            let outcome = try await fixture.deliver(to: server.url(ofAnswer: number))
            #expect(outcome.kind == answer.kind, "\(answer.name): \(outcome)")
            #expect(outcome.statusCode == answer.status, "\(answer.name): \(outcome)")
            #expect(outcome.kind == .delivered || outcome.detail?.isEmpty == false, "\(answer.name)")
            // What comes in pieces may come when the next request was sent already; then nothing tells it from an answer.
            if pieces != .max { try await server.hasClosed() }
            let next = try await deliverAgain(by: fixture, to: server)
            #expect(next.kind == .delivered, "after \(answer.name): \(next)")
        }
        try await server.stop()
    }

    @Test(arguments: ["content-length: 0\r\n", "content-length: 3\r\n", "transfer-encoding: chunked\r\n"])
    func `of the thousand statuses each is reported, and none ends more than its attempt`(header: String) async throws {
        let statuses = Array(0...999)
        let body = header.hasPrefix("t") ? "3\r\nabc\r\n0\r\n\r\n" : header.contains("3") ? "abc" : ""
        let server = try await AnswerServer.start(statuses.map { Array((Self.head($0, header) + body).utf8) })
        for status in statuses {
            let fixture = try SinkFixture()
            let outcome = try await fixture.deliver(to: server.url(ofAnswer: status))
            let kind: DeliveryOutcome.Kind =
                switch status {
                case 200..<300: .delivered
                case 410: .gone
                case 100, 102..<200: .connection
                default: .status
                }
            #expect(outcome.kind == kind, "\(status): \(outcome)")
            #expect(outcome.statusCode == (kind == .connection ? nil : status), "\(status): \(outcome)")
            #expect(kind == .delivered || outcome.detail?.isEmpty == false, "\(status)")
        }
        try await server.stop()
    }

    @Test(arguments: ["410 of its own", "half a 410", "an interim answer, then 410", "no HTTP"])
    func `what a receiver says too much is no answer to another delivery`(surplus: String) async throws {
        let more =
            switch surplus {
            case "410 of its own": Self.head(410)
            case "half a 410": String(Self.head(410).dropLast(9))
            case "an interim answer, then 410": Self.head(103, "") + Self.head(410)
            default: "\u{16}\u{3}\u{1}"
            }
        let server = try await AnswerServer.start([Array((Self.ok + more).utf8)])
        let fixture = try SinkFixture()
        for round in 0..<50 {
            let outcome = try await fixture.deliver(to: server.url(ofAnswer: 0))
            #expect(outcome.kind == .delivered, "\(round): \(outcome)")
            let next = try await deliverAgain(by: fixture, to: server)
            #expect(next.kind == .delivered, "\(round): \(next)")
        }
        try await server.stop()
    }

    /// Delivers to a receiver that has answered; a connection that is closed meanwhile may still be tried once.
    private func deliverAgain(by fixture: SinkFixture, to server: AnswerServer) async throws -> DeliveryOutcome {
        let outcome = try await fixture.deliver(to: server.url(ofAnswer: nil))
        return outcome.kind == .connection ? try await fixture.deliver(to: server.url(ofAnswer: nil)) : outcome
    }

    @Test func `an attempt that was answered with no status of HTTP is recorded, and the next event is delivered`()
        async throws
    {
        let harness = try LoopHarness()
        let server = try await AnswerServer.start([Array(Self.head(0).utf8)])
        let hostile = try await harness.addHook(1, url: server.url(ofAnswer: 0))
        let good = try await harness.addHook(2, url: server.url(ofAnswer: nil))
        try await harness.append(1...3)
        let loop = harness.start(try harness.webhookSink())
        _ = try await harness.allDelivered(3, of: good)
        let tried = try await harness.deliveries(of: hostile) { $0.allSatisfy { $0.attempts.count == 1 } }
        #expect(tried.count == 3)
        for attempt in tried.flatMap(\.attempts) {
            #expect(attempt.outcome == "status" && attempt.statusCode == 0)
            #expect(attempt.detail?.contains("responded with 000, which is not an HTTP status") == true, "\(attempt)")
        }
        loop.cancel()
        await loop.value
        try await server.stop()
    }
}
