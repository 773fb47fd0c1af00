/// The beginning of what a receiver or a program said, for the attempt log.
struct ResponseExcerpt {
    /// How much is kept, in bytes of UTF-8.
    static let longest = 4_096

    private var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) {
        bytes += more.prefix(Self.longest - bytes.count)
    }

    /// Whether a character is none that is shown but one that a terminal or a reader obeys: the controls of ASCII and of
    /// ISO 6429 (U+0080 to U+009F), line and paragraph separators, and those that turn the direction of writing.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The bytes as text that a log can hold: without control characters but for tabs and line feeds; nil for nothing.
    var text: String? {
        guard !bytes.isEmpty else { return nil }
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = Self.isUnprintable(scalar) && scalar != "\t" && scalar != "\n"
            let shown = isControl ? "\u{FFFD}" : scalar
            guard text.utf8.count + String(shown).utf8.count <= Self.longest else { break }
            text.unicodeScalars.append(shown)
        }
        return text
    }
}
