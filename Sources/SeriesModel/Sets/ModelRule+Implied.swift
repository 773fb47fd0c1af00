import Recurrence

/// What a rule's start fills in for the parts that the rule lacks (RFC 5545, 3.3.10).
extension ModelRule {
    /// The rule with the parts that its own start fills in, as far as DTSTART would fill in others.
    // Reading: the phase of an INTERVAL cannot be written, so a reader of the text may have another one.
    func readable(beside dtstart: CivilTime) -> ModelRule {
        let (own, other) = (filledIn(from: start), filledIn(from: dtstart))
        let missing = own.filter { other[$0.key] != $0.value }.map { "\($0.key)=\($0.value)" }.sorted()
        guard !missing.isEmpty else { return self }
        let text = ([pattern.description] + missing).joined(separator: ";")
        guard var readable = ModelRule(text, start: start) else { return self }
        (readable.count, readable.until) = (count, until)
        return readable
    }

    /// The parts that a start fills in.
    private func filledIn(from start: CivilTime) -> [String: String] {
        var parts: [String: String] = [:]
        let day = start.date
        let namesDay = !(pattern.byMonthDay.isEmpty && pattern.byDay.isEmpty && pattern.byYearDay.isEmpty)
        switch (pattern.frequency, namesDay) {
        case (.weekly, false): parts["BYDAY"] = "\(day.weekday)"
        case (.monthly, false): parts["BYMONTHDAY"] = "\(day.day)"
        case (.yearly, false) where pattern.byWeekNumber.isEmpty: parts["BYMONTHDAY"] = "\(day.day)"
        case (.yearly, false): parts["BYDAY"] = "\(day.weekday)"
        default: break
        }
        let takesMonth = pattern.byYearDay.isEmpty && (!namesDay || !pattern.byMonthDay.isEmpty)
        if pattern.frequency == .yearly, pattern.byMonth.isEmpty, pattern.byWeekNumber.isEmpty, takesMonth {
            parts["BYMONTH"] = "\(day.month)"
        }
        guard case .dateTime(let time) = start else { return parts }
        if pattern.frequency >= .daily, pattern.byHour.isEmpty { parts["BYHOUR"] = "\(time.hour)" }
        if pattern.frequency >= .hourly, pattern.byMinute.isEmpty { parts["BYMINUTE"] = "\(time.minute)" }
        if pattern.frequency >= .minutely, pattern.bySecond.isEmpty { parts["BYSECOND"] = "\(time.second)" }
        return parts
    }
}
