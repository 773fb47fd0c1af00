import Recurrence

/// When the task is due: a phrase at the end of the line, or at its beginning.
extension QuickAddReader {
    /// The most words that a phrase has.
    static let longest = 24

    mutating func takeWhen() {
        if takeBeforeComma() { return }
        let all = words.rest
        if takeMarked(all) { return }
        let rest = withoutRefusedTerms(all)
        guard rest.count > 1 else { return result.lacksTitle = rest.first.map(isWhen) ?? false }
        // "for 45m" behind a time says how long it takes.
        let estimate = result.estimate == nil ? estimate(in: rest) : nil
        let end = rest.count - (estimate?.count ?? 0)
        if let estimate, takeAtEnd(Array(rest[..<end]), withTime: false) == .found {
            result.estimate = estimate.length
            for place in rest[end...] { words.words[place].part = .estimate }
            return
        }
        if takeAtEnd(rest, withTime: false) == .foundNone { takeAtStart(rest) }
        if let refusal = secondDay() { result.refusedTerms.append(refusal) }
        if result.when == nil, result.refusal == nil, result.doubts.isEmpty { tellLeftovers(rest) }
    }

    /// Takes a time that a comma parts from a term, as in "tomorrow 5pm, remind 10m".
    private mutating func takeBeforeComma() -> Bool {
        guard
            let place = words.words.indices.dropLast().first(where: {
                isFree($0...$0) && words.words[$0 + 1].part != nil && words.text($0).hasSuffix(",")
            }), var plain = without(1, atEndOf: place)
        else { return false }
        plain.takeWhen()
        guard plain.words.words[place].part == .when else { return false }
        self = plain
        return true
    }

    /// A day such as "tomorrow" at the beginning of a line whose time stands at its end, as in "tomorrow Tea friday".
    private func secondDay() -> PhraseRefusal? {
        let run = words.words.indices.filter { words.words[$0].part == .when }
        guard let reading = result.when, let first = words.rest.first, first == 0, let begin = run.first, begin > first,
            !words.words[first].isText, !isCapital(first), reader.isRelativeDay(words.text(first))
        else { return nil }
        return refusal(.dayTwice, first, first, reading, trying: [text(run[...])])
    }

    /// Whether a word by itself is a phrase, and no name.
    private func isWhen(_ place: Int) -> Bool {
        !words.words[place].isText && !isText([place]) && isPhrase([place])
    }

    /// The length of the last words, and how many they are.
    private func estimate(in rest: [Int]) -> (length: CalendarDuration, count: Int)? {
        for count in 2...4 where rest.count > count {
            if let length = length(of: rest[(rest.count - count)...]) { return (length, count) }
        }
        return nil
    }

    /// How long something takes, as "for 45m" says it; nil for other words.
    func length(of run: ArraySlice<Int>) -> CalendarDuration? {
        guard let first = run.first, let last = run.last, run.allSatisfy({ !words.words[$0].isText }) else {
            return nil
        }
        let isForward = words.text(first) == "for"
        guard isForward || words.text(last) == "동안" else { return nil }
        return reader.length(text(isForward ? run.dropFirst() : run.dropLast())).flatMap {
            $0.days == 0 && Self.isEstimate($0) ? $0 : nil
        }
    }

    func text(_ places: ArraySlice<Int>) -> String {
        places.map { words.text($0) }.joined(separator: " ")
    }

    // MARK: - At the end

    /// What came of looking for a phrase.
    enum Search {
        case found, foundNone
        /// Words speak of a time, and none of them may be taken.
        case stopped
    }

