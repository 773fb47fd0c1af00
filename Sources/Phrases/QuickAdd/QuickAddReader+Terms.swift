import Recurrence

/// Words that look like a priority, a project or a reminder and are in the title: they are told.
extension QuickAddReader {
    /// Looks for them once all is taken.
    mutating func refuseTerms() {
        for place in words.words.indices where isFree(place...place) {
            let start = words.words[place].range.lowerBound
            guard !(result.refusedTerms + result.doubts).contains(where: { $0.range.contains(start) }) else { continue }
            let refusal =
                refusedPriority(place) ?? refusedProject(place) ?? refusedReminder(place) ?? refusedEstimate(place)
                ?? lengthWithoutTime(place) ?? timeBesideDay(place) ?? unreadTerm(place)
            if let refusal { result.refusedTerms.append(refusal) }
        }
    }

    /// The priority next to one such as `p5` and `p0`; nil for other words.
    private func missingPriority(_ word: String) -> String? {
        guard word.count == 2, word.first == "p", let digit = word.last?.wholeNumberValue,
            !(1...4).contains(digit), word.utf8.last.map(Lexer.isDigit) ?? false
        else { return nil }
        return digit == 0 ? "p1" : "p4"
    }

    /// Whether a word is the first or the last of the title; "Fix p5 bug" speaks of something else.
    private func isAtEndOfTitle(_ place: Int) -> Bool {
        let rest = words.rest
        return rest.count > 1 && (rest.first == place || rest.last == place)
    }

    /// Some words without those at their end that look like a priority or another term, so that a time before them is taken;
    /// all where nothing else would be left, or nothing but a time.
    func withoutRefusedTerms(_ rest: [Int]) -> [Int] {
        let others = rest.reversed().drop { place in
            !words.words[place].isText
                && (refusedPriority(place) ?? markedReminder(place) ?? refusedEstimate(place) ?? unreadTerm(place))
                    != nil
        }
        guard others.count > 1, others.count < rest.count, case let kept = Array(others.reversed()),
            case .failure = reader.outcome(text(kept[...]), at: moment)
        else { return rest }
        return kept
    }

    private func refusedPriority(_ place: Int) -> PhraseRefusal? {
        let word = words.text(place)
        if Self.priority(word) != nil, let priority = result.priority {
            return refusal(.priorityTwice, place, place, trying: "p:\(priority.rawValue)")
        }
        let name: String
        let value = ["p:", "priority:"].first(where: word.hasPrefix).map { word.dropFirst($0.count) }
        if let value, let number = Int(value), value.count == 1 {
            // p1 is p:urgent.
            return refusal(.priorityUnknown, place, place, trying: (1...4).contains(number) ? "p\(number)" : "p:high")
        } else if let value, !value.isEmpty, value.allSatisfy({ $0.isLetter || $0.isNumber }) {
            name = value.lowercased()
        } else if let attempt = missingPriority(word), isAtEndOfTitle(place) {
            return refusal(.priorityUnknown, place, place, trying: attempt)
        } else if word.hasPrefix("!"), word.count > 3 {
            name = word.dropFirst().lowercased()
        } else {
            return nil
        }
        let nearest = QuickAdd.Priority.allCases.map(\.rawValue).first { priority in
            priority.hasPrefix(name) || SpellingDistance.isNear(name, priority)
        }
        guard value != nil || nearest != nil else { return nil }
        return refusal(.priorityUnknown, place, place, trying: "p:\(nearest ?? "high")")
    }

    private func refusedProject(_ place: Int) -> PhraseRefusal? {
        let (sign, name) = Self.marker(words.text(place))
        guard sign == "@", result.project != nil, isName(name, of: place) else { return nil }
        return refusal(.projectTwice, place, place, trying: name.contains(" ") ? "+\"\(name)\"" : "+\(name)")
    }

