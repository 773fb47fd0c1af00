/// The beginning of what a receiver or a program said, for the attempt log.
struct ResponseExcerpt {
    /// How much is kept, in bytes of UTF-8.
    static let longest = 4_096

    private var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) {
        bytes += more.prefix(Self.longest - bytes.count)
    }

    /// The bytes as text that a log can hold: without control characters but for tabs and line feeds; nil for nothing.
    var text: String? {
        guard !bytes.isEmpty else { return nil }
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\n" || scalar.value == 0x7F
            let shown = isControl ? "\u{FFFD}" : scalar
            guard text.utf8.count + String(shown).utf8.count <= Self.longest else { break }
            text.unicodeScalars.append(shown)
        }
        return text
    }
}
