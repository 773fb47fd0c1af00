public import Recurrence

/// Lengths of time by themselves, and what kinds of words a phrase has.
extension PhraseReader {
    /// Reads a length of time, such as `1h30m`, `half an hour` or 1시간 30분.
    ///
    /// - Parameter text: The length, without a sign and without words that tell where it begins.
    /// - Returns: Days by the calendar and seconds by the clock; nil where the text is no such length.
    public func length(_ text: String) -> CalendarDuration? {
        parsed(text) { parser, language in
            switch language {
            case .english: return try parser.readLength()
            case .korean: return try parser.readBareLength()
            }
        }
    }

    /// A length such as 30분 전, by which something comes before something else.
    func lengthBefore(_ text: String) -> CalendarDuration? {
        parsed(text) { parser, language in
            guard language == .korean, let length = try parser.readBareLength(), parser.skip(.ago) else { return nil }
            return length
        }
    }

    /// Whether a relative day, a weekday or a time of day is among the words.
    func hasAnchor(_ text: String) -> Bool {
        let found = tokens(text) { tokens, _ in
            (0..<tokens.count).contains { place in
                switch tokens[place].kind {
                case .relativeDay, .weekday, .weekdays, .weekdayLetter, .clock, .hourUnit, .half, .noon, .midnight,
                    .tonight, .later, .inWord:
                    true
                case .workday: tokens[place - 1].kind == .next
                default: false
                }
            }
        }
        return found ?? false
    }

    /// Whether a month with its day, a date in digits, or a week, month or year to come is named.
    func namesDate(_ text: String) -> Bool {
        let found = tokens(text) { tokens, _ in
            (0..<tokens.count).contains { place in
                switch tokens[place].kind {
                case .month, .monthUnit: tokens.count > 1
                case .date: text.contains { "-./".contains($0) }
                case .weekShift, .monthShift, .yearShift: true
                case .next, .afterNext: [.unit, .monthUnit].contains(tokens[place + 1].kind)
                default: false
                }
            }
        }
        return found ?? false
    }

    /// Whether a word tells what the number before it is: an hour, a day of a month, a length.
    func makesNumberCertain(_ text: String) -> Bool {
        let found = tokens(text) { tokens, _ in
            [.half, .oclock, .past, .month, .unit, .noon, .midnight, .times].contains(tokens[0].kind)
        }
        return found ?? false
    }

    /// Whether a word is a unit or a number in words, which titles write with capitals and people do not.
    func isCounting(_ text: String) -> Bool {
        let found = tokens(text) { tokens, _ in
            let token = tokens[0]
            return tokens.count == 1 && (token.kind == .unit || token.kind == .number && token.extra == 0)
        }
        return found ?? false
    }

    /// How surely a word tells a day.
    enum DayKind {
        /// A weekday, tomorrow and the like.
        case certain
        /// The same, of a word that is mostly something else, as "sat" and "sun" are.
        case name
        /// A month, which tells one beside a number alone.
        case month
    }

    /// How surely a word tells a day; nil for one that tells none.
    func dayKind(_ text: String) -> DayKind? {
        let kind = tokens(text) { tokens, _ -> DayKind? in
            switch tokens[0].kind {
            case .relativeDay, .weekday, .weekdays, .workday, .workdays, .weekend, .weekends, .holiday:
                ["sat", "sun"].contains(text.lowercased()) ? .name : .certain
            case .month: .month
            default: nil
            }
        }
        return kind ?? nil
    }

    /// Whether a word is a number that is not written in digits, such as `five`.
    func isNumberInWords(_ text: String) -> Bool {
        tokens(text) { tokens, _ in tokens[0].kind == .number && tokens[0].extra == 0 } ?? false
    }

    /// Whether a word by itself says how often, as 매일 and 매주 do.
    func isRepeating(_ text: String) -> Bool {
        tokens(text) { tokens, language in
            language == .korean && [.every, .frequency].contains(tokens[0].kind)
        } ?? false
    }

