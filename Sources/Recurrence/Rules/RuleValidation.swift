/// What RFC 5545 §3.3.10 and RFC 7529 §4 forbid in combination.
extension RecurrenceRule {
    /// Refuses them; `seen` are the parts that the text had, as bits.
    func checkCombinations(seen: UInt16) throws(RecurrenceError) {
        if count != nil, until != nil {
            throw conflict(.until, "cannot be combined with COUNT; keep one")
        }
        if seen & RulePart.byDay.bit != 0 { try checkWeekdays() }
        if hasMonthDays, frequency == .weekly {
            throw conflict(.byMonthDay, "not allowed with FREQ=WEEKLY; use FREQ=MONTHLY")
        }
        if seen & RulePart.byYearDay.bit != 0, [.daily, .weekly, .monthly].contains(frequency) {
            throw conflict(.byYearDay, "not allowed with FREQ=\(frequency); use FREQ=YEARLY")
        }
        if hasWeekNumbers, frequency != .yearly {
            throw conflict(.byWeekNumber, "only allowed with FREQ=YEARLY")
        }
        if seen & RulePart.bySetPosition.bit != 0, !hasByPart {
            throw conflict(.bySetPosition, "needs another BY part to select from")
        }
        if seen & RulePart.bitsOfCalendars != 0 { try checkCalendar(seen: seen) }
    }

    private func checkWeekdays() throws(RecurrenceError) {
        guard !nearOrdinals.isEmpty || rare != nil && !weekdayOrdinals.isEmpty else { return }
        if frequency < .monthly {
            throw conflict(.byDay, "\(numberedDay) needs FREQ=MONTHLY or FREQ=YEARLY; with others leave the number out")
        }
        if hasWeekNumbers {
            throw conflict(.byDay, "\(numberedDay) must not have a number together with BYWEEKNO")
        }
    }

    private var numberedDay: String { weekdayOrdinals.first?.description ?? "" }

    private func checkCalendar(seen: UInt16) throws(RecurrenceError) {
        if seen & RulePart.skip.bit != 0, calendar == nil {
            throw conflict(.skip, "needs RSCALE, such as RSCALE=GREGORIAN")
        }
        let calendar = calendar ?? .gregorian
        if !calendar.isGregorian, hasWeekNumbers {
            throw RecurrenceError(
                code: .unsupported, message: "only supported in the Gregorian calendar; leave RSCALE out",
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
                code: .value, message: "a month of this calendar must be 1 to \(calendar.monthsInYear)", part: "BYMONTH"
            )
        }
    }

    private func check(
        _ numbers: PositionBits, _ part: RulePart, _ calendar: RuleCalendar
    ) throws(RecurrenceError) {
        let most = calendar.largestYearDay
        guard numbers.farthest > most else { return }
        throw RecurrenceError(
            code: .value, message: "must be 1 to \(most) or -\(most) to -1 in this calendar",
            part: "\(part.name)")
    }

    private func conflict(_ part: RulePart, _ message: String) -> RecurrenceError {
        RecurrenceError(code: .conflict, message: message, part: "\(part.name)")
    }
}
