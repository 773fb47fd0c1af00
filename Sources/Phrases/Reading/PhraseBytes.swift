/// A phrase in the form in which it is read, with the place of each byte in what was typed.
///
/// Letters are small, all dashes are alike, Hangul is composed, and in Korean phrases no space stands beside Hangul,
/// since there spaces do not matter.
struct PhraseBytes {
    /// The longest phrase that is read, in bytes.
    static let limit = 256

    var units = InlineArray<256, UInt8>(repeating: 0)
    private var places = InlineArray<257, UInt16>(repeating: 0)
    private(set) var count = 0
    private(set) var hasHangul = false

    /// Nothing where the phrase is too long.
    init?(_ phrase: UnsafeBufferPointer<UInt8>) {
        guard phrase.count <= Self.limit else { return nil }
        var index = 0
        while index < phrase.count { index += take(phrase, index) }
        places[count] = UInt16(phrase.count)
    }

    /// The place in what was typed.
    func place(_ index: Int) -> Int { Int(places[min(index, count)]) }

    /// The character at a place, and how many bytes it took.
    private mutating func take(_ phrase: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let byte = phrase[index]
        if byte < 0x80 {
            put(Self.small(byte), at: index)
            return 1
        }
        let (scalar, length) = Self.scalar(phrase, index)
        switch scalar {
        case 0xAC00...0xD7A3: putHangul(scalar, at: index)
        case 0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2: putJamo(scalar, at: index)
        case 0x2010...0x2015, 0x2212: put(UInt8(ascii: "-"), at: index)
        case 0x301C, 0xFF5E, 0x223C: put(UInt8(ascii: "~"), at: index)
        case 0xA0, 0x2007, 0x2009, 0x202F, 0x3000: put(UInt8(ascii: " "), at: index)
        case 0xB7, 0x30FB, 0x318D, 0x3001, 0xFF0C: put(UInt8(ascii: ","), at: index)
        case 0x2018, 0x2019: put(UInt8(ascii: "'"), at: index)
        case 0xFF01...0xFF5D: put(Self.small(UInt8(scalar - 0xFEE0)), at: index)
        default: for offset in 0..<length { append(phrase[index + offset], at: index) }
        }
        return length
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case 0x09...0x0D: UInt8(ascii: " ")
        default: byte
        }
    }

    /// A character of ASCII; spaces stand alone, and none beside Hangul.
    private mutating func put(_ byte: UInt8, at place: Int) {
        if byte == UInt8(ascii: " "), count == 0 || units[count - 1] == byte || units[count - 1] >= 0x80 { return }
        append(byte, at: place)
    }

    private mutating func putHangul(_ scalar: UInt32, at place: Int) {
        if count > 0, units[count - 1] == UInt8(ascii: " ") { count -= 1 }
        hasHangul = true
        append(UInt8(0xE0 | scalar >> 12), at: place)
        append(UInt8(0x80 | scalar >> 6 & 0x3F), at: place)
        append(UInt8(0x80 | scalar & 0x3F), at: place)
    }

    /// A part of a syllable: a vowel joins the consonant before it, a last consonant the syllable.
    private mutating func putJamo(_ scalar: UInt32, at place: Int) {
        let last = lastScalar
        switch scalar {
        case 0x1161...0x1175 where (0x1100...0x1112).contains(last):
            replaceLast(0xAC00 + ((last - 0x1100) * 21 + scalar - 0x1161) * 28)
        case 0x11A8...0x11C2 where (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 == 0:
            replaceLast(last + scalar - 0x11A7)
        default: putHangul(scalar, at: place)
        }
    }

    private var lastScalar: UInt32 {
        guard count >= 3, units[count - 3] >= 0xE0 else { return 0 }
        return UInt32(units[count - 3] & 0x0F) << 12 | UInt32(units[count - 2] & 0x3F) << 6
            | UInt32(units[count - 1] & 0x3F)
    }

    private mutating func replaceLast(_ scalar: UInt32) {
        let place = Int(places[count - 3])
        count -= 3
        putHangul(scalar, at: place)
    }

    private mutating func append(_ byte: UInt8, at place: Int) {
        units[count] = byte
        places[count] = UInt16(place)
        count += 1
    }

    /// The scalar of two, three or four bytes at a place; what is no UTF-8 counts as a byte that nothing matches.
    private static func scalar(_ phrase: UnsafeBufferPointer<UInt8>, _ index: Int) -> (UInt32, length: Int) {
        let first = phrase[index]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard length > 1, index + length <= phrase.count else { return (0, 1) }
        var scalar = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard phrase[index + offset] & 0xC0 == 0x80 else { return (0, 1) }
            scalar = scalar << 6 | UInt32(phrase[index + offset] & 0x3F)
        }
        return (scalar, length)
    }
}
