/// Puts a whole set into an English sentence.
struct EnglishSet {
    let set: RecurrenceSet

    var sentence: String {
        let rules = set.rules.map { EnglishRule(rule: $0).sentence }.joined(separator: "; and ")
        let start = (rules.isEmpty ? "On " : ", starting on ") + EnglishWords.time(set.start) + lunarStart
        let changed = dates(set.dates, "also") + dates(set.exceptionDates, "except") + exceptions + changes
        return rules + start + zone + changed + "."
    }

    private var zone: String {
        guard let zone = set.zone, !set.start.isDate else { return "" }
        return " (\(zone.identifier) time)"
    }

    /// DTSTART by the moon, where a rule takes its month or day from it.
    private var lunarStart: String {
        let calendars = set.lunisolarCalendars
        let days = calendars.compactMap { calendar in
            calendar.day(of: set.start.date).map { EnglishWords.date($0, in: calendar) }
        }
        return days.isEmpty ? "" : ", " + EnglishWords.list(days) + ","
    }

    private var exceptions: String {
        self.set.exceptionRules.map { ", except those of “\(EnglishRule(rule: $0).sentence)”" }.joined()
    }

    private var changes: String {
        switch set.overrides.count {
        case 0: ""
        case 1: ", with 1 change to single occurrences"
        case let count: ", with \(count) changes to single occurrences"
        }
    }

    /// A few dates are told one by one, many by their number.
    private func dates(_ dates: [RecurrenceDate], _ word: String) -> String {
        guard !dates.isEmpty else { return "" }
        guard dates.count <= 5 else { return ", \(word) on \(dates.count) single dates" }
        return ", \(word) on " + EnglishWords.list(dates.map { EnglishWords.time($0.start) })
    }
}
