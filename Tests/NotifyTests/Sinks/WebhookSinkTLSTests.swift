import NIOSSL
import Notify
import Storage
import TestSupport
import Testing

@Suite struct WebhookSinkTLSTests {
    private static let names = ["hooks.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]]

    private func deliver(to host: String, trusting authorities: String?) async throws -> DeliveryOutcome {
        let receiver = try await WebhookReceiver.startWithTLS()
        let fixture = try SinkFixture(names: Self.names, authorities: authorities)
        let outcome = await fixture.sink.deliver(try fixture.message(to: "https://\(host):\(receiver.port)/"))
        #expect(receiver.requests.count == (outcome.kind == .delivered ? 1 : 0))
        try await receiver.stop()
        return outcome
    }

    @Test func `the certificate is checked against the name though the address is connected to`() async throws {
        let authority = try Fixtures.path("TLS/authority.pem")
        #expect(try await deliver(to: "hooks.example", trusting: authority).kind == .delivered)
        #expect(try await deliver(to: "other.example", trusting: authority).kind == .connection)
        #expect(try await deliver(to: "127.0.0.1", trusting: authority).kind == .connection)
    }

    @Test func `a certificate of an unknown authority is refused, and the log says so`() async throws {
        let outcome = try await deliver(to: "hooks.example", trusting: nil)
        #expect(outcome.kind == .connection)
        #expect(outcome.detail?.contains("TLS failed") == true, "\(outcome)")
    }

    @Test func `a server that knows nothing later than TLS 1 point 1 is refused`() async throws {
        let receiver = try await WebhookReceiver.startWithTLS { tls in
            tls.minimumTLSVersion = .tlsv1
            tls.maximumTLSVersion = .tlsv11
        }
        let fixture = try SinkFixture(names: Self.names, authorities: Fixtures.path("TLS/authority.pem"))
        let outcome = await fixture.sink.deliver(try fixture.message(to: "https://hooks.example:\(receiver.port)/"))
        #expect(outcome.kind == .connection)
        #expect(receiver.requests.isEmpty)
        try await receiver.stop()
    }

    @Test func `a hook's own authority is trusted by that hook alone`() async throws {
        let receiver = try await WebhookReceiver.startWithTLS()
        let fixture = try SinkFixture(names: Self.names)
        let url = "https://hooks.example:\(receiver.port)/"
        var hook = try fixture.hook(url)
        hook.tls = .init(authorities: try Fixtures.text("TLS/authority.pem"))
        for _ in 1...3 {
            #expect(await fixture.sink.deliver(.init(hook: hook, event: .numbered(1), attempt: 1)).kind == .delivered)
        }
        #expect(receiver.connections == 1)
        #expect(await fixture.sink.deliver(try fixture.message(to: url)).kind == .connection)
        try await receiver.stop()
    }

    @Test func `a receiver that asks for a certificate is shown the hook's`() async throws {
        let authority = try Fixtures.path("TLS/client-authority.pem")
        let receiver = try await WebhookReceiver.startWithTLS { tls in
            tls.certificateVerification = .noHostnameVerification
            tls.trustRoots = .file(authority)
        }
        let fixture = try SinkFixture(names: Self.names)
        var hook = try fixture.hook("https://hooks.example:\(receiver.port)/")
        hook.tls = .init(authorities: try Fixtures.text("TLS/authority.pem"))
        #expect(await fixture.sink.deliver(.init(hook: hook, event: .numbered(1), attempt: 1)).kind == .connection)
        hook.tls?.certificate = try Fixtures.text("TLS/client.pem")
        let key = try Fixtures.text("TLS/client-key.pem")
        hook.tls?.sealedKey = try fixture.box.seal(text: key, as: .clientKey, for: hook.id)
        for _ in 1...3 {
            #expect(await fixture.sink.deliver(.init(hook: hook, event: .numbered(1), attempt: 1)).kind == .delivered)
        }
        #expect(receiver.requests.count == 3)
        hook.tls?.sealedKey = [1, 2, 3]
        #expect(await fixture.sink.deliver(.init(hook: hook, event: .numbered(1), attempt: 1)).kind == .misconfigured)
        try await receiver.stop()
    }
}
