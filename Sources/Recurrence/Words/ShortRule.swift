/// A rule as far as a few words can tell it; nil where only whole sentences can.
struct ShortRule {
    /// Which days of a period it falls on.
    enum Days: Hashable {
        case each
        case weekdays([Weekday])
        /// Days of the month; negative ones from its end.
        case monthDays([Int])
        case ordinals([RuleWeekday])
        /// The first or last of Monday to Friday; 1 or -1.
        case workday(Int)
        case yearDay(month: Int, day: Int)
    }

    static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: [Weekday] = [.saturday, .sunday]

    /// The most times of day that a whole sentence lists; more are told in few words.
    static let mostOfSentence = 8

    let rule: RecurrenceRule
    let days: Days
    /// The times of day, `09:00`; empty for whole days, and for periods below a day.
    let clocks: [String]
    /// When UNTIL says that it ends, in local time; nil where it says nothing.
    private let until: CivilTime?

    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first occurrence (DTSTART), which has what the rule does not name.
    ///   - zone: The zone of its times; nil for that of UTC.
    init?(_ rule: RecurrenceRule, from start: CivilTime?, zone: ZoneRules?) {
        guard rule.calendar == nil, rule.byYearDay.isEmpty, !rule.hasWeekNumbers, rule.bySecond.isEmpty,
            let days = Self.days(of: rule, start?.date), let clocks = Self.clocks(of: rule, start)
        else { return nil }
        (self.rule, self.days, self.clocks) = (rule, days, clocks)
        until = rule.until?.local(in: zone)
    }

    /// The day of UNTIL, and whether nothing falls on it, as it ends before the first time of a day.
    var lastDay: (date: CivilDate, isExcluded: Bool)? {
        switch until {
        case nil: nil
        case .date(let day)?: (day, false)
        case .dateTime(let local)?:
            (local.date, clocks.min().map { EnglishWords.clock(local.secondOfDay) < $0 } ?? false)
        }
    }

    private static func days(of rule: RecurrenceRule, _ start: CivilDate?) -> Days? {
        let weekdays = rule.byDay.filter { $0.ordinal == nil }.map(\.weekday)
        let ordinals = rule.weekdayOrdinals.sorted()
        guard rule.bySetPosition.isEmpty else {
            let isWorkday = rule.frequency == .monthly && weekdays == workdays && ordinals.isEmpty
            guard isWorkday, !rule.hasMonths, !rule.hasMonthDays, let place = rule.bySetPosition.first,
                rule.bySetPosition.count == 1, abs(place) == 1
            else { return nil }
            return .workday(place)
        }
        switch rule.frequency {
        case .secondly, .minutely, .hourly:
            let isPlain = !rule.hasMonths && !rule.hasMonthDays && weekdays.isEmpty && ordinals.isEmpty
            return isPlain && rule.byHour.isEmpty && rule.byMinute.isEmpty ? .each : nil
        case .daily:
            guard !rule.hasMonths, !rule.hasMonthDays else { return nil }
            return weekdays.isEmpty ? .each : rule.interval == 1 ? .weekdays(weekdays) : nil
        case .weekly:
            guard !rule.hasMonths else { return nil }
            return weekdays.isEmpty ? start.map { .weekdays([$0.weekday]) } ?? .each : .weekdays(weekdays)
        case .monthly:
            guard !rule.hasMonths else { return nil }
            return month(rule, weekdays, ordinals, start)
        case .yearly:
            return year(rule, hasWeekdays: !weekdays.isEmpty || !ordinals.isEmpty, start)
        }
    }

    private static func month(
        _ rule: RecurrenceRule, _ weekdays: [Weekday], _ ordinals: [RuleWeekday], _ start: CivilDate?
    ) -> Days? {
        guard weekdays.isEmpty else { return nil }
        if rule.hasMonthDays {
            let days = rule.byMonthDay.filter { $0 > 0 } + rule.byMonthDay.filter { $0 < 0 }
            return ordinals.isEmpty && days.allSatisfy { $0 >= -1 } ? .monthDays(days) : nil
        }
        guard ordinals.isEmpty else {
            return ordinals.allSatisfy { (-1...5).contains($0.ordinal ?? 0) } ? .ordinals(ordinals) : nil
        }
        return start.map { .monthDays([$0.day]) } ?? .each
    }

    private static func year(_ rule: RecurrenceRule, hasWeekdays: Bool, _ start: CivilDate?) -> Days? {
        guard !hasWeekdays, rule.byMonth.allSatisfy({ !$0.isLeap }) else { return nil }
        switch (rule.byMonth.count, rule.byMonthDay.count) {
        case (0, 0): return start.map { .yearDay(month: $0.month, day: $0.day) } ?? .each
        case (1, 1) where rule.byMonthDay[0] > 0:
            return .yearDay(month: rule.byMonth[0].number, day: rule.byMonthDay[0])
        case (1, 0): return start.map { .yearDay(month: rule.byMonth[0].number, day: $0.day) }
        default: return nil
        }
    }

    private static func clocks(of rule: RecurrenceRule, _ start: CivilTime?) -> [String]? {
        guard rule.frequency >= .daily else { return [] }
        var time: CivilDateTime?
        if case .dateTime(let local)? = start { time = local }
        if rule.byHour.isEmpty, rule.byMinute.isEmpty {
            return time.map { [EnglishWords.clock($0.hour * 3_600 + $0.minute * 60)] } ?? []
        }
        let hours = rule.byHour.isEmpty ? [time?.hour].compactMap(\.self) : rule.byHour
        let minutes = rule.byMinute.isEmpty ? [time?.minute].compactMap(\.self) : rule.byMinute
        let count = hours.count * minutes.count
        guard (1...4).contains(count) || count > mostOfSentence else { return nil }
        return hours.flatMap { hour in minutes.map { EnglishWords.clock(hour * 3_600 + $0 * 60) } }
    }
}

extension RecurrenceRule {
    /// The rule in a few words, such as `every Mon 09:00` or `매주 월 09:00`; what needs more words gets all of them.
    ///
    /// - Parameters:
    ///   - start: The first occurrence (DTSTART), which has the day and the time that the rule does not name.
    ///   - zone: The zone of its times, in which an end in UTC falls on a day; nil for that of UTC.
    ///   - language: The language of the words.
    /// - Returns: The words, in English with a small letter first.
    package func shortExplanation(
        from start: CivilTime?, zone: ZoneRules? = nil, in language: ExplanationLanguage = .english
    ) -> String {
        if let short = ShortRule(self, from: start, zone: zone) { return short.words(in: language) }
        let whole = explanation(in: language)
        return whole.prefix(1).lowercased() + whole.dropFirst()
    }
}
