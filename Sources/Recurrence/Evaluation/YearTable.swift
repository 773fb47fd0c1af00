/// The days that a rule of the Gregorian calendar chooses in any year.
///
/// They follow from the weekday of 1 January and from whether the year is a leap year, so fourteen kinds of years
/// stand for all. Walking from year to year then costs a look into the table, and counting an addition.
struct YearTable: Sendable {
    /// Up to 32 days that follow each other.
    struct Row: Sendable {
        /// The first day, counted from 1 January; a week may begin before it.
        let offset: Int32
        let mask: UInt32
    }

    /// The rows that have members, one kind of year after the other.
    let rows: [Row]
    /// The rows of a kind are `bounds[kind]..<bounds[kind + 1]`.
    let bounds: [Int]
    /// How many days each kind has.
    let sizes: [Int]
    /// Every how many years.
    let interval: Int

    /// The table of a pattern whose days repeat with the kinds of years; nil for another.
    ///
    /// The positions are those of BYSETPOS, none where it picks nothing.
    init?(_ pattern: DayPattern, positions: [Int]) {
        guard pattern.repeatsWithYears else { return nil }
        var (rows, bounds, sizes) = ([Row](), [0], [Int]())
        for kind in 0..<YearKind.count {
            let year = YearKind.example(of: kind)
            var days = Self.rows(of: year, in: pattern)
            if !positions.isEmpty {
                switch pattern.shape {
                case .monthly: days = days.flatMap { Self.pick(positions, from: [$0]) }
                default: days = Self.pick(positions, from: days)
                }
            }
            let newYear = GregorianMonth.firstDay(year: year)
            rows += days.filter { $0.mask != 0 }.map { Row(offset: Int32($0.first - newYear), mask: $0.mask) }
            bounds.append(rows.count)
            sizes.append(days.reduce(0) { $0 + $1.mask.nonzeroBitCount })
        }
        (self.rows, self.bounds, self.sizes) = (rows, bounds, sizes)
        interval = pattern.shape == .yearly || pattern.shape == .weekYear ? pattern.interval : 1
    }

    /// The table of a rule that is walked in another way.
    static let empty = YearTable()

    private init() { (rows, bounds, sizes, interval) = ([], [], [], 1) }

    private static func rows(of year: Int, in pattern: DayPattern) -> [DayRow] {
        let period = pattern.rows(ofYear: year)
        let grid = pattern.shape == .monthly ? pattern.interval : 1
        return period.compactMap { index in
            guard floorRemainder(index - pattern.phase, grid) == 0 else { return nil }
            if pattern.countsWeeks { return pattern.weekRow(index) }
            return pattern.allowsMonth(index) ? pattern.plainMonthRow(index) : nil
        }
    }

    /// The days of a period that stand at one of the positions, from its beginning or its end.
    private static func pick(_ positions: [Int], from rows: [DayRow]) -> [DayRow] {
        let size = rows.reduce(0) { $0 + $1.mask.nonzeroBitCount }
        var isPicked = Array(repeating: false, count: size)
        for position in positions {
            let place = position > 0 ? position - 1 : size + position
            if isPicked.indices.contains(place) { isPicked[place] = true }
        }
        var place = 0
        return rows.map { row in
            var (picked, rest) = (UInt32(0), row.mask)
            while rest != 0 {
                if isPicked[place] { picked |= rest & ~(rest &- 1) }
                rest &= rest &- 1
                place += 1
            }
            return DayRow(first: row.first, mask: picked)
        }
    }
}

/// The fourteen kinds of Gregorian years: by the weekday of 1 January, and by the leap day.
enum YearKind {
    static let count = 14

    /// The kind of the year that begins on that day.
    @inline(__always)
    static func kind(newYear: Int, isLeap: Bool) -> Int { floorRemainder(newYear + 3, 7) * 2 + (isLeap ? 1 : 0) }

    /// Some year of that kind.
    static func example(of kind: Int) -> Int { examples[kind] }

    private static let examples: [Int] = {
        var years = Array(repeating: 0, count: count)
        for year in 2001...2028 {
            years[kind(newYear: GregorianMonth.firstDay(year: year), isLeap: GregorianMonth.isLeap(year))] = year
        }
        return years
    }()
}

extension DayPattern {
    /// Whether the kind of a year decides its days.
    fileprivate var repeatsWithYears: Bool {
        guard arithmetic == nil, !leavesMonths else { return false }
        switch shape {
        case .yearly: return true
        case .monthly: return 12 % interval == 0
        case .daily: return interval == 1
        // The first and last days may belong to a neighbouring year, whose length the kind does not tell.
        case .weekYear: return yearDays == nil
        case .weekly: return false
        }
    }

    /// The months of a year, or the weeks of a week-year.
    fileprivate func rows(ofYear year: Int) -> Range<Int> {
        guard countsWeeks else { return year * 12..<year * 12 + 12 }
        return firstRow(ofWeekYear: year)..<firstRow(ofWeekYear: year + 1)
    }

    fileprivate func allowsMonth(_ index: Int) -> Bool { months >> UInt16(index % 12 + 1) & 1 == 1 }
}
