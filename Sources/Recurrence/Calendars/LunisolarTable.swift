/// The years of a calendar whose months follow the moon itself, which no short formula tells.
///
/// What lies outside the table is answered with its first year, or with the empty year after its last: callers keep
/// to its days, and a search that runs on ends there.
struct LunisolarTable: Sendable {
    private let entries: [UInt64]

    /// The years of the table, by the Gregorian year in which they begin.
    static let years = 1900...2150
    /// The first day of 1900 in both calendars, 1900-01-31.
    static let firstDay = -25_537

    static let china = LunisolarTable(entries: chinese)
    static let korea = LunisolarTable(entries: dangi)

    /// The last day of the year 2150.
    var lastDay: Int { Self.begin(of: entries[entries.count - 1]) - 1 }

    func year(_ number: Int) -> CalendarYear {
        let row = min(max(number - Self.years.lowerBound, 0), entries.count - 1)
        let entry = entries[row]
        let begin = Self.begin(of: entry)
        return CalendarYear(
            number: Self.years.lowerBound + row, firstDay: begin, firstMonth: Self.firstMonth(of: entry),
            leapOrdinal: Int(entry >> 13 & 0xF),
            length: row + 1 < entries.count ? Self.begin(of: entries[row + 1]) - begin : 0,
            shortMonth: 29, longerMonths: UInt32(truncatingIfNeeded: entry & 0x1FFF))
    }

    func year(ofDay day: Int) -> CalendarYear {
        year(search(day, estimate: (day - Self.firstDay) / 366, Self.begin))
    }

    func year(ofMonth index: Int) -> CalendarYear {
        year(search(index, estimate: index / 13, Self.firstMonth))
    }

    /// The last year whose value is not greater than the one wanted, by a guess that is at most a little too great.
    private func search(_ wanted: Int, estimate: Int, _ value: (UInt64) -> Int) -> Int {
        let last = Self.years.count - 1
        var row = min(max(estimate, 0), last)
        while row > 0, value(entries[row]) > wanted { row -= 1 }
        while row < last, value(entries[row + 1]) <= wanted { row += 1 }
        return Self.years.lowerBound + row
    }

    private static func begin(of entry: UInt64) -> Int { firstDay + Int(entry >> 29) }

    private static func firstMonth(of entry: UInt64) -> Int { Int(entry >> 17 & 0xFFF) }
}
