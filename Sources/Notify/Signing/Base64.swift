import Foundation

/// Base64 with the standard alphabet and padding (RFC 4648 §4), and nothing else.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The bytes of a text; nil unless it is exactly what `encode` writes for them.
    ///
    /// One spelling for each value, so that a signature or a secret cannot be changed and still pass.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
