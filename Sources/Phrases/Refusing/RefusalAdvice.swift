import Recurrence

/// What to say instead of a phrase that is refused.
struct RefusalAdvice {
    let fault: Fault
    let words: String
    let language: PhraseLanguage
    let now: CivilDateTime
    /// The name of the zone that was meant, or of the person's own.
    let zone: String

    var isKorean: Bool { language == .korean }

    /// What is taken but on the last days of the calendar.
    var fallback: String { isKorean ? "내일 오전 9시" : "tomorrow 9am" }

    var today: Int { now.date.daysSinceEpoch }

    var weekday: String {
        CalendarNames.name(of: Weekday(rawValue: fault.a) ?? .monday, in: language).lowercased()
    }

    func twoDigits(_ minutes: Int) -> String { minutes < 10 ? "0\(minutes)" : "\(minutes)" }

    /// What the phrase may begin with, where it lacks its beginning.
    var openings: [String] {
        guard fault.kind == .ruleMissing else { return [] }
        return isKorean ? ["매일"] : ["every", "every day"]
    }

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

    /// A range that lasts as long.
    private var lasting: String? {
        let from = CivilDateTime(date: now.date.adding(days: 1), secondOfDay: 9 * 3_600)
        let due = CivilDateTime(secondsSinceEpoch: from.secondsSinceEpoch + max(fault.a, 60))
        let meaning = PhraseMeaning.range(start: PhraseTime(.dateTime(from)), due: PhraseTime(.dateTime(due)))
        return meaning.phrase(in: language)
    }

    /// The length in a smaller unit, in which it is a whole number.
    var halved: [String] {
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
}
