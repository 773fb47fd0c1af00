/// A word of up to eight letters as one number, so that it is told from all others at once; capitals do not matter.
struct Letters: Equatable, ExpressibleByStringLiteral {
    /// How many there are.
    let count: Int
    /// Small letters; the last one is in the highest byte, and zeros are below the first.
    private let word: UInt64

    /// The letters with which so many bytes begin, eight at the most.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int, count: Int) {
        // Of eight bytes the compiler makes one load.
        let word = (0..<count).reduce(0) { $0 | UInt64(bytes[index &+ $1]) &<< UInt64(8 &* $1) }
        // A byte that is a letter has the bit 0x40, and in small letters the bit 0x20 too. The few others that have
        // 0x40 are in no name.
        self.count = (~word & 0x4040_4040_4040_4040).trailingZeroBitCount / 8
        self.word = (word | 0x2020_2020_2020_2020) << UInt64(64 - 8 * self.count)
    }

    @inline(__always)
    init(stringLiteral word: StaticString) {
        self = word.withUTF8Buffer { Letters($0, from: 0, count: $0.count) }
    }

    // The word alone tells how many there are.
    @inline(__always)
    static func == (left: Letters, right: Letters) -> Bool { left.word == right.word }
}

extension StaticString {
    /// Whether the bytes spell this word, in capitals or not; the word itself is in capitals.
    func matches(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        withUTF8Buffer { word in
            bytes.count == word.count
                && zip(bytes, word).allSatisfy { byte, letter in
                    byte == letter || letter >= UInt8(ascii: "A") && byte == letter | 0x20
                }
        }
    }
}
