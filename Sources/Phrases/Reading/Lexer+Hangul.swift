/// Korean words, which need no spaces between them.
extension Lexer {
    mutating func readHangul() {
        let start = index
        if language == .korean {
            let last = tokens.last.kind
            if last == .number || last == .decimal, isBehindToken, readCounter() { return }
            let word = KoreanWords.table.longestWord(bytes, from: start)
            if last != .weekdayLetter, readNumberWord(longerThan: word?.end ?? start) { return }
            if let word {
                // 매 월요일 is no 매월.
                if word.meaning.kind == .frequency, word.meaning.value == SpanUnit.month.rawValue,
                    isWeekday(behind: word.end)
                {
                    index = start + 3
                    return add(.every, from: start)
                }
                index = word.end
                return add(word.meaning.kind, word.meaning.value, from: start)
            }
        }
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        // What is not understood is one token, so that all of it is told.
        if tokens.last.kind == .unknown, Int(tokens.last.end) == start { return tokens.extendLast(to: index) }
        add(.unknown, from: start)
    }

    /// Whether the last syllable before a place begins the name of a weekday.
    private func isWeekday(behind place: Int) -> Bool {
        guard let word = KoreanWords.table.longestWord(bytes, from: place - 3) else { return false }
        return word.meaning.kind == .weekday
    }

    /// Whether nothing lies between the last token and this place.
    private var isBehindToken: Bool { Int(tokens.last.end) == index }

    /// What counts the number before it.
    private mutating func readCounter() -> Bool {
        let start = index
        guard let word = KoreanWords.counters.longestWord(bytes, from: start) else { return false }
        index = word.end
        if word.meaning.kind == .ordinal {
            tokens.makeLastOrdinal(end: index)
        } else {
            add(word.meaning.kind, word.meaning.value, from: start)
        }
        return true
    }

    /// A number in words with what it counts, where both together are longer than what the word list has.
    private mutating func readNumberWord(longerThan end: Int) -> Bool {
        let start = index
        guard let number = nativeNumber(from: start) ?? chineseNumber(from: start), number.end < bytes.count,
            let counter = KoreanWords.counters.longestWord(bytes, from: number.end), counter.end > end
        else { return false }
        index = number.end
        add(.number, number.value, from: start)
        return readCounter()
    }

    private func nativeNumber(from start: Int) -> (value: Int, end: Int)? {
        guard let first = KoreanWords.nativeNumbers.longestWord(bytes, from: start) else { return nil }
        guard first.meaning.value >= 10, first.end < bytes.count,
            let ones = KoreanWords.nativeNumbers.longestWord(bytes, from: first.end), ones.meaning.value < 10
        else { return (first.meaning.value, first.end) }
        return (first.meaning.value + ones.meaning.value, ones.end)
    }

    /// A number such as 이십오; its digits come before the places that they multiply.
    private func chineseNumber(from start: Int) -> (value: Int, end: Int)? {
        var (total, digit, end, lastPlace) = (0, 0, start, 1_000)
        while end < bytes.count, let word = KoreanWords.chineseNumbers.longestWord(bytes, from: end) {
            let value = word.meaning.value
            if value < 10 {
                // The 일 of 십일 일 counts days where a digit stands before it.
                guard digit == 0, lastPlace > 1 else { break }
                digit = value
            } else {
                guard value < lastPlace else { break }
                total += max(digit, 1) * value
                (digit, lastPlace) = (0, value)
            }
            end = word.end
        }
        if digit > 0 {
            // 십일 may be 11, or the 10th: a digit that nothing follows is what counts.
            let isCounted = end < bytes.count && KoreanWords.counters.longestWord(bytes, from: end) != nil
            if !isCounted, digit == 1, total > 0 { return (total, end - 3) }
        }
        return end > start ? (total + digit, end) : nil
    }
}
