import Crypto
import Foundation
public import Recurrence
public import Storage

/// Seals signing secrets for the store and opens them again (ChaCha20-Poly1305, RFC 8439).
///
/// A sealed secret is `version, end of validity, nonce, ciphertext, tag`. All before the nonce and the hook's id are
/// authenticated with it, so that it opens only unchanged, and only for the hook that it was sealed for.
public struct SecretBox: Sendable {
    /// How many bytes the key has.
    public static let keyLength = 32
    private static let version: UInt8 = 1
    private static let headerLength = 9
    private static let forever = Int64.max

    private let key: SymmetricKey

    /// Takes the key.
    ///
    /// - Parameter key: 32 bytes, usually those of a ``SecretKeyFile``.
    public init(key: [UInt8]) {
        precondition(key.count == Self.keyLength, "the key of a secret box has \(Self.keyLength) bytes")
        self.key = SymmetricKey(data: key)
    }

    /// Seals a secret for a hook.
    ///
    /// - Parameters:
    ///   - secret: What to seal.
    ///   - hook: The hook that it belongs to.
    ///   - end: The instant from which it signs no more; nil for no end.
    /// - Returns: Bytes to keep in ``Hook/sealedSecrets``; other bytes each time.
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could mend.
    public func seal(_ secret: SigningSecret, for hook: HookID, validUntil end: UTCInstant? = nil) throws -> [UInt8] {
        let header = Self.header(validUntil: end?.millisecondsSinceEpoch ?? Self.forever)
        let box = try ChaChaPoly.seal(secret.bytes, using: key, authenticating: header + hook.uuid.bytes)
        return header + Array(box.combined)
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    public func open(_ sealed: [UInt8], for hook: HookID) throws -> OpenedSecret {
        guard sealed.count > Self.headerLength, sealed[0] == Self.version else {
            throw NotifyError(.unopenableSecret, "a secret of the hook \(hook) is not in a form that this taskd knows")
        }
        let header = Array(sealed.prefix(Self.headerLength))
        do {
            let box = try ChaChaPoly.SealedBox(combined: sealed.dropFirst(Self.headerLength))
            let bytes = try ChaChaPoly.open(box, using: key, authenticating: header + hook.uuid.bytes)
            let end = header.dropFirst().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            return OpenedSecret(
                secret: try SigningSecret(bytes: Array(bytes)),
                validUntil: end == Self.forever ? nil : UTCInstant(millisecondsSinceEpoch: end)
            )
        } catch is CryptoKitError {
            throw NotifyError(
                .unopenableSecret,
                "a secret of the hook \(hook) was sealed with another key, or is damaged; rotate the hook's secret"
            )
        }
    }

    private static func header(validUntil end: Int64) -> [UInt8] {
        [version] + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) }
    }
}

/// A signing secret as it came out of a ``SecretBox``.
public struct OpenedSecret: Hashable, Sendable {
    /// The secret.
    public let secret: SigningSecret
    /// The instant from which it signs no more; nil for no end.
    public let validUntil: UTCInstant?

    /// Whether it signs at an instant.
    public func isValid(at now: UTCInstant) -> Bool {
        validUntil.map { now < $0 } ?? true
    }
}
