import Recurrence

extension PhraseMeaning {
    /// The meaning in words that mean the same when they are read as a phrase; nil of rules, which
    /// `RecurrenceRule.explanation` puts into words.
    public func phrase(in language: PhraseLanguage) -> String? {
        switch self {
        case .time(let time): time.phrase(in: language)
        case .range(let start, let due):
            switch language {
            case .english: "\(start.phrase(in: language)) to \(due.phrase(in: language))"
            case .korean: "\(start.phrase(in: language))부터 \(due.phrase(in: language))까지"
            }
        case .rule: nil
        }
    }
}

extension PhraseTime {
    /// The time in words that mean the same when they are read as a phrase, such as "Sat 28 Nov 2026 15:00".
    ///
    /// A local time that clocks show twice is told as `description` tells it.
    public func phrase(in language: PhraseLanguage) -> String {
        guard utcOffset == nil else { return description }
        let words = [day(in: language), clock(in: language), zone ?? ""]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The day.
    func day(in language: PhraseLanguage) -> String {
        let date = civil.date
        // Years of fewer digits would be read as something else.
        guard date.year >= 1_000 else { return date.description }
        let weekday = CalendarNames.name(of: date.weekday, in: language)
        switch language {
        case .english:
            let month = CalendarNames.name(ofMonth: date.month, in: language).prefix(3)
            return "\(weekday.prefix(3)) \(date.day) \(month) \(date.year)"
        case .korean:
            return "\(date.year)년 \(date.month)월 \(date.day)일 \(weekday)"
        }
    }

    /// The time of day; nothing of a day.
    func clock(in language: PhraseLanguage) -> String {
        guard case .dateTime(let local) = civil else { return "" }
        switch language {
        case .english:
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(two(local.hour)):\(two(local.minute))" + (local.second == 0 ? "" : ":\(two(local.second))")
        case .korean:
            let hour = (local.hour + 11) % 12 + 1
            var words = "\(local.hour < 12 ? "오전" : "오후") \(hour)시"
            if local.minute > 0 || local.second > 0 { words += " \(local.minute)분" }
            if local.second > 0 { words += " \(local.second)초" }
            return words
        }
    }
}
