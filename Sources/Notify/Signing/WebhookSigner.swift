import Crypto
public import Recurrence

/// Signs messages as Standard Webhooks 1.0.0 asks, with symmetric secrets (`v1`).
public struct WebhookSigner: Sendable {
    /// The secrets that sign, in the order in which their signatures are sent.
    public let secrets: [SigningSecret]

    /// Takes the secrets.
    ///
    /// - Parameter secrets: Usually one; while a secret is being replaced, the new one and then the old.
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
        let signatures = secrets.map { "v1," + Base64.encode(Array(content.authenticationCode(key: $0.key))) }
        return WebhookHeaders(id: id, timestamp: timestamp, signature: signatures.joined(separator: " "))
    }
}

/// What a signature covers: the id, the timestamp and the body, joined by dots.
struct SignedContent {
    var id: String
    var timestamp: String
    var body: [UInt8]

    func authenticationCode(key: SymmetricKey) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Array("\(id).\(timestamp).".utf8))
        code.update(data: body)
        return code.finalize()
    }
}

extension UTCInstant {
    /// Seconds since 1970 UTC, rounded down.
    var wholeSecondsSinceEpoch: Int64 {
        let (quotient, remainder) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
