/// A rule made ready for evaluation from one DTSTART.
///
/// All times are seconds of local time since 1970.
///
/// A class, so that cursors share it by one reference; it never changes.
final class RulePlan: Sendable {
    /// How members are found.
    enum Method: Sendable {
        /// Each day of the table of years has the same times.
        case years
        /// Each day of the pattern has the same times.
        case days
        /// Each hour, minute or second of a grid, on the days of the pattern.
        case units
        /// Chosen members of each period, BYSETPOS.
        case positions
    }

    let method: Method
    let pattern: DayPattern
    /// For `.years`; else empty.
    let years: YearTable
    let start: Int
    /// The length of what one step covers, in seconds: 86,400, 3,600, 60 or 1.
    let unit: Int
    /// Every how many units, for `.units`.
    let unitInterval: Int
    /// The filters of `.units` on hours, minutes and seconds; all bits where there is none.
    let hours: UInt32
    let minutes: UInt64
    let seconds: UInt64
    let hasUnitFilter: Bool
    /// For `.units`: where INTERVAL puts them.
    let grid: UnitGrid
    /// The times within each unit in seconds, ascending.
    let offsets: [Int]
    /// BYSETPOS from the beginning and from the end, each ascending.
    let positions: [Int]
    let positionsFromEnd: [Int]

    /// The last moment that may be a member.
    let end: Int

    /// Makes the plan; `end` is the last local time that UNTIL allows.
    init(rule: RecurrenceRule, start: Int, isDate: Bool, policy: EvaluationPolicy, end: Int) {
        let day = floorDivide(start, 86_400)
        pattern = DayPattern(rule: rule, startDay: day, policy: policy)
        let times = TimesOfUnit(rule: rule, secondOfDay: start - day * 86_400, isDate: isDate)
        (unit, offsets) = (times.unit, times.offsets)
        unitInterval = rule.interval
        (hours, minutes, seconds) = (times.hours, times.minutes, times.seconds)
        hasUnitFilter = times.hasFilter
        grid = UnitGrid(phase: floorDivide(start, times.unit), interval: rule.interval, times: times)
        positions = rule.bySetPosition.filter { $0 > 0 }
        positionsFromEnd = rule.bySetPosition.filter { $0 < 0 }
        let picked = rule.frequency >= .weekly ? rule.bySetPosition : []
        // With several times of day, BYSETPOS may take a part of a day's.
        let picksDays = picked.isEmpty || offsets.count == 1
        let years = picksDays && rule.frequency >= .daily ? YearTable(pattern, positions: picked) : nil
        self.years = years ?? .empty
        method = years != nil ? .years : rule.frequency < .daily ? .units : picked.isEmpty ? .days : .positions
        self.start = start
        let isPossible = !offsets.isEmpty && times.meet(start: start, interval: rule.interval)
        self.end = isPossible ? min(end, pattern.lastDay * 86_400 + 86_399) : .min
    }

    /// The last local time that the calendar knows.
    var lastOfCalendar: Int { pattern.lastDay * 86_400 + 86_399 }

    /// The last local time at which a first member can be.
    ///
    /// The calendar repeats, the Gregorian after 400 years, and grid and calendar together after their least common multiple. What
    /// has not matched by then never will.
    var endOfSearch: Int {
        let arithmetic = pattern.arithmetic ?? CalendarArithmetic(calendar: .gregorian)
        guard let calendar = arithmetic.cycle else { return end }
        let (step, cycle) =
            switch pattern.shape {
            case .yearly, .weekYear: (pattern.interval, calendar.years)
            case .monthly: (pattern.interval, calendar.months)
            case .weekly: (pattern.interval, calendar.days / 7)
            case .daily where unit < 86_400: (unitInterval, calendar.days * (86_400 / unit))
            case .daily: (pattern.interval, calendar.days)
            }
        let cycles = step / greatestCommonDivisor(step, cycle)
        // One cycle more, since members before the start do not count.
        let (span, overflow) = (calendar.days * 86_400).multipliedReportingOverflow(by: cycles + 1)
        let (last, overflowsToo) = start.addingReportingOverflow(span)
        return overflow || overflowsToo ? end : min(end, last)
    }

    /// The same plan with an earlier end.
    init(_ plan: RulePlan, end: Int) {
        (method, pattern, years, start) = (plan.method, plan.pattern, plan.years, plan.start)
        (unit, unitInterval, offsets) = (plan.unit, plan.unitInterval, plan.offsets)
        (hours, minutes, seconds, hasUnitFilter) = (plan.hours, plan.minutes, plan.seconds, plan.hasUnitFilter)
        grid = plan.grid
        (positions, positionsFromEnd) = (plan.positions, plan.positionsFromEnd)
        self.end = min(plan.end, end)
    }

    /// Whether days are all that counts, and each has one time.
    var hasSoleTime: Bool { (method == .years || method == .days) && offsets.count == 1 }

    /// Whether the filters of `.units` let the unit that begins there pass.
    @inline(__always)
    func allows(secondOfDay: Int) -> Bool {
        hours >> UInt32(secondOfDay / 3_600) & 1 == 1
            && minutes >> UInt64(secondOfDay / 60 % 60) & 1 == 1
            && seconds >> UInt64(secondOfDay % 60) & 1 == 1
    }
}

func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
}
