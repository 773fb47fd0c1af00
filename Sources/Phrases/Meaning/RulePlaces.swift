import Recurrence

/// The days within the periods of a rule.
struct RulePlaces {
    /// The nth weekday, working day or day of a month.
    struct Nth {
        /// Bit `n` is the nth, 1...5; bit 0 is the last.
        var ordinals: UInt8
        var counted: DayWords.Counted
        var weekdays: UInt8

        init(_ words: DayWords) {
            (ordinals, counted) = (words.nths, words.counted)
            weekdays = words.counted == .workday ? 0b001_1111 : words.weekdays
        }

        /// The first such day of a month, counted from the year 0, that is not before another day.
        func day(inMonth month: Int, from earliest: Int) -> Int? {
            guard let first = PhraseResolver.dayOfMonth(1, month), let last = PhraseResolver.dayOfMonth(0, month) else {
                return nil
            }
            var (mask, found) = (ordinals, nil as Int?)
            while mask != 0 {
                let ordinal = mask.trailingZeroBitCount
                mask &= mask - 1
                var weekdays = counted == .workday ? 1 : weekdays
                while weekdays != 0 {
                    let day =
                        counted == .workday
                        ? workday(ordinal, first...last)
                        : weekday(weekdays.trailingZeroBitCount, ordinal, first...last)
                    weekdays &= weekdays - 1
                    if let day, day >= earliest { found = min(found ?? day, day) }
                }
            }
            return found
        }

        private func weekday(_ weekday: Int, _ ordinal: Int, _ days: ClosedRange<Int>) -> Int? {
            if ordinal == 0 { return PhraseResolver.weekday(weekday, after: days.upperBound - 7) }
            let day = PhraseResolver.weekday(weekday, after: days.lowerBound - 1) + (ordinal - 1) * 7
            return days.contains(day) ? day : nil
        }

        private func workday(_ ordinal: Int, _ days: ClosedRange<Int>) -> Int? {
            var (day, left) = (ordinal == 0 ? days.upperBound : days.lowerBound, max(ordinal, 1))
            while days.contains(day) {
                if CivilDate(daysSinceEpoch: day).weekday < .saturday { left -= 1 }
                if left == 0 { return day }
                day += ordinal == 0 ? -1 : 1
            }
            return nil
        }
    }

    /// A day of the Korean lunar calendar.
    struct Lunar {
        var month: RuleMonth
        /// 1...30, or 0 for the last of the month.
        var day: Int

        func day(inYear year: Int) -> Int? {
            let calendar = RuleCalendar.dangi
            func date(_ day: Int) -> Int? {
                calendar.date(of: CalendarDay(year: year, month: month, day: day))?.daysSinceEpoch
            }
            return day == 0 ? date(30) ?? date(29) : date(day)
        }

        /// The first one from a day on; leap months are rare.
        func first(from first: Int) -> Int? {
            let year = CivilDate(daysSinceEpoch: first).year
            for number in year - 1...year + 120 {
                if let day = day(inYear: number), day >= first { return day }
            }
            return nil
        }
    }

    /// How long the periods are.
    var unit = SpanUnit.day
    /// Bit 0 is Monday.
    var weekdays: UInt8 = 0
    /// Bit `n` is day `n`; bit 0 is the last day.
    var monthDays: UInt32 = 0
    var nth: Nth?
    /// Of yearly rules; 0 for none.
    var month = 0
    var lunar: Lunar?
    /// Whether its periods are the quarters of the year.
    var isOfQuarters = false

    /// The month of a quarter that its first or its last day of the kind is in, counted from 0; nil for any month.
    private var monthOfQuarter: Int? {
        guard isOfQuarters else { return nil }
        if let nth { return nth.ordinals == 1 ? 2 : nth.ordinals & 1 == 0 ? 0 : nil }
        return monthDays == 1 ? 2 : monthDays == 2 ? 0 : nil
    }

    /// The first day from one on that has a place in the rule.
    func first(from day: Int) -> Int? {
        if let lunar { return lunar.first(from: day) }
        if weekdays != 0, nth == nil {
            let rest = UInt16(weekdays) | UInt16(weekdays) << 7
            return day + (rest >> UInt16(CivilDate(daysSinceEpoch: day).weekday.rawValue)).trailingZeroBitCount
        }
        guard nth != nil || monthDays != 0 else { return day }
        return MonthSearch(month, from: day).first { place(inMonth: $0, from: day) }
    }

    private func place(inMonth month: Int, from day: Int) -> Int? {
        if let monthOfQuarter, month % 3 != monthOfQuarter { return nil }
        if let nth { return nth.day(inMonth: month, from: day) }
        var (mask, earliest) = (monthDays, nil as Int?)
        while mask != 0 {
            let found = PhraseResolver.dayOfMonth(mask.trailingZeroBitCount, month)
            if let found, found >= day { earliest = min(earliest ?? found, found) }
            mask &= mask - 1
        }
        return earliest
    }
}

/// The months in which a day is looked for: those of one name, or all.
struct MonthSearch {
    /// The first one, counted from the year 0.
    let first: Int
    private let step: Int
    private let count: Int

    /// - Parameters:
    ///   - month: The month, 1...12; 0 for all.
    ///   - day: The day from which on it is looked for.
    init(_ month: Int, from day: Int) {
        let date = CivilDate(daysSinceEpoch: day)
        first = date.year * 12 + (month > 0 ? month : date.month) - 1
        // 29 February may be eight years off.
        (step, count) = month > 0 ? (12, 9) : (1, 48)
    }

    /// The first day that is found in one of them.
    func first(_ find: (Int) -> Int?) -> Int? {
        for index in 0..<count {
            if let day = find(first + index * step) { return day }
        }
        return nil
    }

    /// The month behind the last one.
    var end: Int { first + count * step }
}
