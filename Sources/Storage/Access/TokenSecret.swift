import Crypto

/// The secret of a token, as its owner has it: `taskd_`, 43 random characters, `_` and a checksum of six.
///
/// By prefix and checksum a scanner knows one that leaked into a file without asking anybody, and a server knows a
/// mistyped one without asking its store.
public struct TokenSecret: Hashable, Sendable {
    /// The secret.
    public let text: String

    /// Why a text is no secret.
    public enum Fault: Error, Hashable, Sendable {
        /// It does not begin as one.
        case foreign
        /// It begins as one, but characters are missing, too many or wrong.
        case mistyped
    }

    private static let prefix = "taskd_"
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    /// As many characters have 256 random bits.
    private static let randomLength = 43
    private static let checksumLength = 6
    /// Secrets had 64 hexadecimal digits and no checksum once.
    private static let formerLength = 64

    /// Makes a new one.
    public static func make() -> TokenSecret {
        var generator = SystemRandomNumberGenerator()
        let random = (0..<randomLength).map { _ in digits[Int.random(in: digits.indices, using: &generator)] }
        let body = prefix + String(decoding: random, as: UTF8.self)
        return TokenSecret(unchecked: "\(body)_\(checksum(of: body))")
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// Reads a text, without asking whether anybody knows the secret.
    public init(_ text: String) throws(Fault) {
        guard text.hasPrefix(Self.prefix) else { throw .foreign }
        let rest = Array(text.utf8.dropFirst(Self.prefix.utf8.count))
        let isFormer =
            rest.count == Self.formerLength
            && rest.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        if !isFormer {
            let body = text.dropLast(Self.checksumLength + 1)
            guard rest.count == Self.randomLength + 1 + Self.checksumLength,
                rest.prefix(Self.randomLength).allSatisfy(Self.isDigit),
                text == "\(body)_\(Self.checksum(of: String(body)))"
            else { throw .mistyped }
        }
        self.init(unchecked: text)
    }

    /// The digest under which its token is kept.
    public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The CRC-32 (ISO-HDLC, as in zip files) of a text, in six digits.
    private static func checksum(of text: String) -> String {
        var rest = crc32(text.utf8)
        var written: [UInt8] = []
        for _ in 0..<checksumLength {
            written.append(digits[Int(rest % UInt32(digits.count))])
            rest /= UInt32(digits.count)
        }
        return String(decoding: written.reversed(), as: UTF8.self)
    }

    /// Bit by bit: it is of some fifty bytes.
    package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
