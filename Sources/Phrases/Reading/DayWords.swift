/// What a phrase says of a day, part by part as it was said, in whatever order.
struct DayWords {
    /// The parts that were said.
    struct Parts: OptionSet {
        let rawValue: UInt32

        static let present = Parts(rawValue: 1)
        static let relative = Parts(rawValue: 1 << 1)
        static let weekdays = Parts(rawValue: 1 << 2)
        static let week = Parts(rawValue: 1 << 3)
        static let monthShift = Parts(rawValue: 1 << 4)
        static let yearShift = Parts(rawValue: 1 << 5)
        static let year = Parts(rawValue: 1 << 6)
        static let month = Parts(rawValue: 1 << 7)
        static let monthDays = Parts(rawValue: 1 << 8)
        static let nth = Parts(rawValue: 1 << 9)
        static let end = Parts(rawValue: 1 << 10)
        static let weekend = Parts(rawValue: 1 << 11)
        static let date = Parts(rawValue: 1 << 12)
        static let span = Parts(rawValue: 1 << 13)
        static let lunar = Parts(rawValue: 1 << 14)
        static let workday = Parts(rawValue: 1 << 15)
        static let quarterShift = Parts(rawValue: 1 << 16)
        static let ofMonth = Parts(rawValue: 1 << 17)
        /// The first day from Monday to Friday after today.
        static let nextWorkday = Parts(rawValue: 1 << 18)
    }

    /// Which of the days of one name is meant.
    enum Selector: UInt8 {
        /// The first after today.
        case bare
        /// The first not before today.
        case this
        /// That of next week, or of the week after.
        case next, afterNext
        /// The last before today.
        case last
    }

    /// What an ordinal counts.
    enum Counted: UInt8 { case weekday, workday }

    var parts: Parts = []
    var relative = 0
    /// Bit 0 is Monday.
    var weekdays: UInt8 = 0
    var selector = Selector.bare
    /// How many weeks, months, quarters and years on.
    var week = 0
    var monthShift = 0
    var quarterShift = 0
    var yearShift = 0
    var year = 0
    var month = 0
    var isLeapMonth = false
    /// Whether the month stands behind the day, as in `20th dec`, and so behind all of a range.
    var isMonthLast = false
    /// Bit `n` is day `n`; bit 0 is the last day.
    var monthDays: UInt32 = 0
    /// Bit `n` is the nth, 1...5; bit 0 is the last.
    var nths: UInt8 = 0
    var counted = Counted.weekday
    /// The end of a month, a quarter or a year.
    var endOf = SpanUnit.month
    /// This weekend, or the one of a week so many on.
    var weekend = 0
    var date = 0
    var spanMonths = 0
    var spanDays = 0
    var spanSeconds = 0
    var spanHasClock = false
    var spanHasDays = false
    /// Whether the span was said in weeks alone.
    var spanIsWeeks = false
    /// Whether the span counts from the other parts and not from now.
    var spanIsFromDay = false
    /// The bytes that all this was said in.
    var from = Int.max
    var to = 0

    var isEmpty: Bool { parts.isEmpty }

    /// Notes where a part was said.
    mutating func cover(_ token: Token) {
        from = min(from, Int(token.start))
        to = max(to, Int(token.end))
    }

    /// Takes up a part that may be said only once.
    mutating func add(_ part: Parts, _ token: Token) throws(Fault) {
        cover(token)
        guard !parts.contains(part) else { throw Fault(.twoDays, from, to) }
        parts.insert(part)
    }

    mutating func add(weekday: Int, _ token: Token) {
        cover(token)
        parts.insert(.weekdays)
        weekdays |= 1 << UInt8(weekday)
    }

    mutating func add(monthDay: Int, _ token: Token) throws(Fault) {
        cover(token)
        guard (0...31).contains(monthDay) else { throw Fault(.noSuchDay, token, b: month, c: monthDay) }
        parts.insert(.monthDays)
        monthDays |= 1 << UInt32(monthDay)
    }

    /// Takes up a day of a month by its number, which begins with 1.
    mutating func add(dayNumber: Int, _ token: Token) throws(Fault) {
        cover(token)
        guard dayNumber > 0 else { throw Fault(.noSuchDay, token, b: month, c: dayNumber) }
        try add(monthDay: dayNumber, token)
    }

    /// Takes up all that was said elsewhere of the same day.
    mutating func merge(_ other: DayWords) throws(Fault) {
        guard !other.isEmpty else { return }
        guard !isEmpty else { return self = other }
        let lists: Parts = [.weekdays, .monthDays]
        let span = (from: min(from, other.from), to: max(to, other.to))
        guard parts.intersection(other.parts).subtracting(lists).isEmpty,
            !(parts.contains(.weekdays) && other.parts.contains(.weekdays) && selector != other.selector)
        else { throw Fault(.twoDays, span.from, span.to) }
        let (mine, theirs) = (self, other)
        func pick<Value>(_ part: Parts, _ value: (DayWords) -> Value) -> Value {
            theirs.parts.contains(part) ? value(theirs) : value(mine)
        }
        relative = pick(.relative) { $0.relative }
        weekdays |= other.weekdays
        selector = pick(.weekdays) { $0.selector }
        week = pick(.week) { $0.week }
        monthShift = pick(.monthShift) { $0.monthShift }
        quarterShift = pick(.quarterShift) { $0.quarterShift }
        yearShift = pick(.yearShift) { $0.yearShift }
        year = pick(.year) { $0.year }
        month = pick(.month) { $0.month }
        (isLeapMonth, isMonthLast) = pick(.month) { ($0.isLeapMonth, $0.isMonthLast) }
        monthDays |= other.monthDays
        (nths, counted) = pick(.nth) { ($0.nths, $0.counted) }
        endOf = pick(.end) { $0.endOf }
        weekend = pick(.weekend) { $0.weekend }
        date = pick(.date) { $0.date }
        (spanMonths, spanDays, spanSeconds) = pick(.span) { ($0.spanMonths, $0.spanDays, $0.spanSeconds) }
        (spanHasClock, spanHasDays, spanIsWeeks, spanIsFromDay) = pick(.span) {
            ($0.spanHasClock, $0.spanHasDays, $0.spanIsWeeks, $0.spanIsFromDay)
        }
        parts.formUnion(other.parts)
        (from, to) = span
    }
}
