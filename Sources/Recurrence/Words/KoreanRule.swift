/// Puts one rule into a Korean phrase.
struct KoreanRule {
    let rule: RecurrenceRule

    var sentence: String {
        let clauses = [every, months, weeks, days, times].filter { !$0.isEmpty }.joined(separator: " ")
        return ([clauses] + [positions, weekStart, calendar, end].filter { !$0.isEmpty }).joined(separator: ", ")
    }

    private var every: String {
        rule.interval == 1
            ? KoreanWords.each(rule.frequency) : "\(rule.interval)\(KoreanWords.counter(rule.frequency))마다"
    }

    private var months: String {
        KoreanWords.names(of: rule.byMonth, in: rule.calendar ?? .gregorian)
    }

    private var weeks: String {
        guard rule.hasWeekNumbers else { return "" }
        let places = KoreanWords.inReadingOrder(rule.byWeekNumber).map { "\(KoreanWords.place($0)) 주" }
        return "그해의 " + places.joined(separator: ", ")
    }

    /// The first part that names days says which; the others limit it.
    private var days: String {
        var parts: [String] = []
        if !rule.byYearDay.isEmpty {
            let places = KoreanWords.inReadingOrder(rule.byYearDay).map { "\(KoreanWords.place($0)) 날" }
            parts.append("그해의 " + places.joined(separator: ", "))
        }
        if rule.hasMonthDays {
            let places = KoreanWords.inReadingOrder(rule.byMonthDay).map { day in
                day > 0 ? "\(day)일" : "그달의 \(KoreanWords.place(day)) 날"
            }
            parts.append(places.joined(separator: ", "))
        }
        if rule.hasWeekdays { parts.append(weekdays) }
        guard let first = parts.first else { return "" }
        return first + parts.dropFirst().map { " 중 \($0)에 해당하는 날" }.joined()
    }

    private var weekdays: String {
        let plain = rule.byDay.filter { $0.ordinal == nil }.map { KoreanWords.name(of: $0.weekday) }
        let frame = rule.frequency == .yearly && !rule.hasMonths ? "그해의" : "그달의"
        var numbered: [String] = []
        for ordinal in KoreanWords.inReadingOrder(Set(rule.weekdayOrdinals.compactMap(\.ordinal)).sorted()) {
            let names = rule.weekdayOrdinals.filter { $0.ordinal == ordinal }.map { KoreanWords.name(of: $0.weekday) }
            numbered += names.map { "\(frame) \(KoreanWords.place(ordinal)) \($0)" }
        }
        return (plain + numbered).joined(separator: ", ")
    }

    private var times: String {
        let (hours, minutes, seconds) = (rule.byHour, rule.byMinute, rule.bySecond)
        let count = hours.count * minutes.count * max(seconds.count, 1)
        if rule.frequency >= .daily, (1...12).contains(count) {
            let clocks = rule.clocks
            return clocks.joined(separator: ", ") + "에"
        }
        let parts = [(hours, "시"), (minutes, "분"), (seconds, "초")].filter { !$0.0.isEmpty }.map { numbers, unit in
            numbers.map { "\($0)\(unit)" }.joined(separator: ", ")
        }
        return parts.isEmpty ? "" : parts.joined(separator: " ") + "에"
    }

    private var positions: String {
        guard !rule.bySetPosition.isEmpty else { return "" }
        let places = KoreanWords.inReadingOrder(rule.bySetPosition).map(KoreanWords.place).joined(separator: ", ")
        return "주기마다 그중 \(places)만"
    }

    private var weekStart: String {
        rule.weekStart == .monday ? "" : "한 주는 \(KoreanWords.name(of: rule.weekStart))에 시작"
    }

    private var calendar: String {
        guard let calendar = rule.calendar else { return "" }
        // "음력 8월" names the calendar already.
        let name = calendar.isLunisolar && rule.hasMonths ? "" : "\(KoreanWords.name(of: calendar)) 기준"
        return [name, KoreanWords.missingDays(rule.skip)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var end: String {
        if let count = rule.count { return "총 \(count)회" }
        return rule.until.map { "\(KoreanWords.time($0))까지" } ?? ""
    }
}
