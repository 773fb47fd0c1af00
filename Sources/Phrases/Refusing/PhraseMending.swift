/// Looks for a phrase that is taken, and that keeps what was right of one that is not.
struct PhraseMending {
    private let before: String
    private let fault: String
    private let after: String
    private let isTaken: (String) -> Bool

    /// Words that say nothing by themselves; without what they join, they are left out.
    private static let joints: Set = [
        "on", "at", "by", "the", "of", "in", "for", "from", "and", "&", ",", "@", "or", "또는",
    ]
    /// How many words are left out at the most, one by one.
    private static let limit = 24

    /// - Parameters:
    ///   - phrase: The phrase that is not taken.
    ///   - range: The bytes at fault.
    ///   - isTaken: Whether a phrase is taken.
    init(phrase: String, range: Range<Int>, isTaken: @escaping (String) -> Bool) {
        let bytes = Array(phrase.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        (before, fault, after) = (text(0..<range.lowerBound), text(range), text(range.upperBound..<bytes.count))
        self.isTaken = isTaken
    }

    /// The phrase with other words in place of those at fault, or these words alone; nil where neither is taken.
    func mended(_ words: String) -> String? {
        withReplaced(words) ?? (isTaken(words) ? words : nil)
    }

    /// The phrase with other words in place of those at fault; nil where that is not taken.
    func withReplaced(_ words: String) -> String? {
        let rest = Self.words(before) + Self.words(after)
        if rest.allSatisfy(Self.joints.contains), isTaken(words) { return words }
        // What was joined to the old words does not suit those that bring their own: "every hour at 9", "every hour from 9am".
        let isJoined = Self.words(words).first.map(Self.joints.contains) ?? false
        let opening = isJoined ? Self.words(before).withoutEnd(Self.joints).joined(separator: " ") + " " : before
        let text = Self.spaced(opening + words + after)
        if isTaken(text) { return text }
        // "a few days", "a couple of weeks": what counts in digits has no words around it.
        let counted = [words] + Self.words(after).drop { $0 == "of" }
        let shorter = (Self.words(opening).withoutEnd(["a", "an"]) + counted).joined(separator: " ")
        return isTaken(shorter) ? shorter : nil
    }

    /// The phrase with less, and as much of it as is taken: first only the end of what is at fault is left out, then all of
    /// that, then all that follows; nil where nothing is taken.
    var withoutFault: String? {
        let parts = Self.words(fault)
        // A number behind what is left out would count something else.
        let isCut = Self.words(after).first.map { $0.utf8.allSatisfy(Lexer.isDigit) } ?? false
        for count in (1..<max(1, min(parts.count, Self.limit))).reversed() where !isCut {
            let text = Self.spaced(before + parts.prefix(count).joined(separator: " ") + after)
            if isTaken(text) { return text }
        }
        let rest = Self.words(before + " " + after).withoutEnd(Self.joints).joined(separator: " ")
        if !fault.isEmpty, isTaken(rest) { return rest }
        let all = Self.words(before + fault + after)
        return (1..<max(1, min(all.count, Self.limit))).reversed().lazy.map { count in
            all.prefix(count).joined(separator: " ")
        }.first(where: isTaken)
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func spaced(_ text: String) -> String { words(text).joined(separator: " ") }
}

extension [String] {
    /// The words without those at the end that are of a set, and without the sign of a range behind the last.
    fileprivate func withoutEnd(_ words: Set<String>) -> [String] {
        guard let last = lastIndex(where: { !words.contains($0.lowercased()) }) else { return [] }
        let isOpen = self[last].count > 1 && ["-", "~"].contains(self[last].last)
        return self[..<last] + [isOpen ? String(self[last].dropLast()) : self[last]]
    }
}
