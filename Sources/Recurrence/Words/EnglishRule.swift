/// Puts one rule into an English sentence without its full stop.
struct EnglishRule {
    let rule: RecurrenceRule

    var sentence: String {
        let clauses = [every, months, weeks, days, times].filter { !$0.isEmpty }.joined(separator: " ")
        return ([clauses] + [positions, weekStart, calendar, end].filter { !$0.isEmpty }).joined(separator: ", ")
    }

    private var unit: String { EnglishWords.unit(of: rule.frequency) }

    private var every: String { rule.interval == 1 ? "Every \(unit)" : "Every \(rule.interval) \(unit)s" }

    private var months: String {
        guard rule.hasMonths else { return "" }
        return "in " + EnglishWords.list(rule.byMonth.map(name))
    }

    private func name(_ month: RuleMonth) -> String {
        EnglishWords.name(of: month, in: rule.calendar ?? .gregorian)
    }

    private var weeks: String {
        let numbers = rule.byWeekNumber
        guard !numbers.isEmpty else { return "" }
        let fromStart = numbers.filter { $0 > 0 }.map(String.init)
        let fromEnd = numbers.filter { $0 < 0 }.map { "the \(EnglishWords.place($0)) week" }
        let word = fromStart.count > 1 ? "weeks" : "week"
        let items = fromStart.isEmpty ? fromEnd : ["\(word) \(EnglishWords.list(fromStart))"] + fromEnd
        return "in \(EnglishWords.list(items)) of the year"
    }

    /// The first part that names days says on which; the others limit it.
    private var days: String {
        let yearDays = rule.byYearDay.isEmpty ? nil : "the \(EnglishWords.places(rule.byYearDay)) day of the year"
        let monthDays = rule.hasMonthDays ? "the \(EnglishWords.places(rule.byMonthDay)) day of the month" : nil
        let named = [yearDays, monthDays].compactMap { $0 }
        let weekdays = rule.hasWeekdays ? self.weekdays(joining: named.isEmpty ? "and" : "or") : nil
        let all = named + [weekdays].compactMap { $0 }
        guard let first = all.first else { return "" }
        return (["on \(first)"] + all.dropFirst().map { "when that is also \($0)" }).joined(separator: " ")
    }

    private func weekdays(joining word: String) -> String {
        let plain = rule.byDay.filter { $0.ordinal == nil }.map { day in
            (word == "or" ? "a " : "") + EnglishWords.name(of: day.weekday)
        }
        let numbered = rule.weekdayOrdinals.sorted(by: Self.readsEarlier).map { day in
            "the \(EnglishWords.place(day.ordinal ?? 1)) \(EnglishWords.name(of: day.weekday))"
        }
        let list = EnglishWords.list(plain + numbered, joining: word)
        guard !numbered.isEmpty else { return list }
        return list + (rule.frequency == .yearly && !rule.hasMonths ? " of the year" : " of the month")
    }

    private static func readsEarlier(_ left: RuleWeekday, _ right: RuleWeekday) -> Bool {
        let (first, second) = (left.ordinal ?? 0, right.ordinal ?? 0)
        return (first < 0 ? 1 : 0, first, left.weekday) < (second < 0 ? 1 : 0, second, right.weekday)
    }

    private var times: String {
        let (hours, minutes, seconds) = (rule.byHour, rule.byMinute, rule.bySecond)
        let count = hours.count * minutes.count * max(seconds.count, 1)
        if rule.frequency >= .daily, (1...12).contains(count) {
            let clocks = rule.clocks
            return "at " + EnglishWords.list(clocks)
        }
        return [
            numbered("in", "hour", hours), numbered("at", "minute", minutes), numbered("at", "second", seconds),
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func numbered(_ preposition: String, _ noun: String, _ numbers: [Int]) -> String {
        guard !numbers.isEmpty else { return "" }
        return "\(preposition) \(noun)\(numbers.count > 1 ? "s" : "") \(EnglishWords.list(numbers.map(String.init)))"
    }

    private var positions: String {
        guard !rule.bySetPosition.isEmpty else { return "" }
        let period = rule.interval == 1 ? "each \(unit)" : "each such \(unit)"
        return "taking only the \(EnglishWords.places(rule.bySetPosition)) of these in \(period)"
    }

    private var weekStart: String {
        rule.weekStart == .monday ? "" : "with weeks starting on \(EnglishWords.name(of: rule.weekStart))"
    }

    private var calendar: String {
        guard let calendar = rule.calendar else { return "" }
        let name = "by the \(EnglishWords.name(of: calendar)) calendar"
        switch rule.skip {
        case .omit: return name
        case .backward: return name + ", using the last day before a date that does not exist"
        case .forward: return name + ", using the first day after a date that does not exist"
        }
    }

    private var end: String {
        if let count = rule.count { return count == 1 ? "once" : "\(count) times" }
        return rule.until.map { "until \(EnglishWords.time($0))" } ?? ""
    }
}
