import Recurrence

/// Reads a line into a task.
struct QuickAddReader {
    let reader: PhraseReader
    let moment: PhraseMoment
    var words: QuickAddWords
    var result = QuickAdd()
    let line: String

    init(_ line: String, reader: PhraseReader, moment: PhraseMoment) {
        self.line = line
        self.reader = reader
        self.moment = moment
        words = QuickAddWords(line)
    }

    mutating func read() -> QuickAdd {
        takeDescription()
        for place in words.words.indices where words.words[place].part == nil && !words.words[place].isText {
            takeMarker(place)
        }
        takeReminders()
        takeEstimates()
        takeWhen()
        settleReminders()
        refuseTerms()
        result.spans = spans
        result.title = words.words.isEmpty ? line.trimmed : words.title
        guard result.title.isEmpty else { return result }
        // A line of nothing but marks is a title.
        result = QuickAdd()
        result.title = line.trimmed
        result.lacksTitle = !result.title.isEmpty
        return result
    }

    /// What was taken, each part with all of its words.
    private var spans: [QuickAdd.Span] {
        var (spans, lastWord) = ([QuickAdd.Span](), -2)
        for place in words.words.indices {
            guard let part = words.words[place].part else { continue }
            let range = words.words[place].range
            let isOne = part == .tag || part == .project || part == .priority
            if let last = spans.indices.last, spans[last].part == part, lastWord + 1 == place, !isOne, !begins(place) {
                spans[last].range = spans[last].range.lowerBound..<range.upperBound
            } else {
                spans.append(QuickAdd.Span(part: part, range: range))
            }
            lastWord = place
        }
        return spans
    }

    /// Whether a reminder begins with a word.
    private func begins(_ place: Int) -> Bool { pendingReminders.contains { $0.words.lowerBound == place } }

    // MARK: - One word

    /// What stands behind `//`, if there is a title before it.
    private mutating func takeDescription() {
        guard let place = words.words.indices.first(where: { words.text($0) == "//" && !words.words[$0].isText }),
            place > 0, place + 1 < words.words.count
        else { return }
        result.description = words.text(from: place + 1, through: words.words.count - 1)
        for later in place..<words.words.count { words.words[later].part = .description }
    }

    private mutating func takeMarker(_ place: Int) {
        let (sign, name) = Self.marker(words.text(place))
        let word = words.text(place)
        switch sign {
        case "+":
            guard isName(name, of: place) else { return }
            if !result.tags.contains(name) { result.tags.append(name) }
            words.words[place].part = .tag
        case "@":
            guard isName(name, of: place), result.project == nil else { return }
            result.project = name
            words.words[place].part = .project
        default:
            guard let priority = Self.priority(word), result.priority == nil || result.priority == priority else {
                return
            }
            result.priority = priority
            words.words[place].part = .priority
        }
    }

    /// The sign that makes a tag or a project of a word, and the name behind it; `tag:` and `project:` are long for them.
    static func marker(_ word: String) -> (sign: Character?, name: String) {
        for (field, sign) in [("tag:", "+"), ("project:", "@")] as [(String, Character)] where word.hasPrefix(field) {
            return (sign, String(word.dropFirst(field.count)))
        }
        return (word.first == "#" ? "+" : word.first, String(word.dropFirst()))
    }

