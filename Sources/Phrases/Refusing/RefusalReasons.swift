import Recurrence

/// What is wrong with a phrase, in one sentence.
struct RefusalReasons {
    let fault: Fault
    /// The words at fault.
    let words: String
    /// The language in which the phrase was read.
    var language = PhraseLanguage.english

    var code: PhraseRefusal.Code {
        switch fault.kind {
        case .empty, .notUnderstood, .incomplete, .lengthAlone, .negativeLength, .endMissing, .startMissing, .badRule,
            .monthMissing, .ruleMissing, .foreignDay, .relation, .duration, .priorityUnknown,
            .reminderUnknown, .termUnread, .estimateUnknown, .decimalComma, .unitMissing, .twoNumbers:
            .syntax
        case .vague, .holiday, .wholePeriod, .monthAlone, .countWithoutTimes: .vague
        case .hourAlone, .halfAlone, .slashes, .weekdayInWeeks, .everySecond, .twoWeekly, .twoMonthly, .tonightIsOver,
            .nightHour, .hoursOpen,
            .numberAlone, .dayOrHour, .alternatives, .clockBehindIn, .daysOrDate, .everyNthDay, .twoPlaces, .dateAlone,
            .nameAlone,
            .dateAtStart, .ruleAtStart:
            .ambiguous
        case .noSuchDay, .noSuchTime, .minuteDigits, .fractionOfSecond, .hourOfHalf, .noSuchWeek, .noSuchLunarDay,
            .noFifth, .halfOfUnit, .dayOver,
            .startOver,
            .ruleNeverMatches, .ruleNever:
            .impossible
        case .wrongWeekday, .twoDays, .twoTimes, .mixedParts, .endBeforeStart, .rangeTimes, .rangeOfDays,
            .rangeOfWeekdays, .twoZones, .ruleTimes, .ruleEnds, .twoRules, .ruleDay, .ruleMismatch, .ruleMidnight,
            .ruleStart,
            .clockOfElapsed, .ruleHours,
            .priorityTwice, .projectTwice, .estimateTwice, .dayTwice:
            .conflict
        case .zoneAbbreviation, .zoneUnknown: .zone
        case .tooLong, .beyondCalendar, .estimateTooLong, .reminderTooLong: .limit
        }
    }

    /// The sentence, in the language of the phrase.
    var reason: String {
        switch language {
        case .english: EnglishReasons(fault: fault, quoted: "\"\(words)\"").reason
        case .korean: KoreanReasons(fault: fault, quoted: "\"\(words)\"").reason
        }
    }
}
