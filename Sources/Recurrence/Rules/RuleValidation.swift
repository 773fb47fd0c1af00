/// What RFC 5545 §3.3.10 and RFC 7529 §4 forbid in combination.
extension RecurrenceRule {
    /// Refuses them; `seen` are the parts that the text had, as bits.
    func checkCombinations(seen: UInt16) throws(RecurrenceError) {
        if count != nil, until != nil {
            throw conflict(.until, "UNTIL and COUNT exclude each other; keep one")
        }
        if seen & RulePart.byDay.bit != 0 { try checkWeekdays() }
        if hasMonthDays, frequency == .weekly {
            throw conflict(.byMonthDay, "BYMONTHDAY is not allowed with FREQ=WEEKLY; use FREQ=MONTHLY")
        }
        if seen & RulePart.byYearDay.bit != 0, [.daily, .weekly, .monthly].contains(frequency) {
            throw conflict(.byYearDay, "BYYEARDAY is not allowed with FREQ=\(frequency); use FREQ=YEARLY")
        }
        if hasWeekNumbers, frequency != .yearly {
            throw conflict(.byWeekNumber, "BYWEEKNO is allowed with FREQ=YEARLY only")
        }
        if seen & RulePart.bySetPosition.bit != 0, !hasByPart {
            throw conflict(.bySetPosition, "BYSETPOS needs another BY part whose members it can pick from")
        }
        try checkCalendar(seen: seen)
    }

    private func checkWeekdays() throws(RecurrenceError) {
        guard !nearOrdinals.isEmpty || rare != nil && !weekdayOrdinals.isEmpty else { return }
        if frequency < .monthly {
            throw conflict(.byDay, "\(numberedDay) needs FREQ=MONTHLY or FREQ=YEARLY; without a number it fits any")
        }
        if hasWeekNumbers {
            throw conflict(.byDay, "\(numberedDay) may not have a number beside BYWEEKNO")
        }
    }

    private var numberedDay: String { weekdayOrdinals.first?.description ?? "" }

    private func checkCalendar(seen: UInt16) throws(RecurrenceError) {
        if seen & RulePart.skip.bit != 0, calendar == nil {
            throw conflict(.skip, "SKIP needs RSCALE, such as RSCALE=GREGORIAN")
        }
        let calendar = calendar ?? .gregorian
        if !calendar.isGregorian, hasWeekNumbers {
            throw RecurrenceError(
                code: .unsupported, message: "weeks of the year are those of the Gregorian calendar; leave RSCALE out",
                part: "BYWEEKNO")
        }
        if leapMonths != 0, !calendar.hasLeapMonths {
            throw conflict(.byMonth, "a leap month such as 5L needs a calendar that has leap months")
        }
        if leapMonths >> 12 != 0, skip == .forward {
            throw conflict(.byMonth, "no month of the same year follows the leap month 12L; use SKIP=BACKWARD")
        }
        if !rareParts.isEmpty {
            try check(rareParts[0].yearDays, .byYearDay, calendar)
            try check(rareParts[0].setPositions, .bySetPosition, calendar)
        }
        if (months | leapMonths) >> UInt16(calendar.monthsInYear + 1) != 0 {
            throw RecurrenceError(
                code: .value, message: "a month of this calendar must be 1...\(calendar.monthsInYear)", part: "BYMONTH")
        }
    }

    private func check(
        _ numbers: PositionBits, _ part: RulePart, _ calendar: RuleCalendar
    ) throws(RecurrenceError) {
        let most = calendar.largestYearDay
        guard numbers.farthest > most else { return }
        throw RecurrenceError(
            code: .value, message: "in this calendar the number must be 1...\(most) or -\(most)...-1",
            part: "\(part.name)")
    }

    private func conflict(_ part: RulePart, _ message: String) -> RecurrenceError {
        RecurrenceError(code: .conflict, message: message, part: "\(part.name)")
    }
}