    /// `r:soon`, and "remind" before a word that may be a time, or before nothing.
    func refusedReminder(_ place: Int) -> PhraseRefusal? {
        if let refusal = markedReminder(place) { return refusal }
        let word = words.text(place)
        guard word == "remind", place > 0 else { return nil }
        var next = place + 1
        if words.words.indices.contains(next), words.text(next) == "me" { next += 1 }
        guard words.words.indices.contains(next), words.words[next].part == nil else {
            return refusal(.reminderUnknown, place, next - 1, trying: "remind 30m")
        }
        let phrase = words.text(next)
        guard !words.words[next].isText else { return nil }
        let ends = (next..<min(next + 4, words.words.count)).filter { isFree(next...$0) }
        if let end = ends.last(where: { allLengths(words.text(from: next, through: $0)) != nil }),
            side(behind: end) == nil
        {
            return tooLongReminder(place, end)
        }
        if let side = [next + 1].first(where: words.words.indices.contains), self.side(behind: next) != nil {
            // "remind 5m after lunch" counts from what nobody here knows.
            let length = words.text(from: place, through: side)
            return refusal(.reminderUnknown, place, min(side + 1, words.words.count - 1), trying: length)
        }
        let isTimely =
            phrase.utf8.first.map(Lexer.isDigit) ?? false || words.isDateWord(next)
            || reader.nearestDay(phrase) != nil || ForeignDays.english(phrase) != nil
        return isTimely ? refusal(.reminderUnknown, place, next, trying: attempt(phrase)) : nil
    }

    /// `r:soon`; nil for other words.
    private func markedReminder(_ place: Int) -> PhraseRefusal? {
        guard let value = Self.reminderValue(words.text(place)), !value.isEmpty else { return nil }
        if allLengths(value) != nil { return tooLongReminder(place, place) }
        return refusal(.reminderUnknown, place, place, trying: attempt(value))
    }

    /// A reminder that is a length, and was not taken.
    private func tooLongReminder(_ first: Int, _ last: Int) -> PhraseRefusal {
        refusal(.reminderTooLong, first, last, trying: "remind \(QuickAdd.longestReminder)d")
    }

    /// A second `for:`, and one with what is no length.
    private func refusedEstimate(_ place: Int) -> PhraseRefusal? {
        guard let value = Self.estimateValue(words.text(place)), !value.isEmpty else { return nil }
        if result.estimate != nil, reader.length(value) != nil {
            return refusal(.estimateTwice, place, place, trying: words.text(place))
        }
        if let length = reader.length(value), length.days + length.seconds > 0 {
            return refusal(.estimateTooLong, place, place, trying: "for:\(QuickAdd.longestEstimate)d")
        }
        let isNumber = value.utf8.allSatisfy(Lexer.isDigit)
        return refusal(
            .estimateUnknown, place, place,
            trying: isNumber ? "for:\(value)m" : withPoint(value).map { "for:\($0)" } ?? "for:45m")
    }

    /// A length such as `1,5h` with a point before its decimals; nil for what is none.
    private func withPoint(_ word: String) -> String? {
        let decimal = word.replacing(",", with: ".", maxReplacements: 1)
        return decimal != word && reader.length(decimal) != nil ? decimal : nil
    }

    /// A "for 45m" or a 45분 동안 at the end of a line without a time there, behind which it would say how long it takes.
    private func lengthWithoutTime(_ place: Int) -> PhraseRefusal? {
        guard place > 0, result.refusal == nil, result.doubts.isEmpty, result.estimate == nil,
            let last = words.rest.last, last == place + 1, isFree(last...last), length(of: [place, last]) != nil
        else { return nil }
        let value = words.text(words.text(place) == "for" ? last : place)
        guard value.utf8.first.map(Lexer.isDigit) ?? false else { return nil }
        return refusal(.termUnread, place, last, trying: "for:\(value)")
    }

    /// A time of day in a title whose day was taken, such as the "3pm" of "tomorrow meet at 3pm Bob" and the "21h" of
    /// "Dinner 21h friday", and numbers right beside that day that may be one.
    private func timeBesideDay(_ place: Int) -> PhraseRefusal? {
        guard let meaning = result.when?.meaning, !Self.hasTime(meaning), let day = duePhrase else { return nil }
        for last in place...place + 2 {
            guard words.words.indices.contains(last), isFree(place...last), words.rest.count > last - place + 1,
                let time = looseTime(place...last), case let attempt = "\(day) \(time)",
                case .success(let reading) = reader.outcome(attempt, at: moment), Self.hasTime(reading.meaning)
            else { continue }
            return refusal(.nameAlone, place, last, trying: attempt)
        }
        return nil
    }

