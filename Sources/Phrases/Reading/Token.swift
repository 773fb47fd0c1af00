/// A word, a number or a sign of a phrase.
struct Token {
    /// What a token is, in either language.
    enum Kind: UInt8 {
        /// Nothing: the end of the phrase.
        case end
        /// What no list has.
        case unknown

        // Numbers, with their value; `extra` of a number is how many digits were written, 0 for words.
        case number, ordinal
        /// Thousandths.
        case decimal
        /// A second of the day; `extra` is 1 where it is followed directly by a date's parts.
        case clock
        /// A day number.
        case date
        /// `3/4`: the numbers, each in 8 bits, and in `extra` the year or 0.
        case slashes
        /// Seconds east of UTC.
        case offset
        /// An IANA name.
        case zone
        case zoneAbbreviation

        // Days.
        case relativeDay, weekday, weekdays, weekdayLetter, workday, workdays, weekend, weekends, month
        /// `next` and the like, with how many weeks, months or years on.
        case this, next, last, afterNext
        case weekShift, monthShift, yearShift
        case day, monthUnit, yearUnit, hourUnit, minuteUnit, secondUnit
        case lastDay, endOf, endOfMonth, endOfYear, endOfQuarter
        case lunar, leap
        case dayAfter

        // Times of day.
        case half, halves, noon, midnight, tonight, thirty, quarter, past, oclock, exactly

        // Lengths.
        case unit, article, span, later, ago, inWord, fromNow, during

        // Rules.
        case every, other, frequency, times, per, each, completion, bang

        // What joins the parts.
        case filler, at, the, of, on, comma, conjunction, alternative, dash, to, from, until, through, starting, after,
            before, between
        case week

        // What is refused.
        case vague, holiday, twice, twoWeekly, twoMonthly, once
        case present, plus
    }

    var kind = Kind.end
    var value = 0
    var extra = 0
    /// The bytes of the text that it was read from.
    var start: UInt16 = 0
    var end: UInt16 = 0
    /// Whether it follows the token before it without a space.
    var isGlued = false
}

/// The lengths that a phrase counts in.
enum SpanUnit: Int {
    case second, minute, hour, day, week, fortnight, month, quarter, year

    /// Seconds; 0 for those that are counted on the calendar.
    var seconds: Int {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3_600
        default: 0
        }
    }
    /// Days; 0 for the others.
    var days: Int {
        switch self {
        case .day: 1
        case .week: 7
        case .fortnight: 14
        default: 0
        }
    }
    /// Months; 0 for the others.
    var months: Int {
        switch self {
        case .month: 1
        case .quarter: 3
        case .year: 12
        default: 0
        }
    }
}

/// The halves and parts of a day that settle which hour is meant.
enum DayHalf: Int {
    case morningHalf, afternoonHalf
    case dawn, morning, midday, lunch, afternoon, evening, night
}
