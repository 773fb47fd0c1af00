import Recurrence

/// What says by a mark such as `due:` that it is a phrase, and so is read wherever it stands.
extension QuickAddReader {
    /// A mark before a phrase, as `taskd edit` has it.
    struct Mark {
        let sign: String
        /// What it says of the phrase behind it.
        var opening = ""
        /// Whether the phrase has to repeat.
        var repeats = false

        static let all = [
            Mark(sign: "due:"), Mark(sign: "마감:"), Mark(sign: "repeat:", repeats: true),
            Mark(sign: "repeats:", repeats: true), Mark(sign: "반복:", repeats: true),
            Mark(sign: "every:", opening: "every ", repeats: true),
        ]

        /// The mark of what repeats, as people of a language write it.
        static func repeating(in language: PhraseLanguage) -> Mark {
            Mark(sign: language == .korean ? "반복:" : "repeat:", repeats: true)
        }

        /// The mark with which some words begin.
        static func of(_ words: String) -> Mark? { all.first { words.hasPrefix($0.sign) } }

        /// A phrase behind the mark, or behind one that adds nothing to it.
        func marking(_ phrase: String) -> String { (opening.isEmpty ? sign : "repeat:") + phrase }

        /// The phrase of words that begin with the mark.
        func phrase(_ words: String) -> String { opening + words.dropFirst(sign.count) }
    }

    /// The mark of a word with something right behind it, or of a mark alone.
    private func mark(_ place: Int) -> Mark? { words.words[place].isText ? nil : Mark.of(words.text(place)) }

    /// Takes a phrase that is marked; false where nothing is, so that a phrase may stand elsewhere.
    mutating func takeMarked(_ rest: [Int]) -> Bool {
        let marked = rest.indices.filter { mark(rest[$0]) != nil }
        for begin in marked {
            guard let mark = mark(rest[begin]) else { continue }
            let isAlone = words.text(rest[begin]) == mark.sign
            guard let (run, reading) = longest(mark, Array(rest[begin...].prefix(Self.longest))) else {
                // "Report due: check it" is a title.
                if isAlone { continue }
                refuse(dateRun(rest[begin...]), behind: mark, in: rest)
                return true
            }
            // The 25:00 of "due:fri 25:00" is no title.
            let whole = dateRun(rest[begin...])
            if whole.count > run.count,
                case .failure(let failure) = reader.outcome(mark.phrase(text(whole)), at: moment),
                Self.wrongTimes.contains(failure.fault.kind)
            {
                refuse(whole, behind: mark, in: rest)
                return true
            }
            let others = marked.filter { !run.contains(rest[$0]) }
            take(run, reading, mark, in: rest, others.map { rest[$0] })
            return true
        }
        return false
    }

    private mutating func take(
        _ run: ArraySlice<Int>, _ reading: PhraseReading, _ mark: Mark, in rest: [Int], _ others: [Int]
    ) {
        guard let first = run.first, let last = run.last else { return }
        if let other = others.last, words.text(other) != self.mark(other)?.sign {
            let marked = others.map { place -> ArraySlice<Int> in
                let behind = rest.drop { $0 < place }.prefix {
                    $0 == place || self.mark($0) == nil && !run.contains($0)
                }
                return Mark.of(words.text(place)).flatMap { longest($0, Array(behind))?.run } ?? [place]
            }
            let said = marked.map(phrase).joined(separator: " ")
            return refuse(
                said, beside: run, reading, from: min(first, other), to: max(last, marked.last?.last ?? other))
        }
        if let (day, other) = plainPhrase(beside: run, in: rest), let begin = day.first, let end = day.last {
            let isDay = !other.meaning.isRule && !Self.hasTime(other.meaning)
            guard isDay, !mark.repeats else {
                return refuse(text(day), beside: run, reading, from: min(first, begin), to: max(last, end))
            }
            result.refusedTerms.append(refusal(.dayTwice, begin, end, reading, trying: [phrase(run)]))
        }
        if mark.repeats, !reading.meaning.isRule {
            let tries = ["every \(phrase(run))", everyDay(reading.language)]
            let refusal = refusal(.ruleMissing, first, last, reading, trying: tries)
            (result.refusal, result.refusedRange) = (refusal, refusal.range)
            return suggest(behind: mark)
        }
        guard run.count < rest.count else { return result.lacksTitle = true }
        take(run, reading)
        takeEstimate(behind: last, in: rest)
    }

