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
        if let refusal = otherHalf(of: run, beside: rest, reading) { return refusal }
        let before = rest.filter { !words.words[$0].isText }
        guard let last = before.last, let end = run.last, let begin = run.first else { return nil }
        let word = words.text(last).lowercased()
        let isTimes = word.count > 1 && word.hasSuffix("x") && word.dropLast().utf8.allSatisfy(Lexer.isDigit)
        if last + 1 == begin {
            if let refusal = neighbour(of: run, last, reading) ?? misspelt(before: run, reading) { return refusal }
            // 27년 12월 1일
            if word.wholeMatch(of: /\d\d년/) != nil {
                return refusal(
                    .notUnderstood, last, end, reading, trying: ["20\(word) \(text(run))"], naming: last...last)
            }
            if let day = reader.nearestDay(word) {
                return refusal(.notUnderstood, last, end, reading, trying: ["\(day) \(text(run))"])
            }
            if let refusal = exception(from: last, through: end) { return refusal }
            if Self.limiting.contains(word) || isTimes {
                let isOfDay = Self.relating.contains(word) && !Self.hasTime(reading.meaning)
                let first = isOfDay ? firstDateWord(before: last) : last
                let isBefore = isOfDay && word == "before" && first == last
                return refusal(
                    .notUnderstood, first, end, reading,
                    trying: isBefore ? ["by \(text(run))"] : isOfDay ? [] : attempts(without: last, before: run))
            }
        }
        if last + 1 == begin, let day = holiday(last, with: begin) {
            return refusal(.notUnderstood, last, end, reading, trying: [day])
        }
        if let refusal = unknownDays(before: begin, through: end) { return refusal }
        let lacksDay = lacksDay(run, reading.meaning)
        if lacksDay, let refusal = unreadDay(before: run, reading) { return refusal }
        let lacksTime = !Self.hasTime(reading.meaning)
        for (index, place) in before.enumerated()
        where belongs(index, of: before, lacksDay: lacksDay) || lacksTime && reader.isClock(words.text(place)) {
            // "every 31 9am" lacks what counts.
            if isFree(place...end),
                case .failure(let failure) = reader.outcome(text(Array(place...end)[...]), at: moment),
                failure.fault.kind == .incomplete, let whole = self.refusal(ofAll: place...end)
            {
                return whole
            }
            let joined = "\(dateWords(around: place, before: begin)) \(text(run))"
            let corrections = PhraseCorrections(phrase: joined, reader: reader, moment: moment)
            return refusal(
                .twoPlaces, place, end, reading,
                trying: [joined] + corrections.candidates(in: reading.language) + [text(run)])
        }
        return nil
    }

    /// Why a phrase is not to be taken without words before it, one of which is mistyped, as in "evry friday 5pm" and
    /// "decmber 5 at 3pm"; nil where they mean nothing else with it.
    private func misspelt(before run: ArraySlice<Int>, _ reading: PhraseReading) -> PhraseRefusal? {
        guard let begin = run.first, let end = run.last else { return nil }
        for first in (max(1, begin - 3)..<max(1, begin)).reversed() where isFree(first...begin - 1) {
            let unknown = (first..<begin).filter { !words.isDateWord($0) }
            guard unknown.count == 1, let place = unknown.first, !isCapital(place) else { continue }
            let word = words.text(place).lowercased()
            let near = word == "everyday" ? ["every day"] : NearWords.near(word)
            for meant in near {
                let attempt = (first...end).map { $0 == place ? meant : words.text($0) }.joined(separator: " ")
                guard case .success(let other) = reader.outcome(attempt, at: moment), other.meaning != reading.meaning
                else { continue }
                return refusal(.notUnderstood, first, end, reading, trying: [attempt], naming: place...place)
            }
        }
        return nil
    }

    /// The same for a phrase at the beginning, and the words behind it.
    func separation(
        of run: ArraySlice<Int>, before rest: ArraySlice<Int>, _ reading: PhraseReading
    ) -> PhraseRefusal? {
        guard let begin = run.first, let end = run.last, let next = rest.first else { return nil }
        if let refusal = otherHalf(of: run, beside: rest, reading) { return refusal }
        let after = rest.filter { !words.words[$0].isText }
        if end + 1 == next, after.first == next, Self.excepting.contains(words.text(next).lowercased()) {
            return refusal(.notUnderstood, begin, next, reading, trying: [dateWords(around: next + 1)])
        }
        if end + 1 == next, after.first == next, let plain = without(signs(":,;", atEndOf: next), atEndOf: next) {
            // "tomorrow 3pm: dentist" is of three o'clock.
            let whole = plain.text(run + [next])
            if case .success = reader.outcome(whole, at: moment) {
                return refusal(.notUnderstood, begin, next, reading, trying: [whole])
            }
        }
        for (index, place) in after.enumerated() where tellsRepetition(index, of: after) {
            let others = dateWords(around: place)
            return refusal(.twoPlaces, begin, place, reading, trying: ["\(others) \(text(run))", others])
        }
        return nil
    }

    /// The words of dates around a word, without those that were taken, and without what stands from `limit` on.
    private func dateWords(around place: Int, before limit: Int = .max) -> String {
        func isOfDates(_ place: Int) -> Bool {
            words.words.indices.contains(place) && place < limit && isFree(place...place) && words.isDateWord(place)
        }
        guard isOfDates(place) else { return "" }
        var (first, last) = (place, place)
        while isOfDates(first - 1) { first -= 1 }
        while isOfDates(last + 1) { last += 1 }
        return words.text(from: first, through: last)
    }

    /// The first of the words of dates right before a word, or that word.
    private func firstDateWord(before place: Int) -> Int {
        var first = place
        while first > 1, isFree(first - 1...first - 1), words.isDateWord(first - 1) { first -= 1 }
        return first
    }

    /// What to try where a word limits a phrase: what stands before it with the phrase, or what is certain of the two.
    private func attempts(without limit: Int, before run: ArraySlice<Int>) -> [String] {
        let (opening, phrase) = (dateWords(around: limit - 1, before: limit), text(run))
        let word = words.text(limit).lowercased()
        guard Self.alternating.contains(word) else { return ["\(opening) \(phrase)", phrase] }
        let day = run.first.map { words.text($0) } ?? ""
        let others = text(run.dropFirst())
        return ["every other \(phrase)", "every other \(day.dropLast()) \(others)"]
    }

    /// Why days are not to be taken that a word takes away from a rule; nil for another word.
    func exception(from limit: Int, through end: Int) -> PhraseRefusal? {
        guard Self.excepting.contains(words.text(limit).lowercased()), isFree(limit...end) else { return nil }
        return refusal(ofAll: firstDateWord(before: limit)...end)
    }

    // MARK: - Days that are not read

    /// Why a day is not to be taken without what counts days of an unknown kind from it, as in "3 working days from friday".
    private func unknownDays(before begin: Int, through end: Int) -> PhraseRefusal? {
        let first = (max(1, begin - Self.longest)..<begin).first {
            isFree($0...end) && countsUnknownDays(Array($0...end)[...])
        }
        guard let first, var refusal = refusal(of: first...end) else { return nil }
        refusal.range = words.range(from: first, through: end)
        return refusal
    }

    /// The day to say for a holiday of which a weekday is the second word, as in "easter monday"; nil for other words.
    private func holiday(_ first: Int, with second: Int) -> String? {
        let words = (self.words.text(first).lowercased(), self.words.text(second).lowercased())
        if words == ("good", "friday") { return "" }
        guard words.0 == "easter", Holiday.easter.shift(behind: words.1) != nil else { return nil }
        return refusal(of: first...second)?.suggestion
    }

    /// Why a time is not to be taken without the day before it: one in another language, or one with an `'s`.
    private func unreadDay(before run: ArraySlice<Int>, _ reading: PhraseReading) -> PhraseRefusal? {
        guard let begin = run.first, let end = run.last, begin > 0 else { return nil }
        var place = begin - 1
        while place > 0, ForeignDays.isJoint(words.text(place)) || place < begin - 1 && words.text(place) == "a" {
            place -= 1
        }
        guard isFree(place...place) else { return nil }
        let word = words.text(place)
        if let day = ForeignDays.english(word) {
            return refusal(.foreignDay, place, end, reading, trying: ["\(day) \(text(run))"], naming: place...place)
        }
        if let month = ForeignDays.englishMonth(word), let (first, day) = dayNumber(before: place) {
            return refusal(
                .foreignDay, first, end, reading, trying: ["\(month) \(day) \(text(run))"], naming: first...place)
        }
        let owner = ["'s", "’s"].first(where: word.lowercased().hasSuffix).map { String(word.dropLast($0.count)) }
        guard let owner, place == begin - 1, reader.dayKind(owner) != nil else { return nil }
        return refusal(.notUnderstood, place, end, reading, trying: ["\(owner) \(text(run))"])
    }

    /// The number of a day before the name of a month, whether it has a dot or a "de" behind it.
    private func dayNumber(before month: Int) -> (place: Int, day: Int)? {
        var place = month - 1
        if place > 0, words.text(place) == "de" { place -= 1 }
        guard place >= 0, isFree(place...place) else { return nil }
        let word = words.text(place)
        guard let day = Int(word.hasSuffix(".") ? String(word.dropLast()) : word), (1...31).contains(day) else {
            return nil
        }
        return (place, day)
    }

    // MARK: - Words

    /// Words that take away what stands before them, or behind them.
    private static let excepting: Set = [
        "except", "excluding", "excl", "excl.", "빼고", "뺀", "제외", "제외하고", "말고",
    ]
    /// Words that leave out every other one.
    private static let alternating: Set = ["alternate", "alternating"]
    /// Words that tell a day by another one: "fri before 3pm" is at three at the latest, "fri before dec 25" another day.
    private static let relating: Set = ["before", "after", "since", "between", "이전", "이후"]
    /// Words that turn what follows them into something else.
    private static let limiting = excepting.union(alternating).union([
        "but", "before", "after", "until", "till", "since", "between", "twice", "thrice", "이전", "이후",
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
    static func isWrittenDate(_ word: String) -> Bool {
        let digits = word.utf8.count(where: Lexer.isDigit)
        guard let first = word.utf8.first, Lexer.isDigit(first), digits >= 2 else { return false }
        let isOfSigns = word.utf8.allSatisfy { Lexer.isDigit($0) || "./-,".utf8.contains($0) }
        let parts = word.split { "./-,".contains($0) }
        if parts.count == 1 { return digits == 8 && (word.hasPrefix("19") || word.hasPrefix("20")) }
        return isOfSigns && parts.count <= 3 && parts.allSatisfy { $0.count <= 4 }
    }

    /// A phrase in words that are taken from a line, too; nil where it is none.
    func sayable(_ phrase: String, in language: PhraseLanguage) -> String? {
        guard !phrase.isEmpty, case .success(let reading) = reader.outcome(phrase, at: moment) else { return nil }
        let line = QuickAddReader("x \(phrase)", reader: reader, moment: moment)
        let run = Array(line.words.words.indices).dropFirst()
        return line.canBegin(run) && !line.isText(run) ? phrase : reading.meaning.phrase(in: language) ?? phrase
    }

    /// Refuses words of the line, with the first attempt that a line takes.
    ///
    /// - Parameters:
    ///   - kind: What is wrong.
    ///   - first: The first word that stays in the title.
    ///   - last: The last one.
    ///   - reading: What a part of the words means.
    ///   - attempts: What to say instead, the nearest first.
    ///   - named: The words at fault; nil for all.
    /// - Returns: The refusal, with its place in the line.
    func refusal(
        _ kind: Fault.Kind, _ first: Int, _ last: Int, _ reading: PhraseReading, trying attempts: [String],
        naming named: ClosedRange<Int>? = nil
    ) -> PhraseRefusal {
        let range = words.range(from: first, through: last)
        let reasons = RefusalReasons(
            fault: Fault(kind, range.lowerBound, range.upperBound),
            words: named.map { words.text(from: $0.lowerBound, through: $0.upperBound) } ?? words.text(range),
            language: reading.language)
        // What is tried is in words that a line takes, too.
        let all = attempts + [reading.language == .korean ? "내일 오전 9시" : "tomorrow 9am"]
        let suggestion = all.lazy.compactMap { sayable($0.trimmed, in: reading.language) }.first
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range,
            suggestion: suggestion ?? moment.local.date.description, readings: [], language: reading.language)
    }
}
