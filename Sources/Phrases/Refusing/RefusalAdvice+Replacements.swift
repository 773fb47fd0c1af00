import Recurrence

/// What may stand in place of the words at fault.
extension RefusalAdvice {
    /// What may stand in place of the words at fault, the likeliest first.
    var replacements: [String] {
        switch fault.kind {
        case .vague: certainWords
        case .holiday:
            [Holiday(rawValue: fault.a)?.date(in: language, from: now.date, shift: fault.b)].compactMap(\.self)
        case .zoneAbbreviation: [ZoneAbbreviations.place(words), zone].compactMap(\.self)
        case .zoneUnknown: [zone]
        case .countWithoutTimes:
            [CountPhrase(count: fault.a, unit: SpanUnit(rawValue: fault.b)).text(in: language)].compactMap(\.self)
        case .minuteDigits: [withTwoDigits].compactMap(\.self)
        case .fractionOfSecond: [String(words.prefix { $0 != "." })]
        case .alternatives: [String(words.prefix { $0.isNumber })]
        case .noSuchDay: nearestDays
        case .noSuchTime where fault.a == 24 && fault.b == 0: [isKorean ? "자정" : "midnight"]
        case .noSuchWeek: ["\(fault.a)-W52"]
        case .wrongWeekday: [CivilDate(daysSinceEpoch: fault.a).description]
        case .startOver: [isKorean ? "오늘" : "today"]
        case .endBeforeStart where fault.a == Fault.isEndOfRule: [day(now.date.adding(days: 28), withYear: false)]
        case .halfOfUnit: halved
        case .endBeforeStart:
            [" - ", " to ", "부터", "~", "-"].compactMap { sign in
                words.firstRange(of: sign).map { String(words[..<$0.lowerBound]) }
            }
        case .ruleNever: ["2" + words.drop { "-0123456789.".contains($0) }]
        default: isKorean ? koreanReplacements : englishReplacements
        }
    }

    private var englishReplacements: [String] {
        switch fault.kind {
        case .monthAlone: ["\(CalendarNames.shortName(ofMonth: fault.a)) 1"]
        case .monthMissing: ["\(words) of the month"]
        case .halfAlone: [words.lowercased().hasPrefix("a") ? "9am" : "3pm"]
        case .hourOfHalf where (13...23).contains(fault.a): ["\(fault.a):\(twoDigits(fault.b))"]
        case .noFifth: ["last"]
        case .twoDays where isListOfWeekdays: ["every \(words)"]
        case .ruleDay, .ruleMismatch:
            beginnings + [words.split(separator: " ").filter { !Self.selecting.contains($0) }.joined(separator: " ")]
        case .incomplete: Int(words).flatMap { (1...31).contains($0) ? [CalendarNames.ordinal($0)] : nil } ?? []
        case .dayOver: ["next \(weekday)"]
        case .decimalComma: corrections
        // Of "this month" there is a day in the next one.
        case .wholePeriod: words.split(separator: " ").last.map { ["next \($0)"] } ?? []
        case .lengthAlone: ["in \(words)"]
        case .ruleStart: ["\(words) 9am"]
        case .clockOfElapsed: ["from \(words)\(isHour ? "am" : "")"]
        default: []
        }
    }

    private var koreanReplacements: [String] {
        switch fault.kind {
        case .monthAlone: [(words.hasPrefix("음력") ? "음력 " : "") + "\(fault.a)월 1일"]
        case .monthMissing: ["이번 달 \(words)"]
        case .halfAlone: ["\(words) \(words.hasPrefix("오전") ? 9 : 3)시"]
        case .hourOfHalf where (13...23).contains(fault.a):
            ["\(fault.a - 12)시" + (fault.b > 0 ? " \(fault.b)분" : "")]
        case .hourOfHalf where (1...12).contains(fault.a):
            (fault.c == Fault.isLateHalf ? ["오후", "오전"] : ["오전", "오후"]).map { "\($0) \(words)" }
        case .noSuchLunarDay: [lunarDay]
        case .noFifth: ["마지막"]
        case .twoDays where isListOfWeekdays: ["매주 \(words)"]
        case .notUnderstood where words.count == 1 && "월화수목금토일".contains(words): [words + "요일"]
        case .notUnderstood where Int(words).map((1...31).contains) ?? false: [words + "일"]
        case .notUnderstood where Self.within.contains(words): ["뒤"]
        case .dayOver: ["다음 주 \(weekday)"]
        case .lengthAlone: (isShortYear ? ["20\(words)"] : []) + ["\(words) 뒤"]
        case .ruleStart: ["\(words) 오전 9시"]
        default: []
        }
    }

    /// Whether the words are weekdays that are joined, and not one typed behind another.
    private var isListOfWeekdays: Bool {
        fault.a == Fault.isOfWeekdays && words.lowercased().contains(/[,&\/·]|\band\b|[과와]\s/)
    }

    /// The rule with the day beside it as its beginning, for a rule by hours or minutes at a time.
    private var beginnings: [String] {
        let parts: (rule: Substring, day: Substring)
        if let match = words.wholeMatch(of: /(\S.*) (every .+)/.ignoresCase()) {
            parts = (match.output.2, match.output.1)
        } else if let match = words.wholeMatch(of: /(every (?:\d+ )?\w+) (?!on |and |or |[,&])(\S.*)/.ignoresCase()) {
            parts = (match.output.1, match.output.2)
        } else {
            return []
        }
        return ["\(parts.rule) from \(parts.day)", "\(parts.rule) from \(parts.day) 9am"]
    }

    /// Words that select one of several days, of which a rule has all.
    private static let selecting: Set<Substring> = ["last", "next", "this"]

    /// Whether they are a year of two digits, as in 27년.
    private var isShortYear: Bool { words.count == 3 && words.hasSuffix("년") && Int(words.dropLast()) != nil }

    /// What says behind a length that it is not exceeded.
    static let within: Set = ["이내", "이내에", "안에", "내에", "내로"]

    /// Whether the words at fault are an hour of the clock of twelve hours.
    private var isHour: Bool { Int(words).map((1...12).contains) ?? false }

    /// What is right in place of a word or a number that is written wrong.
    var corrections: [String] {
        switch fault.kind {
        case .notUnderstood: (isKorean ? [] : NearWords.near(words)) + [withColon].compactMap(\.self)
        case .decimalComma: decimals
        case .noSuchTime: [withColon].compactMap(\.self)
        default: []
        }
    }

    /// Three or four digits as a time, such as 15:00 for 1500.
    private var withColon: String? {
        guard (3...4).contains(words.count), words.utf8.allSatisfy(Lexer.isDigit) else { return nil }
        return "\(words.dropLast(2)):\(words.suffix(2))"
    }

    /// A number with a point for its comma; three digits behind that may be thousands.
    private var decimals: [String] {
        let parts = words.split(separator: ",")
        let (decimal, whole) = (parts.joined(separator: "."), parts.joined())
        return parts.last?.count == 3 ? [whole, decimal] : [decimal]
    }

    /// The time with the 0 that its minutes lack.
    private var withTwoDigits: String? {
        guard let last = words.last, words.dropLast().last == ":", last.isNumber else { return nil }
        return "\(words.dropLast())0\(last)"
    }
}
