import Foundation

/// The words of a text, as an index of full text has them.
///
/// A word is a run of letters and digits of any script, in lower case; Latin letters count without their diacritics. This
/// is what the tokenizer `unicode61 remove_diacritics 2` of SQLite's FTS5 makes of a text, to which everything that is
/// newer than Unicode 6.1 is a letter without case.
struct TextWords {
    private var words: [String.UnicodeScalarView] = []

    init(_ text: String) {
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if Self.isOfWord(scalar) {
                word.append(contentsOf: Self.folded(scalar))
            } else if !word.isEmpty, !Self.isDiacritic(scalar) {
                words.append(word)
                word.removeAll()
            }
        }
        if !word.isEmpty { words.append(word) }
    }

    /// The words themselves, in order.
    var texts: [String] { words.map { String($0) } }

    /// Whether others stand among them in a row; of the last, a beginning is enough.
    func hold(_ others: TextWords) -> Bool {
        guard let last = others.words.last, words.count >= others.words.count else { return false }
        let before = others.words.dropLast()
        return (0...words.count - others.words.count).contains { start in
            zip(words[start...], before).allSatisfy { $0.elementsEqual($1) }
                && words[start + before.count].starts(with: last)
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        guard isKnown(scalar) else { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber, .privateUse: true
        default: false
        }
    }

    private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return true }
        return scalar.properties.age.map { ($0.major, $0.minor) <= (6, 1) } ?? false
    }

    /// The marks that FTS5 passes over within a word.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        guard (768...817).contains(scalar.value) else { return false }
        let (low, high): (UInt32, UInt32) = (0x0802_9FDF, 0x0003_61F8)
        return scalar.value < 800 ? low >> (scalar.value - 768) & 1 == 1 : high >> (scalar.value - 800) & 1 == 1
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        guard !scalar.isASCII else { return scalar.properties.lowercaseMapping.unicodeScalars }
        guard isKnown(scalar) else { return String(scalar).unicodeScalars }
        let lower = caseFolded(scalar)
        let parts = lower.decomposedStringWithCanonicalMapping.unicodeScalars
        guard let base = parts.first, base.isASCII, parts.count > 1 else { return lower.unicodeScalars }
        return String(base).unicodeScalars
    }

    /// The letter in lower case, letters that share a capital as one; the dotless i shares none.
    private static func caseFolded(_ scalar: Unicode.Scalar) -> String {
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        guard scalar != "\u{131}", upper.count == 1, let capital = upper.first else {
            return scalar.properties.lowercaseMapping
        }
        return capital.properties.lowercaseMapping
    }
}
