/// The arithmetic Hebrew calendar, whose year begins with Tishri.
///
/// Months are counted from Tishri, from 0; the leap month Adar I is number 5.
enum HebrewYear {
    /// The day of the first new year by the molad's reckoning, before any putting off.
    private static let epoch = -2_092_590

    static func year(_ number: Int) -> CalendarYear {
        let (before, here) = (elapsedDays(number - 1), elapsedDays(number))
        let (next, after) = (elapsedDays(number + 1), elapsedDays(number + 2))
        let first = settled(before, here, next)
        let length = settled(here, next, after) - first
        let isLeap = isLeap(number)
        return CalendarYear(
            number: number, firstDay: epoch + first, firstMonth: monthsBefore(number), leapOrdinal: isLeap ? 5 : 15,
            length: length, shortMonth: 29, longerMonths: longMonths(in: length, isLeap: isLeap))
    }

    /// The year that holds the month of that index.
    static func year(ofMonth index: Int) -> Int { floorDivide(19 * index + 252, 235) }

    /// The first of Tishri.
    static func firstDay(_ year: Int) -> Int {
        epoch + settled(elapsedDays(year - 1), elapsedDays(year), elapsedDays(year + 1))
    }

    private static func isLeap(_ year: Int) -> Bool { floorRemainder(7 * year + 1, 19) < 7 }

    private static func monthsBefore(_ year: Int) -> Int { floorDivide(235 * year - 234, 19) }

    /// Days from the epoch to the new moon of Tishri, put off where the week asks for it.
    private static func elapsedDays(_ year: Int) -> Int {
        let months = monthsBefore(year)
        let day = 29 * months + floorDivide(12_084 + 13_753 * months, 25_920)
        return floorRemainder(3 * (day + 1), 7) < 3 ? day + 1 : day
    }

    /// A new year between its neighbours, put off where a year would otherwise have an impossible length.
    private static func settled(_ before: Int, _ here: Int, _ after: Int) -> Int {
        after - here == 356 ? here + 2 : here - before == 382 ? here + 1 : here
    }

    /// The months of 30 days, by their ordinals.
    private static func longMonths(in length: Int, isLeap: Bool) -> UInt32 {
        // Tishri and Shevat have 30 days; Marheshvan in a complete year, Kislev in all but a deficient one.
        var months: UInt32 = 0b1_0001
        if length % 10 == 5 { months |= 0b10 }
        if length % 10 != 3 { months |= 0b100 }
        // Adar I has 30; from Adar on, which has 29, the two lengths alternate.
        return months | (isLeap ? 0b1010_1010_0000 : 0b101_0100_0000)
    }
}