    /// Takes the longest run of words that is a phrase; a line that is nothing else is a title.
    mutating func takeAtEnd(_ rest: [Int], withTime: Bool) -> Search {
        for begin in max(0, rest.count - Self.longest)..<rest.count {
            let run = rest[begin...]
            // The One of "Phase One dec 3" is of the title.
            let isNamed = begin > 0 && run.first.map { isCapital($0) && reader.isCounting(words.text($0)) } ?? false
            guard run.allSatisfy({ !words.words[$0].isText }), canBegin(run), !isNamed else { continue }
            switch reader.outcome(phrase(run), at: moment) {
            case .success(let reading):
                guard begin > 0, !isText(run) else {
                    result.lacksTitle = begin == 0 && !isText(run)
                    return .stopped
                }
                guard isTitle(rest[..<begin], before: run) else {
                    if let doubt = tied(run, to: rest[..<begin], reading) { result.doubts.append(doubt) }
                    return .stopped
                }
                if withTime, !Self.hasTime(reading.meaning) { return .foundNone }
                if let doubt = choice(run, reading) {
                    result.doubts.append(doubt)
                    return .stopped
                }
                if let refusal = separation(of: run, from: rest[..<begin], reading) {
                    (result.refusal, result.refusedRange) = (refusal, refusal.range)
                    return .stopped
                }
                take(run, reading)
                return .found
            case .failure(let failure):
                // "tomorrow 9am AC/DC" has a title behind its time.
                let isZoned = begin > 0 && !words.isDateWord(rest[0]) && namesZone(run, failure.fault)
                guard isZoned || speaksOfTime(failure.fault, run) else { continue }
                // "Now or never" is a title.
                if begin > 0 {
                    if let end = run.last, let refusal = exception(from: rest[begin - 1], through: end) {
                        (result.refusal, result.refusedRange) = (refusal, refusal.range)
                    } else {
                        refuse(run)
                    }
                } else if takeBeforeEstimate(rest) {
                    return .found
                } else {
                    result.lacksTitle = failure.fault.kind != .alternatives
                }
                return .stopped
            }
        }
        return .foundNone
    }

    /// "Choose between monday and friday" gives a choice, and no time from the one to the other.
    private func choice(_ run: ArraySlice<Int>, _ reading: PhraseReading) -> PhraseRefusal? {
        guard let first = run.first, let last = run.last, words.text(first).lowercased() == "between",
            !Self.hasTime(reading.meaning), let range = reading.meaning.phrase(in: reading.language)
        else { return nil }
        return refusal(.dateAlone, first, last, reading, trying: [range])
    }

    /// The words of a run as a phrase: without a mark, or a "for" or a "due" that a time follows.
    func phrase(_ run: ArraySlice<Int>) -> String {
        if let first = run.first, let mark = Mark.of(words.text(first)) { return mark.phrase(text(run)) }
        guard run.count > 1, let first = run.first, ["for", "due"].contains(words.text(first).lowercased()) else {
            return text(run)
        }
        return text(run.dropFirst())
    }

    static func hasTime(_ meaning: PhraseMeaning) -> Bool {
        switch meaning {
        case .time(let time): !time.civil.isDate
        case .range(let start, _): !start.civil.isDate
        case .rule(let rule): !rule.first.civil.isDate
        }
    }

    /// Whether a run is a time of day with what can be nothing but the name of a zone behind it.
    private func namesZone(_ run: ArraySlice<Int>, _ fault: Fault) -> Bool {
        guard fault.kind == .zoneUnknown, run.count > 1, !run.contains(where: { !words.isDateWord($0) }),
            case .success(let reading) = reader.outcome(phrase(run.dropLast()), at: moment)
        else { return false }
        return Self.hasTime(reading.meaning)
    }

    /// Whether a run that is refused is all of words of dates, so that no part of it may be taken either.
    private func speaksOfTime(_ fault: Fault, _ run: ArraySlice<Int>) -> Bool {
        guard !run.contains(where: { !words.isDateWord($0) }) else {
            return false
        }
        let isVague = fault.kind == .vague && isVagueTime(run)
        if run.count == 1 {
            return isVague
                || Self.wrongTimes.union([.hourAlone, .slashes]).contains(fault.kind) && !isText(run)
        }
        if isVague { return true }
        // "in 1,5 hours"
        if fault.kind == .decimalComma {
            return run.first.map {
                ["in", "every"].contains(words.text($0).lowercased()) || words.text($0).hasPrefix("+")
            }
                ?? false
        }
        // "every sunday until christmas"
        let isLimited = run.dropFirst().contains { Self.limits.contains(words.text($0).lowercased()) }
        if fault.kind == .holiday, isLimited { return true }
        switch RefusalReasons(fault: fault, words: "").code {
        case .ambiguous, .impossible, .conflict: return fault.kind != .numberAlone
        case .zone: return fault.kind == .zoneAbbreviation
        default: return false
        }
    }

