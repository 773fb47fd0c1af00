/// A word of a title by which other tasks are looked for whose titles have it too.
package struct TitleWord: Hashable, Sendable {
    /// How many words of a title are looked for.
    package static let most = 8

    /// The word as it is compared: in small letters, without accents.
    package let text: String
    package let phrase: SearchQuery.Phrase

    /// The first words of a title that say something of it, each once: of at least two characters, and no number.
    package static func all(of title: String) -> [TitleWord] {
        var (words, seen): ([TitleWord], Set<String>) = ([], [])
        for piece in SearchPieces.all(of: title) where words.count < most {
            var text = String.UnicodeScalarView()
            for code in piece.codes { Unicode.Scalar(code).map { text.append($0) } }
            guard let word = TitleWord(String(text)), seen.insert(word.text).inserted else { continue }
            words.append(word)
        }
        return words
    }

    /// Makes a word; nil of a text that is none by itself.
    package init?(_ text: String) {
        let isNumber = text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
        let pieces = SearchPieces.all(of: text)
        guard pieces.count == 1, pieces[0].codes.count > 1, !isNumber,
            let phrase = SearchQuery.Phrase(text, isWhole: true)
        else { return nil }
        (self.text, self.phrase) = (text, phrase)
    }

    /// Whether it stands in a title.
    package func stands(in title: String) -> Bool { SearchWords(of: [title]).hold(phrase) }

    /// How the index of words is asked for it.
    package var fullTextPattern: String { phrase.fullTextPattern }
}