    /// Whether a word is a day such as "tomorrow" by itself.
    func isRelativeDay(_ text: String) -> Bool {
        tokens(text) { tokens, _ in tokens.count == 1 && tokens[0].kind == .relativeDay } ?? false
    }

    /// Whether a word is a half or a part of the day by itself, such as 오전.
    func isHalf(_ text: String) -> Bool {
        tokens(text) { tokens, _ in tokens.count == 1 && tokens[0].kind == .half } ?? false
    }

    /// The part of the day that a word by itself tells; nil for any other word, such as the "am" of "I am".
    func dayHalf(_ text: String) -> DayHalf? {
        let half = tokens(text) { tokens, language -> DayHalf? in
            guard tokens.count == 1, tokens[0].kind == .half else { return nil }
            let half = DayHalf(rawValue: tokens[0].value)
            return language == .english && (half == .morningHalf || half == .afternoonHalf) ? nil : half
        }
        return half ?? nil
    }

    /// Whether a word is a number in words, such as "three".
    func isNumberWord(_ text: String) -> Bool {
        tokens(text) { tokens, language in
            language == .english && tokens.count == 1 && tokens[0].kind == .number && tokens[0].extra == 0
        } ?? false
    }

    /// Whether a word by itself is a time of day in digits, such as `5pm` or `17:00`.
    func isClock(_ text: String) -> Bool {
        guard text.utf8.first.map(Lexer.isDigit) ?? false else { return text.hasPrefix("오전") || text.hasPrefix("오후") }
        return tokens(text) { tokens, _ in
            tokens[0].kind == .clock && tokens[0].extra == 0
                || tokens.count > 1 && tokens[0].kind == .number && tokens[1].kind == .half
        } ?? false
    }

    /// The word of days that a slip of the finger such as "tommorow" was meant to be; nil for any other word.
    func nearestDay(_ text: String) -> String? {
        if text == "모래" { return "모레" }
        if let day = PhraseCorrections.weekday(nearestTo: text) { return day }
        let word = text.lowercased()
        guard word.utf8.count >= 5, word.utf8.allSatisfy(Lexer.isLetter), !Self.nearDays.contains(word) else {
            return nil
        }
        return NearWords.days.first { $0 != word && SpellingDistance.isNear(word, $0) }
    }

    /// Words that are spelt nearly like days, and are none.
    private static let nearDays: Set = ["night", "nights", "morrow", "sundae", "sundry"]

    /// Whether a word is an ordinal and nothing more.
    func isOrdinal(_ text: String) -> Bool {
        tokens(text) { tokens, _ in tokens.count == 1 && tokens[0].kind == .ordinal } ?? false
    }

    private func parsed(
        _ text: String, _ read: (inout PhraseParser, PhraseLanguage) throws -> Length?
    ) -> CalendarDuration? {
        let length: Length?? = tokens(text) { tokens, language in
            var parser = PhraseParser(tokens, dateOrder: nil)
            guard let length = try? read(&parser, language), parser.next.kind == .end else { return nil }
            return length
        }
        guard let length = length.flatMap(\.self), length.months == 0 else { return nil }
        return CalendarDuration(days: length.days, seconds: length.seconds)
    }

    private func tokens<Result>(_ text: String, _ body: (TokenList, PhraseLanguage) -> Result) -> Result? {
        var copy = text
        return copy.withUTF8 { phrase in
            guard let bytes = PhraseBytes(phrase), bytes.count > 0 else { return nil }
            let language = settings.language ?? (bytes.hasHangul ? .korean : .english)
            return bytes.units.span.withUnsafeBufferPointer { units in
                var lexer = Lexer(UnsafeBufferPointer(rebasing: units[..<bytes.count]), language: language)
                guard (try? lexer.run()) != nil else { return nil }
                return body(lexer.tokens, language)
            }
        }
    }
}