    /// What stands before the beginning or the end of a repetition.
    static let limits: Set = ["until", "till", "til", "ending", "starting", "since"]

    /// Whether vague words are a time and nothing else: "soon", "later" and "end" are the words of titles, too.
    private func isVagueTime(_ run: ArraySlice<Int>) -> Bool {
        let phrase = text(run).lowercased()
        let isVagueDay = ["asap", "eod", "eow", "end of day"].contains { phrase.hasPrefix($0) || phrase.hasSuffix($0) }
        if phrase.hasPrefix("in ") || isVagueDay { return true }
        return ["by ", "end ", "within "].contains(where: phrase.hasPrefix)
            && run.last.map { reader.isCounting(words.text($0)) } ?? false
    }

    mutating func refuse(_ run: ArraySlice<Int>) {
        guard let first = run.first, let last = run.last else { return }
        let range = words.range(from: first, through: last)
        do throws(PhraseRefusal) {
            _ = try reader.read(phrase(run), at: moment)
        } catch {
            var refusal = error
            let place = range.lowerBound + text(run).utf8.count - phrase(run).utf8.count
            // Of words that were not typed side by side, all are told.
            let isWhole = text(run).utf8.count != range.count
            refusal.range = isWhole ? range : error.range.lowerBound + place..<error.range.upperBound + place
            refusal.suggestion = sayable(refusal.suggestion, in: refusal.language) ?? refusal.suggestion
            (result.refusal, result.refusedRange) = (refusal, range)
        }
    }

    /// Whether a phrase may begin with the first word: not with a number that could belong to the title, as in "chapter 3
    /// tomorrow", nor with a word that ties it to the title.
    func canBegin(_ run: ArraySlice<Int>) -> Bool {
        guard let opening = run.first else { return false }
        // "Party for 10 sat": what the "for" counts is no hour.
        let isCounted = run.count > 1 && words.text(opening).lowercased() == "for"
        let run = isCounted ? run.dropFirst() : run
        guard let first = run.first else { return false }
        let word = words.text(first).lowercased().filter { $0 != "," }
        if ["", "of", "and", "&", "to", "-", "~", "or", "until", "till"].contains(word) { return false }
        // Of "Movie night friday" the night is of the title; a time says "friday night".
        if run.count > 1, reader.isHalf(word), reader.dayKind(words.text(run[run.startIndex + 1])) == .certain {
            return false
        }
        // "Win 3-1 tomorrow" is no range of hours.
        let parts = word.split(whereSeparator: { $0 == "-" || $0 == "~" })
        let isNumber =
            word.utf8.allSatisfy(Lexer.isDigit)
            || parts.count == 2 && parts.allSatisfy { $0.count <= 2 && $0.utf8.allSatisfy(Lexer.isDigit) }
        guard isNumber || reader.isNumberWord(word), run.count > 1 else { return true }
        return reader.makesNumberCertain(words.text(run[run.startIndex + 1]))
    }

