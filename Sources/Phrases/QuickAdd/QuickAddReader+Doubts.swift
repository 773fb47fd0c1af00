import Recurrence

/// What may be a time or none, and so is in the title: it is told how a time is said that is certain.
extension QuickAddReader {
    // MARK: - At the end

    /// Words at the end that are mostly a name, a number or the end of a sentence.
    func nameAtEnd(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        loneName(rest.dropLast(), last) ?? misspeltWord(rest) ?? corrected(rest) ?? loneTimeInWords(rest)
            ?? loneDate(last) ?? timeWithSign(rest, last) ?? timeInBrackets(rest, last) ?? loneHour(rest)
    }

    /// Words that are mostly something else, and how a time is said that nobody takes for that.
    private static let certainNames = [
        "sat": "saturday", "sun": "sunday", "noon": "at noon", "midday": "at midday", "midnight": "at midnight",
    ]

    private static let openingsOfSentences: Set = [
        "the", "a", "an", "i", "you", "he", "she", "it", "we", "they", "who", "where", "my", "our", "his", "her",
        "their",
    ]

    /// A word such as "sat" in small letters, which no name is written in, where nothing ties it to the title.
    private func loneName(_ title: ArraySlice<Int>, _ last: Int) -> PhraseRefusal? {
        let word = words.text(last)
        // "The cat sat" is a sentence.
        let opening = title.first.map { words.text($0).lowercased() } ?? ""
        guard let attempt = Self.certainNames[word], isTitle(title), !Self.openingsOfSentences.contains(opening),
            title.last.map({ !["in", "at", "until", "till", "past"].contains(words.text($0).lowercased()) }) ?? false,
            case .success(let reading) = reader.outcome(attempt, at: moment)
        else { return nil }
        return refusal(.nameAlone, last, last, reading, trying: [attempt])
    }

    /// An hour with its minutes in words, such as "five thirty", which may as well count something.
    private func loneTimeInWords(_ rest: [Int]) -> PhraseRefusal? {
        firstEnd(of: rest) { run, first, last in
            guard (2...3).contains(run.count), run.allSatisfy({ reader.isNumberInWords(words.text($0)) }),
                case let attempt = "at \(text(run))", case .success(let reading) = reader.outcome(attempt, at: moment)
            else { return nil }
            return refusal(.nameAlone, first, last, reading, trying: [attempt])
        }
    }

    /// Words that are a time but for a slip of the finger in one of them, such as "in 2 hors" and "decmber 5".
    private func misspeltWord(_ rest: [Int]) -> PhraseRefusal? {
        firstEnd(of: rest) { run, first, last in
            let unknown = run.indices.filter { !words.isDateWord(run[$0]) }
            guard run.count > 1, unknown.count == 1, let place = unknown.first, canBegin(run), !isCapital(run[place]),
                let attempt = NearWords.near(words.text(run[place])).lazy.map({
                    text(run[..<place]) + " \($0) " + text(run[(place + 1)...])
                }).first(where: { reader.hasAnchor($0.trimmed) || reader.namesDate($0.trimmed) }),
                case .success(let reading) = reader.outcome(attempt.trimmed, at: moment)
            else { return nil }
            return refusal(
                .notUnderstood, first, last, reading, trying: [attempt.trimmed], naming: run[place]...run[place])
        }
    }

    /// Words that are a time but for a slip that concerns several of them, such as "dec 25 '27" and "everyday".
    private func corrected(_ rest: [Int]) -> PhraseRefusal? {
        firstEnd(of: Array(rest.suffix(Self.longestCorrected + 1))) { run, first, last in
            guard canBegin(run), !run.contains(where: isCapital) else { return nil }
            let corrections = PhraseCorrections(phrase: text(run), reader: reader, moment: moment)
            for attempt in corrections.candidates(in: reader.language(of: text(run))) {
                guard case .success(let reading) = reader.outcome(attempt, at: moment) else { continue }
                return refusal(.notUnderstood, first, last, reading, trying: [attempt])
            }
            return nil
        }
    }

    /// How many words are corrected together.
    private static let longestCorrected = 6

