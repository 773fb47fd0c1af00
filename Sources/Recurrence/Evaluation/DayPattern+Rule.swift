extension DayPattern {
    /// The pattern of a rule that starts on a day, with the parts that the start implies filled in.
    init(rule: RecurrenceRule, startDay: Int, policy: EvaluationPolicy) {
        let start = GregorianMonth.fields(ofDay: startDay)
        weekStart = rule.weekStart.rawValue
        weekBase = floorRemainder(weekStart - 3, 7)
        shape = Self.shape(of: rule)
        interval = rule.frequency < .daily ? 1 : rule.interval
        skip = rule.frequency >= .monthly && rule.byWeekNumber.isEmpty ? rule.skip : .omit

        let implied = ImpliedDays(rule: rule, start: start, startDay: startDay, policy: policy)
        months = implied.months
        monthDays = implied.monthDays >> 1
        monthDaysFromEnd = (1...31).reduce(0) { mask, day in
            rule.monthDaysFromEnd >> UInt32(day) & 1 == 1 ? mask | 1 << UInt32(32 - day) : mask
        }
        hasMonthDays = monthDays | monthDaysFromEnd != 0
        weekdays = implied.weekdays
        ordinals = rule.weekdayOrdinals
        ordinalsCountInYear = rule.frequency == .yearly && !rule.hasMonths
        yearDays = rule.byYearDay.isEmpty ? nil : YearDaySet(rule.byYearDay)
        weekNumbers = rule.byWeekNumber.reduce(0) { $1 > 0 ? $0 | 1 << UInt64($1) : $0 }
        weekNumbersFromEnd = rule.byWeekNumber.reduce(0) { $1 < 0 ? $0 | 1 << UInt64(-$1) : $0 }
        gridPattern = interval < 32 ? stride(from: 0, to: 32, by: interval).reduce(0) { $0 | 1 << UInt32($1) } : 1

        let week = floorDivide(startDay - weekBase, 7)
        switch shape {
        case .yearly: phase = start.year
        case .monthly: phase = start.year * 12 + start.month - 1
        case .daily: phase = startDay
        case .weekly: phase = week
        case .weekYear: phase = WeekOfYear(firstDay: week * 7 + weekBase).year
        }
        let latest = CivilDate.latest.daysSinceEpoch
        lastRow = shape == .weekly || shape == .weekYear ? floorDivide(latest - weekBase, 7) : 9_999 * 12 + 11
    }

    private static func shape(of rule: RecurrenceRule) -> Shape {
        switch rule.frequency {
        case .yearly: rule.byWeekNumber.isEmpty ? .yearly : .weekYear
        case .monthly: .monthly
        case .weekly: .weekly
        default: .daily
        }
    }
}

/// The parts that say which days are meant, where the rule leaves them to DTSTART (RFC 5545 §3.3.10).
private struct ImpliedDays {
    var months: UInt16
    var monthDays: UInt32
    var weekdays: UInt8

    init(
        rule: RecurrenceRule, start: (year: Int, month: Int, day: Int), startDay: Int, policy: EvaluationPolicy
    ) {
        months = rule.hasMonths ? rule.months : DayPattern.allMonths
        monthDays = rule.monthDays
        weekdays = rule.weekdays
        let startWeekday = UInt8(1) << UInt8(floorRemainder(startDay + 3, 7))
        let hasDays = rule.hasWeekdays || rule.hasMonthDays || !rule.byYearDay.isEmpty
        switch rule.frequency {
        case .weekly where !rule.hasWeekdays: weekdays = startWeekday
        case .monthly where !hasDays: monthDays = 1 << UInt32(start.day)
        case .yearly where !rule.byWeekNumber.isEmpty: if !hasDays { weekdays = startWeekday }
        case .yearly where !hasDays:
            monthDays = 1 << UInt32(start.day)
            if !rule.hasMonths { months = 1 << UInt16(start.month) }
        case .yearly where rule.hasMonthDays && rule.byYearDay.isEmpty && !rule.hasMonths:
            if policy.yearlyMonthDays == .monthOfStart { months = 1 << UInt16(start.month) }
        default: break
        }
    }
}
