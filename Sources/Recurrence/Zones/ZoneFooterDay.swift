/// A day and time of each year in a POSIX TZ rule: `Mm.w.d`, `Jn` or `n`, with an optional `/time`.
struct ZoneFooterDay {
    private enum Form {
        /// Week 1...5 of the month, 5 being the last; weekday 0 is Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
        /// Day 1...365, never 29 February.
        case withoutLeapDay(Int)
        /// Day 0...365, the leap day counted.
        case withLeapDay(Int)
    }

    private let form: Form
    /// Seconds from local midnight; RFC 9636 allows -167 to 167 hours.
    private let time: Int

    init?(_ reader: inout ByteReader) {
        guard let form = Self.form(&reader) else { return nil }
        self.form = form
        guard reader.skip("/") else {
            time = 7_200
            return
        }
        guard let time = ZoneFooter.time(&reader, limit: 167) else { return nil }
        self.time = time
    }

    private static func form(_ reader: inout ByteReader) -> Form? {
        if reader.skip("J") {
            guard let day = reader.number(limit: 365), day >= 1 else { return nil }
            return .withoutLeapDay(day)
        }
        guard reader.skip("M") else { return reader.number(limit: 365).map { .withLeapDay($0) } }
        guard let month = reader.number(limit: 12), month >= 1, reader.skip("."), let week = reader.number(limit: 5),
            week >= 1, reader.skip("."), let weekday = reader.number(limit: 6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    /// The local second of that year's change, since 1970.
    func second(inYear year: Int) -> Int { day(inYear: year) * 86_400 + time }

    private func day(inYear year: Int) -> Int {
        let newYear = GregorianMonth.firstDay(year: year)
        switch form {
        case .withLeapDay(let day): return newYear + day
        case .withoutLeapDay(let day): return newYear + day - (day >= 60 && GregorianMonth.isLeap(year) ? 0 : 1)
        case .weekday(let month, let week, let weekday):
            let first = GregorianMonth.firstDay(year: year, month: month)
            let day = (weekday - floorRemainder(first + 4, 7) + 7) % 7 + (week - 1) * 7
            return first + (day < GregorianMonth.length(year: year, month: month) ? day : day - 7)
        }
    }
}
