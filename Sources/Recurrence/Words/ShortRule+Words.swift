extension ShortRule {
    func words(in language: ExplanationLanguage) -> String {
        switch language {
        case .english: ([english] + [clocks(" times"), end].filter { !$0.isEmpty }).joined(separator: " ")
        case .korean: ([korean] + [clocks("회"), koreanEnd].filter { !$0.isEmpty }).joined(separator: " ")
        }
    }

    /// The times of day; of many the first, the last and how many there are.
    private func clocks(_ times: String) -> String {
        guard clocks.count > Self.mostOfSentence, let first = clocks.first, let last = clocks.last else {
            return clocks.joined(separator: ", ")
        }
        return "\(first) … \(last) (\(clocks.count)\(times))"
    }

    private var english: String {
        let every = rule.interval == 1 ? "every" : "every \(rule.interval) \(unit)"
        let joint = rule.interval == 1 ? " " : " on "
        switch days {
        case .each: return rule.interval == 1 ? "every \(EnglishWords.unit(of: rule.frequency))" : every
        case .weekdays(Self.workdays) where rule.interval == 1: return "every weekday"
        case .weekdays(Self.weekend) where rule.interval == 1: return "every weekend"
        case .weekdays(let weekdays): return every + joint + EnglishWords.list(weekdays.map(Self.name))
        case .monthDays([-1]): return every + (rule.interval == 1 ? " last day of the month" : " on the last day")
        case .monthDays(let numbers):
            let places = EnglishWords.list(numbers.map { $0 == -1 ? "last day" : EnglishWords.ordinal($0) })
            return every + (rule.interval == 1 ? " " : " on the ") + places
        case .ordinals(let days):
            let places = days.map { "\(EnglishWords.place($0.ordinal ?? 1)) \(Self.name($0.weekday))" }
            return every + (rule.interval == 1 ? " " : " on the ") + EnglishWords.list(places)
        case .workday(let place):
            let name = place > 0 ? "first" : "last"
            return every + (rule.interval == 1 ? " " : " on the ") + "\(name) weekday of the month"
        case .yearDay(let month, let day): return every + joint + "\(day) \(EnglishWords.months[month - 1].prefix(3))"
        }
    }

    private var unit: String {
        ["seconds", "min", "h", "days", "weeks", "months", "years"][rule.frequency.rawValue]
    }

    private static func name(_ weekday: Weekday) -> String { String(EnglishWords.name(of: weekday).prefix(3)) }

    private var end: String {
        if let count = rule.count { return count == 1 ? "once" : "\(count) times" }
        return lastDay.map { day, isExcluded in
            let name = "\(day.day) \(EnglishWords.months[day.month - 1].prefix(3)) \(day.year)"
            return "\(isExcluded ? "before" : "until") \(name)"
        } ?? ""
    }

    private var korean: String {
        let each = KoreanWords.each(rule.frequency)
        let every = rule.interval == 1 ? each : "\(rule.interval)\(KoreanWords.counter(rule.frequency))마다"
        switch days {
        case .each: return every
        case .weekdays(Self.workdays) where rule.interval == 1: return "평일마다"
        case .weekdays(Self.weekend) where rule.interval == 1: return "주말마다"
        case .weekdays(let weekdays):
            let period = rule.frequency == .daily ? "매주" : every
            return "\(period) \(weekdays.map(Self.koreanName).joined())"
        case .monthDays(let numbers):
            return "\(every) \(numbers.map { $0 == -1 ? "말일" : "\($0)일" }.joined(separator: ", "))"
        case .ordinals(let days):
            let places = days.map { "\(Self.koreanPlace($0.ordinal ?? 1)) \(Self.koreanName($0.weekday))요일" }
            return "\(every) \(places.joined(separator: ", "))"
        case .workday(let place): return "\(every) \(place > 0 ? "첫" : "마지막") 평일"
        case .yearDay(let month, let day): return "\(every) \(month)월 \(day)일"
        }
    }

    private static func koreanName(_ weekday: Weekday) -> String {
        String(KoreanWords.name(of: weekday).prefix(1))
    }

    private static func koreanPlace(_ number: Int) -> String {
        number == -1 ? "마지막" : ["첫째", "둘째", "셋째", "넷째", "다섯째"][number - 1]
    }

    private var koreanEnd: String {
        if let count = rule.count { return "\(count)회" }
        return lastDay.map { "\(KoreanWords.date($0.date))\($0.isExcluded ? " 전까지" : "까지")" } ?? ""
    }
}

extension RecurrenceTime {
    /// The same as local time of a zone, of UTC where none is given.
    func local(in zone: ZoneRules?) -> CivilTime {
        switch self {
        case .date(let day): .date(day)
        case .local(let local): .dateTime(local)
        case .utc(let instant):
            .dateTime(zone?.civilDateTime(at: instant) ?? CivilDateTime(secondsSinceEpoch: instant.wholeSeconds))
        }
    }
}
