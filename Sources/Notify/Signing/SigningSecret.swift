import Crypto

/// What a webhook is signed with: a secret of Standard Webhooks, for one of its two kinds of signatures.
///
/// Written `whsec_` or `whsk_` and the base64 of its bytes. Its text comes out only by ``text``: neither printing nor
/// dumping it, nor anything that holds it, reveals the bytes.
public struct SigningSecret: Hashable, Sendable {
    /// The kinds of signatures.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        /// HMAC-SHA256: sender and receiver share the secret, 24 to 64 bytes (`whsec_`).
        case v1
        /// Ed25519 (RFC 8032): the receiver knows only the public key, and so cannot sign (`whsk_`, 32 bytes).
        case v1a

        var prefix: String { self == .v1 ? "whsec_" : "whsk_" }
    }

    /// How many bytes a secret for `v1` may have.
    public static let permittedLengths = 24...64
    static let seedLength = 32

    /// Which signatures it makes.
    public let scheme: Scheme
    /// The shared secret, or the seed of the private key.
    let bytes: [UInt8]

    /// Makes a new secret for `v1` from the system's cryptographic source of random bytes.
    ///
    /// - Parameter byteCount: How many bytes, 24 to 64.
    /// - Returns: A secret that nobody else has.
    public static func make(byteCount: Int = 32) -> SigningSecret {
        precondition(permittedLengths.contains(byteCount), "a signing secret has 24 to 64 bytes, not \(byteCount)")
        return SigningSecret(unchecked: randomBytes(byteCount), .v1)
    }

    /// Makes a new secret from the system's cryptographic source of random bytes.
    ///
    /// - Parameter scheme: Which signatures it is to make.
    /// - Returns: A secret that nobody else has.
    public static func make(for scheme: Scheme) -> SigningSecret {
        SigningSecret(unchecked: randomBytes(seedLength), scheme)
    }

    /// Reads a secret's text: `whsec_…`, or `whsk_…` with the seed of an Ed25519 key, which its public key may follow.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidSecret`, which does not repeat the text.
    public init(_ text: String) throws {
        guard let scheme = Scheme.allCases.first(where: { text.hasPrefix($0.prefix) }) else {
            throw NotifyError(.invalidSecret, "a signing secret must begin with whsec_ or whsk_")
        }
        guard let bytes = Base64.decode(text.dropFirst(scheme.prefix.count)) else {
            throw NotifyError(.invalidSecret, "a signing secret must be \(scheme.prefix) followed by padded base64")
        }
        try self.init(bytes: bytes, scheme)
    }

    init(bytes: [UInt8], _ scheme: Scheme) throws {
        switch scheme {
        case .v1:
            guard Self.permittedLengths.contains(bytes.count) else {
                throw NotifyError(.invalidSecret, "a whsec_ secret must have 24 to 64 bytes, not \(bytes.count)")
            }
            self.init(unchecked: bytes, scheme)
        case .v1a:
            self.init(unchecked: Array(bytes.prefix(Self.seedLength)), scheme)
            let isKeyPair = bytes.count == 2 * Self.seedLength && Array(bytes.dropFirst(Self.seedLength)) == publicBytes
            guard bytes.count == Self.seedLength || isKeyPair else {
                throw NotifyError(
                    .invalidSecret,
                    "a whsk_ secret must have 32 bytes, or 64 that end with the matching public key")
            }
        }
    }

    private init(unchecked bytes: [UInt8], _ scheme: Scheme) {
        self.bytes = bytes
        self.scheme = scheme
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: 8 * count)).withUnsafeBytes { Array($0) }
    }

    /// The secret itself, `whsec_…` or `whsk_…`: to be shown once, when it is made, and never logged.
    public var text: String { scheme.prefix + Base64.encode(bytes) }

    /// What a receiver needs to verify its signatures: for `v1` the secret itself, for `v1a` the public key.
    public var verificationKey: VerificationKey {
        scheme == .v1 ? VerificationKey(shared: bytes) : VerificationKey(public: publicBytes)
    }

    private var publicBytes: [UInt8] {
        bytes.count == Self.seedLength ? Array(privateKey.publicKey.rawRepresentation) : []
    }

    var privateKey: Curve25519.Signing.PrivateKey {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
            preconditionFailure("any 32 bytes are the seed of an Ed25519 key")
        }
        return key
    }
}

extension SigningSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the length, not the secret.
    public var description: String { "signing secret of \(bytes.count) bytes" }
    /// Names the length, not the secret.
    public var debugDescription: String { description }
    /// Shows no parts, so that `dump` does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
