/// Calendars and their months in English.
extension EnglishWords {
    static func name(of calendar: RuleCalendar) -> String {
        switch calendar {
        case .gregorian: "Gregorian"
        case .buddhist: "Buddhist"
        case .japanese: "Japanese"
        case .roc: "Republic of China"
        case .ethiopic: "Ethiopic"
        case .coptic: "Coptic"
        case .islamicCivil: "Islamic civil"
        case .islamicTabular: "Islamic tabular"
        case .persian: "Persian"
        case .indian: "Indian national"
        case .hebrew: "Hebrew"
        case .chinese: "Chinese lunar"
        case .dangi: "Korean lunar"
        }
    }

    static func name(of month: RuleMonth, in calendar: RuleCalendar) -> String {
        if calendar.isGregorian { return months[month.number - 1] }
        if calendar.isLunisolar { return month.isLeap ? "leap month \(month.number)" : "month \(month.number)" }
        return month.isLeap ? "the leap month after month \(month.number)" : "month \(month.number)"
    }

    /// `day 15 of month 8 of the Korean lunar calendar`.
    static func date(_ day: CalendarDay, in calendar: RuleCalendar) -> String {
        "day \(day.day) of \(name(of: day.month, in: calendar)) of the \(name(of: calendar)) calendar"
    }
}

extension RecurrenceSet {
    /// The lunisolar calendars of the rules, each once.
    var lunisolarCalendars: [RuleCalendar] {
        RuleCalendar.allCases.filter { calendar in calendar.isLunisolar && rules.contains { $0.calendar == calendar } }
    }
}
