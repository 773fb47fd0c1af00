/// The signatures of a received `webhook-signature` header, of the versions that are known.
///
/// The one reader of that header: strict, bounded, and without a way to fail but by `.malformedHeader`.
struct SignatureList {
    struct Signature: Hashable {
        var version: Version
        var bytes: [UInt8]
    }

    enum Version: String {
        case v1
        case v1a

        /// How many bytes its signatures have.
        var length: Int { self == .v1 ? 32 : 64 }
    }

    private static let maxHeader = 4_096
    private static let maxEntries = 32

    let signatures: [Signature]

    /// Reads `VERSION,SIGNATURE` entries with single spaces between them; those of unknown versions are passed over.
    ///
    /// - Throws: ``NotifyError`` with code `.malformedHeader`.
    init(_ header: String) throws {
        guard header.utf8.count <= Self.maxHeader else { throw Self.malformed("is too long") }
        let entries = header.split(separator: " ", omittingEmptySubsequences: false)
        guard entries.count <= Self.maxEntries else {
            throw Self.malformed("has more than \(Self.maxEntries) entries")
        }
        signatures = try entries.compactMap(Self.signature)
    }

    private static func signature(_ entry: Substring) throws -> Signature? {
        let parts = entry.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw malformed("must be a list of VERSION,SIGNATURE separated by single spaces")
        }
        guard let version = Version(rawValue: String(parts[0])) else { return nil }
        guard let bytes = Base64.decode(parts[1]), bytes.count == version.length else {
            throw malformed("must have \(version.length) bytes in padded base64 for \(version.rawValue)")
        }
        return Signature(version: version, bytes: bytes)
    }

    private static func malformed(_ reason: String) -> NotifyError {
        NotifyError(.malformedHeader, "\(WebhookHeaders.signatureName) \(reason)")
    }
}
