/// A month of some calendar, by its index among all months.
///
/// Of the Gregorian calendar the index is `year * 12 + month - 1`.
struct MonthSpan {
    let year: Int
    /// The month's number as BYMONTH gives it.
    let month: Int
    /// Whether it is the leap month that follows the month of that number.
    let isLeap: Bool
    let first: Int
    let length: Int
    private let arithmetic: CalendarArithmetic?

    @inline(__always)
    init(gregorian index: Int) {
        year = index / 12
        month = index - year * 12 + 1
        first = GregorianMonth.firstDay(year: year, month: month)
        length = GregorianMonth.length(year: year, month: month)
        (isLeap, arithmetic) = (false, nil)
    }

    init(index: Int, in arithmetic: CalendarArithmetic) {
        self.arithmetic = arithmetic
        year = arithmetic.year(ofMonth: index)
        let ordinal = index - arithmetic.firstMonth(ofYear: year)
        let leap = arithmetic.leapOrdinal(ofYear: year) ?? .max
        month = ordinal < leap ? ordinal + 1 : ordinal
        isLeap = ordinal == leap
        var day = arithmetic.firstDay(ofYear: year)
        for earlier in 0..<ordinal { day += arithmetic.length(ofMonth: earlier, year: year) }
        first = day
        length = arithmetic.length(ofMonth: ordinal, year: year)
    }

    var newYear: Int { arithmetic?.firstDay(ofYear: year) ?? GregorianMonth.firstDay(year: year) }

    var yearLength: Int { arithmetic?.length(ofYear: year) ?? (GregorianMonth.isLeap(year) ? 366 : 365) }
}

extension CalendarArithmetic {
    /// The index of the month that holds a day.
    func month(ofDay day: Int) -> Int {
        let year = year(ofDay: day)
        var (ordinal, end) = (0, firstDay(ofYear: year) + length(ofMonth: 0, year: year))
        while end <= day {
            ordinal += 1
            end += length(ofMonth: ordinal, year: year)
        }
        return firstMonth(ofYear: year) + ordinal
    }
}
