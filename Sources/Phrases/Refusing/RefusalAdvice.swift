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
        case .everySecond: ["every 2nd \(weekday) of the month", "every other \(weekday)"]
        case .twoWeekly: ["every 2 weeks"]
        case .twoMonthly: ["every 2 months", "every 1st and 15th"]
        case .tonightIsOver: isKorean ? ["내일 밤", "내일 0시"] : ["tomorrow night", "midnight"]
        case .nightHour: isKorean ? ["내일 새벽 \(fault.a)시", "모레 새벽 \(fault.a)시"] : ["tomorrow \(fault.a)am"]
        case .everyNthDay:
            ["every \(fault.a)\(Self.suffix(fault.a))", "every \(fault.a) days"]
        case .numberAlone: numbers(fault.a)
        default: []
        }
    }

    private var slashes: [String] {
        let year = fault.c > 0 ? " \(fault.c)" : ""
        return ["\(Self.shortMonth(fault.a)) \(fault.b)\(year)", "\(Self.shortMonth(fault.b)) \(fault.a)\(year)"]
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
        let hour = (0...23).contains(number) ? ["\(number):00"] : []
        return (1...31).contains(number) ? ["the \(number)\(Self.suffix(number))"] + hour : hour
    }

    private var weekday: String {
        Self.name(of: Weekday(rawValue: fault.a) ?? .monday).lowercased()
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
        case .monthAlone: "\(Self.shortMonth(fault.a)) 1"
        case .monthMissing: "\(words) of the month"
        case .countWithoutTimes: "every day at 9 and 21"
        case .noSuchDay: lastDay.map { "\(Self.shortMonth(fault.b)) \($0)" }
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
        case .dayOver: "다음 주 \(PhraseTime.koreanName(of: Weekday(rawValue: fault.a) ?? .monday))"
        case .wrongWeekday: CivilDate(daysSinceEpoch: fault.a).description
        case .lengthAlone: "\(words) 뒤"
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

    // MARK: - Names

    static func name(of weekday: Weekday) -> String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday.rawValue]
    }

    static func name(ofMonth month: Int) -> String {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][min(max(month, 1), 12) - 1]
    }

    static func shortMonth(_ month: Int) -> String { String(name(ofMonth: month).lowercased().prefix(3)) }

    /// `st`, `nd`, `rd` or `th`.
    static func suffix(_ number: Int) -> String {
        guard !(11...13).contains(number % 100) else { return "th" }
        return [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    }
}