    /// Whether words by themselves are text although they could be a phrase.
    func isText(_ run: ArraySlice<Int>) -> Bool {
        if run.contains(where: { isCapital($0) && reader.isCounting(words.text($0)) }) { return true }
        guard let last = run.last else { return false }
        let word = words.text(last)
        let spoken = run.dropLast().map { words.text($0) }
        // "The Midnight Sun" is a book.
        if spoken.first == "The", isCapital(last) { return true }
        let before =
            spoken.first?.lowercased() == "for"
            ? spoken.dropFirst().map { $0.lowercased() } : spoken.map { $0.lowercased() }
        // "at midnight" is a time, "Chimes at Midnight" a film, and nobody sits in a Sunday.
        if before == ["at"] { return isCapital(last) && Self.names.contains(word.lowercased()) }
        if before == ["in"] || before == ["the"] || before == ["in", "the"] {
            return Self.names.contains(word.lowercased())
        }
        guard before.isEmpty else { return false }
        if Self.names.contains(word.lowercased()) || reader.isOrdinal(word) { return true }
        if Self.capitalNames.contains(word.lowercased()) { return isCapital(last) }
        guard word.utf8.allSatisfy({ Lexer.isDigit($0) || "/.".utf8.contains($0) }) else { return false }
        // 24/12/2026 is a date; 3/4 where the order of its numbers is known.
        switch word.utf8.count(where: { $0 == UInt8(ascii: "/") }) {
        case 0: return Self.dottedDate(word) == nil
        case 1: return reader.settings.dateOrder == nil || isFraction(last)
        default: return false
        }
    }

    func isCapital(_ place: Int) -> Bool {
        words.text(place).unicodeScalars.first?.properties.isUppercase ?? false
    }

    /// Words that are mostly something else where they stand alone.
    private static let names: Set = [
        "may", "march", "sat", "sun", "second", "now", "noon", "midday", "midnight", "morning", "afternoon", "evening",
        "night", "mornings", "afternoons", "evenings", "nights", "weekend", "weekends", "지금", "아침", "점심", "저녁", "밤",
        "정오", "자정", "주말", "말일",
    ]
    /// Words that are so where they are written as names are.
    private static let capitalNames: Set = [
        "tom", "tod", "daily", "weekly", "monthly", "yearly", "hourly", "annually", "quarterly", "nightly",
    ]

    /// Whether words can be a title: there are some, and the last of them does not tie what follows to it.
    func isTitle(_ rest: ArraySlice<Int>, before run: ArraySlice<Int> = []) -> Bool {
        guard let last = rest.last else { return false }
        let word = words.text(last).lowercased()
        guard Self.determiners.contains(word) else { return !Self.binding.contains(word) }
        // The A of "Hepatitis A friday" is a name, and before "every" and "at" no word stands that tells which.
        let isName = rest.count > 1 && word.count == 1 && isCapital(last)
        return isName || run.first.map { Self.openings.contains(words.text($0).lowercased()) } ?? false
    }

    /// Words that tell which or whose the thing is that follows.
    private static let determiners: Set = [
        "the", "a", "an", "my", "your", "our", "his", "her", "their", "its", "any", "some", "no",
    ]
    /// Words with which a phrase begins, and no thing.
    private static let openings: Set = ["every", "each", "at", "in", "on", "by", "from", "daily", "weekly"]
    /// Other words that tie what follows to the title.
    private static let binding: Set = [
        "of", "and", "or", "with", "about", "than", "like", "is", "was", "are", "were", "not", "called", "named", "&",
        "-",
        "vs",
    ]

    /// A time behind a word that ties it to the title; nil for a day, which stands there as in "Lord of the friday", but not
    /// in "The exam is friday".
    private func tied(_ run: ArraySlice<Int>, to rest: ArraySlice<Int>, _ reading: PhraseReading) -> PhraseRefusal? {
        guard let first = run.first, let last = run.last, let tie = rest.last else { return nil }
        // What a dash parts from a title does not need it.
        if words.text(tie) == "-", tie + 1 == first, rest.count > 1, !words.words[tie].isText {
            return refusal(.nameAlone, tie, last, reading, trying: [text(run)])
        }
        let isSaid = ["is", "are"].contains(words.text(tie).lowercased())
        guard reading.meaning.isRule || isSaid || Self.hasTime(reading.meaning) else { return nil }
        return marked(refusal(.nameAlone, first, last, reading, trying: []), run, reading)
    }

    /// A refusal that has the words of a phrase tried behind a mark.
    func marked(_ refusal: PhraseRefusal, _ run: ArraySlice<Int>, _ reading: PhraseReading) -> PhraseRefusal {
        var refusal = refusal
        refusal.suggestion = (reading.meaning.isRule ? Mark.repeating(in: reading.language).sign : "due:") + phrase(run)
        return refusal
    }

