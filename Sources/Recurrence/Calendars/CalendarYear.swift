/// One year of a calendar other than the Gregorian: where it begins, and how long its months are.
///
/// Months have an ordinal in their year, from 0, and an index over all years. Day 0 is 1970-01-01. All months but the
/// last have one of two lengths that differ by a day, and the last has what the year leaves, so that each question
/// is answered by counting bits.
struct CalendarYear {
    let number: Int
    let firstDay: Int
    /// The index of the first month.
    let firstMonth: Int
    let monthCount: Int
    /// The ordinal of the leap month, which follows the month of that number; 15 where there is none.
    let leapOrdinal: Int
    /// The days of the year.
    let length: Int
    private let shortMonth: Int
    /// Bit `n` says that the month with ordinal `n` is a day longer than the short ones.
    private let longerMonths: UInt32

    /// Makes a year with 12 months, or 13 where one of them is a leap month.
    init(
        number: Int, firstDay: Int, firstMonth: Int, leapOrdinal: Int = 15, length: Int, shortMonth: Int,
        longerMonths: UInt32
    ) {
        (self.number, self.firstDay, self.firstMonth) = (number, firstDay, firstMonth)
        (self.leapOrdinal, self.length) = (leapOrdinal, length)
        (self.shortMonth, self.longerMonths) = (shortMonth, longerMonths)
        monthCount = leapOrdinal < 15 ? 13 : 12
    }

    /// Makes a year of twelve months of 30 days and a thirteenth with the rest.
    init(number: Int, firstDay: Int, thirteenMonthsIn length: Int) {
        (self.number, self.firstDay, firstMonth) = (number, firstDay, number * 13)
        (leapOrdinal, self.length) = (15, length)
        (shortMonth, longerMonths) = (30, 0)
        monthCount = 13
    }

    /// The days of the year before the month.
    @inline(__always)
    func daysBefore(_ ordinal: Int) -> Int {
        ordinal * shortMonth + (longerMonths & (1 << UInt32(ordinal) - 1)).nonzeroBitCount
    }

    /// The ordinal of the month that holds a day of the year, counted from 0.
    func ordinal(ofDay day: Int) -> Int {
        var ordinal = min(day / shortMonth, monthCount - 1)
        while daysBefore(ordinal) > day { ordinal -= 1 }
        return ordinal
    }

    func length(ofMonth ordinal: Int) -> Int {
        let end = ordinal + 1 < monthCount ? daysBefore(ordinal + 1) : length
        return end - daysBefore(ordinal)
    }

    /// The months of the year with those numbers, as bits by their ordinals; bit `n` of `numbers` is month `n`, of
    /// `leapNumbers` the leap month after it.
    func ordinals(numbers: UInt16, leapNumbers: UInt16) -> UInt32 {
        let plain = UInt32(numbers) >> 1
        guard leapOrdinal < 15 else { return plain }
        let before: UInt32 = 1 << UInt32(leapOrdinal) - 1
        return plain & before | (plain & ~before) << 1 | UInt32(leapNumbers) & (before + 1)
    }
}
