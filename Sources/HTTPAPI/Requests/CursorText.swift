import Crypto
import Foundation
import Storage

/// A position in a list, opaque to clients: in base64url without padding (RFC 4648 §5).
enum CursorText {
    /// The cursor of a position, sealed where the client is not to read it.
    ///
    /// - Parameters:
    ///   - parts: What the position is made of.
    ///   - seal: Seals it; nil where the client may read it.
    ///   - list: What identifies the list.
    /// - Returns: The cursor.
    static func encode(_ parts: [String], _ seal: CursorSeal? = nil, of list: String = "") -> String {
        let bytes = Array(parts.joined(separator: ",").utf8)
        let base64 = Data(seal?.sealed(bytes, of: list) ?? bytes).base64EncodedData()
        return String(
            decoding: base64.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }

    /// What a position is made of; nil for what is no cursor, or was not sealed for the client and the list.
    static func decode(_ text: String, _ seal: CursorSeal? = nil, of list: String = "") -> [String]? {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64).map({ Array($0) }) else { return nil }
        let opened = seal.map { $0.opened(bytes, of: list) } ?? bytes
        return opened.map {
            String(decoding: $0, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

/// Seals the cursors of a token that reaches a part of what is stored (ChaCha20-Poly1305, RFC 8439).
///
/// A page may end behind a row that the token is not to know of, and what the store goes on by may be its id, its name or
/// its text. Sealed, no cursor tells anything, whatever list it is of, and nobody can make up one to ask by. It opens for the
/// same token and the same list alone.
struct CursorSeal: Sendable {
    /// What the key of all cursors is derived for.
    static let purpose = "cursor"
    /// The length is told by no more than in how many blocks of so many bytes it is.
    private static let blockLength = 64

    private let key: SymmetricKey
    private let token: TokenID

    /// - Parameters:
    ///   - key: The key of all cursors.
    ///   - token: Whose cursors these are.
    init(_ key: SymmetricKey, for token: TokenID) {
        (self.key, self.token) = (key, token)
    }

    fileprivate func sealed(_ bytes: [UInt8], of list: String) -> [UInt8] {
        let rest = bytes.count % Self.blockLength
        let padded = bytes + [UInt8](repeating: 0, count: rest == 0 ? 0 : Self.blockLength - rest)
        do {
            return Array(try ChaChaPoly.seal(padded, using: key, authenticating: context(of: list)).combined)
        } catch {
            preconditionFailure("a key of 32 bytes seals whatever there is: \(error)")
        }
    }

    fileprivate func opened(_ bytes: [UInt8], of list: String) -> [UInt8]? {
        guard let box = try? ChaChaPoly.SealedBox(combined: bytes),
            let padded = try? ChaChaPoly.open(box, using: key, authenticating: context(of: list))
        else { return nil }
        return Array(padded.prefix { $0 != 0 })
    }

    /// What the seal is bound to.
    private func context(of list: String) -> [UInt8] { token.uuid.bytes + Array(list.utf8) }
}
