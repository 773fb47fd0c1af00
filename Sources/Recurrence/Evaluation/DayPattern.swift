/// The days on which a rule's periods have members, as rows of bit masks.
///
/// A row is a month or a week and has a whole number as its index: months count from year 0
/// (`year * 12 + month - 1`), weeks from the one that holds or follows 1970-01-01. All parts that choose days
/// become masks of 32 bits over the row, and are joined by AND and OR as the table of RFC 5545 §3.3.10 says:
/// what a part expands or limits comes to the same, once the parts that DTSTART implies are filled in.
struct DayPattern: Sendable {
    /// What a row is, and on which grid the rows lie.
    enum Shape: Sendable {
        /// Months; every `interval`th year from `phase`.
        case yearly
        /// Months; every `interval`th month from `phase`.
        case monthly
        /// Months; every `interval`th day from `phase`.
        case daily
        /// Weeks; every `interval`th week from `phase`.
        case weekly
        /// Weeks; every `interval`th week-year from `phase`.
        case weekYear
    }

    let shape: Shape
    let interval: Int
    /// A year, month index, day number, week index or week-year that lies on the grid.
    let phase: Int
    let skip: RuleSkip

    /// The arithmetic of RSCALE; nil for the Gregorian calendar.
    let arithmetic: CalendarArithmetic?
    /// BYMONTH, bit `n` is month `n`; all where the rule does not say.
    let months: UInt16
    /// The leap months of BYMONTH, bit `n` is the one after month `n`.
    let leapMonths: UInt16
    let hasMonthFilter: Bool
    /// BYMONTHDAY; bit `n - 1` is day `n`.
    let monthDays: UInt32
    /// BYMONTHDAY from the end; bit `32 - n` is day `-n`.
    let monthDaysFromEnd: UInt32
    let hasMonthDays: Bool
    /// Whether a row may hold a day of a neighbouring month, to which SKIP moved it.
    var leavesMonths = false
    /// BYDAY without ordinals; bit 0 is Monday.
    let weekdays: UInt8
    let ordinals: [RuleWeekday]
    /// Whether ordinals count in the year rather than in the month.
    let ordinalsCountInYear: Bool
    let yearDays: YearDaySet?
    /// BYWEEKNO; bit `n` is week `n`, from the beginning and from the end.
    let weekNumbers: UInt64
    let weekNumbersFromEnd: UInt64
    /// The day number of the first day of week 0.
    let weekBase: Int
    let weekStart: Int
    /// DAILY with an interval below 32: the days of a row that begins on the grid.
    let gridPattern: UInt32

    /// The last row that may be looked at, the one with 9999-12-31.
    let lastRow: Int

    @inline(__always)
    var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }
    @inline(__always)
    var countsWeeks: Bool { shape == .weekly || shape == .weekYear }
}

/// One row: the number of its first day and a bit for each day.
struct DayRow {
    var first: Int
    var mask: UInt32
}

/// BYYEARDAY as bits.
struct YearDaySet: Sendable {
    /// Bit `n - 1` is day `n`.
    private var words: [UInt64]
    /// Bit `385 - n` is day `-n`, which is the place of that day in the longest year of all calendars.
    private var wordsFromEnd: [UInt64]

    init(_ days: [Int]) {
        words = Array(repeating: 0, count: 7)
        wordsFromEnd = words
        for day in days {
            let bit = day > 0 ? day - 1 : 385 + day
            if day > 0 {
                words[bit / 64] |= 1 << UInt64(bit % 64)
            } else {
                wordsFromEnd[bit / 64] |= 1 << UInt64(bit % 64)
            }
        }
    }

    /// The 32 days from the `start`th of the year on, counted from 0.
    func mask(from start: Int, yearLength: Int) -> UInt32 {
        Self.slice(words, at: start) | Self.slice(wordsFromEnd, at: start + 385 - yearLength)
    }

    private static func slice(_ words: [UInt64], at bit: Int) -> UInt32 {
        let (word, shift) = (bit / 64, UInt64(bit % 64))
        let high = word + 1 < words.count ? words[word + 1] : 0
        return UInt32(truncatingIfNeeded: words[word] >> shift | high << (64 - shift))
    }
}
