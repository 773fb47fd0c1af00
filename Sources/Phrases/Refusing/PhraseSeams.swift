/// Where a phrase must not be cut, since what is left would mean something else: a number keeps what it counts, and words that
/// tell when by something else keep that.
struct PhraseSeams {
    /// The bytes between words that belong together, in what was typed.
    private var seams: [ClosedRange<Int>] = []
    /// The same behind words that may stay without what follows, and not the other way round.
    private var openSeams: [ClosedRange<Int>] = []
    private let count: Int

    /// Looks for them.
    ///
    /// - Parameters:
    ///   - tokens: The tokens of the phrase.
    ///   - text: The text that they were read from.
    ///   - count: How many bytes were typed.
    init(_ tokens: TokenList, of text: PhraseBytes, count: Int) {
        self.count = count
        for index in 0..<max(0, tokens.count - 1) {
            let (end, start) = (text.place(Int(tokens[index].end)), text.place(Int(tokens[index + 1].start)))
            let seam = min(end, start)...max(end, start)
            if Self.isBound(tokens, index) { seams.append(seam) }
            if Self.isCountedFor(tokens, index) { openSeams.append(seam) }
        }
    }

    /// Those of a phrase whose words are not known.
    init(count: Int) { self.count = count }

    /// Whether what is left without some bytes keeps together what belongs together.
    func allowsLeavingOut(_ range: Range<Int>) -> Bool {
        !seams.contains { seam in
            range.lowerBound > 0 && seam.contains(range.lowerBound)
                || range.upperBound < count && seam.contains(range.upperBound)
        } && !openSeams.contains { range.upperBound < count && $0.contains(range.upperBound) }
    }

    /// Whether a token tells what the number behind it counts, as in "for 3" and "dec 3", and not in "for 3 times".
    private static func isCountedFor(_ tokens: TokenList, _ index: Int) -> Bool {
        [.during, .inWord, .month].contains(tokens[index].kind) && counts.contains(tokens[index + 1].kind)
            && tokens[index + 2].kind != .times
    }

    /// Whether a token belongs to the one behind it.
    private static func isBound(_ tokens: TokenList, _ index: Int) -> Bool {
        let (before, left, right) = (tokens[index - 1], tokens[index], tokens[index + 1])
        // "friday after next" is complete.
        let isOpen = opening.contains(left.kind) && !(left.kind == .next && before.kind == .after)
        if isOpen || counting.contains(right.kind) { return true }
        let isCount = counts.contains(left.kind)
        return switch right.kind {
        case .half: right.value <= DayHalf.afternoonHalf.rawValue
        // In "3 business days" the days are counted, too.
        case .unit: isCount || left.kind == .unit || left.kind == .unknown && counts.contains(before.kind)
        case .quarter: isCount
        case .month: isCount && before.kind != .month
        case .weekday, .workday: left.kind == .ordinal
        // The particles of Korean belong to what is before them.
        case .to: left.kind == .quarter || right.isGlued
        case .from: right.isGlued || left.kind == .unit || tokens[index + 2].kind == .present
        case .inWord: tokens[index + 2].kind == .month
        // The 3 of "tomorrow 3 persons" is no hour.
        case .unknown: isUnknownCount(tokens, index)
        case .during: left.kind == .unit || left.kind == .minuteUnit || left.kind == .day
        default: false
        }
    }

    /// Whether a token is a number that counts what nobody knows, and not an hour or a day of a month by the word before it.
    private static func isUnknownCount(_ tokens: TokenList, _ index: Int) -> Bool {
        let (before, number) = (tokens[index - 1].kind, tokens[index])
        if number.kind == .unit { return before == .every && number.value == SpanUnit.second.rawValue }
        let hasMeaning: Set<Token.Kind> = [
            .at, .on, .the, .number, .conjunction, .comma, .month, .past, .to, .dash, .from,
        ]
        return number.kind == .number && !hasMeaning.contains(before)
    }

    private static let counts: Set<Token.Kind> = [.number, .decimal, .ordinal, .article, .thirty]
    /// What tells nothing without the words behind it, or something else.
    private static let opening: Set<Token.Kind> = [
        .every, .this, .next, .last, .afterNext, .other, .plus, .of, .before, .after, .until, .through, .starting,
        .from,
        .between, .lunar, .leap,
    ]
    /// What tells what the words before it are, or when by them.
    private static let counting: Set<Token.Kind> = [
        .times, .oclock, .past, .day, .monthUnit, .yearUnit, .hourUnit, .minuteUnit, .secondUnit, .of, .before,
        .after, .later, .ago, .each, .per, .completion,
    ]
}

extension PhraseReader {
    /// Where a phrase must not be cut.
    func seams(of phrase: String, in language: PhraseLanguage) -> PhraseSeams {
        var copy = phrase
        return copy.withUTF8 { phrase in
            guard let text = PhraseBytes(phrase), text.count > 0 else { return PhraseSeams(count: phrase.count) }
            return text.units.span.withUnsafeBufferPointer { units in
                var lexer = Lexer(UnsafeBufferPointer(rebasing: units[..<text.count]), language: language)
                // What comes before a word that is none is known all the same.
                _ = try? lexer.run()
                return PhraseSeams(lexer.tokens, of: text, count: phrase.count)
            }
        }
    }
}
