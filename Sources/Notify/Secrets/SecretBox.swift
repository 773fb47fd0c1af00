package import Crypto
import Foundation
public import Recurrence
public import Storage

/// Seals signing secrets for the store and opens them again (ChaCha20-Poly1305, RFC 8439).
///
/// A sealed secret is `kind, end of validity, nonce, ciphertext, tag`. All before the nonce, the hook's id and the field
/// are authenticated with it, so that it opens only unchanged, and only in the field that it was sealed for. What older
/// versions sealed is not bound to its field; it is opened too, and sealed again when its hook is next written.
public struct SecretBox: Sendable {
    /// How many bytes the key has.
    public static let keyLength = 32
    private static let headerLength = 9
    private static let forever = Int64.max

    /// Set in the first byte of what is bound to its field.
    private static let boundToField: UInt8 = 0x10

    /// What a secret is for.
    package enum Field: Sendable {
        /// It signs messages.
        case signature
        /// The private key of a client certificate.
        case clientKey
        /// The value of a header; upper and lower case are the same.
        case header(String)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .signature: Array("signature".utf8)
            case .clientKey: Array("clientKey".utf8)
            case .header(let name): Array("header:\(name.lowercased())".utf8)
            }
        }

        /// The secret by its name, and how it is replaced.
        fileprivate var words: (name: String, remedy: String) {
            switch self {
            case .signature: ("a signing secret", "rotate it")
            case .clientKey: ("the TLS key", "send tls with PATCH /v1/hooks/ID")
            case .header(let name): ("the header \(name.prefix(100))", "send headers with PATCH /v1/hooks/ID")
            }
        }
    }

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
    /// - Returns: Bytes to keep in `Hook.sealedSecrets`; other bytes each time.
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could fix.
    public func seal(_ secret: SigningSecret, for hook: HookID, validUntil end: UTCInstant? = nil) throws -> [UInt8] {
        let content = secret.scheme == .v1 ? Content.shared : .ed25519
        return try seal(
            secret.bytes, content, .signature, for: hook, until: end?.millisecondsSinceEpoch ?? Self.forever)
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    public func open(_ sealed: [UInt8], for hook: HookID) throws -> OpenedSecret {
        let (content, end, bytes) = try openBox(sealed, .signature, for: hook)
        guard content != .privateText else { throw unknownForm(.signature, hook) }
        return OpenedSecret(
            secret: try SigningSecret(bytes: bytes, content == .shared ? .v1 : .v1a),
            validUntil: end == Self.forever ? nil : UTCInstant(millisecondsSinceEpoch: end)
        )
    }

    /// Seals a text that only taskd is to see, such as the key of a client certificate.
    ///
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could fix.
    package func seal(text: String, as field: Field, for hook: HookID) throws -> [UInt8] {
        try seal(Array(text.utf8), .privateText, field, for: hook, until: Self.forever)
    }

    /// Opens a sealed text.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    package func openText(_ sealed: [UInt8], as field: Field, for hook: HookID) throws -> String {
        let (content, _, bytes) = try openBox(sealed, field, for: hook)
        guard content == .privateText else { throw unknownForm(field, hook) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A key for something else that is to be sealed, which says nothing of this one (HKDF, RFC 5869).
    ///
    /// - Parameter purpose: What it is for; each purpose has a key of its own.
    /// - Returns: The key.
    package func key(for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: Self.keyLength)
    }

    /// Whether a sealed secret is bound to its field, as those of older versions are not.
    func isBound(_ sealed: [UInt8]) -> Bool { (sealed.first ?? 0) & Self.boundToField != 0 }

    private func seal(
        _ bytes: [UInt8],
        _ content: Content,
        _ field: Field,
        for hook: HookID,
        until end: Int64
    ) throws -> [UInt8] {
        let kind = content.rawValue | Self.boundToField
        let header = [kind] + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) }
        let box = try ChaChaPoly.seal(bytes, using: key, authenticating: header + hook.uuid.bytes + field.bytes)
        return header + Array(box.combined)
    }

    private func openBox(
        _ sealed: [UInt8],
        _ field: Field,
        for hook: HookID
    ) throws -> (Content, end: Int64, [UInt8]) {
        guard sealed.count > Self.headerLength, let content = Content(rawValue: sealed[0] & ~Self.boundToField) else {
            throw unknownForm(field, hook)
        }
        let header = Array(sealed.prefix(Self.headerLength))
        let context = header + hook.uuid.bytes + (isBound(sealed) ? field.bytes : [])
        do {
            let box = try ChaChaPoly.SealedBox(combined: sealed.dropFirst(Self.headerLength))
            let bytes = try ChaChaPoly.open(box, using: key, authenticating: context)
            return (content, header.dropFirst().reduce(Int64(0)) { $0 << 8 | Int64($1) }, Array(bytes))
        } catch is CryptoKitError {
            throw NotifyError(
                .unopenableSecret,
                """
                \(field.words.name) of the hook \(hook) was sealed with another key, or is damaged; restore the key \
                file, or \(field.words.remedy)
                """
            )
        }
    }

    private func unknownForm(_ field: Field, _ hook: HookID) -> NotifyError {
        NotifyError(
            .unopenableSecret,
            """
            \(field.words.name) of the hook \(hook) is in a form that this version does not know; run a newer taskd, \
            or \(field.words.remedy)
            """
        )
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
