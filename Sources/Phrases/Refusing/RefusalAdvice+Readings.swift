import Recurrence

/// What a phrase that is refused may mean.
extension RefusalAdvice {
    /// The readings of what has several, each to stand in place of the words at fault.
    var readings: [String] {
        switch fault.kind {
        case .hourAlone: hours(fault.a)
        case .slashes: slashes
        case .weekdayInWeeks:
            [fault.a, fault.b].map { PhraseTime(.date(CivilDate(daysSinceEpoch: $0))).phrase(in: language) }
        case .everySecond:
            isKorean
                ? ["매월 둘째 \(weekday)", "격주 \(weekday)"]
                : ["2nd \(weekday) of the month", "other \(weekday)"]
        case .twoWeekly: isKorean ? ["2주마다"] : ["every 2 weeks"]
        case .twoMonthly: isKorean ? ["2개월마다", "매월 1일, 15일"] : ["every 2 months", "every 1st and 15th"]
        case .tonightIsOver: isKorean ? ["내일 밤", "내일 0시"] : ["tomorrow night", "midnight"]
        case .nightHour where fault.b > today + 1: nights
        case .nightHour: isKorean ? ["내일 새벽 \(fault.a)시", "모레 새벽 \(fault.a)시"] : ["tomorrow \(fault.a)am"]
        case .everyNthDay:
            isKorean
                ? ["매월 \(fault.a)일", "\(fault.a)일마다"]
                : ["every \(CalendarNames.ordinal(fault.a))", "every \(fault.a) days"]
        case .numberAlone: numbers(fault.a)
        case .dayOrHour: dayOrHour
        case .clockBehindIn: lengthOrClock
        case .daysOrDate: daysOrDate
        case .ruleMismatch where !isKorean && fault.a > 0: weekdaysOfMonth
        case .unitMissing: counted
        case .decimalComma where corrections.count > 1: corrections
        case .hoursOpen: openHours
        case .ruleHours: fullHours
        case .rangeOfDays: [range]
        case .rangeOfWeekdays: [range, isKorean ? "평일마다 \(clock)" : "every weekday at \(clock)"]
        default: []
        }
    }

    /// The hours of a rule with each half of the day that makes them end after they begin.
    private var openHours: [String] {
        func halves(_ minutes: Int, _ isOpen: Bool) -> [Int] { isOpen ? [minutes, minutes + 720] : [minutes] }
        return halves(fault.a, fault.c & 1 != 0).flatMap { from in
            halves(fault.b, fault.c & 2 != 0).filter { $0 > from }.map { hours(from, $0) }
        }
    }

    /// The hours of a rule up to the last of its times in an hour: in the one before the end, and in that of the end.
    private var fullHours: [String] {
        guard (1..<60).contains(fault.c), 60 % fault.c == 0 else { return [] }
        let last = fault.b / 60 * 60 + 60 - fault.c + fault.a % fault.c
        return [last - 60, last].filter { $0 > fault.a && $0 < 1_440 }.map { hours(fault.a, $0) }
    }

    private func hours(_ from: Int, _ to: Int) -> String {
        func clock(_ minutes: Int) -> String {
            let local = CivilDateTime(date: now.date, secondOfDay: minutes % 1_440 * 60)
            return PhraseTime(.dateTime(local)).clock(in: language)
        }
        return clock(from) + (isKorean ? "부터 " : words.contains(" and ") ? " and " : " to ") + clock(to)
    }

    /// "monthly on friday" may be every one, or one of each month.
    private var weekdaysOfMonth: [String] {
        let names = (0..<7).filter { fault.a >> $0 & 1 == 1 }.compactMap { Weekday(rawValue: $0) }.map {
            CalendarNames.name(of: $0, in: language).lowercased()
        }
        let days = RulePhrase.list(names, " and ")
        return ["every \(days)", "every 1st \(days) of the month"]
    }

    /// "for 3" with each of what it may count.
    private var counted: [String] {
        guard let unit = SpanUnit(rawValue: fault.b), let number = words.split(separator: " ").last else { return [] }
        let isOne = fault.a == 1
        return ["\(words) \(unit)\(isOne ? "" : "s")", "\(number) time\(isOne ? "" : "s")"]
    }

    /// Both ends of a range with the time that only one has.
    private var range: String {
        func end(_ day: Int) -> PhraseTime {
            PhraseTime(.dateTime(CivilDateTime(date: CivilDate(daysSinceEpoch: day), secondOfDay: fault.c)))
        }
        let meaning = PhraseMeaning.range(start: end(fault.a), due: end(fault.b))
        return meaning.phrase(in: language) ?? meaning.description
    }

    private var clock: String {
        PhraseTime(.dateTime(CivilDateTime(date: now.date, secondOfDay: fault.c))).clock(in: language)
    }

    /// The hour on the day that was said, and on the one after it.
    private var nights: [String] {
        [fault.b, fault.b + 1].compactMap { day in
            let local = CivilDateTime(date: CivilDate(daysSinceEpoch: day), secondOfDay: fault.a * 3_600)
            return PhraseTime(.dateTime(local)).phrase(in: language)
        }
    }

    private var lengthOrClock: [String] {
        let minutes = twoDigits(fault.b)
        let length = "in " + (fault.a > 0 ? "\(fault.a)h" : "") + (fault.b > 0 ? "\(fault.b)m" : "")
        return [fault.a + fault.b > 0 ? length : "in 0m", "\(fault.a):\(minutes)"]
    }

    /// From a day on so many days, or to that day of the month.
    private var daysOrDate: [String] {
        [fault.a + fault.c - 1, fault.b].compactMap { last in
            func time(_ day: Int) -> PhraseTime { PhraseTime(.date(CivilDate(daysSinceEpoch: day))) }
            return PhraseMeaning.range(start: time(fault.a), due: time(last)).phrase(in: language)
        }
    }

    private var slashes: [String] {
        guard !isKorean else { return ["\(fault.a)월 \(fault.b)일", "\(fault.b)월 \(fault.a)일"] }
        let year = fault.c > 0 ? " \(fault.c)" : ""
        return [
            "\(CalendarNames.shortName(ofMonth: fault.a)) \(fault.b)\(year)",
            "\(CalendarNames.shortName(ofMonth: fault.b)) \(fault.a)\(year)",
        ]
    }

    private func hours(_ hour: Int) -> [String] {
        guard (1...12).contains(hour) else { return [isKorean ? "내일 \(hour)시" : "tomorrow \(hour):00"] }
        let (isWhole, minutes) = (fault.b == 0, twoDigits(fault.b))
        let both =
            isKorean
            ? ["오전", "오후"].map { "\($0) \(hour)시" + (isWhole ? "" : " \(fault.b)분") }
            : ["am", "pm"].map { "\(hour)" + (isWhole ? "" : ":\(minutes)") + $0 }
        // Twelve o'clock is mostly noon.
        return isWhole && hour == 12 || fault.c == Fault.isEveningFirst ? both.reversed() : both
    }

    private func numbers(_ number: Int) -> [String] {
        let hour = (0...23).contains(number) ? [isKorean ? "내일 \(number)시" : "\(number):00"] : []
        guard (1...31).contains(number) else { return hour }
        return [isKorean ? "\(number)일" : "the \(CalendarNames.ordinal(number))"] + hour
    }

    /// The number beside a weekday as a day of the month, and as an hour.
    private var dayOrHour: [String] {
        let hour = PhraseResolver.bareHour(fault.a)
        return isKorean ? ["\(fault.a)일", "\(hour)시"] : ["the \(CalendarNames.ordinal(fault.a))", "\(hour):00"]
    }
}
