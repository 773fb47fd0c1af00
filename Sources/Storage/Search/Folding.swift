/// Brings letters that people take for the same into one form: for searching, and for the first level of an order.
///
/// What a character is folded to is Unicode's compatibility decomposition (NFKD) after full case folding, without the
/// marks above and below letters and the points of Hebrew and Arabic. To that, two things are our own: letters with a
/// stroke and the like, which Unicode does not take apart, are the letters that people type for them (`ø` is `o`, `ł` is
/// `l`, `ı` is `i`, `æ` is `ae`, `þ` is `th`); and digits of every script are `0` to `9`. Other marks make other letters
/// and stay: `が` is not `か`, `й` is not `и`, and the vowels of Indic and Thai words are what they are.
///
/// It is a table, made by `Scripts/generate-unicode`, since the standard library has no decomposition: what was folded in
/// a store years ago is folded the same today, whichever Unicode the compiler knows.
enum Folding {
    /// What a character is folded to.
    enum Target {
        /// Itself, unless it is ASCII.
        case same
        /// Another one.
        case one(UInt32)
        /// Several.
        case several(ArraySlice<UInt32>)
    }

    /// What the character with a code is folded to; ASCII is not in the table.
    static func target(of code: UInt32) -> Target { table.target(of: code) }

    private static let table = FoldingTable(targets)

    /// The character that a mark makes of the one before it; nil where it makes none, but for a diacritic.
    ///
    /// Hangul syllables are made of their letters, voiced kana of kana and a mark, and `й` of `и`: where they are written
    /// in parts, they are what they would be in one.
    static func composition(of first: UInt32, with mark: UInt32) -> UInt32? {
        switch mark {
        case 0x1161...0x1175:
            guard (0x1100...0x1112).contains(first) else { return nil }
            return 0xAC00 + ((first - 0x1100) * 21 + mark - 0x1161) * 28
        case 0x11A8...0x11C2:
            guard (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0 else { return nil }
            return first + mark - 0x11A7
        case 0x3099: return voiced[first]
        case 0x309A: return (0x306F...0x307B).contains(katakanaAsHiragana(first)) ? first + 2 : nil
        case 0x306: return first == 0x438 ? 0x439 : nil
        default: return nil
        }
    }

    /// Whether something follows a character, in some text, that is to be one with it.
    static func isComposing(_ code: UInt32) -> Bool {
        code == 0x306 || (0x1161...0x11C2).contains(code) || code == 0x3099 || code == 0x309A
    }

    private static func katakanaAsHiragana(_ code: UInt32) -> UInt32 {
        (0x30A1...0x30F6).contains(code) ? code - 0x60 : code
    }

    /// Kana, each with what a voicing mark makes of it.
    private static let voiced: [UInt32: UInt32] = {
        let plain = "うかきくけこさしすせそたちつてとはひふへほゝウカキクケコサシスセソタチツテトハヒフヘホワヰヱヲヽ"
        let marked = "ゔがぎぐげござじずぜぞだぢづでどばびぶべぼゞヴガギグゲゴザジズゼゾダヂヅデドバビブベボヷヸヹヺヾ"
        return Dictionary(
            zip(plain.unicodeScalars.map(\.value), marked.unicodeScalars.map(\.value))
        ) { first, _ in first }
    }()
}

/// What characters are folded to, by their codes.
///
/// Of the pages of 256 characters only those in which something changes have entries.
private struct FoldingTable {
    private static let isSeveral: UInt32 = 1 << 31

    /// Where the entries of each page begin; the first is one without any.
    private var starts = [UInt16](repeating: 0, count: 0x1100)
    /// 0 for what stays, a character, or the place and number of several.
    private var entries = [UInt32](repeating: 0, count: 256)
    private var several: [UInt32] = []

    /// Reads lines that have a code and what it and those after it are folded to.
    init(_ text: StaticString) {
        for line in text.description.split(separator: "\n") {
            let words = line.unicodeScalars.split(separator: " ")
            guard let first = words.first, let start = UInt32(String(first), radix: 16) else { continue }
            for (offset, word) in words.dropFirst().enumerated() where word.first != "-" {
                set(start + UInt32(offset), to: word.map(\.value))
            }
        }
    }

    private mutating func set(_ code: UInt32, to target: [UInt32]) {
        let page = Int(code >> 8)
        if starts[page] == 0 {
            starts[page] = UInt16(entries.count >> 8)
            entries.append(contentsOf: repeatElement(0, count: 256))
        }
        let index = Int(starts[page]) << 8 + Int(code & 0xFF)
        if target.count == 1 {
            entries[index] = target[0]
        } else {
            entries[index] = Self.isSeveral | UInt32(several.count << 8) | UInt32(target.count)
            several += target
        }
    }

    func target(of code: UInt32) -> Folding.Target {
        let entry = entries[Int(starts[Int(code >> 8)]) << 8 + Int(code & 0xFF)]
        if entry == 0 { return .same }
        guard entry & Self.isSeveral != 0 else { return .one(entry) }
        let start = Int((entry & ~Self.isSeveral) >> 8)
        return .several(several[start..<start + Int(entry & 0xFF)])
    }
}
