import Recurrence

/// What is wrong with a phrase, in one English sentence.
struct EnglishReasons {
    let fault: Fault
    /// The words at fault, in quotation marks.
    let quoted: String

    var reason: String {
        switch fault.kind {
        case .empty: return "the phrase is empty"
        case .tooLong: return "the phrase is longer than \(PhraseBytes.limit) bytes or \(TokenList.limit) words"
        case .notUnderstood: return "\(quoted) is not understood"
        case .incomplete: return "what should follow \(quoted) is missing"
        case .decimalComma:
            return "\(quoted) is not understood: a number has no comma, and its decimals stand behind a point"
        case .unitMissing: return "\(quoted) may be so many \(unit), or so many times"
        case .relation: return "\(quoted) is not understood: a time before or after another one is not read"
        case .vague: return "\(quoted) is no certain time"
        case .holiday: return "\(quoted) is not known by name; say its date"
        case .wholePeriod: return "\(quoted) is no single day"
        case .monthMissing: return "\(quoted) needs a month"
        case .monthAlone: return "\(quoted) has no day"
        case .clockBehindIn: return "\(quoted) may be a length of time or a time of day"
        case .daysOrDate: return "\(quoted) may be so many days, or last to that day of the month"
        case .hourAlone where !(1...12).contains(fault.a): return "\(quoted) needs a day, or minutes"
        case .hourAlone, .hoursOpen: return "\(quoted) may be morning or afternoon"
        case .halfAlone: return "\(quoted) says no time"
        case .slashes, .weekdayInWeeks, .everySecond: return "\(quoted) has two readings"
        case .twoWeekly: return "\(quoted) may be twice a week or every two weeks"
        case .twoMonthly: return "\(quoted) may be twice a month or every two months"
        case .tonightIsOver: return "the night has begun: \(quoted) may be now or tomorrow"
        case .nightHour: return "\(quoted) may be of this night or of the next"
        case .everyNthDay: return "\(quoted) may be a day of the month or a number of days"
        case .numberAlone where fault.a > 23: return "\(quoted) alone says no time"
        case .dayOrHour where fault.a > 23: return "\(quoted) alone says no day"
        case .numberAlone, .dayOrHour: return "\(quoted) may be a day or an hour"
        case .twoNumbers: return "\(quoted) is read neither as a date nor as a time"
        case .countWithoutTimes: return "\(quoted) says how often, and not when"
        case .alternatives: return "\(quoted) gives a choice"
        case .zoneAbbreviation:
            return "\(quoted) is used by several zones; write the one that is meant as in America/New_York"
        case .zoneUnknown: return "there is no zone \(quoted)"
        case .twoZones: return "\(quoted) is a second zone"
        default: return reasonOfValues
        }
    }

