import NIOSSL
import Notify
import Storage
import TestSupport

extension Cause {
    /// Why TLS does not come about.
    static let tls = [
        receiver("an unknown authority", "hooks.example", trusting: nil),
        receiver("the certificate of another host", "other.example"),
        receiver("a TLS of old", "hooks.example") { tls in
            tls.minimumTLSVersion = .tlsv1
            tls.maximumTLSVersion = .tlsv11
        },
        receiver("a receiver that wants a certificate", "hooks.example") { tls in
            tls.certificateVerification = .noHostnameVerification
            tls.trustRoots = .file(try Fixtures.path("TLS/client-authority.pem"))
        },
        plain("no TLS", "HTTP/1.1 400 Bad Request\r\n\r\n"),
        plain("an end within the handshake", ""),
    ]

    private static func plain(_ name: String, _ text: String) -> Cause {
        Cause(name, .connection) {
            let server = try await RawServer.start(text)
            let url = server.url.replacing("http:", with: "https:")
            return try await SinkFixture().deliver(to: url).after { try await server.stop() }
        }
    }

    private static func receiver(
        _ name: String,
        _ host: String,
        trusting authority: String? = "TLS/authority.pem",
        _ change: @escaping @Sendable (inout TLSConfiguration) throws -> Void = { _ in }
    ) -> Cause {
        Cause(name, .connection) {
            let receiver = try await WebhookReceiver.startWithTLS(change)
            let fixture = try SinkFixture(names: [host: ["127.0.0.1"]], authorities: authority.map(Fixtures.path))
            return try await fixture.deliver(to: "https://\(host):\(receiver.port)/").after {
                try await receiver.stop()
            }
        }
    }
}
