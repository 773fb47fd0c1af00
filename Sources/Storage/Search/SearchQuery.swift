/// What is looked for in the words of tasks.
///
/// Each word that is looked for must be there or be the beginning of one that is. What is written without a space, such
/// as `e-mail`, is looked for as a phrase, the last word of which may go on; what stands in quotation marks, as a phrase of
/// whole words. Of Hangul, Han characters and kana any part of a word is found. There is no other syntax: whatever else is
/// written is text.
package struct SearchQuery: Sendable {
    /// How many words and phrases a text may have; those after them do not count.
    package static let maxWords = 32

    /// One word or phrase.
    package struct Phrase: Hashable, Sendable {
        /// Words as ``SearchWords`` has them, in the order in which they are to follow each other.
        package let words: String
        /// Whether the last of them may be the beginning of a longer one.
        package let isPrefix: Bool

        /// The words of a text; nil where it has none.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - isWhole: Whether its last word must not go on; a part of a run of Hangul, Han characters and kana always may.
        package init?(_ text: String, isWhole: Bool = false) {
            let pieces = SearchPieces.all(of: text)
            guard let last = pieces.last else { return nil }
            var words = WordText()
            for piece in pieces.dropLast() { words.add(piece, isLast: false) }
            words.add(last, isLast: true)
            self.words = words.text
            isPrefix = last.isRun ? last.codes.count == 1 : !isWhole
        }

        /// The phrase in the language of SQLite's FTS5.
        package var fullTextPattern: String {
            // A word has neither a quotation mark nor anything else that would end a string.
            "\"\(words)\"" + (isPrefix ? "*" : "")
        }
    }

    /// All that must be found.
    package let phrases: [Phrase]
    /// Whether the text is nothing but space, which asks for nothing.
    package let isBlank: Bool

    /// Reads a text; there is none that could not be read.
    package init(_ text: String) {
        let parts = QuotedParts.parts(of: text)
        isBlank = parts.isEmpty
        phrases = Array(parts.lazy.compactMap { Phrase($0.text, isWhole: $0.isQuoted) }.prefix(Self.maxWords))
    }

    /// How many words and phrases a text has.
    package static func count(of text: String) -> Int {
        QuotedParts.parts(of: text).count
    }

    /// The query in the language of SQLite's FTS5, of which only what stands here can occur in it; nil where nothing is
    /// to be found.
    package var fullTextPattern: String? {
        phrases.isEmpty ? nil : phrases.map(\.fullTextPattern).joined(separator: " ")
    }
}

/// What a text has between spaces, and in quotation marks.
private enum QuotedParts {
    private static let quotationMarks: Set<Unicode.Scalar> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

    static func parts(of text: String) -> [(text: String, isQuoted: Bool)] {
        var parts: [(text: String, isQuoted: Bool)] = []
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest = rest.dropFirst()
            } else if quotationMarks.contains(first),
                let end = rest.dropFirst().firstIndex(where: quotationMarks.contains)
            {
                parts.append((String(rest[..<end].dropFirst()), true))
                rest = rest[end...].dropFirst()
            } else {
                // A mark that nothing closes is of no meaning.
                let part = rest.dropFirst().prefix { !$0.properties.isWhitespace && !quotationMarks.contains($0) }
                parts.append((String(rest[..<part.endIndex]), false))
                rest = rest[part.endIndex...]
            }
        }
        return parts
    }
}