    private var reasonOfValues: String {
        switch fault.kind {
        case .noSuchDay: return "\(quoted) is not a date" + monthLength
        case .noSuchTime where quoted.count > 4 && quoted.dropFirst().dropLast().allSatisfy(\.isNumber):
            return "\(quoted) is not a time: a colon stands before the minutes"
        case .noSuchTime: return "\(quoted) is not a time: hours go from 0 to 23, minutes to 59"
        case .minuteDigits: return "\(quoted) is not a time: minutes have two digits"
        case .fractionOfSecond: return "\(quoted) has a fraction of a second, which no time here has"
        case .hourOfHalf: return "\(quoted) is not a time of that part of the day"
        case .noSuchWeek: return "\(quoted) is not a week of \(fault.a)"
        case .noSuchLunarDay:
            return "\(quoted) is not a day of the Korean lunar calendar, which is known from 1900 to 2150"
        case .noFifth: return "\(quoted) is not in a month"
        case .halfOfUnit: return "\(quoted) is not in whole \(unit); say it in a smaller unit"
        case .dayOver: return "\(quoted) is over"
        case .startOver: return "\(quoted) is over, and what repeats begins today or later"
        case .wrongWeekday:
            let date = CivilDate(daysSinceEpoch: fault.a)
            return "\(quoted) contradicts itself: \(date) is a \(CalendarNames.name(of: date.weekday, in: .english))"
        case .twoDays: return "\(quoted) names two days"
        case .twoTimes: return "\(quoted) names two times"
        case .mixedParts: return "\(quoted) does not go together"
        case .lengthAlone: return "\(quoted) is a length of time, and no time"
        case .duration: return "\(quoted) says how long it takes, and not when"
        case .negativeLength: return "\(quoted) is a length below zero"
        case .endBeforeStart: return "\(quoted) ends before it begins"
        case .rangeTimes:
            return "\(quoted) needs a day or a time at both ends, and only a rule by hours takes a range of hours"
        case .rangeOfDays, .rangeOfWeekdays: return "\(quoted) has a time at its end, and none at its beginning"
        case .endMissing: return "\(quoted) has no end"
        case .startMissing: return "\(quoted) is an end, and nothing says the beginning"
        case .ruleTimes:
            return "\(quoted) does not fit: the times of a rule share their minutes, and stand once"
        case .ruleNever: return "\(quoted) repeats never"
        case .ruleEnds: return "\(quoted) ends in two ways"
        case .twoRules: return "\(quoted) is a second repetition"
        case .ruleMissing: return "\(quoted) needs something that repeats"
        case .ruleDay: return "\(quoted) does not say on which days it repeats"
        case .ruleMismatch: return "\(quoted) names days that do not go with how often it repeats"
        case .ruleHours:
            return "\(quoted) does not fit: a rule has the same minutes in each hour, and two times or more"
        case .ruleMidnight: return "midnight ends a day: \(quoted) would fall on the next one"
        case .ruleStart: return "\(quoted) needs a time to begin at"
        case .ruleNeverMatches: return "\(quoted) never comes"
        case .clockOfElapsed: return "\(quoted) cannot stand beside a rule by hours or minutes"
        case .badRule: return "\(quoted) is not a rule"
        case .twoPlaces: return "\(quoted) speaks of a time in two places; say it in one"
        default: return reasonOfLines
        }
    }

    private var reasonOfLines: String {
        switch fault.kind {
        case .dateAlone: return "\(quoted) may be a date, or none"
        case .nameAlone: return "\(quoted) may be a time, or none"
        case .dateAtStart: return "\(quoted) is no due time at the beginning, where a date needs its weekday"
        case .ruleAtStart:
            return "\(quoted) is no due time at the beginning, where a repetition needs a weekday or a time"
        case .foreignDay: return "\(quoted) is no day in English or Korean"
        case .priorityUnknown: return "\(quoted) is not a priority"
        case .priorityTwice: return "\(quoted) is a second priority"
        case .projectTwice: return "\(quoted) is a second project; a task can have more than one tag"
        case .reminderUnknown: return "\(quoted) says no certain time to remind at"
        case .termUnread: return "\(quoted) is not read in a line"
        case .estimateTwice: return "\(quoted) says a second time how long it takes"
        case .estimateUnknown: return "\(quoted) does not say how long it takes"
        case .dayTwice: return "\(quoted) is a second day"
        case .estimateTooLong: return "\(quoted) is longer than \(QuickAdd.longestEstimate) days"
        case .reminderTooLong: return "\(quoted) is longer than \(QuickAdd.longestReminder) days"
        default: return "\(quoted) lies beyond the calendar, which ends with the year 9999"
        }
    }

    /// The unit of a length that is not whole.
    private var unit: String {
        switch SpanUnit(rawValue: fault.b) {
        case .year: "years"
        case .quarter: "quarters"
        case .month: "months"
        case .fortnight: "fortnights"
        case .week: "weeks"
        case .minute: "minutes"
        case .second: "seconds"
        case .hour: "hours"
        case .day, nil: "days"
        }
    }

    /// ": February has 28 days in 2027".
    private var monthLength: String {
        guard (1...12).contains(fault.b) else { return "" }
        guard fault.c > 0 else { return ": the days of a month begin with 1" }
        let month = CalendarNames.name(ofMonth: fault.b, in: .english)
        guard fault.a > 0 else {
            return ": \(month) has \(GregorianMonth.length(year: 2_028, month: fault.b)) days at the most"
        }
        return ": \(month) has \(GregorianMonth.length(year: fault.a, month: fault.b)) days in \(fault.a)"
    }
}
