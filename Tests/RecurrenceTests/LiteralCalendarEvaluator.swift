import Recurrence

/// A slow evaluator of whole-day rules in other calendars, in the order of RFC 7529 §4.1: months, then SKIP for leap
/// months that are missing, then days, then SKIP for days that are missing, then weekdays, then BYSETPOS.
struct LiteralCalendarEvaluator {
    let rule: RecurrenceRule
    let calendar: RuleCalendar
    let start: CivilDate
    let startDay: CalendarDay

    init?(rule: RecurrenceRule, start: CivilDate) {
        guard let calendar = rule.calendar, let day = calendar.day(of: start) else { return nil }
        (self.rule, self.calendar, self.start, startDay) = (rule, calendar, start, day)
    }

    /// The members up to a date.
    func members(until last: CivilDate) -> [CivilDate] {
        guard let lastDay = calendar.day(of: last) else { return [] }
        var found: Set<CivilDate> = []
        for period in periods(until: lastDay.year) {
            let days = Set(period.flatMap(days)).sorted()
            let places = rule.bySetPosition.map { $0 > 0 ? $0 - 1 : days.count + $0 }.filter(days.indices.contains)
            found.formUnion(rule.bySetPosition.isEmpty ? days : Set(places).map { days[$0] })
        }
        return found.filter { $0 >= start && $0 <= last }.sorted()
    }

    /// The months of each period that the rule wants, whether the year has them or not.
    private func periods(until lastYear: Int) -> [[CalendarDay]] {
        let years = startDay.year...lastYear
        if rule.frequency == .yearly {
            return years.filter { ($0 - startDay.year) % rule.interval == 0 }.map { year in
                wantedMonths.compactMap { month(CalendarDay(year: year, month: $0, day: 1)) }
            }
        }
        let months = years.flatMap(monthsOfYear)
        guard let first = months.firstIndex(where: { $0.year == startDay.year && $0.month == startDay.month }) else {
            return []
        }
        return stride(from: first, to: months.count, by: rule.interval).map { [months[$0]] }.filter {
            rule.byMonth.isEmpty || rule.byMonth.contains($0[0].month)
        }
    }

    private func monthsOfYear(_ year: Int) -> [CalendarDay] {
        (1...13).flatMap { [RuleMonth($0), RuleMonth($0, isLeap: true)] }
            .map { CalendarDay(year: year, month: $0, day: 1) }.filter { calendar.date(of: $0) != nil }
    }

    private var wantedMonths: [RuleMonth] {
        if !rule.byMonth.isEmpty { return rule.byMonth }
        if !rule.byMonthDay.isEmpty || rule.byDay.isEmpty { return [startDay.month] }
        return (1...13).flatMap { [RuleMonth($0), RuleMonth($0, isLeap: true)] }
    }

    /// The month itself, or the one that SKIP takes where the year lacks it.
    private func month(_ day: CalendarDay) -> CalendarDay? {
        if calendar.date(of: day) != nil { return day }
        // Without a month named, the months of the year are meant, and it lacks none.
        guard day.month.isLeap, !rule.byMonth.isEmpty || startDay.month.isLeap && wantedMonths.count == 1 else {
            return nil
        }
        switch rule.skip {
        case .omit: return nil
        case .backward: return CalendarDay(year: day.year, month: RuleMonth(day.month.number), day: 1)
        case .forward: return CalendarDay(year: day.year, month: RuleMonth(day.month.number + 1), day: 1)
        }
    }

    private func days(of month: CalendarDay) -> [CivilDate] {
        guard let first = calendar.date(of: month) else { return [] }
        let length = (1...31).last {
            calendar.date(of: CalendarDay(year: month.year, month: month.month, day: $0)) != nil
        }
        guard let length else { return [] }
        let weekdays = Set(rule.byDay.map(\.weekday))
        return wantedDays(in: length).map { first.adding(days: $0 - 1) }.filter {
            weekdays.isEmpty || weekdays.contains($0.weekday)
        }
    }

    private func wantedDays(in length: Int) -> [Int] {
        if rule.byMonthDay.isEmpty, !rule.byDay.isEmpty { return Array(1...length) }
        let wanted = rule.byMonthDay.isEmpty ? [startDay.day] : rule.byMonthDay
        return wanted.map { $0 > 0 ? $0 : length + 1 + $0 }.compactMap { day in
            if (1...length).contains(day) { return day }
            return rule.skip == .omit ? nil : rule.skip == .backward ? length : length + 1
        }
    }
}
