import Recurrence

/// What to say instead of a phrase that is refused.
struct RefusalAdvice {
    let fault: Fault
    let words: String
    let language: PhraseLanguage
    let now: CivilDateTime
    /// The name of the zone that was meant, or of the person's own.
    let zone: String

    private var isKorean: Bool { language == .korean }

    /// What is taken but on the last days of the calendar.
    var fallback: String { isKorean ? "내일 오전 9시" : "tomorrow 9am" }

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

    /// What is right in place of a word or a number that is written wrong.
    var corrections: [String] {
        switch fault.kind {
        case .notUnderstood where !isKorean: NearWords.near(words)
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

    /// A range that lasts as long.
    private var lasting: String? {
        let from = CivilDateTime(date: now.date.adding(days: 1), secondOfDay: 9 * 3_600)
        let due = CivilDateTime(secondsSinceEpoch: from.secondsSinceEpoch + max(fault.a, 60))
        let meaning = PhraseMeaning.range(start: PhraseTime(.dateTime(from)), due: PhraseTime(.dateTime(due)))
        return meaning.phrase(in: language)
    }

    /// The time with the 0 that its minutes lack.
    private var withTwoDigits: String? {
        guard let last = words.last, words.dropLast().last == ":", last.isNumber else { return nil }
        return "\(words.dropLast())0\(last)"
    }

    /// The lunar day without a year that the calendar does not reach, or with the last day that any month has.
    private var lunarDay: String {
        guard fault.a == 0 || (1_900...2_150).contains(fault.a) else {
            return words.replacing("\(fault.a)년", with: "").split(separator: " ").joined(separator: " ")
        }
        let day = words.replacing("\(fault.c)일", with: "29일")
        return day == words ? "음력 \(min(max(fault.b, 1), 12))월 29일" : day
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

    private func twoDigits(_ minutes: Int) -> String { minutes < 10 ? "0\(minutes)" : "\(minutes)" }

    private var today: Int { now.date.daysSinceEpoch }

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

    private var weekday: String {
        CalendarNames.name(of: Weekday(rawValue: fault.a) ?? .monday, in: language).lowercased()
    }

    // MARK: - In place of the words at fault

    /// What may stand in place of the words at fault, the likeliest first.
    var replacements: [String] {
        switch fault.kind {
        case .vague: [Self.vague[words.lowercased()]].compactMap(\.self) + counting
        case .holiday:
            [Holiday(rawValue: fault.a)?.date(in: language, from: now.date, shift: fault.b)].compactMap(\.self)
        case .zoneAbbreviation: [ZoneAbbreviations.place(words), zone].compactMap(\.self)
        case .zoneUnknown: [zone]
        case .countWithoutTimes:
            [CountPhrase(count: fault.a, unit: SpanUnit(rawValue: fault.b)).text(in: language)].compactMap(\.self)
        case .minuteDigits: [withTwoDigits].compactMap(\.self)
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

    /// What "the next 3 days" and "3 weekdays" count, as a length.
    private var counting: [String] {
        guard let count = words.lowercased().wholeMatch(of: /(?:(?:the )?next )?(\w+ \w+)/)?.1 else { return [] }
        let length = count.replacing(/(week|work)day/, with: "day")
        return [String(length), "in \(length)"]
    }

    private var englishReplacements: [String] {
        switch fault.kind {
        case .monthAlone: ["\(CalendarNames.shortName(ofMonth: fault.a)) 1"]
        case .monthMissing: ["\(words) of the month"]
        case .halfAlone: [words.lowercased().hasPrefix("a") ? "9am" : "3pm"]
        case .hourOfHalf where (13...23).contains(fault.a): ["\(fault.a):\(twoDigits(fault.b))"]
        case .noFifth: ["last"]
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

    /// The rule with the day beside it as its beginning, for a rule by hours or minutes at a time.
    private var beginnings: [String] {
        let parts: (rule: Substring, day: Substring)
        if let match = words.wholeMatch(of: /(\S.*) (every .+)/.ignoresCase()) {
            parts = (match.output.2, match.output.1)
        } else if let match = words.wholeMatch(of: /(every (?:\d+ )?\w+) (?!on )(\S.*)/.ignoresCase()) {
            parts = (match.output.1, match.output.2)
        } else {
            return []
        }
        return ["\(parts.rule) from \(parts.day)", "\(parts.rule) from \(parts.day) 9am"]
    }

    /// Words that select one of several days, of which a rule has all.
    private static let selecting: Set<Substring> = ["last", "next", "this"]

    /// What is near to vague words that say at least of which day they are, or that stand for a number.
    private static let vague = [
        "few": "3", "several": "3", "some": "3", "couple": "2", "며칠": "3일", "몇일": "3일",
        "eod": "today 5pm", "end of day": "today 5pm", "asap": "today", "eow": "friday", "end of week": "friday",
        "end of the week": "friday", "end of next week": "next friday", "within": "in",
        "mid": "15th of", "middle": "15th", "after work": "today 6pm",
    ]
    /// The same beside other words, which say the day.
    private static let vagueBesideDay = ["eod": "5pm", "end of day": "5pm", "after work": "6pm", "asap": "", "eow": ""]

    /// Whether words are vague, and near to something that is not.
    static func isVague(_ words: String) -> Bool { vague[words.lowercased()] != nil }

    /// What may stand in place of vague words beside others.
    var besideDay: String? { Self.vagueBesideDay[words.lowercased()] }

    private var koreanReplacements: [String] {
        switch fault.kind {
        case .monthAlone: [(words.hasPrefix("음력") ? "음력 " : "") + "\(fault.a)월 1일"]
        case .monthMissing: ["이번 달 \(words)"]
        case .halfAlone: ["\(words) \(words.hasPrefix("오전") ? 9 : 3)시"]
        case .hourOfHalf where (13...23).contains(fault.a):
            ["\(fault.a - 12)시" + (fault.b > 0 ? " \(fault.b)분" : "")]
        case .hourOfHalf where (1...12).contains(fault.a): ["오전 \(words)", "오후 \(words)"]
        case .noSuchLunarDay: [lunarDay]
        case .noFifth: ["마지막"]
        case .notUnderstood where words.count == 1 && "월화수목금토일".contains(words): [words + "요일"]
        case .dayOver: ["다음 주 \(weekday)"]
        case .lengthAlone: (isShortYear ? ["20\(words)"] : []) + ["\(words) 뒤"]
        case .ruleStart: ["\(words) 오전 9시"]
        default: []
        }
    }

    /// What the phrase may begin with, where it lacks its beginning.
    var openings: [String] {
        guard fault.kind == .ruleMissing else { return [] }
        return isKorean ? ["매일"] : ["every", "every day"]
    }

    /// Whether they are a year of two digits, as in 27년.
    private var isShortYear: Bool { words.count == 3 && words.hasSuffix("년") && Int(words.dropLast()) != nil }

    /// Whether the words at fault are an hour of the clock of twelve hours.
    private var isHour: Bool { Int(words).map((1...12).contains) ?? false }

    /// The last day of the month in question, or the first for one below it, in the form of the words; without a month the last
    /// that any has.
    private var nearestDays: [String] {
        guard let nearest = fault.c > 0 || lastDay == nil ? lastDay : 1 else {
            // The month and the day of 2026-13-01 are in the other order.
            if let swapped = CivilDate(year: fault.a, month: fault.c, day: fault.b) { return [swapped.description] }
            if isKorean, fault.b > 12 { return ["12월"] }
            guard fault.b == 0,
                fault.c > 31 || Int(words.filter { $0.isASCII && $0.isNumber }).map({ $0 > 31 }) ?? false
            else { return [] }
            return [isKorean ? "31일" : "31st"]
        }
        guard (1...9_999).contains(fault.a),
            let date = CivilDate(year: fault.a, month: fault.b, day: nearest)
        else { return [isKorean ? "\(fault.b)월 \(nearest)일" : monthAndDay(fault.b, nearest), "\(nearest)"] }
        let isISO = words.utf8.count >= 8 && words.utf8.allSatisfy { Lexer.isDigit($0) || "-./".utf8.contains($0) }
        return [isISO ? date.description : day(date, withYear: true)]
    }

    private func monthAndDay(_ month: Int, _ day: Int) -> String { "\(CalendarNames.shortName(ofMonth: month)) \(day)" }

    private func day(_ date: CivilDate, withYear: Bool) -> String {
        isKorean
            ? (withYear ? "\(date.year)년 " : "") + "\(date.month)월 \(date.day)일"
            : monthAndDay(date.month, date.day) + (withYear ? " \(date.year)" : "")
    }

    /// The length in a smaller unit, in which it is a whole number.
    private var halved: [String] {
        let (length, unit) = (fault.a, SpanUnit(rawValue: fault.b) ?? .day)
        func told(_ thousandths: Int, _ english: String, _ korean: String) -> [String] {
            [isKorean ? "\(thousandths / 1_000)\(korean)" : "\(thousandths / 1_000) \(english)"]
        }
        return switch unit {
        case .year where length * 12 % 1_000 == 0: told(length * 12, "months", "개월")
        case .year: told(length * 365, "days", "일")
        case .quarter: told(length * 91, "days", "일")
        case .month: told(length * 30, "days", "일")
        default: told(length * unit.days * 24, "hours", "시간")
        }
    }

    // MARK: - Instead of all

    /// Whether a phrase without the words at fault says nothing else than was typed.
    var canLeaveOut: Bool {
        if [.decimalComma, .hoursOpen, .ruleHours].contains(fault.kind) { return false }
        if fault.kind == .countWithoutTimes { return fault.a == 1 && fault.b == Fault.noUnit }
        if Self.turning.contains(words.lowercased()) || words.hasSuffix("째") { return false }
        return ![.holiday, .relation, .zoneAbbreviation, .zoneUnknown].contains(fault.kind)
    }

    /// Whether the words take away what follows them, so that it must not stay without them.
    var takesAway: Bool { ["except", "excluding", "excl", "but", "without"].contains(words.lowercased()) }

    /// Words that are not known, and without which those beside them say something else.
    private static let turning: Set = [
        "not", "no", "good", "빼고", "뺀", "제외", "제외하고", "말고", "안에", "이내", "이내에", "내에", "내로", "만에", "전날", "다음날", "다음 날",
    ]

    /// Whether the readings say all that was typed.
    var readingsAreWhole: Bool { [.nightHour, .tonightIsOver, .everyNthDay].contains(fault.kind) }

    /// Phrases of the kind that was meant, where nothing of the words can be kept.
    var examples: [String] {
        fault.kind == .countWithoutTimes ? replacements + [example].compactMap(\.self) : [example].compactMap(\.self)
    }

    private var example: String? {
        switch fault.kind {
        case .countWithoutTimes, .ruleEnds, .twoRules, .ruleNever: isKorean ? "매주 월요일" : "every mon"
        case .vague, .mixedParts: isKorean ? "3일 뒤" : "in 3 days"
        case .wholePeriod: isKorean ? "다음 주" : "next week"
        case .ruleTimes, .ruleMidnight: isKorean ? "매일 9시와 21시" : "every day at 9 and 21"
        case .halfAlone: isKorean ? "내일 오후 3시" : "tomorrow 3pm"
        case .noFifth: isKorean ? "이번 달 마지막 금요일" : "last friday of the month"
        case .noSuchLunarDay: isKorean ? "음력 1월 1일" : "jan 1"
        case .negativeLength: isKorean ? "3일 전" : "3 days ago"
        case .halfOfUnit: halved.first.map { isKorean ? "\($0) 뒤" : "in \($0)" }
        // Whoever names an end alone may mean that time.
        case .startMissing: words
        case .endMissing, .rangeTimes, .endBeforeStart:
            isKorean ? "내일 오후 3시부터 5시까지" : "tomorrow 3pm to 4pm"
        case .duration: lasting
        case .ruleMissing: isKorean ? "매일 오전 9시" : "every day"
        case .ruleDay, .ruleMismatch, .ruleNeverMatches, .badRule: isKorean ? "매주 월요일 오전 9시" : "every mon at 9am"
        case .ruleHours: isKorean ? "오전 9시부터 오후 5시까지 2시간마다" : "every 2 hours from 9am to 5pm"
        case .ruleStart, .clockOfElapsed: isKorean ? "오전 9시부터 2시간마다" : "every 2 hours from 9am"
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
