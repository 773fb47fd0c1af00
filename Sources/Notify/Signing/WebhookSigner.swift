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
