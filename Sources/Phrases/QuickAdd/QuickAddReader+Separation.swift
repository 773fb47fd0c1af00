import Recurrence

/// A phrase at the end that is only a part of what is said of a time: the rest stands before it, and is not understood.
extension QuickAddReader {
    /// Why a phrase is not to be taken by itself; nil where nothing before it belongs to it.
    ///
    /// - Parameters:
    ///   - run: The words of the phrase.
    ///   - rest: The words before it.
    ///   - reading: What it means.
    /// - Returns: The refusal, with its place in the line.
    func separation(
        of run: ArraySlice<Int>, from rest: ArraySlice<Int>, _ reading: PhraseReading
    ) -> PhraseRefusal? {
        let before = rest.filter { !words.words[$0].isText }
        guard let last = before.last, let end = run.last, let begin = run.first else { return nil }
        let word = words.text(last).lowercased()
        let isTimes = word.count > 1 && word.hasSuffix("x") && word.dropLast().utf8.allSatisfy(Lexer.isDigit)
        if last + 1 == begin {
            if let day = reader.nearestDay(word) {
                return refusal(.notUnderstood, last, end, reading, trying: "\(day) \(text(run))")
            }
            if Self.limiting.contains(word) || isTimes {
                return refusal(.notUnderstood, last, end, reading, trying: nil)
            }
        }
        let lacksDay = lacksDay(run, reading.meaning)
        let lacksTime = !Self.hasTime(reading.meaning)
        for (index, place) in before.enumerated()
        where belongs(index, of: before, lacksDay: lacksDay) || lacksTime && reader.isClock(words.text(place)) {
            return refusal(.twoPlaces, place, end, reading, trying: "\(words.text(place)) \(text(run))")
        }
        return nil
    }

    /// The same for a phrase at the beginning, and the words behind it.
    func separation(
        of run: ArraySlice<Int>, before rest: ArraySlice<Int>, _ reading: PhraseReading
    ) -> PhraseRefusal? {
        guard let begin = run.first, let end = run.last, let next = rest.first else { return nil }
        let after = rest.filter { !words.words[$0].isText }
        if end + 1 == next, after.first == next, Self.excepting.contains(words.text(next).lowercased()) {
            return refusal(.notUnderstood, begin, next, reading, trying: nil)
        }
        for (index, place) in after.enumerated() where tellsRepetition(index, of: after) {
            return refusal(.twoPlaces, begin, place, reading, trying: nil)
        }
        return nil
    }

    /// Refuses a day with a time that is written as no time is, such as "tomorrow 15.30".
    mutating func refuseHalfWritten(_ rest: [Int]) {
        guard rest.count > 2, let last = rest.last, !words.words[last].isText else { return }
        let day = rest[rest.count - 2]
        let parts = words.text(last).split(separator: ".", omittingEmptySubsequences: false)
        guard day + 1 == last, !words.words[day].isText, reader.dayKind(words.text(day)) == .certain, parts.count == 2,
            (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(Lexer.isDigit) }),
            case .success(let reading) = reader.outcome("\(words.text(day)) \(parts[0]):\(parts[1])", at: moment)
        else { return }
        let refusal = refusal(
            .notUnderstood, last, last, reading, trying: "\(words.text(day)) \(parts[0]):\(parts[1])")
        (result.refusal, result.refusedRange) = (refusal, refusal.range)
    }

    /// Words that take away what stands before them, or behind them.
    private static let excepting: Set = [
        "except", "excluding", "excl", "excl.", "빼고", "뺀", "제외", "제외하고", "말고",
    ]
    /// Words that turn what follows them into something else.
    private static let limiting = excepting.union([
        "but", "before", "after", "until", "till", "since", "between", "alternate", "alternating", "twice",
        "thrice", "이전", "이후",
    ])

    /// Whether a word of the rest tells a day that the phrase lacks, or how often it comes.
    private func belongs(_ index: Int, of before: [Int], lacksDay: Bool) -> Bool {
        let place = before[index]
        let word = words.text(place)
        if tellsRepetition(index, of: before) { return true }
        guard lacksDay else { return false }
        let isAtEdge = index == 0 || index == before.count - 1
        if isAtEdge, Self.isWrittenDate(word) { return true }
        switch reader.dayKind(word) {
        case .certain: return true
        case .name: return isAtEdge
        case .month:
            let neighbours = [index - 1, index + 1].filter(before.indices.contains).map { words.text(before[$0]) }
            return neighbours.contains { $0.utf8.first.map(Lexer.isDigit) ?? false }
        case nil: return false
        }
    }

    /// Whether a word says how often: "every" before a word of dates, 매일 and 매주 by themselves.
    private func tellsRepetition(_ index: Int, of places: [Int]) -> Bool {
        let word = words.text(places[index])
        guard ["every", "each"].contains(word.lowercased()) else { return reader.isRepeating(word) }
        guard places.indices.contains(index + 1) else { return false }
        return words.isDateWord(places[index + 1])
    }

    /// Whether a phrase has a time of day and no day, and so is of another day beside one.
    private func lacksDay(_ run: ArraySlice<Int>, _ meaning: PhraseMeaning) -> Bool {
        let day: CivilDate
        switch meaning {
        case .time(let time): day = time.civil.date
        case .range(let start, _): day = start.civil.date
        case .rule: return false
        }
        let other = day.adding(days: 40)
        guard case .success(let beside) = reader.outcome("\(other) \(text(run))", at: moment) else { return false }
        return switch beside.meaning {
        case .time(let time): time.civil.date == other && !time.civil.isDate
        case .range(let start, _): start.civil.date == other && !start.civil.isDate
        case .rule: false
        }
    }

    /// Digits with signs between them as in `28.11.`, or eight of them as in `20261203`.
    private static func isWrittenDate(_ word: String) -> Bool {
        let digits = word.utf8.count(where: Lexer.isDigit)
        guard let first = word.utf8.first, Lexer.isDigit(first), digits >= 2 else { return false }
        let isOfSigns = word.utf8.allSatisfy { Lexer.isDigit($0) || "./-,".utf8.contains($0) }
        let parts = word.split { "./-,".contains($0) }
        if parts.count == 1 { return digits == 8 && (word.hasPrefix("19") || word.hasPrefix("20")) }
        return isOfSigns && parts.count <= 3 && parts.allSatisfy { $0.count <= 4 }
    }

    private func refusal(
        _ kind: Fault.Kind, _ first: Int, _ last: Int, _ reading: PhraseReading, trying attempt: String?
    ) -> PhraseRefusal {
        let range = words.words[first].range.lowerBound..<words.words[last].range.upperBound
        let reasons = RefusalReasons(
            fault: Fault(kind, range.lowerBound, range.upperBound), words: words.text(range), language: reading.language
        )
        // What is tried is in words that a line takes, too.
        let attempts = [attempt, reading.language == .korean ? "내일 오전 9시" : "tomorrow 9am"].compactMap(\.self)
        let suggestion = attempts.lazy.compactMap { attempt -> String? in
            guard case .success(let meant) = reader.outcome(attempt, at: moment) else { return nil }
            return attempt.utf8.first.map(Lexer.isDigit) ?? false
                ? meant.meaning.phrase(in: reading.language) : attempt
        }.first
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range,
            suggestion: suggestion ?? moment.local.date.description, readings: [],
            language: reading.language)
    }
}