    /// Refuses what is said of a time both behind a mark and elsewhere.
    private mutating func refuse(
        _ said: String, beside run: ArraySlice<Int>, _ reading: PhraseReading, from first: Int, to last: Int
    ) {
        let own = phrase(run)
        let joined = [reading.meaning.isRule ? "\(own) from \(said)" : "\(said) from \(own)", own]
        let refusal = refusal(
            .twoPlaces, first, last, reading, trying: ["\(said) \(own)", "\(own) \(said)"] + joined)
        (result.refusal, result.refusedRange) = (refusal, refusal.range)
    }

    /// A phrase without a mark that a line with one would have besides; nil where there is none.
    private func plainPhrase(
        beside run: ArraySlice<Int>, in rest: [Int]
    ) -> (run: ArraySlice<Int>, reading: PhraseReading)? {
        var other = self
        for place in run { other.words.words[place].part = .when }
        let title = rest.filter { !run.contains($0) }
        if other.takeAtEnd(title, withTime: false) == .foundNone { other.takeAtStart(title) }
        guard let reading = other.result.when else { return nil }
        return (title.filter { other.words.words[$0].part == .when }[...], reading)
    }

    /// What is a time in a form that no time has.
    static let wrongTimes: Set<Fault.Kind> = [.noSuchTime, .minuteDigits, .fractionOfSecond, .hourOfHalf]

    private func everyDay(_ language: PhraseLanguage) -> String { language == .korean ? "매일" : "every day" }

    /// Refuses words behind a mark, and with them a time that the line says elsewhere.
    private mutating func refuse(_ run: ArraySlice<Int>, behind mark: Mark, in rest: [Int]) {
        refuse(run)
        suggest(behind: mark)
        guard let range = result.refusedRange, var refusal = result.refusal,
            let (day, _) = plainPhrase(beside: run, in: rest), let first = day.first, let last = day.last
        else { return }
        let other = words.range(from: first, through: last)
        result.refusedRange =
            min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
        for attempt in ["\(refusal.suggestion) \(text(day))", "\(refusal.suggestion) from \(text(day))"] {
            guard let mark = Mark.of(attempt), case .success = reader.outcome(mark.phrase(attempt), at: moment) else {
                continue
            }
            refusal.suggestion = attempt
            break
        }
        result.refusal = refusal
    }

    /// Has what is tried stand behind a mark, too, and a rule where the phrase has to repeat.
    private mutating func suggest(behind mark: Mark) {
        guard var refusal = result.refusal else { return }
        let isRule = (try? reader.outcome(refusal.suggestion, at: moment).get())?.meaning.isRule ?? false
        if mark.repeats, !isRule { (refusal.suggestion, refusal.readings) = (everyDay(refusal.language), []) }
        refusal.suggestion = mark.marking(refusal.suggestion)
        refusal.readings = refusal.readings.map(mark.marking)
        result.refusal = refusal
    }

    /// Takes how long it takes where that stands right behind the phrase.
    private mutating func takeEstimate(behind last: Int, in rest: [Int]) {
        guard result.estimate == nil, let end = rest.firstIndex(of: last).map({ $0 + 1 }) else { return }
        if let count = estimateCount(in: rest, from: end) { takeEstimate(of: count, from: end, in: rest) }
    }

    /// The most of some words that is a phrase behind the mark of the first.
    private func longest(_ mark: Mark, _ rest: [Int]) -> (run: ArraySlice<Int>, reading: PhraseReading)? {
        for end in (1...rest.count).reversed() {
            let run = rest[..<end]
            guard run.allSatisfy({ !words.words[$0].isText }),
                case .success(let reading) = reader.outcome(mark.phrase(text(run)), at: moment)
            else { continue }
            return (run, reading)
        }
        return nil
    }

    /// The first of some words with the words of dates behind it.
    private func dateRun(_ rest: ArraySlice<Int>) -> ArraySlice<Int> {
        let others = rest.dropFirst().prefix { !words.words[$0].isText && words.isDateWord($0) }
        return rest.prefix(1 + others.count)
    }
}
