/// Takes a text apart into what is searched for: words, and runs of characters between which nobody writes spaces.
struct SearchPieces {
    /// A word, or a run of Hangul, Han characters and kana, folded.
    struct Piece {
        /// Its characters.
        var codes: [UInt32] = []
        /// Whether each part of it is to be found, since it may be several words.
        var isRun = false
    }

    /// Of longer words this is what is compared.
    static let longestWord = 64

    private var piece = Piece()

    /// Gives each piece of a text, in order.
    static func each(of text: String, _ take: (Piece) -> Void) {
        var pieces = SearchPieces()
        for scalar in text.unicodeScalars { pieces.add(scalar, take) }
        pieces.end(take)
    }

    /// All pieces of a text, in order.
    static func all(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        each(of: text) { pieces.append($0) }
        return pieces
    }

    private mutating func add(_ scalar: Unicode.Scalar, _ take: (Piece) -> Void) {
        if scalar.isASCII { return addFolded(scalar.value, take) }
        switch Folding.target(of: scalar.value) {
        case .same: addFolded(scalar.value, take)
        case .one(let code): addFolded(code, take)
        case .several(let codes): for code in codes { addFolded(code, take) }
        }
    }

    private mutating func addFolded(_ code: UInt32, _ take: (Piece) -> Void) {
        if Folding.isComposing(code), let last = piece.codes.last,
            let whole = Folding.composition(of: last, with: code)
        {
            piece.codes[piece.codes.count - 1] = whole
            return
        }
        switch CharacterKind(code) {
        case .separator: end(take)
        case .ignored: break
        case .letter: append(code, toRun: false, take)
        case .mark: append(code, toRun: piece.isRun, take)
        case .part: append(code, toRun: true, take)
        case .symbol:
            end(take)
            append(code, toRun: false, take)
            end(take)
        }
    }

    private mutating func append(_ code: UInt32, toRun isRun: Bool, _ take: (Piece) -> Void) {
        if piece.isRun != isRun { end(take) }
        piece.isRun = isRun
        if isRun || piece.codes.count < Self.longestWord {
            piece.codes.append((0x41...0x5A).contains(code) ? code | 0x20 : code)
        }
    }

    private mutating func end(_ take: (Piece) -> Void) {
        guard !piece.codes.isEmpty else { return }
        take(piece)
        piece.codes.removeAll(keepingCapacity: true)
    }
}

/// What a folded character is in a text.
private enum CharacterKind {
    /// Between words.
    case separator
    /// Not there, as far as searching goes: a diacritic, an invisible character.
    case ignored
    /// Of a word, or of a number.
    case letter
    /// A mark that makes another letter of the one before it.
    case mark
    /// Of a run: words are written in it without spaces, or with endings.
    case part
    /// A word of its own, such as an emoji.
    case symbol

    init(_ code: UInt32) {
        switch code {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
        case 0..<0x80: self = .separator
        case 0x300...0x36F: self = .ignored
        // A store keeps a NUL as this.
        case 0xFFFD: self = .separator
        case 0x3042...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .part
        default: self = Unicode.Scalar(code).map(Self.init) ?? .separator
        }
    }

    private init(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint {
            self = .ignored
            return
        }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            self = Self.isPart(scalar) ? .part : .letter
        case .decimalNumber, .otherNumber: self = .letter
        case .nonspacingMark: self = Self.isDiacritic(properties.canonicalCombiningClass) ? .ignored : .mark
        case .spacingMark: self = .mark
        case .enclosingMark: self = .ignored
        case .otherSymbol: self = .symbol
        default: self = .separator
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters of Hangul, kana with the mark of a long vowel, bopomofo.
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
        case 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0x1AFF0...0x1B16F: true
        case 0x3105...0x312F, 0x31A0...0x31BF, 0x3005...0x3007: true
        default: scalar.properties.isIdeographic
        }
    }

    /// The same that the table of folding leaves out.
    private static func isDiacritic(_ place: Unicode.CanonicalCombiningClass) -> Bool {
        switch place.rawValue {
        case 1, 10...36, 200...240: true
        default: false
        }
    }
}