    /// What is found of the longest words at the end of a line of which something is, with a title before them.
    private func firstEnd(
        of rest: [Int], find: (_ run: ArraySlice<Int>, _ first: Int, _ last: Int) -> PhraseRefusal?
    ) -> PhraseRefusal? {
        for begin in max(1, rest.count - Self.longest)..<max(1, rest.count) {
            let run = rest[begin...]
            guard let first = run.first, let last = run.last, isFree(first...last), isTitle(rest[..<begin]),
                let found = find(run, first, last)
            else { continue }
            return found
        }
        return nil
    }

    /// A date such as 24/12 or 2026.12.1, which may as well be a number, or one such as 2026-13-01, which is none.
    private func loneDate(_ last: Int) -> PhraseRefusal? {
        let word = words.text(last)
        let isWithYear = word.split(separator: "-").map(\.utf8.count) == [4, 2, 2]
        guard Self.isWrittenDate(word), word.contains(where: { "/.".contains($0) }) || isWithYear, !isFraction(last)
        else { return nil }
        if let refusal = dateOfShortYear(last) { return refusal }
        // Digits have no language but that of the line.
        var reader = reader
        reader.settings.language = reader.language(of: line)
        switch reader.outcome(word, at: moment) {
        case .success(let reading):
            guard case .time(let time) = reading.meaning else { return nil }
            return refusal(.dateAlone, last, last, reading, trying: [time.phrase(in: reading.language)])
        case .failure(let failure):
            let isWhole = word.split { "-/.".contains($0) }.count == 3
            guard failure.fault.kind == .noSuchDay, isWhole else { return nil }
            return refusal(of: last...last)
        }
    }

    /// A date such as 31.12.26; nil for what is none in this century.
    private func dateOfShortYear(_ last: Int) -> PhraseRefusal? {
        let parts = words.text(last).split(separator: ".")
        guard parts.map(\.count) == [2, 2, 2],
            case .success(let reading) = reader.outcome("\(parts[0]).\(parts[1]).20\(parts[2])", at: moment),
            case .time(let time) = reading.meaning
        else { return nil }
        return refusal(.dateAlone, last, last, reading, trying: [time.phrase(in: reading.language)])
    }

    /// A time with a sign behind it, such as "tomorrow?", of what may be a sentence.
    private func timeWithSign(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        time(rest, last, without: signs(Self.signs, atEndOf: last))?.refusal
    }

    /// A time in brackets, such as "(tomorrow 3pm)".
    private func timeInBrackets(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        guard let first = rest.last(where: { words.text($0).hasPrefix("(") }), words.text(last).hasSuffix(")"),
            var plain = without(1, atEndOf: last)
        else { return nil }
        let range = plain.words.words[first].range
        guard range.count > 1 else { return nil }
        plain.words.words[first].range = range.lowerBound + 1..<range.upperBound
        guard let (run, reading) = plain.phrase(atEndOf: rest, withTime: false), run.first == first else { return nil }
        return refusal(.notUnderstood, first, last, reading, trying: [plain.text(run)])
    }

    /// An hour such as "21h", "1500" or "3p" behind a day, or one past noon with its letter by itself, which may as well be a length
    /// of time or a number.
    private func loneHour(_ rest: [Int]) -> PhraseRefusal? {
        for count in [1, 2] where rest.count > count {
            guard let hour = Self.hour(text(rest.suffix(count))) else { continue }
            return firstEnd(of: rest) { run, first, last in
                let day = run.dropLast(count)
                guard run.count >= count, day.isEmpty ? hour.isSure : canBegin(day),
                    case let attempt = "\(text(day)) \(hour.clock)".trimmed,
                    case .success(let reading) = reader.outcome(attempt, at: moment), Self.hasTime(reading.meaning)
                else { return nil }
                return refusal(.nameAlone, first, last, reading, trying: [attempt])
            }
        }
        return nil
    }

