import Crypto

/// What a receiver verifies signatures with: a shared secret (`whsec_…`), or a sender's public key (`whpk_…`).
public struct VerificationKey: Hashable, Sendable {
    enum Material: Hashable, Sendable {
        case shared([UInt8])
        case ed25519([UInt8])
    }

    private static let publicPrefix = "whpk_"
    let material: Material

    init(shared bytes: [UInt8]) {
        material = .shared(bytes)
    }

    init(public bytes: [UInt8]) {
        material = .ed25519(bytes)
    }

    /// Reads `whsec_…` or `whpk_…`; of a private key, `whsk_…`, the public part is taken.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidSecret`, which does not repeat the text.
    public init(_ text: String) throws {
        guard text.hasPrefix(Self.publicPrefix) else {
            self = try SigningSecret(text).verificationKey
            return
        }
        guard let bytes = Base64.decode(text.dropFirst(Self.publicPrefix.count)),
            bytes.count == SigningSecret.seedLength
        else { throw NotifyError(.invalidSecret, "a public key must be whpk_ followed by 32 bytes in padded base64") }
        material = .ed25519(bytes)
    }

    /// Which signatures it verifies.
    public var scheme: SigningSecret.Scheme {
        if case .shared = material { .v1 } else { .v1a }
    }

    /// The key itself: `whsec_…`, which must be kept secret, or `whpk_…`, which need not be.
    public var text: String {
        switch material {
        case .shared(let bytes): SigningSecret.Scheme.v1.prefix + Base64.encode(bytes)
        case .ed25519(let bytes): Self.publicPrefix + Base64.encode(bytes)
        }
    }

    /// Whether a signature of its own scheme was made over a message with the key's secret part.
    ///
    /// The comparison of two codes takes the same time whatever they are; the curve's arithmetic does too.
    func verifies(_ signature: [UInt8], of content: SignedContent) -> Bool {
        switch material {
        case .shared(let bytes):
            return content.authenticationCode(key: SymmetricKey(data: bytes)) == signature
        case .ed25519(let bytes):
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            return key?.isValidSignature(signature, for: content.bytes) ?? false
        }
    }
}

extension VerificationKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the scheme, not the key.
    public var description: String { "key for \(scheme.rawValue) signatures" }
    /// Names the scheme, not the key.
    public var debugDescription: String { description }
    /// Shows no parts, so that `dump` does not show a shared secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
