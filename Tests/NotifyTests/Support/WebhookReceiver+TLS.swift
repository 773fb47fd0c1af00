import NIOSSL
import TestSupport

extension WebhookReceiver {
    /// Starts a server that is called `hooks.example`, with the certificate of the fixtures.
    static func startWithTLS(
        _ change: (inout TLSConfiguration) throws -> Void = { _ in }
    ) async throws -> WebhookReceiver {
        let certificates = try NIOSSLCertificate.fromPEMFile(Fixtures.path("TLS/server.pem"))
        let key = try NIOSSLPrivateKey(file: Fixtures.path("TLS/server-key.pem"), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        try change(&configuration)
        return try await .start(tls: NIOSSLContext(configuration: configuration))
    }
}
