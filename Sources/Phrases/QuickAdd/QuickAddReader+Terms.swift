import Recurrence

/// Words that look like a priority, a project or a reminder and are in the title: they are told.
extension QuickAddReader {
    /// Looks for them once all is taken.
    mutating func refuseTerms() {
        for place in words.words.indices where isFree(place...place) {
            let start = words.words[place].range.lowerBound
            guard !result.refusedTerms.contains(where: { $0.range.contains(start) }) else { continue }
            guard let refusal = refusedPriority(place) ?? refusedProject(place) ?? refusedReminder(place) else {
                continue
            }
            result.refusedTerms.append(refusal)
        }
    }

    private func refusedPriority(_ place: Int) -> PhraseRefusal? {
        let word = words.text(place)
        if Self.priority(word) != nil, let priority = result.priority {
            return refusal(.priorityTwice, place, place, trying: "p:\(priority.rawValue)")
        }
        let name: String
        let value = ["p:", "priority:"].first(where: word.hasPrefix).map { word.dropFirst($0.count) }
        if let value, !value.isEmpty, value.allSatisfy(\.isLetter) {
            name = value.lowercased()
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
        guard sign == "@", result.project != nil, Self.isName(name) else { return nil }
        return refusal(.projectTwice, place, place, trying: "+\(name)")
    }

    /// `r:soon`, and "remind" before a word that may be a time, or before nothing.
    private func refusedReminder(_ place: Int) -> PhraseRefusal? {
        let word = words.text(place)
        if let value = Self.reminderValue(word), !value.isEmpty {
            return refusal(.reminderUnknown, place, place, trying: attempt(value))
        }
        guard word == "remind", place > 0 else { return nil }
        var next = place + 1
        if words.words.indices.contains(next), words.text(next) == "me" { next += 1 }
        guard words.words.indices.contains(next), words.words[next].part == nil else {
            return refusal(.reminderUnknown, place, next - 1, trying: "remind 30m")
        }
        let phrase = words.text(next)
        guard !words.words[next].isText else { return nil }
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

    /// What to say for a word that was to tell when to remind.
    private func attempt(_ word: String) -> String {
        if word.utf8.allSatisfy(Lexer.isDigit) { return "remind \(word)m" }
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
