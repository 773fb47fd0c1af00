/// The order of titles: that of the root collation of the Unicode CLDR, as far as it goes without its tables.
///
/// A title has a key, and titles are ordered as the bytes of their keys. The first level of a key are the letters as they
/// are folded for searching, in this order: spaces, punctuation, symbols, signs of currencies, digits, Latin, Greek and
/// Cyrillic letters, other alphabets, Hangul, kana, bopomofo, Han characters. Titles that are equal up to there are ordered
/// by their diacritics and other variants, plain ones first, and then by case, small letters first.
///
/// What is other than in the root collation:
/// - Letters with a stroke and the like are ordered as what they are folded to (`ø` among `o`, `þ` as `th`).
/// - In other alphabets than Latin, Greek, Cyrillic and kana letters are in the order of their codes.
/// - Variants of one letter are in the order of their codes, whatever the mark.
/// - A letter of Hangul by itself comes before all syllables, and the mark of a long vowel does not count at first.
/// - Of a title the first 160 bytes of the first level count: that many Latin letters, or 53 syllables.
package enum TitleOrder {
    /// How many bytes of a key the first level may have, but for its last letter.
    private static let longestLevel = 160
    /// How many bytes a key may have.
    package static let longestKey = 240

    /// The key of a title: titles are in the order of their keys.
    package static func key(of title: String) -> [UInt8] {
        var (letters, variants, cases) = ([UInt8](), TitleLevel(), TitleLevel())
        letters.reserveCapacity(title.utf8.count + 8)
        for scalar in title.inNormalForm.unicodeScalars where letters.count < longestLevel {
            let form = LetterForm(scalar)
            for weight in form.weights { weight.append(to: &letters) }
            variants.add(form.variant)
            cases.add(form.isCapital ? 0 : nil)
        }
        let ties = variants.bytes.isEmpty && cases.bytes.isEmpty ? [] : [TitleLevel.end] + variants.bytes
        let all = letters + ties + (cases.bytes.isEmpty ? [] : [TitleLevel.end] + cases.bytes)
        return Array(all.prefix(longestKey))
    }
}

/// One of the levels behind the letters of a key: what is special about each of them, up to the last that is.
private struct TitleLevel {
    /// Between levels; less than all that stands in one.
    static let end: UInt8 = 1
    private static let plain: UInt8 = 2
    private static let special: UInt8 = 3

    private(set) var bytes: [UInt8] = []
    private var pending = 0

    /// Adds a letter, with what it is ordered by where it is special.
    mutating func add(_ value: UInt32?) {
        guard let value else { return pending += 1 }
        bytes.append(contentsOf: repeatElement(Self.plain, count: pending))
        bytes.append(Self.special)
        if value > 0 { bytes += [UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        pending = 0
    }
}

/// What a character of a title is ordered by.
private struct LetterForm {
    /// What it is at the first level; nothing for a mark.
    var weights: [TitleWeight] = []
    /// The code by which it is ordered among what is equal at the first level; nil for a plain letter.
    var variant: UInt32?
    var isCapital = false

    init(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            isCapital = (0x41...0x5A).contains(scalar.value)
            weights = [TitleWeight(isCapital ? scalar.value | 0x20 : scalar.value)]
            return
        }
        var isVariant = false
        switch Folding.target(of: scalar.value) {
        case .same:
            (weights, isVariant) = Self.unfolded(scalar)
        case .one(let code):
            let small = scalar.properties.lowercaseMapping.unicodeScalars
            isCapital = !small.elementsEqual(CollectionOfOne(scalar))
            isVariant =
                TitleOrder.isEqualToOther(code) || !small.elementsEqual(Unicode.Scalar(code).map { [$0] } ?? [])
            weights = [TitleWeight(code)]
        case .several(let codes):
            isCapital = !scalar.properties.lowercaseMapping.unicodeScalars.elementsEqual(CollectionOfOne(scalar))
            isVariant = true
            weights = codes.map { TitleWeight($0) }
        }
        if isVariant { variant = scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value }
    }

    /// Kana are equal whether small, voiced, or of the other kind; marks and what nobody sees are nothing by themselves.
    private static func unfolded(_ scalar: Unicode.Scalar) -> ([TitleWeight], isVariant: Bool) {
        if let (weight, isPlain) = TitleOrder.kanaWeight(scalar.value) { return ([weight], !isPlain) }
        if scalar.properties.isDefaultIgnorableCodePoint { return ([], false) }
        switch scalar.properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...240: return ([], true)
        default:
            return scalar.value == 0x30FC
                ? ([], true) : ([TitleWeight(scalar.value)], TitleOrder.isEqualToOther(scalar.value))
        }
    }
}

/// What a folded letter is at the first level, in one to four bytes; of two letters that begin alike, both have as many.
struct TitleWeight {
    private let value: UInt32
    private let count: Int

    init(_ lead: UInt8, _ rest: UInt32 = 0, bytes: Int = 0) {
        (value, count) = (UInt32(lead) << (8 * UInt32(bytes)) | rest, bytes + 1)
    }

    /// The weight of a character.
    init(_ code: UInt32) {
        self = TitleOrder.listed[code] ?? TitleOrder.weightByCode(code)
    }

    func append(to key: inout [UInt8]) {
        for place in (0..<count).reversed() { key.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(place)))) }
    }
}

