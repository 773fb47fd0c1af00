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
    /// The first day and the length of the year; nil where the Gregorian calendar is asked when they are needed.
    private let yearSpan: (first: Int, length: Int)?

    @inline(__always)
    init(gregorian index: Int) {
        year = index / 12
        month = index - year * 12 + 1
        first = GregorianMonth.firstDay(year: year, month: month)
        length = GregorianMonth.length(year: year, month: month)
        (isLeap, yearSpan) = (false, nil)
    }

    init(index: Int, in arithmetic: CalendarArithmetic) {
        self.init(arithmetic.year(ofMonth: index), index: index)
    }

    /// The month of that index, which lies in that year.
    init(_ calendarYear: CalendarYear, index: Int) {
        let ordinal = index - calendarYear.firstMonth
        year = calendarYear.number
        month = ordinal < calendarYear.leapOrdinal ? ordinal + 1 : ordinal
        isLeap = ordinal == calendarYear.leapOrdinal
        first = calendarYear.firstDay + calendarYear.daysBefore(ordinal)
        length = calendarYear.length(ofMonth: ordinal)
        yearSpan = (calendarYear.firstDay, calendarYear.length)
    }

    var newYear: Int { yearSpan?.first ?? GregorianMonth.firstDay(year: year) }

    var yearLength: Int { yearSpan?.length ?? (GregorianMonth.isLeap(year) ? 366 : 365) }
}
