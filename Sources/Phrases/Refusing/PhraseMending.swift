/// Looks for a phrase that is taken, and that keeps what was right of one that is not.
struct PhraseMending {
    private let before: String
    private let fault: String
    private let after: String
    private let seams: PhraseSeams
    private let isTaken: (String) -> Bool

    /// Words that say nothing by themselves; without what they join, they are left out.
    private static let joints: Set = [
        "on", "at", "by", "the", "of", "in", "for", "from", "and", "&", ",", "@", "or", "또는",
    ]
    /// Parts of the day, which do not suit an hour that has its own.
    private static let halves: Set = ["새벽", "아침", "낮", "점심", "저녁", "밤", "오전", "오후"]
    /// How many words are left out at the most, one by one.
    private static let limit = 24

    /// - Parameters:
    ///   - phrase: The phrase that is not taken.
    ///   - range: The bytes at fault.
    ///   - seams: Where the phrase must not be cut.
    ///   - isTaken: Whether a phrase is taken.
    init(phrase: String, range: Range<Int>, seams: PhraseSeams, isTaken: @escaping (String) -> Bool) {
        self.seams = seams
        let bytes = Array(phrase.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        (before, fault, after) = (text(0..<range.lowerBound), text(range), text(range.upperBound..<bytes.count))
        self.isTaken = { isTaken($0) && Self.isWhole($0) }
    }

    /// Signs and words that join two others.
    private static let conjunctions: Set = ["and", "&", ",", "or", "-", "~", "·", "/"]

    /// Whether a text is no torn part of another: it neither begins nor ends with what joins, nor is anything joined to nothing.
    static func isWhole(_ text: String) -> Bool {
        let words = Self.words(text.lowercased())
        guard let first = words.first, let last = words.last, let opening = first.first, let end = last.last else {
            return false
        }
        if conjunctions.contains(String(opening)) || conjunctions.contains(String(end)) { return false }
        // The "first" of "first thing" is no day of a month.
        if conjunctions.contains(first) || first == "of" || joints.contains(last) || words == ["first"] { return false }
        return zip(words, words.dropFirst()).allSatisfy { word, next in
            let isConjunction = conjunctions.contains(word) || word.last == ","
            let isArticle = word == "the" || word == "every" || word == "in"
            return !(isConjunction && (conjunctions.contains(next) || next == "at" || next == "in"))
                && !(isArticle && ["at", "in", "of", "and", "or", ","].contains(next))
        }
    }

    /// Whether nothing but joints stands beside what is at fault.
    var isAlone: Bool { (Self.words(before) + Self.words(after)).allSatisfy(Self.joints.contains) }

    /// Whether the phrase begins with what is at fault.
    var isAtStart: Bool { Self.words(before).isEmpty }

    /// Whether a minus stands before what is at fault.
    var isBehindMinus: Bool { before.last { $0 != " " } == "-" }

    /// Whether a number stands before what is at fault.
    var isBehindNumber: Bool { Self.words(before).last?.utf8.last.map(Lexer.isDigit) ?? false }

    /// The phrase with the first of two that it gives a choice of; what follows the second may belong to both.
    var withFirstChoice: String? {
        let (first, rest) = (Self.words(before), Self.words(after).dropFirst())
        return [first + rest, first].map { $0.joined(separator: " ") }.first(where: isTaken)
    }

    /// Words by themselves, where they are taken.
    func alone(_ words: String) -> String? { isTaken(words) ? words : nil }

    /// The phrase with other words in place of those at fault; nil where that is not taken.
    func withReplaced(_ words: String) -> String? {
        let rest = Self.words(before) + Self.words(after)
        if rest.allSatisfy(Self.joints.contains), isTaken(words) { return words }
        // What was joined to the old words does not suit those that bring their own: "every hour at 9", "every hour from 9am".
        let isJoined = Self.words(words).first.map(Self.joints.contains) ?? false
        let isHalved = words.hasPrefix("오전") || words.hasPrefix("오후")
        let unsuited = isJoined ? Self.joints : isHalved ? Self.halves : []
        let opening = unsuited.isEmpty ? before : Self.words(before).withoutEnd(unsuited).joined(separator: " ") + " "
        let text = Self.spaced(opening + words + after)
        if isTaken(text) { return text }
        // "a few days", "a couple of weeks": what counts in digits has no words around it.
        let counted = [words] + Self.words(after).drop { $0 == "of" }
        let shorter = (Self.words(opening).withoutEnd(["a", "an"]) + counted).joined(separator: " ")
        return isTaken(shorter) ? shorter : nil
    }

    /// The phrase with other words in place of those at fault, whether it is taken or not.
    func replacing(_ words: String) -> String { before + words + after }

    /// The phrase with less, and as much of it as is taken: first only the end of what is at fault is left out, then all of
    /// that, then all that follows; nil where nothing is taken.
    var withoutFault: String? {
        let parts = Self.words(fault)
        // Of "x5" nothing stays without its "x".
        func isASCII(_ sign: Character?) -> Bool { sign.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false }
        let isTorn = isASCII(before.last) && isASCII(fault.first) || isASCII(fault.last) && isASCII(after.first)
        if isTorn, let text = withoutWords { return text }
        let (start, end) = (before.utf8.count, before.utf8.count + fault.utf8.count)
        // A number behind what is left out would count something else.
        let isCut = Self.words(after).first.map { $0.utf8.allSatisfy(Lexer.isDigit) } ?? false
        for count in (1..<max(1, min(parts.count, Self.limit))).reversed() where !isCut {
            // "dec 1, 2" and "mon and wed" are cut before what joins them.
            guard let last = parts[..<count].last, !Self.conjunctions.contains(last) else { continue }
            let kept = parts.prefix(count).joined(separator: " ")
            let opening = kept.hasSuffix(",") ? String(kept.dropLast()) : kept
            let text = Self.spaced(before + opening + after)
            let isWhole = seams.allowsLeavingOut(start + Self.length(ofWords: count, of: fault)..<end)
            if isWhole, isTaken(text) { return text }
        }
        let others = Self.words(before + " " + after).withoutEnd(Self.joints)
        let bare = others.drop { Self.joints.contains($0.lowercased()) }
        // The 3 of "for 3" would be an hour by itself.
        let isCounted = bare.startIndex > 0 && bare.first?.utf8.first.map(Lexer.isDigit) ?? false
        let rests = isCounted ? [others[...]] : [others[...], bare]
        let rest = rests.lazy.map { $0.joined(separator: " ") }.first(where: isTaken)
        if !fault.isEmpty, seams.allowsLeavingOut(start..<end), let rest { return rest }
        return beginning
    }

    /// As much of the beginning of the phrase as is taken; nil where nothing is.
    var beginning: String? {
        let whole = before + fault + after
        let all = Self.words(whole)
        return (1..<max(1, min(all.count, Self.limit))).reversed().lazy.filter { count in
            seams.allowsLeavingOut(Self.length(ofWords: count, of: whole)..<whole.utf8.count)
        }.map { all.prefix($0).joined(separator: " ") }.first(where: isTaken)
    }

    /// How many bytes of a text its first words are, with the spaces between them.
    private static func length(ofWords count: Int, of text: String) -> Int {
        guard count > 0, case let words = text.split(separator: " "), words.count >= count else { return 0 }
        return text.utf8.distance(from: text.startIndex, to: words[count - 1].endIndex)
    }

    /// The phrase without the words of which what is at fault is a part; nil where that is not taken.
    private var withoutWords: String? {
        let opening = before.lastIndex(of: " ").map { String(before[..<$0]) } ?? ""
        let end = after.firstIndex(of: " ").map { String(after[$0...]) } ?? ""
        let text = Self.spaced(opening + end)
        return isTaken(text) ? text : nil
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
