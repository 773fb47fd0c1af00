/// The arithmetic Hebrew calendar, whose year begins with Tishri.
///
/// Months are counted from Tishri, from 0; the leap month Adar I is number 5.
enum HebrewYear {
    /// The day of the first new year by the molad's reckoning, before any putting off.
    private static let epoch = -2_092_590

    static func isLeap(_ year: Int) -> Bool { floorRemainder(7 * year + 1, 19) < 7 }

    static func monthsBefore(_ year: Int) -> Int { floorDivide(235 * year - 234, 19) }

    /// Days from the epoch to the new moon of Tishri, put off where the week asks for it.
    private static func elapsedDays(_ year: Int) -> Int {
        let months = monthsBefore(year)
        let day = 29 * months + floorDivide(12_084 + 13_753 * months, 25_920)
        return floorRemainder(3 * (day + 1), 7) < 3 ? day + 1 : day
    }

    /// The first of Tishri, put off where a year would otherwise have an impossible length.
    static func firstDay(_ year: Int) -> Int {
        let (before, here, after) = (elapsedDays(year - 1), elapsedDays(year), elapsedDays(year + 1))
        let delay = after - here == 356 ? 2 : here - before == 382 ? 1 : 0
        return epoch + here + delay
    }

    static func length(ofMonth ordinal: Int, year: Int) -> Int {
        let length = firstDay(year + 1) - firstDay(year)
        switch ordinal {
        case 1: return length % 10 == 5 ? 30 : 29
        case 2: return length % 10 == 3 ? 29 : 30
        case 0, 4: return 30
        case 3: return 29
        default:
            // From Adar on 29 and 30 alternate; Adar I of a leap year has 30 and comes before it.
            let place = isLeap(year) ? ordinal - 6 : ordinal - 5
            return place < 0 ? 30 : 29 + place % 2
        }
    }
}
