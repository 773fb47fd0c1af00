import Crypto
import Foundation
public import Recurrence
public import Storage

/// Seals signing secrets for the store and opens them again (ChaCha20-Poly1305, RFC 8439).
///
/// A sealed secret is `kind, end of validity, nonce, ciphertext, tag`. All before the nonce and the hook's id are
/// authenticated with it, so that it opens only unchanged, and only for the hook that it was sealed for.
public struct SecretBox: Sendable {
    /// How many bytes the key has.
    public static let keyLength = 32
    private static let headerLength = 9
    private static let forever = Int64.max

    /// What is in a box; the first byte of its sealed form.
    private enum Content: UInt8 {
        case shared = 1
        case ed25519 = 2
        case privateText = 3
    }

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
        let content = secret.scheme == .v1 ? Content.shared : .ed25519
        return try seal(secret.bytes, content, for: hook, until: end?.millisecondsSinceEpoch ?? Self.forever)
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    public func open(_ sealed: [UInt8], for hook: HookID) throws -> OpenedSecret {
        let (content, end, bytes) = try openBox(sealed, for: hook)
        guard content != .privateText else { throw unknownForm(hook) }
        return OpenedSecret(
            secret: try SigningSecret(bytes: bytes, content == .shared ? .v1 : .v1a),
            validUntil: end == Self.forever ? nil : UTCInstant(millisecondsSinceEpoch: end)
        )
    }

    /// Seals a text that only taskd is to see, such as the key of a client certificate.
    ///
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could mend.
    package func seal(text: String, for hook: HookID) throws -> [UInt8] {
        try seal(Array(text.utf8), .privateText, for: hook, until: Self.forever)
    }

    /// Opens a sealed text.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    package func openText(_ sealed: [UInt8], for hook: HookID) throws -> String {
        let (content, _, bytes) = try openBox(sealed, for: hook)
        guard content == .privateText else { throw unknownForm(hook) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func seal(_ bytes: [UInt8], _ content: Content, for hook: HookID, until end: Int64) throws -> [UInt8] {
        let header = [content.rawValue] + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) }
        let box = try ChaChaPoly.seal(bytes, using: key, authenticating: header + hook.uuid.bytes)
        return header + Array(box.combined)
    }

    private func openBox(_ sealed: [UInt8], for hook: HookID) throws -> (Content, end: Int64, [UInt8]) {
        guard sealed.count > Self.headerLength, let content = Content(rawValue: sealed[0]) else {
            throw unknownForm(hook)
        }
        let header = Array(sealed.prefix(Self.headerLength))
        do {
            let box = try ChaChaPoly.SealedBox(combined: sealed.dropFirst(Self.headerLength))
            let bytes = try ChaChaPoly.open(box, using: key, authenticating: header + hook.uuid.bytes)
            return (content, header.dropFirst().reduce(Int64(0)) { $0 << 8 | Int64($1) }, Array(bytes))
        } catch is CryptoKitError {
            throw NotifyError(
                .unopenableSecret,
                "a secret of the hook \(hook) was sealed with another key, or is damaged; rotate the hook's secret"
            )
        }
    }

    private func unknownForm(_ hook: HookID) -> NotifyError {
        NotifyError(.unopenableSecret, "a secret of the hook \(hook) is not in a form that this taskd knows")
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