    /// Whether something can be the name of a tag or a project: it begins with a letter, and has no signs but a few; in
    /// quotation marks it may have spaces.
    func isName(_ name: String, of place: Int) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { return false }
        let signs = words.words[place].plain == nil ? "0123456789-_/" : "0123456789-_/ "
        return name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || signs.unicodeScalars.contains($0) }
    }

    static func priority(_ word: String) -> QuickAdd.Priority? {
        switch word {
        case "p1", "!!!": .urgent
        case "p2", "!!": .high
        case "p3": .medium
        case "p4": .low
        default:
            word.hasPrefix("p:") || word.hasPrefix("priority:")
                ? QuickAdd.Priority(rawValue: word.drop { $0 != ":" }.dropFirst().lowercased())
                : word.hasPrefix("!") ? QuickAdd.Priority(rawValue: word.dropFirst().lowercased()) : nil
        }
    }

    /// `for:45m`, wherever it stands.
    private mutating func takeEstimates() {
        for place in words.words.indices where isFree(place...place) {
            guard result.estimate == nil, let value = Self.estimateValue(words.text(place)),
                let length = reader.length(value), Self.isEstimate(length)
            else { continue }
            result.estimate = length
            words.words[place].part = .estimate
        }
    }

    /// Whether a task may take so long.
    static func isEstimate(_ length: CalendarDuration) -> Bool {
        length.days + length.seconds > 0 && length.isAtMost(days: QuickAdd.longestEstimate)
    }

    /// What stands behind `for:`; nil where a word is no such term.
    static func estimateValue(_ word: String) -> String? {
        ["for:", "estimate:"].first(where: word.hasPrefix).map { String(word.dropFirst($0.count)) }
    }

    // MARK: - Reminders

    /// A reminder that was read; one with a time of day waits for the day of the task.
    struct PendingReminder {
        var words: ClosedRange<Int>
        /// How long before the task is due, of each reminder; negative for after it.
        var lengths: [CalendarDuration] = []
        var phrase = ""
    }

    private var pendingReminders: [PendingReminder] = []

    /// `remind 30m`, `r:1h`, `remind 9am`; 30분 전 알림, 9시에 알림.
    private mutating func takeReminders() {
        for place in words.words.indices where words.words[place].part == nil && !words.words[place].isText {
            let word = words.text(place)
            if let value = Self.reminderValue(word), takeReminder(value, in: place) {
                continue
            } else if word == "remind", place + 1 < words.words.count, words.text(place + 1) == "none" {
                result.remindsNot = true
                for word in place...place + 1 { words.words[word].part = .reminder }
            } else if word == "remind" {
                let isOfMe =
                    place + 1 < words.words.count && words.text(place + 1) == "me" && isFree(place + 1...place + 1)
                takeReminder(behind: isOfMe ? place + 1 : place, from: place)
            } else if ["알림", "알려줘"].contains(word) {
                takeReminder(before: place)
                if isFree(place...place) { takeLength(behind: place) }
            }
        }
    }

    /// What stands behind `r:` and the like; nil where a word is no such term.
    static func reminderValue(_ word: String) -> String? {
        ["r:", "remind:", "알림:"].first(where: word.hasPrefix).map { String(word.dropFirst($0.count)) }
    }

    /// `r:1h`, `remind:9am`, `remind:none`; false, and nothing taken, where it is none of them.
    private mutating func takeReminder(_ value: String, in place: Int) -> Bool {
        if value == "none" {
            result.remindsNot = true
            words.words[place].part = .reminder
        } else if let lengths = lengths(value) {
            take(PendingReminder(words: place...place, lengths: lengths))
        } else if isTime(value), !value.utf8.allSatisfy(Lexer.isDigit) {
            take(PendingReminder(words: place...place, phrase: value))
        } else {
            return false
        }
        return true
    }

    /// The longest length behind a word, or the shortest time, since a time may be followed by when the task is due.
    private mutating func takeReminder(behind place: Int, from first: Int) {
        let ends = (place + 1..<min(place + 6, words.words.count)).filter { isFree(place + 1...$0) }
        for last in ends.reversed() {
            guard let lengths = lengths(words.text(from: place + 1, through: last)) else { continue }
            guard let side = side(behind: last) else {
                return take(PendingReminder(words: first...last, lengths: lengths))
            }
            // "remind 5m after lunch" counts from what nobody here knows.
            guard side.isLast else { return }
            let signed = side.isAfter ? lengths.map { $0.negated } : lengths
            return take(PendingReminder(words: first...last + 1, lengths: signed))
        }
        for last in ends {
            // A number alone may be minutes or an hour, and with what follows it when the task is due.
            let isOpen = words.text(place + 1).utf8.allSatisfy(Lexer.isDigit)
            guard !isOpen || last > place + 1 && reader.makesNumberCertain(words.text(place + 2)) else { continue }
            let phrase = words.text(from: place + 1, through: last)
            if isTime(phrase) { return take(PendingReminder(words: first...last, phrase: phrase)) }
        }
    }

    /// One length, or several with commas or "and" between them; "1h and 30m" is two, as "an hour and a half" is not.
    private func lengths(_ text: String) -> [CalendarDuration]? {
        allLengths(text).flatMap { lengths in
            lengths.allSatisfy { $0.isAtMost(days: QuickAdd.longestReminder) } ? lengths : nil
        }
    }

    /// The same, however long they are.
    func allLengths(_ text: String) -> [CalendarDuration]? {
        let isInDigits = text.utf8.first.map(Lexer.isDigit) ?? false
        let parts = text.split(separator: ",").flatMap { part in
            isInDigits ? part.split(separator: " and ", omittingEmptySubsequences: false) : [part]
        }.map { String($0).trimmed }
        let lengths = (parts.isEmpty ? [text] : parts).compactMap { reader.length($0) }
        return lengths.count == max(parts.count, 1) ? lengths : nil
    }

    /// Whether "before" or "after" stands behind a word, and nothing that it could count from; nil where neither does.
    func side(behind place: Int) -> (isAfter: Bool, isLast: Bool)? {
        let word = place + 1
        guard words.words.indices.contains(word), isFree(word...word) else { return nil }
        let text = words.text(word).lowercased()
        guard ["before", "after", "later"].contains(text) else { return nil }
        let next = words.words.indices.contains(word + 1) ? word + 1 : nil
        let isLast =
            next.map {
                words.words[$0].part != nil || words.isDateWord($0)
            }
        return (text != "before", isLast ?? true)
    }

    private mutating func takeReminder(before place: Int) {
        let begins = (max(place - 4, 0)..<place).filter { isFree($0...place - 1) }
        for first in begins {
            if let length = reader.lengthBefore(words.text(from: first, through: place - 1)) {
                return take(PendingReminder(words: first...place, lengths: [length]))
            }
        }
        func phrase(_ first: Int) -> String { words.text(from: first, through: place - 1) }
        guard let first = begins.last(where: { isTime(phrase($0)) }) else { return }
        // Of "오전 9시" the half of the day is a part.
        let isHalved = begins.contains(first - 1) && reader.isHalf(words.text(first - 1)) && isTime(phrase(first - 1))
        let whole = isHalved ? first - 1 : first
        take(PendingReminder(words: whole...place, phrase: phrase(whole)))
    }

    /// 알림 30분 전.
    private mutating func takeLength(behind place: Int) {
        for last in place + 1..<max(place + 1, min(place + 4, words.words.count)) where isFree(place + 1...last) {
            if let length = reader.lengthBefore(words.text(from: place + 1, through: last)) {
                return take(PendingReminder(words: place...last, lengths: [length]))
            }
        }
    }

    func isFree(_ range: ClosedRange<Int>) -> Bool {
        range.allSatisfy { words.words[$0].part == nil && !words.words[$0].isText }
    }

    /// Whether a phrase is a time of day, by itself or beside a day that is said elsewhere.
    private func isTime(_ phrase: String) -> Bool {
        // Tomorrow has all of its hours before it.
        let time = time(phrase) ?? time("\(moment.local.date.adding(days: 1)) \(phrase)")
        return time.map { !$0.civil.isDate } ?? false
    }

    private func time(_ phrase: String) -> PhraseTime? {
        guard case .success(let reading) = reader.outcome(phrase, at: moment), case .time(let time) = reading.meaning
        else { return nil }
        return time
    }

    private mutating func take(_ reminder: PendingReminder) {
        pendingReminders.append(reminder)
        for word in reminder.words { words.words[word].part = .reminder }
    }

    /// Settles the reminders.
    ///
    /// A time of day without a day is one of the day on which the task is due. What is certain only beside a day stays in the
    /// title where there is none.
    mutating func settleReminders() {
        for reminder in pendingReminders {
            if !reminder.lengths.isEmpty {
                for length in reminder.lengths { remind(.before(length)) }
            } else if let time = due.flatMap({ time("\($0) \(reminder.phrase)") }) ?? time(reminder.phrase) {
                remind(.at(time))
            } else {
                if let refusal = refusal(of: reminder) { result.refusedTerms.append(refusal) }
                for word in reminder.words { words.words[word].part = nil }
            }
        }
    }

    /// Adds a reminder, once.
    private mutating func remind(_ reminder: QuickAdd.Reminder) {
        if !result.reminders.contains(reminder) { result.reminders.append(reminder) }
    }

    /// The day on which the task is due.
    private var due: CivilDate? {
        switch result.when?.meaning {
        case .time(let time): time.civil.date
        case .range(_, let due): due.civil.date
        case .rule(let rule): rule.first.civil.date
        case nil: nil
        }
    }
}

extension String {
    /// The text without the spaces around it.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}

extension CalendarDuration {
    /// Whether it is no longer than so many days of the clock.
    fileprivate func isAtMost(days limit: Int) -> Bool { days + (seconds + 86_399) / 86_400 <= limit }

    /// As long in the other direction.
    fileprivate var negated: CalendarDuration { CalendarDuration(days: -days, seconds: -seconds) }
}
