import Recurrence

/// What is left in the title although it looks like a time: it is told, with words that are taken.
extension QuickAddReader {
    /// Looks for it at both ends of a line from which no time was taken.
    mutating func refuseLeftovers(_ rest: [Int]) {
        guard let last = rest.last, !words.words[last].isText else { return }
        let title = rest.dropLast()
        let refusal =
            dayWithDottedTime(title.last, last) ?? misspeltDay(last) ?? ambiguousDate(last)
            ?? timeWithOffset(title, last) ?? timeWithTail(rest, last) ?? foreignDayAtStart(rest)
        guard let refusal else {
            let doubtAtEnd =
                loneName(title, last) ?? loneTimeInWords(rest) ?? loneDate(last) ?? timeWithSign(rest, last)
            let doubtAtStart = doubtAtEnd ?? dateAtStart(rest) ?? ruleAtStart(rest) ?? timeWithSignAtStart(rest)
            let doubt =
                doubtAtStart ?? openTime(rest) ?? timeBeforeMark(rest, last) ?? timeBeforeLength(rest, last)
                ?? timeBeforeReminder(rest, last) ?? timeBeforePlace(rest, last)
            return result.doubts += [doubt].compactMap(\.self)
        }
        (result.refusal, result.refusedRange) = (refusal, refusal.range)
    }

    // MARK: - At the end

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
        for count in [3, 2] where rest.count > count {
            let run = rest.suffix(count)
            guard let first = run.first, let last = run.last, isTitle(rest.dropLast(count)),
                run.allSatisfy({ !words.words[$0].isText && reader.isNumberInWords(words.text($0)) }),
                case let attempt = "at \(text(run))", case .success(let reading) = reader.outcome(attempt, at: moment)
            else { continue }
            return refusal(.nameAlone, first, last, reading, trying: [attempt])
        }
        return nil
    }

    /// Words that speak of a time and leave open which, such as "biweekly" and "every monday for 3".
    private func openTime(_ rest: [Int]) -> PhraseRefusal? {
        for begin in max(1, rest.count - Self.longest)..<rest.count {
            let run = rest[begin...]
            guard let first = run.first, let last = run.last, last - first == run.count - 1, isFree(first...last),
                !isCapital(first), !run.contains(where: { !words.isDateWord($0) }), canBegin(run),
                isTitle(rest[..<begin]), case .failure(let failure) = reader.outcome(text(run), at: moment),
                Self.isOpen(failure.fault), var refusal = refusal(of: first...last)
            else { continue }
            refusal.range = words.range(from: first, through: last)
            refusal.suggestion = sayable(refusal.suggestion, in: refusal.language) ?? refusal.suggestion
            return refusal
        }
        return nil
    }

    /// Whether words say a time but for a part of it; "twice" alone is a word of titles.
    private static func isOpen(_ fault: Fault) -> Bool {
        switch fault.kind {
        case .twoWeekly, .twoMonthly, .wholePeriod, .unitMissing: true
        case .countWithoutTimes: fault.b != Fault.noUnit
        default: false
        }
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

    /// A date such as 24/12 or 2026.12.1, which may as well be a number, or one such as 2026-13-01, which is none.
    private func loneDate(_ last: Int) -> PhraseRefusal? {
        let word = words.text(last)
        let isWithYear = word.split(separator: "-").map(\.utf8.count) == [4, 2, 2]
        guard Self.isWrittenDate(word), word.contains(where: { "/.".contains($0) }) || isWithYear, !isFraction(last)
        else { return nil }
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

    /// A time with an offset from UTC, which is read behind a date in digits alone.
    private func timeWithOffset(_ title: ArraySlice<Int>, _ last: Int) -> PhraseRefusal? {
        var word = words.text(last).lowercased()
        for name in ["utc", "gmt"] where word.hasPrefix(name) { word.removeFirst(name.count) }
        guard let sign = word.first, "+-".contains(sign), word.count > 1,
            word.dropFirst().utf8.allSatisfy({ Lexer.isDigit($0) || $0 == UInt8(ascii: ":") }),
            let (run, reading) = phrase(atEndOf: Array(title), withTime: true), let first = run.first
        else { return nil }
        return refusal(.notUnderstood, first, last, reading, trying: [text(run)], naming: last...last)
    }

    /// A time with something behind it in the same word, such as "17:00+02:00" and "tomorrow 3pm!".
    private func timeWithTail(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        if let offset = offset(in: last) { return time(rest, last, without: offset)?.refusal }
        // "What happens tomorrow?" is a title.
        guard let (run, refusal) = time(rest, last, without: signs(Self.signs, atEndOf: last)), run.count > 1,
            words.text(last).contains(where: \.isNumber)
        else { return nil }
        return refusal
    }

    /// A time with a sign behind it, such as "tomorrow?", of what may be a sentence.
    private func timeWithSign(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        time(rest, last, without: signs(Self.signs, atEndOf: last))?.refusal
    }

    private static let signs = "?!,;:…"

    /// The words of a time at the end but for some bytes, and what to say instead.
    private func time(
        _ rest: [Int], _ last: Int, without count: Int
    ) -> (run: ArraySlice<Int>, refusal: PhraseRefusal)? {
        guard let plain = without(count, atEndOf: last),
            let (run, reading) = plain.phrase(atEndOf: rest, withTime: false), let first = run.first
        else { return nil }
        let refusal = self.refusal(.notUnderstood, first, last, reading, trying: [plain.text(run)])
        return (run, refusal)
    }

    /// Marks with nothing behind them, which say nothing of a task.
    private static let bareMarks: Set = [
        "+", "#", "@", "!", "p:", "priority:", "tag:", "project:", "r:", "remind:", "for:", "due:", "repeat:", "//",
    ]

    /// A time with a mark behind it that has no value, such as "tomorrow 3pm p:", or with a limit that says no time.
    private func timeBeforeMark(_ rest: [Int], _ last: Int) -> PhraseRefusal? {
        guard Self.bareMarks.contains(words.text(last)) || Self.limits.contains(words.text(last)),
            let (run, reading) = phrase(atEndOf: Array(rest.dropLast()), withTime: false), let first = run.first
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
    private func phrase(atEndOf rest: [Int], withTime: Bool) -> (run: ArraySlice<Int>, reading: PhraseReading)? {
        var other = self
        guard rest.count > 1, other.takeAtEnd(rest, withTime: withTime) == .found, let reading = other.result.when
        else {
            return nil
        }
        return (rest.filter { other.words.words[$0].part == .when }[...], reading)
    }

    // MARK: - At the beginning

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

    /// What makes a sentence of the words before it.
    private static let predicates: Set = ["is", "was", "has", "counts", "matters"]

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
}