extension TitleOrder {
    /// The first bytes of weights, which give the order of the groups.
    private enum Lead {
        static let space: UInt8 = 0x02
        static let punctuation: UInt8 = 0x03
        static let symbol: UInt8 = 0x05
        static let currency: UInt8 = 0x06
        static let digit: UInt8 = 0x08
        static let number: UInt8 = 0x12
        /// Each letter from a to z has two: its own, and one for those behind it.
        static let latin: UInt8 = 0x14
        static let greek: UInt8 = 0x48
        static let cyrillic: UInt8 = 0x49
        static let block: UInt8 = 0x4A
        static let other: UInt8 = 0x60
        static let hangul: UInt8 = 0x70
        static let kana: UInt8 = 0x71
        static let bopomofo: UInt8 = 0x72
        static let han: UInt8 = 0x80
        static let rareHan: UInt8 = 0x81
    }

    /// The weights of what is listed.
    static let listed: [UInt32: TitleWeight] = {
        var weights: [UInt32: TitleWeight] = [:]
        func list(_ text: StaticString, _ lead: UInt8) {
            for (index, scalar) in text.description.unicodeScalars.enumerated() {
                weights[scalar.value] = TitleWeight(lead, UInt32(index), bytes: 2)
            }
        }
        list(punctuation, Lead.punctuation)
        list(currencies, Lead.currency)
        list(greek, Lead.greek)
        list(cyrillic, Lead.cyrillic)
        for digit in 0..<10 as Range<UInt8> { weights[0x30 + UInt32(digit)] = TitleWeight(Lead.digit + digit) }
        var (lead, index): (UInt8, UInt32) = (Lead.latin, 0)
        for scalar in latin.description.unicodeScalars {
            if scalar.isASCII {
                (lead, index) = (Lead.latin + 2 * UInt8(scalar.value - 0x61), 0)
                weights[scalar.value] = TitleWeight(lead)
            } else {
                weights[scalar.value] = TitleWeight(lead + 1, index, bytes: 1)
                index += 1
            }
        }
        for (code, other) in otherLetters { weights[code] = weights[other] }
        return weights
    }()

    /// Whether a folded letter has the weight of another one.
    static func isEqualToOther(_ code: UInt32) -> Bool { otherLetters[code] != nil }

    /// The letters that others are equal to.
    private static let otherLetters: [UInt32: UInt32] = {
        let codes = equals.description.unicodeScalars.map(\.value)
        let pairs = stride(from: 0, to: codes.count - 1, by: 2).map { (codes[$0], codes[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// The weight of kana, and whether it is neither small nor voiced nor katakana; nil for anything else.
    static func kanaWeight(_ code: UInt32) -> (TitleWeight, isPlain: Bool)? {
        let hiragana: UInt32
        switch code {
        case 0x3041...0x3096: hiragana = code
        case 0x30A1...0x30F6: hiragana = code - 0x60
        // Voiced wa, wi, we and wo.
        case 0x30F7...0x30FA: hiragana = code - 0x30F7 + 0x308F
        default: return nil
        }
        let base = kanaPlaces.bases[Int(hiragana) - 0x3041]
        let isPlain = code == hiragana && kanaPlaces.plain[base] == hiragana
        return (TitleWeight(Lead.kana, UInt32(base), bytes: 1), isPlain)
    }

    /// Which base each hiragana has, and which letter is the plain one of each base.
    private static let kanaPlaces: KanaPlaces = {
        let order = kana.description.unicodeScalars.map(\.value)
        return KanaPlaces(
            bases: kanaBases.description.unicodeScalars.map { order.firstIndex(of: $0.value) ?? 0 },
            plain: order.map(plainKana))
    }()

    private struct KanaPlaces {
        let bases: [Int]
        let plain: [UInt32]
    }

    /// The plain letter of what the first one of a base is, which is small where there is a small one.
    private static func plainKana(_ first: UInt32) -> UInt32 {
        switch first {
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E: first + 1
        default: first
        }
    }

    /// The weight of what is not listed, by its code.
    static func weightByCode(_ code: UInt32) -> TitleWeight {
        switch code {
        // A store keeps a NUL as this.
        case 0: return weightByCode(0xFFFD)
        case 0xAC00...0xD7A3: return TitleWeight(Lead.hangul, code, bytes: 2)
        case 0x1100...0x11FF, 0x3131...0x318E: return TitleWeight(Lead.hangul, code, bytes: 2)
        case 0x3105...0x312F, 0x31A0...0x31BF: return TitleWeight(Lead.bopomofo, code, bytes: 2)
        case 0x4E00...0x9FFF: return TitleWeight(Lead.han, code, bytes: 2)
        default: break
        }
        if let block = blocks.firstIndex(where: { $0.contains(code) }) {
            return TitleWeight(Lead.block, UInt32(block) << 8 | (code - blocks[block].lowerBound), bytes: 2)
        }
        guard let properties = Unicode.Scalar(code)?.properties else { return TitleWeight(Lead.other, code, bytes: 3) }
        if properties.isWhitespace { return TitleWeight(Lead.space) }
        if properties.isIdeographic { return TitleWeight(Lead.rareHan, code, bytes: 3) }
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: return TitleWeight(Lead.number, code, bytes: 3)
        case .currencySymbol: return TitleWeight(Lead.currency, 0xFFFF, bytes: 2)
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
            .nonspacingMark, .privateUse, .unassigned:
            return TitleWeight(Lead.other, code, bytes: 3)
        default: return TitleWeight(Lead.symbol, code, bytes: 3)
        }
    }
}
