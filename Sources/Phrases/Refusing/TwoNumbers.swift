import Recurrence

/// Two numbers with a dash or a dot between them, such as 12-25, which phrases do not read and people write for a date, or
/// with a dot for a time.
struct TwoNumbers {
    /// Their bytes in the phrase.
    let range: Range<Int>
    private let first: Int
    private let second: Int
    /// Whether the second can be minutes as the sign between them stands before minutes.
    private let isClock: Bool

    /// The word around a place in a phrase; nil where that is something else.
    init?(in phrase: [UInt8], around place: Range<Int>) {
        func isInside(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") }
        guard place.lowerBound < phrase.count else { return nil }
        let before = phrase[..<place.lowerBound].reversed().prefix(while: isInside).count
        let after = phrase[place.lowerBound...].prefix(while: isInside).count
        range = place.lowerBound - before..<place.lowerBound + after
        let word = String(decoding: phrase[range], as: UTF8.self)
        let parts = word.split(separator: word.contains("-") ? "-" : ".", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(Lexer.isDigit) }),
            let first = Int(parts[0]), let second = Int(parts[1])
        else { return nil }
        (self.first, self.second) = (first, second)
        isClock = word.contains(".") && parts[1].count == 2 && first < 24 && second < 60
    }

    /// What they may be, in words that are read: the month first, unless that is no date or days come first.
    func readings(in language: PhraseLanguage, _ order: DateOrder?) -> [String] {
        let dates = [(first, second), (second, first)].filter { Self.isDay($0.0, $0.1) }.map { month, day in
            language == .korean ? "\(month)월 \(day)일" : "\(CalendarNames.shortName(ofMonth: month)) \(day)"
        }
        let ordered = order == .dayFirst ? dates.reversed() : dates
        let isCertain = order != nil || first == second
        let minutes = second < 10 ? "0\(second)" : "\(second)"
        return ordered.prefix(isCertain ? 1 : 2) + (isClock ? ["\(first):\(minutes)"] : [])
    }

    /// Whether some year has such a day.
    private static func isDay(_ month: Int, _ day: Int) -> Bool {
        CivilDate(year: 2_000, month: month, day: day) != nil
    }
}
