import Recurrence
import Storage

extension Series.Rule {
    /// The rule as it reads beside a DTSTART that is not its own start: what its own start implies is written out where
    /// that DTSTART would imply something else (RFC 5545 §3.3.10).
    ///
    /// The phase of an INTERVAL cannot be written out.
    func text(beside dtstart: CivilTime) throws -> String {
        guard start != dtstart else { return text }
        let rule = try RecurrenceRule(text)
        var text = text
        for (name, value) in rule.impliedDays(from: start, differingFrom: dtstart)
            + rule.impliedTimes(from: start, differingFrom: dtstart)
        {
            text = text.settingRulePart(name, to: value)
        }
        return text
    }
}

extension String {
    /// A rule with the days that it takes from its start, where SKIP lets its instances lie elsewhere (RFC 7529 §4.1): a
    /// later start is no longer the day that it means.
    func writingOutDays(of rule: RecurrenceRule, from start: CivilTime) -> String {
        let namesDays =
            !rule.byMonthDay.isEmpty || !rule.byDay.isEmpty || !rule.byYearDay.isEmpty || !rule.byWeekNumber.isEmpty
        guard rule.skip != .omit, !namesDays, rule.calendar == nil || rule.calendar == .gregorian else { return self }
        switch rule.frequency {
        case .monthly: return settingRulePart("BYMONTHDAY", to: start.date.day)
        case .yearly:
            let text = rule.byMonth.isEmpty ? settingRulePart("BYMONTH", to: start.date.month) : self
            return text.settingRulePart("BYMONTHDAY", to: start.date.day)
        default: return self
        }
    }
}

extension RecurrenceRule {
    /// A part of a rule with its value.
    fileprivate typealias Part = (name: String, value: String)

    /// The days that one start implies and another does not.
    fileprivate func impliedDays(from start: CivilTime, differingFrom other: CivilTime) -> [Part] {
        guard calendar == nil || calendar == .gregorian else { return [] }
        let namesDay = !byMonthDay.isEmpty || !byDay.isEmpty || !byYearDay.isEmpty
        let (day, otherDay) = (start.date, other.date)
        let weekday = day.weekday == otherDay.weekday ? [] : [Part("BYDAY", "\(day.weekday)")]
        let monthDay = day.day == otherDay.day ? [] : [Part("BYMONTHDAY", "\(day.day)")]
        let month = day.month == otherDay.month || !byMonth.isEmpty ? [] : [Part("BYMONTH", "\(day.month)")]
        switch frequency {
        case .weekly where !namesDay: return weekday
        case .monthly where !namesDay: return monthDay
        case .yearly where !byWeekNumber.isEmpty: return namesDay ? [] : weekday
        case .yearly where !namesDay: return month + monthDay
        case .yearly where !byMonthDay.isEmpty && byYearDay.isEmpty: return month
        default: return []
        }
    }

    /// The times of day that one start implies and another does not.
    fileprivate func impliedTimes(from start: CivilTime, differingFrom other: CivilTime) -> [Part] {
        guard case .dateTime(let time) = start, case .dateTime(let otherTime) = other else { return [] }
        var parts: [Part] = []
        func add(_ name: String, _ value: Int, unless other: Int, isImplied: Bool) {
            if isImplied, value != other { parts.append((name, "\(value)")) }
        }
        add("BYHOUR", time.hour, unless: otherTime.hour, isImplied: frequency >= .daily && byHour.isEmpty)
        add("BYMINUTE", time.minute, unless: otherTime.minute, isImplied: frequency >= .hourly && byMinute.isEmpty)
        add("BYSECOND", time.second, unless: otherTime.second, isImplied: frequency >= .minutely && bySecond.isEmpty)
        return parts
    }
}
