/// How many cells of a terminal text takes.
///
/// A character, as a person sees one, takes two cells where its first scalar is wide (East Asian Width W or F, most emoji
/// among them), where it is shown as an emoji, and where it is a flag; else as many as those of its scalars that take one.
enum DisplayWidth {
    /// The cells of a text; control characters count as what replaces them.
    static func of(_ text: some StringProtocol) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The cells of a character: 0, 1 or 2, and more only where letters are joined into one.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isFlag = scalars.count == 2 && scalars.allSatisfy(isRegionalIndicator)
        if isWide(first) || isFlag || scalars.dropFirst().contains("\u{FE0F}") && first.properties.isEmoji { return 2 }
        return scalars.count == 1 ? cells(first) : scalars.reduce(0) { $0 + cells($1) }
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        if isWide(scalar) { return 2 }
        // The vowels and the final consonants of Hangul that stand behind a first consonant, within its two cells.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // The soft hyphen is shown, and so are signs that stand before numbers.
        case .format: return scalar == "\u{AD}" || (0x600...0x605).contains(scalar.value) ? 1 : 0
        default: return 1
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= wideRanges[0] else { return false }
        var (low, high) = (0, wideRanges.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[2 * middle + 1] < scalar.value { low = middle + 1 } else { high = middle }
        }
        return 2 * low < wideRanges.count && wideRanges[2 * low] <= scalar.value
    }
}

extension String {
    /// The text, or as many of its characters as have room beside a `…`; never more cells than `width`.
    func cut(toWidth width: Int) -> String {
        guard DisplayWidth.of(self) > width else { return self }
        guard width > 0 else { return "" }
        var (taken, cells) = ("", 0)
        for character in self {
            cells += DisplayWidth.of(character)
            if cells > width - 1 { break }
            taken.append(character)
        }
        return taken + "…"
    }

    /// The text with spaces behind it, or before it, up to a width.
    func padded(toWidth width: Int, atStart: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
        return atStart ? space + self : self + space
    }
}
