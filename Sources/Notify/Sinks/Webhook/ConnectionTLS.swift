import NIOSSL

/// What a hook's connections trust and show, read from PEM: checked when the hook is made, used when it is sent to.
struct ConnectionTLS: Hashable, Sendable {
    /// The longest PEM text that is taken, in bytes.
    static let maxPEM = 65_536

    private let authorities: [NIOSSLCertificate]
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey?

    /// Reads certificates and a key.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidTLS`, which repeats none of the texts.
    init(authorities: String?, _ certificate: String?, key: String?) throws {
        guard (certificate == nil) == (key == nil) else {
            throw Self.invalid("certificate and key must be given together")
        }
        self.authorities = try authorities.map { try Self.certificates($0, "authorities") } ?? []
        chain = try certificate.map { try Self.certificates($0, "certificate") } ?? []
        self.key = try key.map(Self.privateKey)
        if let first = chain.first, let key = self.key, try !Self.matches(first, key) {
            throw Self.invalid("key does not belong to certificate")
        }
    }

    /// Settings for a connection: TLS 1.2 or later, the certificate and its name verified.
    ///
    /// - Parameter file: A PEM file of further authorities; nil for none.
    /// - Returns: The client library's configuration.
    func configuration(authorityFile file: String?) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.certificateVerification = .fullVerification
        tls.additionalTrustRoots = file.map { [.file($0)] } ?? []
        if !authorities.isEmpty { tls.additionalTrustRoots.append(.certificates(authorities)) }
        tls.certificateChain = chain.map { .certificate($0) }
        tls.privateKey = key.map { .privateKey($0) }
        return tls
    }

    private static func certificates(_ pem: String, _ what: String) throws -> [NIOSSLCertificate] {
        guard pem.utf8.count <= maxPEM else { throw invalid("\(what) must have at most \(maxPEM) bytes") }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)), !certificates.isEmpty else {
            throw invalid("\(what) must be certificates in PEM")
        }
        return certificates
    }

    private static func privateKey(_ pem: String) throws -> NIOSSLPrivateKey {
        guard pem.utf8.count <= maxPEM, let key = try? NIOSSLPrivateKey(bytes: Array(pem.utf8), format: .pem) else {
            throw invalid("key must be a private key in PEM, without a password")
        }
        return key
    }

    /// Whether a key belongs to a certificate: the library says so only when both are put into a context.
    private static func matches(_ certificate: NIOSSLCertificate, _ key: NIOSSLPrivateKey) throws -> Bool {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateChain = [.certificate(certificate)]
        tls.privateKey = .privateKey(key)
        return (try? NIOSSLContext(configuration: tls)) != nil
    }

    private static func invalid(_ reason: String) -> NotifyError {
        NotifyError(.invalidTLS, reason)
    }
}
