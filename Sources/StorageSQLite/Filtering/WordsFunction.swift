import GRDB
import Storage

/// The function of SQL that tells whether the words of a text stand in another, as searches find them.
///
/// The index of words knows in which tasks words stand, but not in which of their texts.
enum WordsFunction {
    static let name = "holds_words"

    /// `holds_words(text, wanted)`: true or false, also of NULL.
    static let function = DatabaseFunction(name, argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
            let phrase = String.fromDatabaseValue(values[1]).flatMap({ SearchQuery.Phrase($0) })
        else { return false }
        return SearchWords(of: [text]).hold(phrase)
    }
}
