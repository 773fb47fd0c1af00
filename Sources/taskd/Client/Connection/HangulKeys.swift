import Foundation

/// What was meant by Hangul that was typed where Latin letters were: the keys of the Korean layout (두벌식) that were hit.
enum HangulKeys {
    private static let initials = [
        "r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g",
    ]
    private static let vowels = [
        "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml", "l",
    ]
    private static let finals = [
        "", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "qt", "t",
        "T", "d", "w", "c", "z", "x", "v", "g",
    ]
    /// Single letters as they stand in the block of compatibility letters, from U+3131 on.
    private static let letters = [
        "r", "R", "rt", "s", "sw", "sg", "e", "E", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "Q", "qt",
        "t", "T", "d", "w", "W", "c", "z", "x", "v", "g",
    ]

    /// The Latin letters under the keys, in lower case; nil where there is no Hangul in a text.
    static func latin(_ text: String) -> String? {
        var (latin, hasHangul) = ("", false)
        for scalar in text.precomposedScalars {
            switch scalar.value {
            case 0xAC00...0xD7A3:
                let place = Int(scalar.value - 0xAC00)
                latin += initials[place / 588] + vowels[place % 588 / 28] + finals[place % 28]
                hasHangul = true
            case 0x3131...0x314E:
                latin += letters[Int(scalar.value - 0x3131)]
                hasHangul = true
            case 0x314F...0x3163:
                latin += vowels[Int(scalar.value - 0x314F)]
                hasHangul = true
            default: latin.unicodeScalars.append(scalar)
            }
        }
        return hasHangul ? latin.lowercased() : nil
    }
}

extension String {
    /// The scalars with each syllable as one, however the terminal sent it.
    fileprivate var precomposedScalars: String.UnicodeScalarView {
        precomposedStringWithCanonicalMapping.unicodeScalars
    }
}
