/// Why a phrase is not taken, before it is put into words.
struct Fault: Error {
    enum Kind: UInt8 {
        case empty, tooLong, notUnderstood, incomplete, relation, decimalComma, unitMissing
        case vague, holiday, wholePeriod, monthAlone, monthMissing
        case clockBehindIn, daysOrDate
        case hourAlone, halfAlone, slashes, weekdayInWeeks, everySecond, twoWeekly, twoMonthly, tonightIsOver,
            nightHour, numberAlone, dayOrHour, twoNumbers
        case countWithoutTimes, alternatives
        case noSuchDay, noSuchTime, minuteDigits, fractionOfSecond, hourOfHalf, noSuchWeek, noSuchLunarDay, noFifth
        case wrongWeekday, twoDays, twoTimes, dayOver, startOver, mixedParts
        case zoneAbbreviation, zoneUnknown, twoZones
        case lengthAlone, duration, negativeLength, halfOfUnit
        case endBeforeStart, rangeTimes, rangeOfDays, rangeOfWeekdays, endMissing, startMissing
        case ruleTimes, ruleNever, ruleEnds, twoRules, ruleMissing, everyNthDay, ruleDay, ruleMismatch, ruleMidnight,
            ruleStart, ruleNeverMatches, ruleHours, hoursOpen
        case clockOfElapsed
        case beyondCalendar, badRule
        case twoPlaces
        // Of lines: what stays in the title.
        case dateAlone, nameAlone, dateAtStart, ruleAtStart, foreignDay
        case priorityUnknown, priorityTwice, projectTwice, reminderUnknown, termUnread
        case estimateUnknown, estimateTwice, estimateTooLong, reminderTooLong, dayTwice
    }

    var kind: Kind
    /// The bytes of the text that was read.
    var from: Int
    var to: Int
    /// What the words about it need: numbers, a weekday.
    var a = 0
    var b = 0
    var c = 0

    /// Of `countWithoutTimes`: no unit is said.
    static let noUnit = -1
    /// Of `hourAlone`: the hour of the morning is over.
    static let isEveningFirst = 1
    /// Of `hourOfHalf`: the part of the day is one past noon.
    static let isLateHalf = 1
    /// Of `endBeforeStart`: a rule ends before its first occurrence.
    static let isEndOfRule = 1

    /// Of `twoDays`: the words are weekdays and nothing else, on all of which something may repeat.
    static let isOfWeekdays = 1

    init(_ kind: Kind, _ from: Int, _ to: Int, a: Int = 0, b: Int = 0, c: Int = 0) {
        (self.kind, self.from, self.to) = (kind, from, to)
        (self.a, self.b, self.c) = (a, b, c)
    }

    init(_ kind: Kind, _ token: Token, a: Int = 0, b: Int = 0, c: Int = 0) {
        self.init(kind, Int(token.start), Int(token.end), a: a, b: b, c: c)
    }
}
