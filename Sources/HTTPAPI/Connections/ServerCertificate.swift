import Basics
import NIOSSL
package import Recurrence

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The certificate that TCP connections are encrypted by, which can be replaced while the server runs: connections that
/// are open keep the one that they began with.
package final class ServerCertificate: Sendable {
    private struct Loaded {
        let context: NIOSSLContext
        let end: UTCInstant
    }

    private let chainPath: String
    private let keyPath: String
    private let loaded: Locked<Loaded>

    /// Reads a certificate.
    ///
    /// - Parameters:
    ///   - chainPath: The PEM file with the certificate and those that it was signed by.
    ///   - keyPath: The PEM file with its private key, which has no passphrase.
    /// - Throws: ``CertificateError``.
    package init(chainPath: String, keyPath: String) throws {
        (self.chainPath, self.keyPath) = (chainPath, keyPath)
        loaded = Locked(try Self.load(chainPath, keyPath))
    }

    /// Where it is read from.
    var path: String { chainPath }

    /// When the certificate is valid no more.
    package var end: UTCInstant { loaded.withLock { $0.end } }

    /// Reads the files again, for connections from then on.
    ///
    /// - Throws: ``CertificateError``; the one that was loaded is kept then.
    package func reload() throws {
        let new = try Self.load(chainPath, keyPath)
        loaded.withLock { $0 = new }
    }

    /// What encrypts a new connection.
    func makeHandler() -> NIOSSLServerHandler { NIOSSLServerHandler(context: loaded.withLock { $0.context }) }

    private static func load(_ chainPath: String, _ keyPath: String) throws -> Loaded {
        let chain: [NIOSSLCertificate]
        for path in [chainPath, keyPath] where access(path, R_OK) != 0 {
            throw CertificateError(path: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        do { chain = try NIOSSLCertificate.fromPEMFile(chainPath) } catch {
            throw CertificateError(path: chainPath, reason: "has no certificates in PEM, or cannot be read")
        }
        guard let leaf = chain.first else {
            throw CertificateError(path: chainPath, reason: "has no certificates in PEM")
        }
        let key: NIOSSLPrivateKey
        do { key = try NIOSSLPrivateKey(file: keyPath, format: .pem) } catch {
            throw CertificateError(
                path: keyPath, reason: "has no private key in PEM without a passphrase, or cannot be read")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            let end = UTCInstant(millisecondsSinceEpoch: Int64(leaf.notValidAfter) * 1_000)
            return Loaded(context: try NIOSSLContext(configuration: configuration), end: end)
        } catch {
            throw CertificateError(path: keyPath, reason: "is not the key of the certificate in \(chainPath)")
        }
    }
}

/// A file of a certificate cannot be used.
package struct CertificateError: Error, Hashable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// What is wrong with it.
    package let reason: String

    package var description: String { "\(path) \(reason)" }
}