    /// The time that words of a title may be, as a phrase has it; nil where they are none.
    private func looseTime(_ places: ClosedRange<Int>) -> String? {
        let text = words.text(from: places.lowerBound, through: places.upperBound)
        guard text.utf8.contains(where: Lexer.isDigit) else { return nil }
        func isWhen(_ place: Int) -> Bool {
            words.words.indices.contains(place) && words.words[place].part == .when
        }
        let isBehindDay = isWhen(places.lowerBound - 1)
        if let hour = Self.hour(text), isBehindDay || hour.isSure && places.upperBound == words.rest.last {
            return hour.clock
        }
        if text.wholeMatch(of: /(?:at )?\d{1,2}(?::[0-5]\d)? ?[ap]m|오[전후] ?\d{1,2}시(?: ?(?:\d{1,2}분|반))?에?/) != nil {
            return text
        }
        guard isBehindDay || isWhen(places.upperBound + 1) else { return nil }
        if text.wholeMatch(of: /\d{1,2}[-~]\d{1,2}/) != nil { return text }
        return text.wholeMatch(of: /(\d{1,2})\.([0-5]\d)/).map { "\($0.1):\($0.2)" }
    }

    /// A term of `taskd edit` that says in a line what is said there otherwise.
    private func unreadTerm(_ place: Int) -> PhraseRefusal? {
        let word = words.text(place)
        let names = ["start:", "zone:", "note:", "description:", "title:"]
        guard let name = names.first(where: word.hasPrefix), word.count > name.count else { return nil }
        let value = String(word.dropFirst(name.count))
        let attempt =
            switch name {
            case "start:": beginning(with: value)
            case "zone:": ending(with: value)
            case "title:": value
            default: "// \(value)"
            }
        return refusal(.termUnread, place, place, trying: attempt)
    }

    /// The phrase that says when it is due; nil where none was taken.
    private var duePhrase: String? {
        let due = words.words.indices.filter { words.words[$0].part == .when }
        return due.isEmpty ? nil : phrase(due[...])
    }

    /// A range that begins with a time, or with the day that a mistyped word stands for.
    private func beginning(with start: String) -> String {
        let days = [start] + [reader.nearestDay(start)].compactMap(\.self)
        return days.lazy.compactMap { range(from: $0) }.first ?? "fri - sun"
    }

    /// The same of what is a time; nil where it is none.
    private func range(from start: String) -> String? {
        if let end = duePhrase, case .success(let reading) = reader.outcome("\(start) - \(end)", at: moment),
            case .range = reading.meaning
        {
            return "\(start) - \(end)"
        }
        guard case .success(let reading) = reader.outcome(start, at: moment), case .time(let time) = reading.meaning
        else {
            return nil
        }
        let local = time.civil.startOfDayOrTime.secondsSinceEpoch
        let due: CivilTime =
            time.civil.isDate
            ? .date(time.civil.date.adding(days: 1)) : .dateTime(CivilDateTime(secondsSinceEpoch: local + 3_600))
        guard due.date <= CivilDate.latest else { return nil }
        return PhraseMeaning.range(start: time, due: PhraseTime(due)).phrase(in: reading.language)
    }

    /// The time of the line, or any, with a zone behind it.
    private func ending(with zone: String) -> String {
        let time = duePhrase ?? "tomorrow 9am"
        guard case .success = reader.outcome("\(time) \(zone)", at: moment) else { return "\(time) Europe/Berlin" }
        return "\(time) \(zone)"
    }

    /// What to say for a word that was to tell when to remind.
    private func attempt(_ word: String) -> String {
        if word.utf8.allSatisfy(Lexer.isDigit) { return "remind \(word)m" }
        if let decimal = withPoint(word) { return "remind \(decimal)" }
        if let day = reader.nearestDay(word) ?? ForeignDays.english(word) { return "remind \(day) 9am" }
        return reader.dayKind(word) == .certain ? "remind \(word) 9am" : "remind 30m"
    }

    /// Refuses a reminder at a time that is not certain where the task has no day.
    func refusal(of reminder: PendingReminder) -> PhraseRefusal? {
        do throws(PhraseRefusal) {
            _ = try reader.read(reminder.phrase, at: moment)
            return nil
        } catch {
            var refusal = error
            refusal.range = words.range(from: reminder.words.lowerBound, through: reminder.words.upperBound)
            refusal.suggestion = Self.reminding(error.suggestion, error.language)
            refusal.readings = error.readings.map { Self.reminding($0, error.language) }
            return refusal
        }
    }

    private static func reminding(_ phrase: String, _ language: PhraseLanguage) -> String {
        language == .korean ? "\(phrase) 알림" : "remind \(phrase)"
    }

    private func refusal(_ kind: Fault.Kind, _ first: Int, _ last: Int, trying attempt: String) -> PhraseRefusal {
        let range = words.range(from: first, through: last)
        let language = reader.language(of: line)
        let reasons = RefusalReasons(
            fault: Fault(kind, range.lowerBound, range.upperBound), words: words.text(range), language: language)
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range, suggestion: attempt, readings: [],
            language: language)
    }
}
