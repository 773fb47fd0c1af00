import Crypto
import Foundation
public import Recurrence

/// Signs messages as Standard Webhooks 1.0.0 asks, symmetrically (`v1`) or with Ed25519 (`v1a`).
public struct WebhookSigner: Sendable {
    /// The secrets that sign, in the order in which their signatures are sent.
    public let secrets: [SigningSecret]

    /// Takes the secrets.
    ///
    /// - Parameter secrets: Usually one; while a secret is being replaced, the new one and then the old. They may be of
    ///   both schemes: then a receiver verifies whichever signature it knows.
    public init(secrets: [SigningSecret]) {
        self.secrets = secrets
    }

    /// The headers that prove a message.
    ///
    /// - Parameters:
    ///   - id: The message's id, the same in every attempt; without a dot, which separates what is signed.
    ///   - now: The time of this attempt; sent in whole seconds.
    ///   - body: The request's body, byte for byte as it is sent.
    /// - Returns: The headers to send with the body.
    public func headers(forMessage id: String, at now: UTCInstant, body: [UInt8]) -> WebhookHeaders {
        precondition(!id.contains("."), "a message id has no dot: \(id)")
        let timestamp = "\(now.wholeSecondsSinceEpoch)"
        let content = SignedContent(id: id, timestamp: timestamp, body: body)
        let signatures = secrets.map { content.signature(by: $0) }
        return WebhookHeaders(id: id, timestamp: timestamp, signature: signatures.joined(separator: " "))
    }
}

/// What a signature covers: the id, the timestamp and the body, joined by dots.
struct SignedContent {
    var id: String
    var timestamp: String
    var body: [UInt8]

    private var lead: [UInt8] { Array("\(id).\(timestamp).".utf8) }

    /// All of it in one piece, which Ed25519 needs.
    var bytes: [UInt8] { lead + body }

    func authenticationCode(key: SymmetricKey) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: key)
        code.update(data: lead)
        code.update(data: body)
        return code.finalize()
    }

    /// The signature as it stands in the header, with its version.
    func signature(by secret: SigningSecret) -> String {
        switch secret.scheme {
        case .v1:
            return "v1," + Base64.encode(Array(authenticationCode(key: SymmetricKey(data: secret.bytes))))
        case .v1a:
            guard let signature = try? secret.privateKey.signature(for: bytes) else {
                preconditionFailure("an Ed25519 key signs any bytes")
            }
            return "v1a," + Base64.encode(Array(signature))
        }
    }
}

extension UTCInstant {
    /// Seconds since 1970 UTC, rounded down.
    var wholeSecondsSinceEpoch: Int64 {
        let (quotient, remainder) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// Base64 with the standard alphabet and padding (RFC 4648 §4), and nothing else.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The bytes of a text; nil unless it is exactly what `encode` writes for them.
    ///
    /// One spelling for each value, so that a signature or a secret cannot be changed and still pass.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