    /// The time of day that `21h`, `21h30`, `21 h`, `2130`, `9p` and 9시부터 stand for, and whether it is a time without a
    /// day, too; nil for other words.
    static func hour(_ words: String) -> (clock: String, isSure: Bool)? {
        let words = words.lowercased()
        guard words.utf8.contains(where: Lexer.isDigit) else { return nil }
        if let match = words.wholeMatch(of: /([0-9]{1,2}) ?h([0-5][0-9])?/), let hour = Int(match.1), hour < 24 {
            return ("\(hour):\(match.2 ?? "00")", hour > 12)
        }
        if let match = words.wholeMatch(of: /([0-9]{1,2}(?::[0-5][0-9])?)([ap])/) {
            return ("\(match.1)\(match.2)m", false)
        }
        if let match = words.wholeMatch(of: /((?:오전|오후)?[0-9]{1,2}시(?:[0-9]{1,2}분|반)?)(?:부터|쯤|경)/) {
            return ("\(match.1)", false)
        }
        return words.wholeMatch(of: /([01][0-9]|2[0-3])([0-5][0-9])/).map { ("\($0.1):\($0.2)", false) }
    }

    // MARK: - At the beginning

    /// A date, a repetition or a time with a sign at the beginning, where a line has no due time of that kind.
    func phraseAtStart(_ rest: [Int]) -> PhraseRefusal? {
        dateAtStart(rest) ?? weekdaysAtStart(rest) ?? ruleAtStart(rest) ?? timeWithSignAtStart(rest)
    }

    /// A date such as "dec 25" or "next week", which is taken from the beginning of a line only with its weekday.
    private func dateAtStart(_ rest: [Int]) -> PhraseRefusal? {
        let opening = dateWords(atStartOf: rest)
        guard let first = opening.first, !isNamedDay(first) else { return nil }
        for end in (1...opening.count).reversed() {
            let run = rest[..<end]
            guard !isText(run), endsAsPhrase(run),
                !run.dropFirst().contains(where: isCapital), reader.namesDate(text(run)), let last = run.last
            else { continue }
            switch reader.outcome(text(run), at: moment) {
            case .success(let reading):
                if case .rule = reading.meaning { return nil }
                if let next = rest[end...].first, let day = weekday(text(run), behind: next) {
                    return refusal(.dateAtStart, first, next, reading, trying: [day])
                }
                return reading.meaning.phrase(in: reading.language).map {
                    refusal(.dateAtStart, first, last, reading, trying: [$0])
                }
            case .failure(let failure):
                guard failure.fault.kind == .noSuchDay, var refusal = refusal(of: first...last) else { continue }
                if case .success(let nearest) = reader.outcome(refusal.suggestion, at: moment) {
                    refusal.suggestion = nearest.meaning.phrase(in: nearest.language) ?? refusal.suggestion
                }
                return refusal
            }
        }
        return nil
    }

    /// 평일 without 마다, which is no single day.
    private func weekdaysAtStart(_ rest: [Int]) -> PhraseRefusal? {
        guard let first = rest.first, words.text(first) == "평일" else { return nil }
        let run = dateWords(atStartOf: rest)
        guard let last = run.last, run.count > 1 else { return nil }
        return refusal(ofAll: first...last)
    }

    /// The first words of a line as long as phrases are made of such; there is at least one behind them.
    private func dateWords(atStartOf rest: [Int]) -> ArraySlice<Int> {
        rest.dropLast().prefix(Self.longest).prefix { !words.words[$0].isText && words.isDateWord($0) }
    }

    /// A repetition such as "every last day of the month", which is taken from the beginning of a line only with a weekday
    /// or a time of day, or behind a mark.
    private func ruleAtStart(_ rest: [Int]) -> PhraseRefusal? {
        for end in dateWords(atStartOf: rest).indices.reversed() {
            let run = rest[...end]
            guard let first = run.first, let last = run.last, endsAsPhrase(run),
                !run.dropFirst().contains(where: isCapital),
                case .success(let reading) = reader.outcome(text(run), at: moment), case .rule = reading.meaning
            else { continue }
            // "Weekly report" and "every day is a gift" are titles.
            let isAdjective = run.count == 1 && reading.language == .english
            guard !isAdjective, !Self.predicates.contains(words.text(rest[end + 1]).lowercased()) else { return nil }
            var refusal = refusal(.ruleAtStart, first, last, reading, trying: [])
            refusal.suggestion = Mark.repeating(in: reading.language).marking(text(run))
            return refusal
        }
        return nil
    }

