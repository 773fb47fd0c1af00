/// Puts a whole set into a Korean sentence.
struct KoreanSet {
    let set: RecurrenceSet

    var sentence: String {
        let start = KoreanWords.time(set.start) + zone + lunarStart
        let rules = set.rules.map { KoreanRule(rule: $0).sentence }.joined(separator: "; 그리고 ")
        let beginning = rules.isEmpty ? start : "\(start)부터 \(rules)"
        return beginning + dates(set.dates, "추가") + dates(set.exceptionDates, "제외") + exceptions + changes + "."
    }

    private var zone: String {
        guard let zone = set.zone, !set.start.isDate else { return "" }
        return "(\(zone.identifier) 시간)"
    }

    /// DTSTART by the moon, where a rule takes its month or day from it.
    private var lunarStart: String {
        self.set.lunisolarCalendars.compactMap { calendar in
            calendar.day(of: set.start.date).map { "(\(KoreanWords.date($0, in: calendar)))" }
        }.joined()
    }

    private var exceptions: String {
        self.set.exceptionRules.map { ", “\(KoreanRule(rule: $0).sentence)” 제외" }.joined()
    }

    private var changes: String { self.set.overrides.isEmpty ? "" : ", 개별 변경 \(set.overrides.count)개" }

    /// A few dates are told one by one, many by their number.
    private func dates(_ dates: [RecurrenceDate], _ word: String) -> String {
        guard !dates.isEmpty else { return "" }
        guard dates.count <= 5 else { return ", 날짜 \(dates.count)개 \(word)" }
        return ", " + dates.map { KoreanWords.time($0.start) }.joined(separator: ", ") + " \(word)"
    }
}
