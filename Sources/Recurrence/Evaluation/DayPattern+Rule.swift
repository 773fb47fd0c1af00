extension DayPattern {
    /// The pattern of a rule that starts on a day, with the parts that the start implies filled in.
    init(rule: RecurrenceRule, startDay: Int, policy: EvaluationPolicy) {
        let arithmetic = (rule.calendar ?? .gregorian).arithmetic
        let start = StartFields(day: startDay, in: arithmetic)
        self.arithmetic = arithmetic
        weekStart = rule.weekStart.rawValue
        weekBase = floorRemainder(weekStart - 3, 7)
        shape = Self.shape(of: rule)
        interval = rule.frequency < .daily ? 1 : rule.interval
        skip = rule.frequency >= .monthly && !rule.hasWeekNumbers ? rule.skip : .omit

        let implied = ImpliedDays(rule: rule, start: start, startDay: startDay, policy: policy)
        (months, leapMonths) = (implied.months, implied.leapMonths)
        hasMonthFilter = implied.limitsMonths
        monthDays = implied.monthDays >> 1
        monthDaysFromEnd = (1...31).reduce(0) { mask, day in
            rule.monthDaysFromEnd >> UInt32(day) & 1 == 1 ? mask | 1 << UInt32(32 - day) : mask
        }
        hasMonthDays = monthDays | monthDaysFromEnd != 0
        weekdays = implied.weekdays
        ordinals = rule.weekdayOrdinals
        ordinalsCountInYear = rule.frequency == .yearly && !rule.hasMonths
        yearDays = rule.byYearDay.isEmpty ? nil : YearDaySet(rule.byYearDay)
        weekNumbers = rule.weekNumbers
        weekNumbersFromEnd = rule.weekNumbersFromEnd
        gridPattern = interval < 32 ? stride(from: 0, to: 32, by: interval).reduce(0) { $0 | 1 << UInt32($1) } : 1

        let week = floorDivide(startDay - weekBase, 7)
        switch shape {
        case .yearly: phase = start.year
        case .monthly: phase = start.monthIndex
        case .daily: phase = startDay
        case .weekly: phase = week
        case .weekYear: phase = WeekOfYear(firstDay: week * 7 + weekBase).year
        }
        let latest = arithmetic?.days.upperBound ?? CivilDate.latest.daysSinceEpoch
        let lastWeek = floorDivide(latest - weekBase, 7)
        let lastMonth = arithmetic?.month(ofDay: latest) ?? 9_999 * 12 + 11
        lastRow = shape == .weekly || shape == .weekYear ? lastWeek : lastMonth
        leavesMonths = movesDaysOut
    }

    private static func shape(of rule: RecurrenceRule) -> Shape {
        switch rule.frequency {
        case .yearly: rule.hasWeekNumbers ? .weekYear : .yearly
        case .monthly: .monthly
        case .weekly: .weekly
        default: .daily
        }
    }
}

/// DTSTART's day in the rule's calendar.
private struct StartFields {
    let year: Int
    let month: RuleMonth
    let day: Int
    let monthIndex: Int

    init(day: Int, in arithmetic: CalendarArithmetic?) {
        let span: MonthSpan
        if let arithmetic {
            monthIndex = arithmetic.month(ofDay: day)
            span = MonthSpan(index: monthIndex, in: arithmetic)
        } else {
            let fields = GregorianMonth.fields(ofDay: day)
            monthIndex = fields.year * 12 + fields.month - 1
            span = MonthSpan(gregorian: monthIndex)
        }
        year = span.year
        month = RuleMonth(span.month, isLeap: span.isLeap)
        self.day = day - span.first + 1
    }
}

/// The parts that say which days are meant, where the rule leaves them to DTSTART (RFC 5545 §3.3.10).
private struct ImpliedDays {
    private(set) var months: UInt16
    private(set) var leapMonths: UInt16
    private(set) var limitsMonths: Bool
    private(set) var monthDays: UInt32
    private(set) var weekdays: UInt8

    init(rule: RecurrenceRule, start: StartFields, startDay: Int, policy: EvaluationPolicy) {
        limitsMonths = rule.hasMonths
        // Without BYMONTH the stepping of the Gregorian calendar still reads the twelve bits.
        months = rule.hasMonths ? rule.months : 0b1_1111_1111_1110
        leapMonths = rule.leapMonths
        monthDays = rule.monthDays
        weekdays = rule.weekdays
        let startWeekday = UInt8(1) << UInt8(floorRemainder(startDay + 3, 7))
        let hasDays = rule.hasWeekdays || rule.hasMonthDays || !rule.byYearDay.isEmpty
        switch rule.frequency {
        case .weekly where !rule.hasWeekdays: weekdays = startWeekday
        case .monthly where !hasDays: monthDays = 1 << UInt32(start.day)
        case .yearly where rule.hasWeekNumbers: if !hasDays { weekdays = startWeekday }
        case .yearly where !hasDays:
            monthDays = 1 << UInt32(start.day)
            if !rule.hasMonths { limit(to: start.month) }
        case .yearly where rule.hasMonthDays && rule.byYearDay.isEmpty && !rule.hasMonths:
            if policy.yearlyMonthDays == .monthOfStart { limit(to: start.month) }
        default: break
        }
    }

    private mutating func limit(to month: RuleMonth) {
        limitsMonths = true
        months = month.isLeap ? 0 : 1 << UInt16(month.number)
        leapMonths = month.isLeap ? 1 << UInt16(month.number) : 0
    }
}
