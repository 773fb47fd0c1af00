import NIOSSL
import Notify
import Storage
import TestSupport
import Testing

@Suite struct WebhookSinkTLSTests {
    private static let names = ["hooks.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]]

    private func startReceiver() async throws -> WebhookReceiver {
        let certificates = try NIOSSLCertificate.fromPEMFile(Fixtures.path("TLS/server.pem"))
        let key = try NIOSSLPrivateKey(file: Fixtures.path("TLS/server-key.pem"), format: .pem)
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        return try await .start(tls: NIOSSLContext(configuration: configuration))
    }

    private func deliver(to host: String, trusting authorities: String?) async throws -> DeliveryOutcome {
        let receiver = try await startReceiver()
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

    @Test func `a certificate of an unknown authority is refused`() async throws {
        #expect(try await deliver(to: "hooks.example", trusting: nil).kind == .connection)
    }
}