    /// A day that a sentence is about, such as that of "Tomorrow is another day".
    func dayOfSentence(_ run: ArraySlice<Int>, before next: Int, _ reading: PhraseReading) -> PhraseRefusal? {
        guard let first = run.first, let last = run.last, !Self.hasTime(reading.meaning),
            Self.predicates.contains(words.text(next).lowercased())
        else { return nil }
        return marked(refusal(.dateAlone, first, last, reading, trying: []), run, reading)
    }

    /// What makes a sentence of the words before it.
    private static let predicates: Set = ["is", "was", "has", "counts", "matters", "never"]

    /// A week with the weekday that a letter behind it stands for, as in 다음 주 화; nil for any other word.
    private func weekday(_ week: String, behind place: Int) -> String? {
        let attempt = "\(week) \(words.text(place))요일"
        guard words.text(place).count == 1, !words.words[place].isText,
            case .success = reader.outcome(attempt, at: moment)
        else { return nil }
        return attempt
    }

    /// Whether the name of a month is written out as in names of days, such as the September of "September 11 memorial".
    private func isNamedDay(_ place: Int) -> Bool {
        isCapital(place) && words.text(place).count > 4 && reader.dayKind(words.text(place)) == .month
    }

    /// A time with a sign behind it before the title, such as "tomorrow: dentist".
    private func timeWithSignAtStart(_ rest: [Int]) -> PhraseRefusal? {
        let opening = rest.dropLast().prefix(6)
        guard let first = rest.first, let last = opening.first(where: { signs(":,;", atEndOf: $0) > 0 }),
            var plain = without(signs(":,;", atEndOf: last), atEndOf: last)
        else { return nil }
        plain.takeAtStart(rest)
        let run = opening.prefix { $0 <= last }
        guard let reading = plain.result.when,
            opening.allSatisfy({ (plain.words.words[$0].part == .when) == ($0 <= last) })
        else { return nil }
        return refusal(.notUnderstood, first, last, reading, trying: [plain.text(run)])
    }

    // MARK: - Before other words

    /// A time that leaves something open, or has words behind it that are none of its own.
    func timeBeforeOthers(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        openTime(rest) ?? timeBeforeMark(rest, last) ?? timeBeforeLength(rest, last)
            ?? timeBeforeReminder(rest, last) ?? timeBeforePlace(rest, last) ?? timeBeforeRelation(rest, last)
    }

    /// Words that speak of a time and leave open which, such as "biweekly" and "every monday for 3".
    private func openTime(_ rest: [Int]) -> PhraseRefusal? {
        firstEnd(of: rest) { run, first, last in
            guard !isCapital(first), case .failure(let failure) = reader.outcome(text(run), at: moment),
                countsUnknownDays(run) || isWithin(run)
                    || isOpen(failure.fault, run) && canBegin(run) && !run.contains(where: { !words.isDateWord($0) })
            else { return nil }
            return refusal(ofAll: first...last)
        }
    }

    /// Whether words count days of a kind that is not known, as "in 3 working days" and "3 working days from now" do.
    func countsUnknownDays(_ run: ArraySlice<Int>) -> Bool {
        let unknown = run.indices.filter { !words.isDateWord(run[$0]) }
        guard unknown.count == 1, let kind = unknown.first, run.indices.dropFirst().dropLast().contains(kind),
            reader.length("\(words.text(run[kind - 1])) \(words.text(run[kind + 1]))") != nil
        else { return false }
        switch reader.outcome(text(run[..<kind] + run[(kind + 1)...]), at: moment) {
        case .success: return true
        case .failure(let failure): return failure.fault.kind == .vague
        }
    }

    /// Whether words are a length that is not to be exceeded, such as 3일 이내.
    private func isWithin(_ run: ArraySlice<Int>) -> Bool {
        guard run.count == 2, let first = run.first, let last = run.last else { return false }
        return RefusalAdvice.within.contains(words.text(last)) && reader.length(words.text(first)) != nil
    }

