import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// The example of the README, with what a sink really sends.
@Suite struct WebhookReceivingTests {
    private func requests(_ change: (SinkFixture, inout Hook) throws -> Void = { _, _ in }) async throws -> (
        fixture: SinkFixture, requests: [WebhookReceiver.Request]
    ) {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start()
        var hook = try fixture.hook(receiver.url)
        try change(fixture, &hook)
        for attempt in 1...2 {
            _ = await fixture.sink.deliver(OutgoingMessage(hook: hook, event: .numbered(1), attempt: attempt))
        }
        try await receiver.stop()
        return (fixture, receiver.requests)
    }

    @Test func `a message is taken, and one that comes again or was changed is not handled`() async throws {
        let (fixture, requests) = try await requests()
        var receiving = try WebhookReceiving(key: fixture.secret.text)
        for request in requests {
            #expect(receiving.receive(headers: request.headers, body: request.body, now: .noon) == 204)
            #expect(receiving.receive(headers: request.headers, body: request.body + [32], now: .noon) == 400)
            #expect(receiving.receive(headers: [:], body: request.body, now: .noon) == 400)
            #expect(receiving.receive(headers: request.headers, body: request.body, now: .noon(plus: 301)) == 400)
        }
    }

    @Test func `for Ed25519 the receiver needs the public key alone`() async throws {
        let secret = SigningSecret.make(for: .v1a)
        let (fixture, requests) = try await requests { fixture, hook in
            hook.sealedSecrets = [try fixture.box.seal(secret, for: hook.id)]
        }
        var receiving = try WebhookReceiving(key: secret.verificationKey.text)
        #expect(receiving.receive(headers: requests[0].headers, body: requests[0].body, now: .noon) == 204)
        var other = try WebhookReceiving(key: fixture.secret.text)
        #expect(other.receive(headers: requests[0].headers, body: requests[0].body, now: .noon) == 400)
    }
}
