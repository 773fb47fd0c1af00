/// Numbers that count from the beginning or from the end of something, 1...511 and -1...-511, as bits.
struct PositionBits: Hashable, Sendable {
    /// Bit `n % 64` of word `n / 64` is the number `n`.
    private var fromBeginning = SIMD8<UInt64>()
    private var fromEnd = SIMD8<UInt64>()

    mutating func insert(_ number: Int) {
        let place = abs(number)
        if number > 0 {
            fromBeginning[place / 64] |= 1 << UInt64(place % 64)
        } else {
            fromEnd[place / 64] |= 1 << UInt64(place % 64)
        }
    }

    /// The number that is farthest from the beginning or the end, without its sign; 0 where there is none.
    var farthest: Int {
        let words = fromBeginning | fromEnd
        return words.indices.last { words[$0] != 0 }.map { $0 * 64 + 63 - words[$0].leadingZeroBitCount } ?? 0
    }

    /// The numbers, ascending.
    var numbers: [Int] { Self.places(fromEnd).reversed().map { -$0 } + Self.places(fromBeginning) }

    private static func places(_ words: SIMD8<UInt64>) -> [Int] {
        words.indices.flatMap { word in words[word].setBits.map { word * 64 + $0 } }
    }
}
