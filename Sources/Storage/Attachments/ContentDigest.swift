import Crypto

/// The SHA-256 of content, by which it is stored: 64 hexadecimal digits in lower case.
public struct ContentDigest: Hashable, Sendable, LosslessStringConvertible {
    /// The digits.
    public let description: String

    /// Reads the digits; nil where it is no digest.
    public init?(_ text: String) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        description = text
    }

    fileprivate init(_ digest: SHA256.Digest) {
        let digits = Array("0123456789abcdef".utf8)
        description = String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Makes a digest of content that is never in memory as a whole.
package struct ContentHasher: Sendable {
    private var hash = SHA256()

    package init() {}

    /// Takes up further bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bufferPointer: bytes)
    }

    /// The digest of all bytes so far.
    package func digest() -> ContentDigest { ContentDigest(hash.finalize()) }
}
