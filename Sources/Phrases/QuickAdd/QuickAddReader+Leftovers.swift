import Recurrence

/// What is left in the title although it looks like a time: it is told, with words that are taken.
extension QuickAddReader {
    /// Looks for it in a line from which no time was taken: a time in another form is refused, what may be none is a doubt.
    mutating func tellLeftovers(_ rest: [Int]) {
        guard let last = rest.last, !words.words[last].isText else { return }
        if let refusal = timeInAnotherForm(rest, last) {
            (result.refusal, result.refusedRange) = (refusal, refusal.range)
        } else if let doubt = nameAtEnd(rest, last) ?? phraseAtStart(rest) ?? timeBeforeOthers(rest, last) {
            result.doubts.append(doubt)
        }
    }

    /// What is a time and nothing else, and is not written as a line has it.
    private func timeInAnotherForm(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        let title = rest.dropLast()
        return dayWithDottedTime(title.last, last) ?? misspeltDay(last) ?? ambiguousDate(last)
            ?? timeWithOffset(title, last) ?? timeWithTail(rest, last) ?? foreignDayAtStart(rest)
    }

    /// A day with a time that is written as no time is, such as "tomorrow 15.30".
    private func dayWithDottedTime(_ day: Int?, _ last: Int) -> PhraseRefusal? {
        let parts = words.text(last).split(separator: ".", omittingEmptySubsequences: false)
        guard let day, day > 0, day + 1 == last, !words.words[day].isText,
            reader.dayKind(words.text(day)) == .certain, parts.count == 2,
            (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(Lexer.isDigit) })
        else { return nil }
        let attempt = "\(words.text(day)) \(parts[0]):\(parts[1])"
        guard case .success(let reading) = reader.outcome(attempt, at: moment) else { return nil }
        return refusal(.notUnderstood, last, last, reading, trying: [attempt])
    }

    /// A word that is no word but for a slip of the finger, such as "tommorow".
    private func misspeltDay(_ last: Int) -> PhraseRefusal? {
        if let refusal = misspeltSelectedDay(last) { return refusal }
        // Those of shorter days are too near to other words.
        guard let day = reader.nearestDay(words.text(last)), day.utf8.count > 6, last > 0,
            words.text(last - 1) != "remind", case .success(let reading) = reader.outcome(day, at: moment)
        else { return nil }
        return refusal(.notUnderstood, last, last, reading, trying: [day])
    }

    /// The same of any day behind a word that stands before days, such as "next fryday".
    private func misspeltSelectedDay(_ last: Int) -> PhraseRefusal? {
        let first = last - 1
        guard first > 0, isFree(first...last), let day = reader.nearestDay(words.text(last)),
            ["next", "this", "every"].contains(words.text(first).lowercased()),
            case let attempt = "\(words.text(first)) \(day)",
            case .success(let reading) = reader.outcome(attempt, at: moment)
        else { return nil }
        return refusal(.notUnderstood, first, last, reading, trying: [attempt], naming: last...last)
    }

    /// Numbers such as 3/4, which are two dates.
    private func ambiguousDate(_ last: Int) -> PhraseRefusal? {
        let word = words.text(last)
        guard Self.isWrittenDate(word), word.contains("/"), !isFraction(last),
            reader.language(of: line) == .english, case .failure(let failure) = reader.outcome(word, at: moment),
            failure.fault.kind == .slashes
        else { return nil }
        return refusal(of: last...last)
    }

    /// A date such as 24.12.2026.
    static func dottedDate(_ word: String) -> CivilDate? {
        let parts = word.split(separator: ".").map { Int($0) ?? 0 }
        guard parts.count == 3, parts[2] >= 1_000 else { return nil }
        return CivilDate(year: parts[2], month: parts[1], day: parts[0])
    }

    /// Around the clock, and the forms of screens.
    private static let ratios: Set = ["24/7", "16/9", "16/10", "21/9"]

    /// Whether digits with a slash are no date: around the clock, or behind a whole number.
    func isFraction(_ place: Int) -> Bool {
        if Self.ratios.contains(words.text(place)) { return true }
        return place > 0 && words.text(place - 1).utf8.allSatisfy(Lexer.isDigit)
    }

    /// The refusal of words, as the reader of phrases tells it.
    func refusal(of places: ClosedRange<Int>) -> PhraseRefusal? {
        do throws(PhraseRefusal) {
            _ = try reader.read(words.text(from: places.lowerBound, through: places.upperBound), at: moment)
            return nil
        } catch {
            var refusal = error
            let start = words.words[places.lowerBound].range.lowerBound
            refusal.range = error.range.lowerBound + start..<error.range.upperBound + start
            return refusal
        }
    }

    /// The same with all of the words as its place, and what to try as a line takes it.
    func refusal(ofAll places: ClosedRange<Int>) -> PhraseRefusal? {
        guard var refusal = refusal(of: places) else { return nil }
        refusal.range = words.range(from: places.lowerBound, through: places.upperBound)
        refusal.suggestion = sayable(refusal.suggestion, in: refusal.language) ?? refusal.suggestion
        return refusal
    }

    /// A time with an offset from UTC, which is read behind a date in digits alone.
    private func timeWithOffset(_ title: ArraySlice<Int>, _ last: Int) -> PhraseRefusal? {
        var word = words.text(last).lowercased()
        for name in ["utc", "gmt"] where word.hasPrefix(name) { word.removeFirst(name.count) }
        guard let sign = word.first, "+-".contains(sign), word.count > 1,
            word.dropFirst().utf8.allSatisfy({ Lexer.isDigit($0) || $0 == UInt8(ascii: ":") }),
            let (run, reading) = phrase(atEndOf: Array(title), withTime: true), let first = run.first
        else { return nil }
        let whole = PhraseCorrections(phrase: "\(text(run))\(words.text(last))", reader: reader, moment: moment)
        let attempts = whole.candidates(in: .english) + [text(run)]
        return refusal(.notUnderstood, first, last, reading, trying: attempts, naming: last...last)
    }

    /// A time with something behind it in the same word, such as "17:00+02:00", "3pm#health" and "tomorrow 3pm!".
    private func timeWithTail(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        if let offset = offset(in: last) { return time(rest, last, without: offset)?.refusal }
        let word = words.text(last)
        if let sign = word.firstIndex(where: { "#@".contains($0) }), case let term = word[sign...],
            word[..<sign].contains(where: \.isNumber),
            var (_, refusal) = time(rest, last, without: term.utf8.count)
        {
            refusal.suggestion += " \(term)"
            return refusal
        }
        // "What happens tomorrow?" is a title.
        guard word.contains(where: \.isNumber) else { return nil }
        if ["z", "Z"].contains(word.last), reader.isClock(String(word.dropLast())) {
            guard var (_, refusal) = time(rest, last, without: 1) else { return nil }
            refusal.suggestion += " UTC"
            return refusal
        }
        let signs = word.reversed().prefix { !$0.isLetter && !$0.isNumber && $0 != ")" }
        let tail = word.hasSuffix("-ish") ? 4 : signs.reduce(0) { $0 + $1.utf8.count }
        guard let (run, refusal) = time(rest, last, without: tail), run.count > 1 else { return nil }
        return refusal
    }

    /// A time behind a day in another language.
    private func foreignDayAtStart(_ rest: [Int]) -> PhraseRefusal? {
        guard let first = rest.first, !words.words[first].isText, let day = ForeignDays.english(words.text(first))
        else {
            return nil
        }
        let times = rest.dropFirst().drop { ForeignDays.isJoint(words.text($0)) }
        for count in stride(from: min(times.count, Self.longest), to: 0, by: -1) {
            let run = times.prefix(count)
            guard let last = run.last, run.allSatisfy({ !words.words[$0].isText }), endsAsPhrase(run),
                case .success(let reading) = reader.outcome(text(run), at: moment), Self.hasTime(reading.meaning)
            else { continue }
            return refusal(.foreignDay, first, last, reading, trying: ["\(day) \(text(run))"], naming: first...first)
        }
        return nil
    }

    // MARK: - Parts of words

    static let signs = "?!,;:…"

    /// The words of a time at the end but for some bytes, and what to say instead.
    func time(
        _ rest: [Int], _ last: Int, without count: Int
    ) -> (run: ArraySlice<Int>, refusal: PhraseRefusal)? {
        guard let plain = without(count, atEndOf: last),
            let (run, reading) = plain.phrase(atEndOf: rest, withTime: false), let first = run.first
        else { return nil }
        let refusal = self.refusal(.notUnderstood, first, last, reading, trying: [plain.text(run)])
        return (run, refusal)
    }

    /// How many bytes of a word are an offset behind a time.
    private func offset(in place: Int) -> Int? {
        let word = words.text(place)
        guard let sign = word.lastIndex(where: { "+-".contains($0) }), reader.isClock(String(word[..<sign])) else {
            return nil
        }
        let digits = word[sign...].dropFirst()
        return !digits.isEmpty && digits.utf8.allSatisfy { Lexer.isDigit($0) || $0 == UInt8(ascii: ":") }
            ? digits.utf8.count + 1 : nil
    }

    /// How many bytes of a word are such signs at its end.
    func signs(_ signs: String, atEndOf place: Int) -> Int {
        words.text(place).reversed().prefix(while: signs.contains).reduce(0) { $0 + $1.utf8.count }
    }

    /// The line without bytes at the end of a word; nil where there are none, or nothing else.
    func without(_ count: Int, atEndOf place: Int) -> Self? {
        let range = words.words[place].range
        guard count > 0, count < range.count else { return nil }
        var plain = self
        plain.words.words[place].range = range.lowerBound..<range.upperBound - count
        return plain
    }

    /// The phrase that would be taken from the end of words; nil where there is none.
    func phrase(atEndOf rest: [Int], withTime: Bool) -> (run: ArraySlice<Int>, reading: PhraseReading)? {
        var other = self
        guard rest.count > 1, other.takeAtEnd(rest, withTime: withTime) == .found, let reading = other.result.when
        else {
            return nil
        }
        return (rest.filter { other.words.words[$0].part == .when }[...], reading)
    }
}