    mutating func take(_ run: ArraySlice<Int>, _ reading: PhraseReading) {
        result.when = reading
        for place in run { words.words[place].part = .when }
    }

    // MARK: - At the beginning

    /// "tomorrow 3pm for 45m H5": what stands behind how long it takes is the title, though its letters may be units.
    private mutating func takeBeforeEstimate(_ rest: [Int]) -> Bool {
        for begin in rest.indices.dropFirst() {
            let run = rest[..<begin]
            guard let count = estimateCount(in: rest, from: begin), case let title = rest[(begin + count)...],
                case .success(let reading) = reader.outcome(text(run), at: moment), hasAnchor(run), !isText(run),
                run.allSatisfy({ !words.words[$0].isText }), !title.isEmpty, !isPhrase(title),
                separation(of: run, before: title, reading) == nil
            else { continue }
            takeEstimate(of: count, from: begin, in: rest)
            take(run, reading)
            return true
        }
        return false
    }

    /// How many words from a place on say how long it takes; nil where none do.
    func estimateCount(in rest: [Int], from place: Int) -> Int? {
        (2...4).last { rest.count >= place + $0 && length(of: rest[place..<place + $0]) != nil }
    }

    /// Takes so many words from a place on for how long it takes.
    mutating func takeEstimate(of count: Int, from place: Int, in rest: [Int]) {
        result.estimate = length(of: rest[place..<place + count])
        for word in rest[place..<place + count] { words.words[word].part = .estimate }
    }

    mutating func takeAtStart(_ rest: [Int]) {
        // Without 마다 it is no single day, and what follows it none of another.
        if rest.first.map({ words.text($0) }) == "평일" { return }
        for end in stride(from: min(rest.count - 1, Self.longest), to: 0, by: -1) {
            let run = rest[..<end]
            guard run.allSatisfy({ !words.words[$0].isText }), !isText(run), endsAsPhrase(run), hasAnchor(run) else {
                continue
            }
            // How long it takes is no part of when it is, but behind 3시부터, which has no other end.
            if let estimate = estimate(in: Array(run)), isPhrase(run.dropLast(estimate.count)) { continue }
            switch reader.outcome(text(run), at: moment) {
            case .success(let reading):
                let found = result.estimate == nil ? estimateCount(in: rest, from: end) ?? 0 : 0
                // Of a line that has nothing else it is the title.
                let count = end + found < rest.count ? found : 0
                if let doubt = dayOfSentence(run, before: rest[end], reading) { return result.doubts.append(doubt) }
                if let refusal = separation(of: run, before: rest[(end + count)...], reading) {
                    (result.refusal, result.refusedRange) = (refusal, refusal.range)
                    return
                }
                if count > 0 { takeEstimate(of: count, from: end, in: rest) }
                // "오늘 저녁 7시 저녁 약속": the second evening is of the title.
                let shorter = run.dropLast()
                if let last = run.last, Self.names.contains(words.text(last)), hasAnchor(shorter),
                    case .success(let same) = reader.outcome(text(shorter), at: moment), same.meaning == reading.meaning
                {
                    return take(shorter, same)
                }
                return take(run, reading)
            case .failure(let failure):
                if speaksOfTime(failure.fault, run) { return refuse(run) }
            }
        }
    }

    private func isPhrase(_ run: ArraySlice<Int>) -> Bool {
        guard case .success = reader.outcome(text(run), at: moment) else { return false }
        return true
    }

    /// Whether the last word does not tie what follows to it, as in 오늘의 운세.
    func endsAsPhrase(_ run: ArraySlice<Int>) -> Bool {
        guard let last = run.last else { return false }
        let word = words.text(last)
        return !["의", "은", "는", "와", "과"].contains { word.hasSuffix($0) } && !["in", "the", "of", "at"].contains(word)
    }

    /// Whether there is a relative day, a weekday or a time in the words.
    private func hasAnchor(_ run: ArraySlice<Int>) -> Bool {
        reader.hasAnchor(text(run))
    }
}
