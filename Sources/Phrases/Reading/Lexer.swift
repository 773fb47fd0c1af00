/// Cuts the bytes of a phrase into tokens.
struct Lexer {
    let bytes: UnsafeBufferPointer<UInt8>
    let language: PhraseLanguage
    var index = 0
    var tokens = TokenList()
    /// Whether the time that comes next stands behind the `T` of a date.
    var isBehindDate = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, language: PhraseLanguage) {
        self.bytes = bytes
        self.language = language
    }

    /// Reads all tokens.
    mutating func run() throws(Fault) {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: " ") {
                index += 1
                continue
            }
            // A number in words brings what it counts along.
            guard tokens.count + 2 <= TokenList.limit else { throw Fault(.tooLong, index, bytes.count) }
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
            case UInt8(ascii: "a")...UInt8(ascii: "z"): readWord()
            case 0x80...: readHangul()
            default: try readSign()
            }
        }
    }

    mutating func add(_ kind: Token.Kind, _ value: Int = 0, extra: Int = 0, from start: Int) {
        let isGlued = start > 0 && bytes[start - 1] != UInt8(ascii: " ")
        tokens.append(
            Token(
                kind: kind, value: value, extra: extra, start: UInt16(start), end: UInt16(index), isGlued: isGlued))
    }

    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { byte &- 97 < 26 }

    private mutating func readSign() throws(Fault) {
        let start = index
        let sign = bytes[index]
        index += 1
        switch sign {
        case UInt8(ascii: ","): add(.comma, from: start)
        case UInt8(ascii: "&"): add(.conjunction, from: start)
        case UInt8(ascii: "@"): add(.at, from: start)
        case UInt8(ascii: "+"): add(.plus, from: start)
        case UInt8(ascii: "-"), UInt8(ascii: "~"): add(.dash, from: start)
        case UInt8(ascii: "!"): add(.bang, from: start)
        case UInt8(ascii: "/"):
            let last = tokens.last.kind
            add([.clock, .date, .offset, .zone].contains(last) ? .dash : .conjunction, from: start)
        case UInt8(ascii: "("), UInt8(ascii: ")"): add(.filler, 1, from: start)
        case UInt8(ascii: ".") where start > 0 && bytes[start - 1] != UInt8(ascii: " "): break
        case UInt8(ascii: "["): try readBracketedZone(from: start)
        default: add(.unknown, from: start)
        }
    }

    private mutating func readBracketedZone(from start: Int) throws(Fault) {
        while Self.isZoneName(byte(0)) { index += 1 }
        guard byte(0) == UInt8(ascii: "]"), index > start + 1 else { throw Fault(.notUnderstood, start, bytes.count) }
        index += 1
        add(.zone, 1, from: start)
    }

    /// A word of English letters, or the name of a zone.
    private mutating func readWord() {
        let start = index
        if let length = dottedHalf {
            index += length
            let isMorning = bytes[start] == UInt8(ascii: "a")
            return add(.half, (isMorning ? DayHalf.morningHalf : .afternoonHalf).rawValue, from: start)
        }
        var hash = WordHash()
        while Self.isLetter(byte(0)) || byte(0) == UInt8(ascii: "'") {
            hash.add(bytes[index])
            index += 1
        }
        let meaning = EnglishWords.table.word(bytes, start..<index, hash: hash)
        if meaning == nil, byte(0) == UInt8(ascii: "/"), Self.isLetter(byte(1)) {
            while Self.isZoneName(byte(0)) { index += 1 }
            return add(.zone, from: start)
        }
        let (kind, value) = (meaning?.kind ?? .unknown, meaning?.value ?? 0)
        if makesOrdinal(kind, value, start..<index) { return }
        add(kind, value, from: start)
    }

    /// Whether a word makes an ordinal of the tens before it, as in `twenty-first`; the second of "twenty second" may be one of
    /// sixty, unless a dash joins it.
    private mutating func makesOrdinal(_ kind: Token.Kind, _ value: Int, _ range: Range<Int>) -> Bool {
        let isSecond = kind == .unit && value == SpanUnit.second.rawValue && range.count == 6
        guard isSecond || kind == .ordinal && (1...9).contains(value) else { return false }
        let isDashed = tokens.last.kind == .dash && tokens.last.isGlued && Int(tokens.last.end) == range.lowerBound
        let tens = isDashed ? tokens[tokens.count - 2] : tokens.last
        guard tens.kind == .number, tens.extra == 0, [20, 30].contains(tens.value), isDashed || !isSecond else {
            return false
        }
        if isDashed { tokens.removeLast() }
        tokens.makeLastOrdinal(tens.value + (isSecond ? 2 : value), end: range.upperBound)
        return true
    }

    private static func isZoneName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }

    /// The length of `a.m.` or `p.m`.
    private var dottedHalf: Int? {
        guard byte(0) == UInt8(ascii: "a") || byte(0) == UInt8(ascii: "p"), byte(1) == UInt8(ascii: "."),
            byte(2) == UInt8(ascii: "m"), !Self.isLetter(byte(3))
        else { return nil }
        return byte(3) == UInt8(ascii: ".") ? 4 : 3
    }
}

/// The tokens of a phrase.
struct TokenList {
    static let limit = 48

    private var tokens = InlineArray<48, Token>(repeating: Token())
    private(set) var count = 0

    mutating func append(_ token: Token) {
        tokens[count] = token
        count += 1
    }

    subscript(_ index: Int) -> Token { index >= 0 && index < count ? tokens[index] : Token() }

    var last: Token { self[count - 1] }

    /// Makes the last token longer.
    mutating func extendLast(to end: Int) {
        guard count > 0 else { return }
        tokens[count - 1].end = UInt16(end)
    }

    mutating func removeLast() { count = max(0, count - 1) }

    /// Makes the last token an ordinal, of another value where one is given.
    mutating func makeLastOrdinal(_ value: Int? = nil, end: Int) {
        guard count > 0 else { return }
        tokens[count - 1].kind = .ordinal
        if let value { tokens[count - 1].value = value }
        tokens[count - 1].end = UInt16(end)
    }
}
