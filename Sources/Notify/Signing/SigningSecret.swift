import Crypto

/// A symmetric signing secret of Standard Webhooks: 24 to 64 random bytes, written `whsec_` and their base64.
///
/// Its text comes out only by ``text``: neither printing nor dumping it, nor anything that holds it, tells the bytes.
public struct SigningSecret: Hashable, Sendable {
    /// How many bytes a secret may have.
    public static let permittedLengths = 24...64
    private static let prefix = "whsec_"

    let bytes: [UInt8]

    /// Makes a new secret from the system's cryptographic source of random bytes.
    ///
    /// - Parameter byteCount: How many bytes, 24 to 64.
    /// - Returns: A secret that nobody else has.
    public static func make(byteCount: Int = 32) -> SigningSecret {
        precondition(permittedLengths.contains(byteCount), "a signing secret has 24 to 64 bytes, not \(byteCount)")
        let key = SymmetricKey(size: SymmetricKeySize(bitCount: 8 * byteCount))
        return SigningSecret(unchecked: key.withUnsafeBytes { Array($0) })
    }

    /// Reads a secret's text.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidSecret`, which does not repeat the text.
    public init(_ text: String) throws {
        guard text.hasPrefix(Self.prefix) else {
            throw NotifyError(.invalidSecret, "a signing secret begins with \(Self.prefix)")
        }
        guard let bytes = Base64.decode(text.dropFirst(Self.prefix.count)) else {
            throw NotifyError(.invalidSecret, "what follows \(Self.prefix) must be base64 with padding")
        }
        try self.init(bytes: bytes)
    }

    init(bytes: [UInt8]) throws {
        guard Self.permittedLengths.contains(bytes.count) else {
            throw NotifyError(.invalidSecret, "a signing secret has 24 to 64 bytes, this one has \(bytes.count)")
        }
        self.init(unchecked: bytes)
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The secret itself, `whsec_…`: to be shown once, when it is made, and never logged.
    public var text: String { Self.prefix + Base64.encode(bytes) }

    var key: SymmetricKey { SymmetricKey(data: bytes) }
}

extension SigningSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the length, not the secret.
    public var description: String { "signing secret of \(bytes.count) bytes" }
    /// Names the length, not the secret.
    public var debugDescription: String { description }
    /// Shows no parts, so that `dump` does not tell the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
