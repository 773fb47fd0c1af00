public import Recurrence

/// Verifies received webhooks as Standard Webhooks 1.0.0 asks: for programs that receive what taskd sends.
///
/// ```swift
/// let verifier = WebhookVerifier(keys: [try VerificationKey("whsec_…")])
/// let headers = try WebhookHeaders { request.headers[$0] }
/// try verifier.verify(headers, body: request.body, at: clock.now)
/// ```
/// A receiver that also remembers `headers.id` handles each event once, however often it is sent.
///
/// It is strict: whatever does not follow the specification to the letter is refused, with an error that says why, and
/// never trapped on. Nothing that it is given can make it work for long.
public struct WebhookVerifier: Sendable {
    /// How far a message's time may lie from now: five minutes, as in the reference libraries.
    public static let defaultTolerance = Swift.Duration.seconds(300)

    private let keys: [VerificationKey]
    private let tolerance: Swift.Duration

    /// Takes the keys and the tolerance.
    ///
    /// - Parameters:
    ///   - keys: The secrets and public keys that are valid now; a signature that any of them verifies counts.
    ///   - tolerance: How far a message's time may lie from now, in the past and in the future.
    public init(keys: [VerificationKey], tolerance: Swift.Duration = defaultTolerance) {
        self.keys = keys
        self.tolerance = tolerance
    }

    /// Takes the sender's own secrets and the tolerance.
    ///
    /// - Parameters:
    ///   - secrets: The secrets that are valid now; a signature made with any of them counts.
    ///   - tolerance: How far a message's time may lie from now, in the past and in the future.
    public init(secrets: [SigningSecret], tolerance: Swift.Duration = defaultTolerance) {
        self.init(keys: secrets.map(\.verificationKey), tolerance: tolerance)
    }

    /// Returns if a message was signed with one of the keys, and not long ago.
    ///
    /// - Parameters:
    ///   - headers: The request's three headers.
    ///   - body: The request's body, byte for byte as it was received.
    ///   - now: The current time.
    /// - Throws: ``NotifyError`` with code `.malformedHeader`, `.timestampTooOld`, `.timestampTooNew` or
    ///   `.noMatchingSignature`; each means that the message must not be trusted.
    public func verify(_ headers: WebhookHeaders, body: [UInt8], at now: UTCInstant) throws {
        try headers.checkID()
        try check(signedAt: headers.signedAt(), against: now)
        let signatures = try SignatureList(headers.signature).signatures
        let content = SignedContent(id: headers.id, timestamp: headers.timestamp, body: body)
        let isSigned = keys.contains { key in
            signatures.contains { $0.version.rawValue == key.scheme.rawValue && key.verifies($0.bytes, of: content) }
        }
        guard isSigned else {
            throw NotifyError(
                .noMatchingSignature, "no signature matches; check the secret and that the body is unchanged")
        }
    }

    private func check(signedAt seconds: Int64, against now: UTCInstant) throws {
        let age = Swift.Duration.seconds(now.wholeSecondsSinceEpoch - seconds)
        guard age <= tolerance else {
            throw NotifyError(
                .timestampTooOld,
                "the message was signed \(age.components.seconds) s ago; at most \(tolerance.components.seconds) s are accepted"
            )
        }
        guard age >= .zero - tolerance else {
            throw NotifyError(
                .timestampTooNew,
                "the message was signed \(-age.components.seconds) s in the future; at most \(tolerance.components.seconds) s are accepted"
            )
        }
    }
}
