import Recurrence

/// What to say instead of a phrase that is refused.
struct RefusalAdvice {
    let fault: Fault
    let words: String
    let language: PhraseLanguage
    let now: CivilDateTime

    private var isKorean: Bool { language == .korean }

    /// What is taken but on the last days of the calendar.
    var fallback: String { isKorean ? "내일 오전 9시" : "tomorrow 9am" }

    /// The readings of what has several, each a phrase.
    var readings: [String] {
        switch fault.kind {
        case .hourAlone: hours(fault.a)
        case .slashes: slashes
        case .everySecond:
            isKorean
                ? ["매월 둘째 \(weekday)", "격주 \(weekday)"]
                : ["every 2nd \(weekday) of the month", "every other \(weekday)"]
        case .twoWeekly: isKorean ? ["2주마다"] : ["every 2 weeks"]
        case .twoMonthly: isKorean ? ["2개월마다", "매월 1일, 15일"] : ["every 2 months", "every 1st and 15th"]
        case .tonightIsOver: isKorean ? ["내일 밤", "내일 0시"] : ["tomorrow night", "midnight"]
        case .nightHour: isKorean ? ["내일 새벽 \(fault.a)시", "모레 새벽 \(fault.a)시"] : ["tomorrow \(fault.a)am"]
        case .everyNthDay:
            isKorean
                ? ["매월 \(fault.a)일", "\(fault.a)일마다"]
                : ["every \(CalendarNames.ordinal(fault.a))", "every \(fault.a) days"]
        case .numberAlone: numbers(fault.a)
        case .rangeOfDays: [range]
        case .rangeOfWeekdays: [range, isKorean ? "평일마다 \(clock)" : "every weekday at \(clock)"]
        default: []
        }
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
        guard fault.b == 0 else {
            let minutes = fault.b < 10 ? "0\(fault.b)" : "\(fault.b)"
            return isKorean
                ? ["오전 \(hour)시 \(fault.b)분", "오후 \(hour)시 \(fault.b)분"]
                : ["\(hour):\(minutes)am", "\(hour):\(minutes)pm"]
        }
        return isKorean ? ["오전 \(hour)시", "오후 \(hour)시"] : ["\(hour)am", "\(hour)pm"]
    }

    private func numbers(_ number: Int) -> [String] {
        let hour = (0...23).contains(number) ? [isKorean ? "내일 \(number)시" : "\(number):00"] : []
        guard (1...31).contains(number) else { return hour }
        return [isKorean ? "\(number)일" : "the \(CalendarNames.ordinal(number))"] + hour
    }

    private var weekday: String {
        CalendarNames.name(of: Weekday(rawValue: fault.a) ?? .monday, in: language).lowercased()
    }

    /// What is meant most likely; nil where only leaving something out helps.
    var suggestion: String? {
        isKorean ? koreanSuggestion : englishSuggestion
    }

    private var englishSuggestion: String? {
        switch fault.kind {
        case .vague, .mixedParts: "in 3 days"
        case .holiday: Holiday(rawValue: fault.a)?.date(in: .english)
        case .wholePeriod: "next week"
        case .monthAlone: "\(CalendarNames.shortName(ofMonth: fault.a)) 1"
        case .monthMissing: "\(words) of the month"
        case .countWithoutTimes: "every day at 9 and 21"
        case .noSuchDay: lastDay.map { "\(CalendarNames.shortName(ofMonth: fault.b)) \($0)" }
        case .hourOfHalf where (13...23).contains(fault.a): "\(fault.a):00"
        case .noSuchLunarDay: "jan 1"
        case .noFifth: "last friday of the month"
        case .dayOver: "next \(weekday)"
        case .wrongWeekday: CivilDate(daysSinceEpoch: fault.a).description
        case .lengthAlone: fault.a == 1 ? "every! \(words)" : "in \(words)"
        case .ruleMissing: "every day \(fault.a == 1 ? "for " : "starting ")\(words)"
        case .negativeLength: "3 days ago"
        case .halfOfUnit: "in 36 hours"
        case .endMissing, .startMissing, .rangeTimes, .endBeforeStart: "tomorrow 3pm to 4pm"
        case .ruleTimes, .ruleEnds, .ruleMidnight: "every day at 9 and 21"
        case .ruleDay, .ruleNeverMatches, .badRule: "every mon at 9am"
        case .ruleStart, .clockOfElapsed: "every 2 hours from 9am"
        default: nil
        }
    }

    private var koreanSuggestion: String? {
        switch fault.kind {
        case .vague, .mixedParts: "3일 뒤"
        case .holiday: Holiday(rawValue: fault.a)?.date(in: .korean)
        case .wholePeriod: "다음 주"
        case .monthAlone: "\(fault.a)월 1일"
        case .countWithoutTimes: "매일 9시와 21시"
        case .halfAlone: "내일 오후 3시"
        case .noSuchDay: lastDay.map { "\(fault.b)월 \($0)일" }
        case .hourOfHalf where (13...23).contains(fault.a): "내일 \(fault.a)시"
        case .noSuchLunarDay: "음력 \(min(max(fault.b, 1), 12))월 29일"
        case .noFifth: "이번 달 마지막 금요일"
        case .dayOver: "다음 주 \(weekday)"
        case .wrongWeekday: CivilDate(daysSinceEpoch: fault.a).description
        case .monthMissing: "이번 달 \(words)"
        case .negativeLength: "3일 전"
        case .halfOfUnit: "36시간 뒤"
        case .lengthAlone: fault.a == 1 ? "완료 후 \(words)마다" : "\(words) 뒤"
        case .ruleMissing: "매일 오전 9시"
        case .endMissing, .startMissing, .rangeTimes, .endBeforeStart: "내일 오후 3시부터 5시까지"
        case .ruleTimes, .ruleEnds, .ruleMidnight: "매일 9시와 21시"
        case .ruleDay, .ruleNeverMatches, .badRule: "매주 월요일 오전 9시"
        case .ruleStart, .clockOfElapsed: "오전 9시부터 2시간마다"
        default: nil
        }
    }

    /// The last day of the month in question.
    private var lastDay: Int? {
        guard (1...12).contains(fault.b) else { return nil }
        let next = fault.b < now.date.month ? now.date.year + 1 : now.date.year
        let year = (1...9_999).contains(fault.a) ? fault.a : next
        return GregorianMonth.length(year: year, month: fault.b)
    }
}
