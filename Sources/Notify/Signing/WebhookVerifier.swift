import Crypto
public import Recurrence

/// Verifies received webhooks as Standard Webhooks 1.0.0 asks: for programs that receive what taskd sends.
///
/// ```swift
/// let verifier = WebhookVerifier(secrets: [try SigningSecret("whsec_…")])
/// let headers = try WebhookHeaders { request.headers[$0] }
/// try verifier.verify(headers, body: request.body, at: clock.now)
/// ```
/// A receiver that also remembers `headers.id` handles each event once, however often it is sent.
public struct WebhookVerifier: Sendable {
    /// How far a message's time may lie from now: five minutes, as in the reference libraries.
    public static let defaultTolerance = Swift.Duration.seconds(300)
    private static let longestID = 256
    private static let longestSignatureHeader = 4_096

    private let secrets: [SigningSecret]
    private let tolerance: Swift.Duration

    /// Takes the secrets and the tolerance.
    ///
    /// - Parameters:
    ///   - secrets: The secrets that are valid now; a signature made with any of them counts.
    ///   - tolerance: How far a message's time may lie from now, in the past and in the future.
    public init(secrets: [SigningSecret], tolerance: Swift.Duration = defaultTolerance) {
        self.secrets = secrets
        self.tolerance = tolerance
    }

    /// Returns if a message was signed with one of the secrets, and not long ago.
    ///
    /// - Parameters:
    ///   - headers: The request's three headers.
    ///   - body: The request's body, byte for byte as it was received.
    ///   - now: The current time.
    /// - Throws: ``NotifyError`` with code `.malformedHeader`, `.timestampTooOld`, `.timestampTooNew` or
    ///   `.noMatchingSignature`; each means that the message must not be trusted.
    public func verify(_ headers: WebhookHeaders, body: [UInt8], at now: UTCInstant) throws {
        try check(id: headers.id)
        try check(timestamp: headers.timestamp, against: now)
        let signatures = try signatures(in: headers.signature)
        let content = SignedContent(id: headers.id, timestamp: headers.timestamp, body: body)
        let expected = secrets.map { content.authenticationCode(key: $0.key) }
        // The comparison of two codes takes the same time whatever they are.
        guard expected.contains(where: { code in signatures.contains { code == $0 } }) else {
            throw NotifyError(.noMatchingSignature, "no signature matches this message and a known secret")
        }
    }

    private func check(id: String) throws {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
        guard (1...Self.longestID).contains(id.utf8.count), isPlain else {
            throw NotifyError(
                .malformedHeader,
                "\(WebhookHeaders.idName) must be 1 to \(Self.longestID) visible ASCII characters without a dot"
            )
        }
    }

    private func check(timestamp: String, against now: UTCInstant) throws {
        // Eleven digits reach beyond the year 5000; only the one spelling that a sender writes is read.
        guard timestamp.utf8.count <= 11, let seconds = Int64(timestamp), "\(seconds)" == timestamp, seconds >= 0 else {
            throw NotifyError(.malformedHeader, "\(WebhookHeaders.timestampName) must be whole seconds since 1970")
        }
        let age = Swift.Duration.seconds(now.wholeSecondsSinceEpoch - seconds)
        guard age <= tolerance else {
            throw NotifyError(.timestampTooOld, "the message was signed \(age) ago, more than \(tolerance)")
        }
        guard age >= .zero - tolerance else {
            throw NotifyError(.timestampTooNew, "the message was signed \(.zero - age) in the future")
        }
    }

    /// The `v1` signatures of a header; those of versions that are not known are passed over.
    private func signatures(in header: String) throws -> [[UInt8]] {
        guard header.utf8.count <= Self.longestSignatureHeader else {
            throw NotifyError(.malformedHeader, "\(WebhookHeaders.signatureName) is too long")
        }
        return try header.split(separator: " ", omittingEmptySubsequences: false).compactMap { entry in
            let parts = entry.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw NotifyError(.malformedHeader, "\(WebhookHeaders.signatureName) must list VERSION,SIGNATURE")
            }
            guard parts[0] == "v1" else { return nil }
            guard let signature = Base64.decode(parts[1]), signature.count == SHA256.byteCount else {
                throw NotifyError(.malformedHeader, "a v1 signature must be 32 bytes as base64 with padding")
            }
            return signature
        }
    }
}
