import Storage

/// Words and phrases that are looked for, as a condition on the rows of `task_search`.
///
/// The index knows the words of a task, and nothing of their order: a phrase of several is looked for in the text as well.
struct WordSearch {
    private(set) var condition: String
    private(set) var arguments: Arguments

    /// - Parameters:
    ///   - phrases: What is looked for, all of it; at least one.
    ///   - column: The column of the words in which each must stand: all of them, those of the title or of the description.
    init(_ phrases: [SearchQuery.Phrase], in column: String = "words") {
        let wanted = phrases.map(Self.lexemes).joined(separator: " & ")
        (condition, arguments) = ("lexemes @@ ?::tsquery", [wanted])
        for phrase in phrases where column != "words" || phrase.words.utf8.contains(UInt8(ascii: " ")) {
            condition += " AND strpos(' ' || \(column) || ' ', ?) > 0"
            arguments.append(" \(phrase.words)\(phrase.isPrefix ? "" : " ")")
        }
    }

    /// Looks for a word of a title.
    init(_ word: TitleWord) {
        self.init([word.phrase])
    }

    /// The words of a phrase in the language of `tsquery`, in which a word between apostrophes is any text; none of ours has
    /// an apostrophe or a backslash.
    private static func lexemes(of phrase: SearchQuery.Phrase) -> String {
        "'\(phrase.words.split(separator: " ").joined(separator: "' & '"))'\(phrase.isPrefix ? ":*" : "")"
    }
}
