/// The words that a task is found by, as an index keeps them.
///
/// Words have spaces between them and hold nothing but ASCII letters and digits and what is not ASCII, so that an index
/// need know no more of them. Of a run of Hangul, Han characters or kana each two that stand side by side are a word, and
/// the last one alone: a part of a run is found as a phrase of such words, a single character as the beginning of one.
package struct SearchWords: Hashable, Sendable {
    /// The words, in order.
    package let text: String

    /// A word between texts, so that no phrase is found across two of them; it is for private use, and no piece of a text
    /// has it.
    private static let gap: UInt32 = 0xE000

    /// The words of texts; between two of them there is a gap that no phrase bridges.
    package init(of texts: [String]) {
        var words = WordText()
        words.bytes.reserveCapacity(texts.reduce(16) { $0 + $1.utf8.count })
        for text in texts where !text.isEmpty {
            if !words.bytes.isEmpty { words.add([Self.gap]) }
            SearchPieces.each(of: text) { words.add($0, isLast: false) }
        }
        text = words.text
    }

    /// The words of a task: of its title, its description, the titles of its subtasks and its tags.
    package init(title: String, details: String?, subtasks: [String], tags: [String]) {
        self.init(of: [title, details ?? ""] + subtasks + tags)
    }

    /// The words of a task.
    package init(of task: TaskItem) {
        self.init(title: task.title, details: task.details, subtasks: task.subtasks.map(\.title), tags: task.tags)
    }

    /// Whether a phrase stands among them, as an index finds it.
    package func hold(_ phrase: SearchQuery.Phrase) -> Bool {
        // Between spaces both have whole words; a first space makes the first word none that merely ends so.
        let (words, wanted) = (" \(text) ".utf8, " \(phrase.words)\(phrase.isPrefix ? "" : " ")".utf8)
        return words.firstRange(of: wanted) != nil
    }
}

/// Words in UTF-8, with spaces between them.
struct WordText {
    var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds the words that a piece is kept or looked for as.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - isLast: Whether what is looked for ends here, so that a run may go on.
    mutating func add(_ piece: SearchPieces.Piece, isLast: Bool) {
        guard piece.isRun else { return add(piece.codes[...]) }
        for index in piece.codes.indices.dropLast() { add(piece.codes[index...index + 1]) }
        if !isLast || piece.codes.count == 1 { add(piece.codes.suffix(1)) }
    }

    /// Adds one word.
    mutating func add(_ codes: ArraySlice<UInt32>) {
        if !bytes.isEmpty { bytes.append(0x20) }
        for code in codes {
            if code < 0x80 {
                bytes.append(UInt8(code))
            } else if let scalar = Unicode.Scalar(code) {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
