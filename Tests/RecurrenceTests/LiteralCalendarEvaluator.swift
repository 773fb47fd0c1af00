import Recurrence

/// A slow evaluator of rules in any calendar that start at midnight, in the order of RFC 7529 §4.1: months, then SKIP
/// for leap months that are missing, then days, then SKIP for days that are missing, then weekdays, then BYSETPOS.
struct LiteralCalendarEvaluator {
    let rule: RecurrenceRule
    let calendar: RuleCalendar
    let start: CivilDate
    let startDay: CalendarDay

    init?(rule: RecurrenceRule, start: CivilDate) {
        guard let calendar = rule.calendar, let day = calendar.day(of: start) else { return nil }
        (self.rule, self.calendar, self.start, startDay) = (rule, calendar, start, day)
    }

    /// The members up to the end of a date.
    func members(until last: CivilDate) -> [CivilDateTime] {
        guard let lastDay = calendar.day(of: last) else { return [] }
        var found: Set<CivilDateTime> = []
        let hours = rule.byHour.isEmpty ? [0] : rule.byHour
        // A period may begin after the last date and still reach back to it.
        for period in periods(until: lastDay.year + 1) {
            let times = Set(period.flatMap(days)).sorted().flatMap { day in
                hours.map { CivilDateTime(date: day, secondOfDay: $0 * 3_600) }
            }
            let places = rule.bySetPosition.map { $0 > 0 ? $0 - 1 : times.count + $0 }.filter(times.indices.contains)
            found.formUnion(rule.bySetPosition.isEmpty ? times : Set(places).map { times[$0] })
        }
        return found.filter { $0.date >= start && $0.date <= last }.sorted()
    }

    /// The months of each period that the rule wants, whether the year has them or not; from the period before that of
    /// DTSTART on, which may reach into it.
    private func periods(until lastYear: Int) -> [[CalendarDay]] {
        let years = startDay.year - 1...lastYear
        if rule.frequency == .yearly {
            return years.filter { ($0 - startDay.year) % rule.interval == 0 }.map { year in
                wantedMonths.compactMap { month(CalendarDay(year: year, month: $0, day: 1)) }
            }
        }
        let months = years.flatMap(monthsOfYear)
        guard let first = months.firstIndex(where: { $0.year == startDay.year && $0.month == startDay.month }) else {
            return []
        }
        return stride(from: first % rule.interval, to: months.count, by: rule.interval).map { [months[$0]] }.filter {
            rule.byMonth.isEmpty || rule.byMonth.contains($0[0].month)
        }
    }

    private func monthsOfYear(_ year: Int) -> [CalendarDay] {
        (1...13).flatMap { [RuleMonth($0), RuleMonth($0, isLeap: true)] }
            .map { CalendarDay(year: year, month: $0, day: 1) }.filter { calendar.date(of: $0) != nil }
    }

    private var wantedMonths: [RuleMonth] {
        if !rule.byMonth.isEmpty { return rule.byMonth }
        if rule.byYearDay.isEmpty, !rule.byMonthDay.isEmpty || rule.byDay.isEmpty { return [startDay.month] }
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
        return wantedDays(in: length).map { first.adding(days: $0 - 1) }.filter { fitsYearDay($0) && fitsWeekday($0) }
    }

    /// The places of days in a month, counted from 1: 0 is the last day of the month before, `length + 1` the first of
    /// the next.
    private func wantedDays(in length: Int) -> [Int] {
        if rule.byMonthDay.isEmpty, !rule.byDay.isEmpty || !rule.byYearDay.isEmpty { return Array(1...length) }
        let wanted = rule.byMonthDay.isEmpty ? [startDay.day] : rule.byMonthDay
        return wanted.map { $0 > 0 ? $0 : length + 1 + $0 }.compactMap { day in
            if (1...length).contains(day) { return day }
            switch rule.skip {
            case .omit: return nil
            case .backward: return day < 1 ? 0 : length
            case .forward: return day < 1 ? 1 : length + 1
            }
        }
    }

    private func fitsYearDay(_ date: CivilDate) -> Bool {
        guard !rule.byYearDay.isEmpty else { return true }
        let days = daysOfYear(of: date)
        return rule.byYearDay.contains { Self.isPlace($0, of: date, in: days) }
    }

    /// A number counts in the month, or the year, in which the date lies.
    private func fitsWeekday(_ date: CivilDate) -> Bool {
        rule.byDay.isEmpty
            || rule.byDay.contains { value in
                guard value.weekday == date.weekday else { return false }
                guard let ordinal = value.ordinal else { return true }
                let countsInYear = rule.frequency == .yearly && rule.byMonth.isEmpty
                let frame = countsInYear ? daysOfYear(of: date) : daysOfMonth(of: date)
                return Self.isPlace(ordinal, of: date, in: frame.filter { $0.weekday == date.weekday })
            }
    }

    private static func isPlace(_ number: Int, of date: CivilDate, in dates: [CivilDate]) -> Bool {
        let place = number > 0 ? number - 1 : dates.count + number
        return dates.indices.contains(place) && dates[place] == date
    }

    private func daysOfMonth(of date: CivilDate) -> [CivilDate] {
        daysAround(date) { $0.year == $1.year && $0.month == $1.month }
    }

    private func daysOfYear(of date: CivilDate) -> [CivilDate] { daysAround(date) { $0.year == $1.year } }

    /// The days before and after a date that belong to its month or year.
    private func daysAround(_ date: CivilDate, _ isSame: @escaping (CalendarDay, CalendarDay) -> Bool) -> [CivilDate] {
        guard let day = calendar.day(of: date) else { return [] }
        func isWithin(_ other: CivilDate) -> Bool { calendar.day(of: other).map { isSame(day, $0) } ?? false }
        let before = (1...400).lazy.map { date.adding(days: -$0) }.prefix(while: isWithin)
        let after = (0...400).lazy.map { date.adding(days: $0) }.prefix(while: isWithin)
        return before.reversed() + after
    }
}
