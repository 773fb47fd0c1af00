/// What RFC 5545 §3.3.10 and RFC 7529 §4 forbid in combination.
struct RuleValidation {
    let rule: RecurrenceRule
    let seen: UInt16

    func check() throws(RecurrenceError) {
        if rule.count != nil, rule.until != nil {
            throw conflict(.until, "UNTIL and COUNT exclude each other; keep one")
        }
        try checkWeekdays()
        if rule.hasMonthDays, rule.frequency == .weekly {
            throw conflict(.byMonthDay, "BYMONTHDAY is not allowed with FREQ=WEEKLY; use FREQ=MONTHLY")
        }
        if !rule.byYearDay.isEmpty, [.daily, .weekly, .monthly].contains(rule.frequency) {
            throw conflict(.byYearDay, "BYYEARDAY is not allowed with FREQ=\(rule.frequency); use FREQ=YEARLY")
        }
        if !rule.byWeekNumber.isEmpty, rule.frequency != .yearly {
            throw conflict(.byWeekNumber, "BYWEEKNO is allowed with FREQ=YEARLY only")
        }
        if !rule.bySetPosition.isEmpty, !rule.hasByPart {
            throw conflict(.bySetPosition, "BYSETPOS needs another BY part whose members it can pick from")
        }
        try checkCalendar()
    }

    private func checkWeekdays() throws(RecurrenceError) {
        guard let ordinal = rule.weekdayOrdinals.first else { return }
        if rule.frequency < .monthly {
            throw conflict(.byDay, "\(ordinal) needs FREQ=MONTHLY or FREQ=YEARLY; without a number it fits any")
        }
        if !rule.byWeekNumber.isEmpty {
            throw conflict(.byDay, "\(ordinal) may not have a number beside BYWEEKNO")
        }
    }

    private func checkCalendar() throws(RecurrenceError) {
        if seen & RulePart.skip.bit != 0, rule.calendar == nil {
            throw conflict(.skip, "SKIP needs RSCALE, such as RSCALE=GREGORIAN")
        }
        let calendar = rule.calendar ?? .gregorian
        if !calendar.isGregorian, !rule.byWeekNumber.isEmpty {
            throw RecurrenceError(
                code: .unsupported, message: "weeks of the year are those of the Gregorian calendar; leave RSCALE out",
                part: "BYWEEKNO")
        }
        if rule.leapMonths != 0, !calendar.hasLeapMonths {
            throw conflict(.byMonth, "a leap month such as 5L needs a calendar that has leap months")
        }
        if rule.leapMonths >> 12 != 0, rule.skip == .forward {
            throw conflict(.byMonth, "no month of the same year follows the leap month 12L; use SKIP=BACKWARD")
        }
        if (rule.months | rule.leapMonths) >> UInt16(calendar.monthsInYear + 1) != 0 {
            throw RecurrenceError(
                code: .value, message: "a month of this calendar must be 1...\(calendar.monthsInYear)", part: "BYMONTH")
        }
    }

    private func conflict(_ part: RulePart, _ message: String) -> RecurrenceError {
        RecurrenceError(code: .conflict, message: message, part: "\(part.name)")
    }
}
