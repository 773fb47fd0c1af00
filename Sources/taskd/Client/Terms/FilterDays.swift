import Phrases
import Recurrence

/// Conditions about days and times, from phrases.
struct FilterDays {
    private var reader: TimeReader

    init(_ reader: TimeReader) {
        self.reader = reader
        self.reader.asksForDay = true
    }

    /// The condition that a field of a task is when it was typed, such as `today`, `<fri`, `week`, `dec 1 - dec 5`, `none`.
    ///
    /// - Throws: ``CommandFailure`` for what is no time.
    func condition(_ field: String, _ typed: String) throws -> String {
        switch typed.lowercased() {
        case "none", "없음": return "no:\(field)"
        case "any", "있음": return "has:\(field)"
        default: break
        }
        let (relation, phrase) = Self.relation(typed)
        if let (first, last) = try period(phrase) {
            switch relation {
            case nil, "=": return "(\(field) >= \(first) and \(field) <= \(last))"
            case "<", ">=": return "\(field) \(relation ?? "") \(first)"
            default: return "\(field) \(relation ?? "") \(last)"
            }
        }
        // With the relation, which is typed there too.
        let option = "\(field):\(relation ?? "")"
        let moment = try reader.moment()
        let reading = try reader.reading(phrase, option, moment)
        switch reading.meaning {
        case .time(let time):
            let value = try reader.typed(time, of: reading, moment).text
            // A time of day is a moment, which a task seldom meets to the second: until then is meant.
            return "\(field) \(relation ?? (time.civil.isDate ? "=" : "<=")) \(value)"
        case .range(let first, let last):
            let (first, last) = (
                try reader.typed(first, of: reading, moment), try reader.typed(last, of: reading, moment)
            )
            return "(\(field) >= \(first.text) and \(field) <= \(last.text))"
        case .rule:
            throw CommandFailure.usage("\(option) \"\(phrase.shown)\" repeats", "Give a day, such as '\(option)fri'.")
        }
    }

    /// Whether words, which a relation may stand before, are one time or a range of two.
    func isTime(_ typed: String) -> Bool {
        guard let moment = try? reader.moment(),
            let meaning = try? reader.phrases.read(Self.relation(typed).value, at: moment).meaning
        else { return false }
        if case .rule = meaning { return false }
        return true
    }

    /// Whether words are a day, a week, a month or a year.
    func isDay(_ words: String) -> Bool {
        if (try? period(words)) ?? nil != nil { return true }
        guard words.contains(where: \.isLetter), let moment = try? reader.moment(),
            case .time(let time)? = try? reader.phrases.read(words, at: moment).meaning
        else { return false }
        return time.civil.isDate
    }

    /// The day with which this week ends.
    func lastDayOfWeek() throws -> CivilDate {
        try period("week")?.last ?? reader.moment().local.date
    }

    /// A relation in front of a value.
    static func relation(_ typed: String) -> (relation: String?, value: String) {
        for relation in ["<=", ">=", "<", ">", "="] where typed.hasPrefix(relation) {
            return (relation, String(typed.dropFirst(relation.count)).trimmingSpaces)
        }
        return (nil, typed)
    }

    /// A week, month or year as its first and last day.
    private func period(_ phrase: String) throws -> (first: CivilDate, last: CivilDate)? {
        let words = phrase.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let distance: (unit: String, count: Int)? =
            switch words {
            case "week", "this week", "이번 주", "이번주": ("week", 0)
            case "next week", "다음 주", "다음주": ("week", 1)
            case "last week", "지난 주", "지난주": ("week", -1)
            case "month", "this month", "이번 달", "이번달": ("month", 0)
            case "next month", "다음 달", "다음달": ("month", 1)
            case "last month", "지난 달", "지난달": ("month", -1)
            case "year", "this year", "올해": ("year", 0)
            case "next year", "내년": ("year", 1)
            case "last year", "작년": ("year", -1)
            default: nil
            }
        guard let (unit, count) = distance else { return nil }
        let today = try reader.moment().local.date
        switch unit {
        case "week":
            let start = reader.phrases.settings.weekStart
            let first = today.adding(days: count * 7 - (today.weekday.rawValue - start.rawValue + 7) % 7)
            return (first, first.adding(days: 6))
        case "month":
            let month = today.year * 12 + today.month - 1 + count
            guard let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1),
                let next = CivilDate(year: (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)
            else { return nil }
            return (first, next.adding(days: -1))
        default:
            guard let first = CivilDate(year: today.year + count, month: 1, day: 1),
                let last = CivilDate(year: today.year + count, month: 12, day: 31)
            else { return nil }
            return (first, last)
        }
    }
}
