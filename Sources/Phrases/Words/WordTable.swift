/// The words of a language, looked up by their bytes.
struct WordTable: Sendable {
    /// What a word is.
    struct Meaning: Sendable {
        var kind: Token.Kind
        var value: Int
    }

    /// Words that mean the same, parted by spaces.
    struct Entry {
        let words: StaticString
        let meaning: Meaning

        init(_ kind: Token.Kind, _ value: Int = 0, _ words: StaticString) {
            self.words = words
            meaning = Meaning(kind: kind, value: value)
        }
    }

    private struct Word: Sendable {
        var start: Int
        var count: Int
        var meaning: Meaning
    }

    private var letters: [UInt8] = []
    private var words: [Word] = []
    /// Places in `words`, by hash; -1 where there is none.
    private var slots: [Int16]
    /// The most bytes that a word has.
    private(set) var longest = 0

    private static let size = 2_048

    init(_ entries: [Entry]) {
        slots = Array(repeating: -1, count: Self.size)
        for entry in entries {
            entry.words.withUTF8Buffer { buffer in
                for word in buffer.split(separator: UInt8(ascii: " ")) { insert(word, entry.meaning) }
            }
        }
    }

    private mutating func insert(_ word: Slice<UnsafeBufferPointer<UInt8>>, _ meaning: Meaning) {
        var hash = WordHash()
        for byte in word { hash.add(byte) }
        words.append(Word(start: letters.count, count: word.count, meaning: meaning))
        letters += word
        longest = max(longest, word.count)
        var slot = hash.value & (Self.size - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (Self.size - 1) }
        slots[slot] = Int16(words.count - 1)
    }

    /// The word of those bytes, which have that hash.
    func word(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hash: WordHash) -> Meaning? {
        var slot = hash.value & (Self.size - 1)
        while slots[slot] >= 0 {
            let word = words[Int(slots[slot])]
            if word.count == range.count, matches(word, bytes, range.lowerBound) { return word.meaning }
            slot = (slot + 1) & (Self.size - 1)
        }
        return nil
    }

    private func matches(_ word: Word, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        for index in 0..<word.count where letters[word.start + index] != bytes[start + index] { return false }
        return true
    }

    /// The longest word with which the bytes begin, and its end.
    func longestWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (meaning: Meaning, end: Int)? {
        var (hash, found) = (WordHash(), nil as (Meaning, Int)?)
        var index = start
        while index < bytes.count, index - start < longest {
            hash.add(bytes[index])
            index += 1
            let isBoundary = index == bytes.count || bytes[index] & 0xC0 != 0x80
            if isBoundary, let meaning = word(bytes, start..<index, hash: hash) { found = (meaning, index) }
        }
        return found
    }
}

/// FNV-1a over the bytes of a word.
struct WordHash {
    private var state: UInt32 = 2_166_136_261

    mutating func add(_ byte: UInt8) { state = (state ^ UInt32(byte)) &* 16_777_619 }

    var value: Int { Int(state ^ state >> 15) }
}
