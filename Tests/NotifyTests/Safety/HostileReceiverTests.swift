import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// Receivers that answer what they should not: the attempt ends, little is read, and the log says what it was.
@Suite(.timeLimit(.minutes(10))) struct HostileReceiverTests {
    struct Behaviour: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var moment = RawServer.Moment.onReading
        var after = RawServer.After.closes
        var kind: DeliveryOutcome.Kind
        var status: Int?
        /// What the log says went wrong; nil for nothing.
        var phrase: String?

        var testDescription: String { name }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    static let behaviours = [
        Behaviour(
            name: "closes at once", text: "", moment: .onConnecting, kind: .connection,
            phrase: "closed the connection without a response"),
        Behaviour(
            name: "speaks another protocol", text: "220 mail ESMTP\r\n", moment: .onConnecting, kind: .connection,
            phrase: "does not begin with HTTP"),
        Behaviour(
            name: "speaks TLS", text: "\u{16}\u{3}\u{1}\u{0}", kind: .connection, phrase: "does not begin with HTTP"),
        Behaviour(
            name: "ends in the status line", text: "HTTP/1.1 20", kind: .connection, phrase: "ended within its head"),
        Behaviour(
            name: "ends in the headers", text: ok + "content-le", kind: .connection, phrase: "ended within its head"),
        Behaviour(
            name: "has no such status", text: "HTTP/1.1 abc OK\r\n\r\n", kind: .connection, phrase: "missing status"),
        Behaviour(
            name: "has a negative length", text: ok + "content-length: -1\r\n\r\n", kind: .connection,
            phrase: "invalid Content-Length"),
        Behaviour(
            name: "has two lengths", text: ok + "content-length: 1\r\ncontent-length: 2\r\n\r\nab", kind: .connection,
            phrase: "conflicting lengths"),
        Behaviour(
            name: "has a NUL in a header", text: ok + "a: \u{0}\r\n\r\n", kind: .connection, phrase: "malformed header"),
        Behaviour(
            name: "ends in the body", text: ok + "content-length: 9\r\n\r\nab", kind: .delivered, status: 200,
            phrase: "was truncated"),
        Behaviour(
            name: "ends in a chunk", text: ok + "transfer-encoding: chunked\r\n\r\nffff\r\nab", kind: .delivered,
            status: 200, phrase: "was truncated"),
        Behaviour(
            name: "has a chunk of no size", text: ok + "transfer-encoding: chunked\r\n\r\nzz\r\n", kind: .delivered,
            status: 200, phrase: "invalid chunk size"),
        Behaviour(
            name: "promises a huge body", text: ok + "content-length: 99999999999999\r\n\r\n", kind: .delivered,
            status: 200, phrase: "was truncated"),
        Behaviour(
            name: "packs its body", text: ok + "content-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd",
            kind: .delivered,
            status: 200),
        Behaviour(
            name: "answers before it reads", text: ok + "content-length: 0\r\nconnection: close\r\n\r\n",
            moment: .onConnecting, kind: .delivered, status: 200),
        Behaviour(
            name: "answers an error before it reads",
            text: "HTTP/1.1 413 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            moment: .onConnecting, kind: .status, status: 413, phrase: "413 Payload Too Large"),
        Behaviour(
            name: "switches protocols", text: "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
            kind: .status, status: 101, phrase: "101 Switching Protocols"),
        Behaviour(
            name: "says only that it goes on", text: "HTTP/1.1 100 Continue\r\n\r\n", kind: .connection,
            phrase: "without a response"),
        Behaviour(
            name: "redirects to metadata",
            text: "HTTP/1.1 307 No\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n", kind: .status,
            status: 307, phrase: "307 Temporary Redirect; redirects are not followed"),
        Behaviour(
            name: "sends a second answer", text: ok + "content-length: 0\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n",
            kind: .delivered,
            status: 200),
    ]

    @Test(arguments: behaviours)
    func `an answer that breaks the rules ends the attempt`(behaviour: Behaviour) async throws {
        let server = try await RawServer.start(behaviour.text, behaviour.moment, behaviour.after)
        let fixture = try SinkFixture()
        let outcome = await fixture.sink.deliver(try fixture.message(to: server.url))
        // A server that closes without reading may reset the connection before its answer is read.
        let mayReset = behaviour.moment == .onConnecting && outcome.kind == .connection
        #expect(outcome.kind == behaviour.kind || mayReset, "\(outcome)")
        #expect(outcome.statusCode == behaviour.status || mayReset, "\(outcome)")
        #expect(
            behaviour.phrase.map { outcome.detail?.contains($0) == true } ?? (outcome.detail == nil) || mayReset,
            "\(outcome)")
        #expect(server.connections == 1)
        try await server.stop()
    }

    @Test func `of an endless body little is read`() async throws {
        let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        let server = try await RawServer.start(
            Self.ok + "transfer-encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 32), .onReading, .repeats)
        let fixture = try SinkFixture()
        let outcome = await fixture.sink.deliver(try fixture.message(to: server.url))
        #expect(outcome.kind == .delivered && outcome.detail?.contains("only the first 65536 bytes") == true)
        #expect(outcome.responseExcerpt == String(repeating: "a", count: 4_096))
        #expect(server.sent < 16_777_216)
        try await server.stop()
    }

    @Test func `endless headers end the attempt`() async throws {
        let server = try await RawServer.start(
            Self.ok + String(repeating: "a: \(String(repeating: "b", count: 1_000))\r\n", count: 1_000), .onReading,
            .repeats)
        let fixture = try SinkFixture()
        let outcome = await fixture.sink.deliver(try fixture.message(to: server.url))
        #expect(
            outcome.kind == .connection && outcome.detail?.contains("header section is too large") == true, "\(outcome)"
        )
        try await server.stop()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nx: ", "HTTP/1.1 100 Continue\r\n\r\n"])
    func `a receiver that stalls before its answer is given up on after fifteen seconds`(text: String) async throws {
        let server = try await RawServer.start(text, .onReading, .stays)
        let fixture = try SinkFixture()
        let message = try fixture.message(to: server.url)
        async let outcome = fixture.sink.deliver(message)
        await fixture.clock.waitForSleeper(until: .noon(plus: 15))
        fixture.clock.set(to: .noon(plus: 15))
        #expect(await outcome.kind == .timeout)
        #expect(await outcome.detail?.contains("did not respond within 15 s") == true)
        try await server.stop()
    }

    @Test func `one that stalls in its body has answered all the same`() async throws {
        let server = try await RawServer.start(Self.ok + "content-length: 10\r\n\r\nab", .onReading, .stays)
        var timeouts = WebhookTimeouts()
        timeouts.firstByte = .seconds(10)
        let fixture = try SinkFixture(timeouts: timeouts)
        let message = try fixture.message(to: server.url)
        let answer = WebhookAnswer()
        async let outcome = fixture.sink.deliver(message, noting: answer)
        while answer.beganAt == nil, !Task.isCancelled { await Task.yield() }
        // The head came within its ten seconds, so there are fifteen for all.
        await fixture.clock.waitForSleeper(until: .noon(plus: 10))
        fixture.clock.set(to: .noon(plus: 10))
        await fixture.clock.waitForSleeper(until: .noon(plus: 15))
        fixture.clock.set(to: .noon(plus: 15))
        #expect(await outcome.kind == .delivered)
        #expect(await outcome.statusCode == 200)
        try await server.stop()
    }

    @Test func `a connection that is not made in time is told from an answer that does not come`() async throws {
        let port = try LoopbackPort()
        try port.fill()
        var timeouts = WebhookTimeouts()
        timeouts.connection = .milliseconds(50)
        let fixture = try SinkFixture(timeouts: timeouts)
        let outcome = await fixture.sink.deliver(try fixture.message(to: "http://127.0.0.1:\(port.number)/"))
        #expect(outcome.kind == .timeout)
        #expect(outcome.detail == "timed out connecting", "\(outcome)")
        withExtendedLifetime(port) {}
    }

    @Test func `a server that takes the connection and says nothing of TLS is given up on`() async throws {
        let server = try await RawServer.start("", .onReading, .stays)
        var timeouts = WebhookTimeouts()
        timeouts.connection = .milliseconds(50)
        let fixture = try SinkFixture(timeouts: timeouts)
        let url = server.url.replacing("http:", with: "https:")
        let outcome = await fixture.sink.deliver(try fixture.message(to: url))
        #expect(outcome.kind == .timeout)
        #expect(outcome.detail == "timed out connecting with TLS", "\(outcome)")
        try await server.stop()
    }

    @Test func `a proxy that the environment names is not asked`() async throws {
        let proxy = try await WebhookReceiver.start()
        let receiver = try await WebhookReceiver.start()
        let names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        for name in names { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
        defer { for name in names { unsetenv(name) } }
        #expect(try await SinkFixture().deliver(to: receiver).kind == .delivered)
        #expect(proxy.connections == 0)
        try await receiver.stop()
        try await proxy.stop()
    }
}
