import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct WebhookSinkTests {
    @Test func `an event is posted as it was frozen, with headers that verify`() async throws {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start()
        let outcome = try await fixture.deliver(to: receiver)
        #expect(outcome.kind == .delivered && outcome.statusCode == 204 && outcome.address == "127.0.0.1")
        #expect(outcome.detail == nil && outcome.responseExcerpt == nil && outcome.retryAfter == nil)
        let request = try #require(receiver.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/hook")
        #expect(request.body == Event.numbered(7).body)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["user-agent"] == "taskd/test")
        #expect(request.headers["host"] == "127.0.0.1:\(receiver.port)")
        let headers = try request.webhookHeaders()
        #expect(headers.id == Event.numbered(7).id.description)
        #expect(headers.timestamp == "\(UTCInstant.noon.millisecondsSinceEpoch / 1_000)")
        try WebhookVerifier(secrets: [fixture.secret]).verify(headers, body: request.body, at: fixture.clock.now)
        try await receiver.stop()
    }

    @Test func `while a secret is replaced, both sign, the new one first`() async throws {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start()
        var hook = try fixture.hook(receiver.url)
        let new = SigningSecret.make()
        hook.sealedSecrets = try fixture.box.rotatedSecrets(of: hook, to: new, at: fixture.clock.now)
        for _ in 1...2 {
            _ = await fixture.sink.deliver(OutgoingMessage(hook: hook, event: .numbered(1), attempt: 1))
            fixture.clock.advance(by: SecretBox.defaultOverlap)
        }
        let both = try receiver.requests[0].webhookHeaders()
        #expect(both.signature.split(separator: " ").count == 2)
        for secret in [new, fixture.secret] {
            let verifier = WebhookVerifier(secrets: [secret])
            try verifier.verify(both, body: receiver.requests[0].body, at: .noon)
        }
        #expect(try receiver.requests[1].webhookHeaders().signature.split(separator: " ").count == 1)
        try await receiver.stop()
    }

    @Test(arguments: [
        (200, DeliveryOutcome.Kind.delivered), (299, .delivered), (300, .status), (304, .status), (400, .status),
        (401, .status), (404, .status), (408, .status), (410, .gone), (429, .status), (500, .status), (503, .status),
    ])
    func `what a status means`(status: Int, kind: DeliveryOutcome.Kind) async throws {
        let receiver = try await WebhookReceiver.start(answers: [.status(status)])
        let outcome = try await SinkFixture().deliver(to: receiver)
        #expect(outcome.kind == kind)
        #expect(outcome.statusCode == status)
        #expect((outcome.detail == nil) == (kind == .delivered))
        try await receiver.stop()
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `a redirect is not followed`(status: Int) async throws {
        let elsewhere = try await WebhookReceiver.start()
        let receiver = try await WebhookReceiver.start(
            answers: [.status(status, headers: ["location": elsewhere.url])]
        )
        let outcome = try await SinkFixture().deliver(to: receiver)
        #expect(outcome.kind == .status)
        #expect(outcome.statusCode == status)
        #expect(elsewhere.requests.isEmpty)
        try await receiver.stop()
        try await elsewhere.stop()
    }

    @Test func `Retry-After is read`() async throws {
        let receiver = try await WebhookReceiver.start(answers: [
            .status(429, headers: ["retry-after": "120"]), .status(503, headers: ["retry-after": "later"]),
        ])
        let fixture = try SinkFixture()
        #expect(try await fixture.deliver(to: receiver).retryAfter == .seconds(120))
        #expect(try await fixture.deliver(to: receiver).retryAfter == nil)
        try await receiver.stop()
    }

    @Test func `of an answer the first four KiB are kept, as plain text`() async throws {
        let long = Array(repeating: UInt8(ascii: "a"), count: 100_000)
        let receiver = try await WebhookReceiver.start(answers: [
            .status(500, body: long), .status(500, body: [0x00, 0x1B, 0xFF, 0x0A] + Array("ä".utf8)),
            .status(500, body: Array(repeating: 0xFF, count: 5_000)),
        ])
        let fixture = try SinkFixture()
        #expect(try await fixture.deliver(to: receiver).responseExcerpt == String(repeating: "a", count: 4_096))
        #expect(try await fixture.deliver(to: receiver).responseExcerpt == "\u{FFFD}\u{FFFD}\u{FFFD}\nä")
        let broken = try await fixture.deliver(to: receiver).responseExcerpt
        #expect(broken?.utf8.count == 4_095)
        try await receiver.stop()
    }

    @Test func `connections are kept and used again`() async throws {
        let receiver = try await WebhookReceiver.start()
        let fixture = try SinkFixture()
        for _ in 1...20 { _ = try await fixture.deliver(to: receiver) }
        #expect(receiver.requests.count == 20)
        #expect(receiver.connections == 1)
        try await receiver.stop()
    }
}
