import Foundation
import NIOSSL
import Notify
import Recurrence
import TestSupport
import Testing

/// The files beside the tests.
enum Fixtures {
    static func url(_ path: String) throws -> URL {
        try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures").appendingPathComponent(path)
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: url(path), encoding: .utf8)
    }

    static func path(_ path: String) throws -> String {
        try url(path).path
    }
}

/// The published and our own signatures of `vectors.json`.
struct SignatureVectors: Decodable, Sendable {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var secret: String
        var id: String
        var timestamp: Int64
        var body: String
        var signature: String

        var testDescription: String { name }
        var bytes: [UInt8] { Array(body.utf8) }
        var now: UTCInstant { UTCInstant(secondsSinceEpoch: timestamp) }
        var headers: WebhookHeaders { WebhookHeaders(id: id, timestamp: "\(timestamp)", signature: signature) }
    }

    struct Rotation: Decodable, Sendable {
        var header: String
    }

    struct Asymmetric: Decodable, Sendable {
        var secret: String
        var `public`: String
        var signature: String
    }

    var vectors: [Vector]
    var rotation: Rotation
    var ed25519: Asymmetric

    static func load() throws -> SignatureVectors {
        try JSONDecoder().decode(Self.self, from: Data(contentsOf: Fixtures.url("vectors.json")))
    }
}

/// The code of the error that a closure throws; nil when it throws none.
func notifyCode(_ body: () throws -> Void) throws -> NotifyError.Code? {
    do {
        try body()
        return nil
    } catch let error as NotifyError {
        return error.code
    }
}

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