    /// Whether words say a time but for a part of it; "twice" alone is a word of titles.
    private func isOpen(_ fault: Fault, _ run: ArraySlice<Int>) -> Bool {
        switch fault.kind {
        // 12월 25
        case .notUnderstood where reader.language(of: text(run)) == .korean && run.count == 2:
            run.first.flatMap { refusal(of: $0...$0 + 1)?.suggestion.hasPrefix("\(words.text($0)) ") } ?? false
        // "every 15 and 30"
        case .incomplete: run.count > 1 && run.first.map { words.text($0).lowercased() } == "every"
        case .twoWeekly, .twoMonthly, .wholePeriod, .unitMissing: true
        case .countWithoutTimes: fault.b != Fault.noUnit
        default: false
        }
    }

    /// A time with a mark behind it that has no value, such as "tomorrow 3pm p:", with a limit that says no time, or with the
    /// "time" of "in 3 days time".
    private func timeBeforeMark(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        guard QuickAddWords.signs.union(["!", "//", "time", "반복"]).union(Self.limits).contains(words.text(last)),
            let (run, reading) = phrase(atEndOf: Array(rest.dropLast()), withTime: false), let first = run.first,
            words.text(last) != "time" || words.text(first).lowercased() == "in"
        else { return nil }
        return refusal(.notUnderstood, first, last, reading, trying: [text(run)], naming: last...last)
    }

    /// A time with a "for" and a number behind it that is no length, such as "tomorrow 3pm for 45".
    private func timeBeforeLength(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        let length = rest.suffix(3).dropLast()
        guard let place = length.first(where: { words.text($0) == "for" }), isFree(place...last),
            words.text(place + 1).utf8.first.map(Lexer.isDigit) ?? false,
            self.length(of: Array(place...last)[...]) == nil,
            case let isLength = reader.length(words.text(from: place + 1, through: last)) != nil,
            let (run, reading) = phrase(atEndOf: rest.filter { $0 < place }, withTime: !isLength),
            let first = run.first
        else { return nil }
        return refusal(
            isLength ? .termUnread : .estimateUnknown, first, last, reading, trying: [text(run)], naming: place...last)
    }

    /// A time with a "remind" behind it that is none, such as "tomorrow 3pm remind foo".
    private func timeBeforeReminder(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        guard let place = rest.suffix(4).last(where: { words.text($0) == "remind" }),
            let (run, reading) = phrase(atEndOf: rest.filter { $0 < place }, withTime: false), let first = run.first
        else { return nil }
        if var refused = refusedReminder(place) {
            refused.range = words.range(from: first, through: last)
            refused.suggestion = "\(text(run)) \(refused.suggestion)"
            return refused
        }
        return refusal(.reminderUnknown, first, last, reading, trying: [text(run)], naming: place...last)
    }

    /// A time with the name of a place behind it that has a zone, such as "noon New York".
    private func timeBeforePlace(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        for count in [1, 2] where rest.count > count + 1 {
            let place = rest[rest.count - count]
            guard isCapital(place) || reader.language(of: words.text(place)) == .korean, isFree(place...last),
                let zone = reader.zone(ofPlace: words.text(from: place, through: last)),
                let (run, reading) = phrase(atEndOf: Array(rest.dropLast(count)), withTime: true), let first = run.first
            else { continue }
            return refusal(
                .zoneUnknown, first, last, reading, trying: ["\(text(run)) \(zone)"], naming: place...last)
        }
        return nil
    }

    /// A time with an "after" or a "before" behind it that counts from what nobody here knows, such as "friday after lunch".
    private func timeBeforeRelation(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        guard let place = rest.suffix(4).last(where: { ["after", "before"].contains(words.text($0)) }),
            isFree(place...last),
            let (run, reading) = phrase(atEndOf: rest.filter { $0 < place }, withTime: false), let first = run.first
        else { return nil }
        // "friday after work" is near to a time.
        if isFree(first...last), var vague = refusal(of: first...last), vague.code == .vague {
            vague.range = words.range(from: first, through: last)
            return vague
        }
        return refusal(.relation, first, last, reading, trying: [text(run)], naming: place...place)
    }
}
