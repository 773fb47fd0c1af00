/// The words of a line, parted by spaces.
struct QuickAddWords {
    /// A word with its bytes in the line.
    struct Word {
        var range: Range<Int>
        /// Whether it is text whatever it looks like: in quotation marks, or behind a backslash.
        var isText = false
        /// What it says without the quotation marks around its value, as `+big house` of `+"big house"`; nil for any other word.
        var plain: String?
        /// What it was taken for; nil for a word of the title.
        var part: QuickAdd.Part?
    }

    let bytes: [UInt8]
    var words: [Word] = []
    /// The longest line whose words are looked at.
    static let limit = 4_096

    init(_ line: String) {
        bytes = Array(line.utf8)
        guard bytes.count <= Self.limit else { return }
        var (index, isQuoted) = (0, false)
        while index < bytes.count {
            let space = spaceLength(at: index)
            guard space == 0 else {
                index += space
                continue
            }
            let start = index
            let wasQuoted = isQuoted
            while index < bytes.count, spaceLength(at: index) == 0 {
                if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
                index += 1
            }
            let hasQuote = bytes[start..<index].contains(UInt8(ascii: "\""))
            let isText = wasQuoted || hasQuote || bytes[start] == UInt8(ascii: "\\")
            words.append(Word(range: visible(start..<index), isText: isText))
        }
        // A quotation mark that nothing closes is one like any other sign, such as that of inches.
        if isQuoted {
            for place in words.indices {
                words[place].isText = bytes[words[place].range.lowerBound] == UInt8(ascii: "\\")
            }
        } else {
            joinQuotedValues(by: UInt8(ascii: "\""))
        }
        joinQuotedValues(by: UInt8(ascii: "'"))
    }

    /// How many bytes a space has that begins at a place; none where there is no space.
    ///
    /// Those that do not break a line, and the wide one of Korean and Japanese keyboards, part words, too.
    private func spaceLength(at place: Int) -> Int {
        let first = bytes[place]
        if first <= UInt8(ascii: " ") { return 1 }
        guard [0xC2, 0xE1, 0xE2, 0xE3].contains(first) else { return 0 }
        let next = bytes[(place + 1)...].prefix(2)
        switch (first, next.first ?? 0, next.last ?? 0) {
        case (0xC2, 0xA0, _): return 2
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return next.count == 2 ? 3 : 0
        default: return 0
        }
    }

    /// A word of dates without the marks of directions and the like that come along when it is pasted, which nobody sees;
    /// any other as it is.
    private func visible(_ range: Range<Int>) -> Range<Int> {
        let scalars = text(range).unicodeScalars
        guard scalars.first?.isUnseen ?? false || scalars.last?.isUnseen ?? false else { return range }
        func count(_ unseen: some Sequence<Unicode.Scalar>) -> Int {
            unseen.prefix(while: \.isUnseen).reduce(0) { $0 + UTF8.width($1) }
        }
        let start = range.lowerBound + count(scalars)
        let end = max(start, range.upperBound - count(scalars.reversed()))
        return Self.isDateWord(Array(bytes[start..<end])) ? start..<end : range
    }

    /// The signs and fields of terms, whose value may stand in quotation marks.
    static let signs = Set(
        ["@", "+", "#", "tag:", "project:", "p:", "priority:", "r:", "remind:", "알림:", "for:", "estimate:"]
            + QuickAddReader.Mark.all.map(\.sign))

    /// Makes one word of each term whose value is in quotation marks, such as `+"big house"`, and of what is behind "remind"
    /// and "every" in them.
    private mutating func joinQuotedValues(by quote: UInt8) {
        var first = 0
        while first < words.count {
            defer { first += 1 }
            let start = words[first].range.lowerBound
            guard let opening = bytes[words[first].range].firstIndex(of: quote),
                let last = words[first...].firstIndex(where: { word in
                    let end = word.range.upperBound - 1
                    return end > opening + 1 && bytes[end] == quote
                }), case let end = words[last].range.upperBound - 1,
                case let sign = text(start..<opening),
                Self.signs.contains(sign)
                    || sign.isEmpty && first > 0 && ["remind", "every"].contains(text(first - 1))
            else { continue }
            let plain = sign + text(opening + 1..<end)
            words.replaceSubrange(first...last, with: [Word(range: start..<end + 1, plain: plain)])
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func text(_ word: Int) -> String { words[word].plain ?? text(words[word].range) }

    /// The words from one to another with what stands between them.
    func text(from first: Int, through last: Int) -> String {
        words[first...last].contains { $0.plain != nil }
            ? (first...last).map { text($0) }.joined(separator: " ") : text(range(from: first, through: last))
    }

    /// The bytes from the beginning of one word to the end of another.
    func range(from first: Int, through last: Int) -> Range<Int> {
        words[first].range.lowerBound..<words[last].range.upperBound
    }

    /// The words that are still of the title.
    var rest: [Int] { words.indices.filter { words[$0].part == nil } }

    /// The title: what is left, with the spaces between words that stay together.
    var title: String {
        var (title, last) = ([UInt8](), nil as Int?)
        for place in rest {
            if let last {
                let isNext = last + 1 == place
                title +=
                    isNext ? bytes[words[last].range.upperBound..<words[place].range.lowerBound] : [UInt8(ascii: " ")]
            }
            title += unescaped(place)
            last = place
        }
        return String(decoding: title, as: UTF8.self)
    }

    /// A word without the backslash that makes a marker or a word of dates text.
    private func unescaped(_ place: Int) -> ArraySlice<UInt8> {
        let word = bytes[words[place].range]
        guard word.first == UInt8(ascii: "\\"), let second = word.dropFirst().first else { return word }
        let isMarker = [UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "!")].contains(second)
        return isMarker || Self.isDateWord(Array(word.dropFirst())) ? word.dropFirst() : word
    }

    /// Whether a word of the line is one that phrases are made of.
    func isDateWord(_ word: Int) -> Bool { Self.isDateWord(Array(bytes[words[word].range])) }

    /// Whether a word is one that phrases are made of.
    private static func isDateWord(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = PhraseBytes(buffer), text.count > 0 else { return false }
            return text.units.span.withUnsafeBufferPointer { units in
                let language: PhraseLanguage = text.hasHangul ? .korean : .english
                var lexer = Lexer(UnsafeBufferPointer(rebasing: units[..<text.count]), language: language)
                guard (try? lexer.run()) != nil else { return true }
                return (0..<lexer.tokens.count).allSatisfy { lexer.tokens[$0].kind != .unknown }
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it has no shape of its own: a soft hyphen, a mark of directions, a space without width.
    fileprivate var isUnseen: Bool {
        value == 0xAD || value == 0x200B || (0x200E...0x200F).contains(value) || (0x202A...0x202E).contains(value)
            || value == 0x2060 || (0x2066...0x2069).contains(value) || value == 0xFEFF
    }
}
