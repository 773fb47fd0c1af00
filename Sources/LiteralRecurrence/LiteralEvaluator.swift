package import Recurrence

/// A slow evaluator written straight from the table of RFC 5545 §3.3.10, in floating time, to break ties.
///
/// It makes every second, minute, hour or day of each period a candidate, keeps those that pass every part, applies
/// BYSETPOS, and only then cuts at DTSTART, COUNT and the window. No masks and no stepping by arithmetic.
package final class LiteralEvaluator {
    let rule: RecurrenceRule
    let start: CivilDateTime
    /// What was found out before: whether a day passes, and the days of a year.
    private var passing: [CivilDate: Bool] = [:]
    private var years: [Int: [CivilDate]] = [:]

    /// Makes the evaluator of one rule from one local start.
    package init(rule: RecurrenceRule, start: CivilDateTime) {
        self.rule = rule
        self.start = start
    }

    /// The first `limit` members that are not after `last`.
    package func members(limit: Int, last: CivilDateTime) -> [CivilDateTime] {
        var found: Set<Int> = []
        var period = 0
        while found.count < limit, let members = members(ofPeriod: period, last: last) {
            found.formUnion(members.filter { $0 >= start.secondsSinceEpoch && $0 <= last.secondsSinceEpoch })
            period += rule.interval
        }
        let sorted = found.sorted()
        return sorted.prefix(min(limit, rule.count ?? .max)).map { CivilDateTime(secondsSinceEpoch: $0) }
    }

    private func members(ofPeriod number: Int, last: CivilDateTime) -> [Int]? {
        if unit < 86_400, unitStart(number) > last.secondsSinceEpoch { return nil }
        let days = daysOfPeriod(number)
        guard let first = days.first, first.daysSinceEpoch * 86_400 <= last.secondsSinceEpoch + 14 * 86_400 else {
            return nil
        }
        let seconds = days.contains(where: passesDay) ? secondsOfDay(number) : []
        let candidates = days.filter(passesDay).flatMap { day in
            seconds.map { day.daysSinceEpoch * 86_400 + $0 }
        }
        guard !rule.bySetPosition.isEmpty else { return candidates }
        let places = Set(rule.bySetPosition.map { $0 > 0 ? $0 - 1 : candidates.count + $0 })
        return places.filter(candidates.indices.contains).map { candidates[$0] }
    }

    private var isWeekYear: Bool { !rule.byWeekNumber.isEmpty }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? .latest
    }

    private func daysOfPeriod(_ number: Int) -> [CivilDate] {
        switch rule.frequency {
        case .yearly:
            guard isWeekYear else { return days(year: start.date.year + number) }
            let year = weekYear(of: start.date).year + number
            let around = Self.date(year, 7, 1)
            return (-200...200).map { around.adding(days: $0) }.filter { weekYear(of: $0).year == year }
        case .monthly:
            let month = start.date.year * 12 + start.date.month - 1 + number
            return days(year: month / 12).filter { $0.month == month % 12 + 1 }
        case .weekly:
            let back = (start.date.weekday.rawValue - rule.weekStart.rawValue + 7) % 7
            return (0..<7).map { start.date.adding(days: $0 - back + 7 * number) }
        case .daily: return [start.date.adding(days: number)]
        default:
            return [CivilDateTime(secondsSinceEpoch: unitStart(number)).date]
        }
    }

    private var unit: Int { [.secondly: 1, .minutely: 60, .hourly: 3_600][rule.frequency] ?? 86_400 }

    private func unitStart(_ number: Int) -> Int {
        (start.secondsSinceEpoch - start.secondOfDay) + (start.secondOfDay / unit + number) * unit
    }

    private func days(year: Int) -> [CivilDate] {
        if let known = years[year] { return known }
        let first = Self.date(year, 1, 1)
        let days = (0..<366).map { first.adding(days: $0) }.filter { $0.year == year }
        years[year] = days
        return days
    }

    private func passesDay(_ day: CivilDate) -> Bool {
        if let known = passing[day] { return known }
        let passes = findOut(day)
        passing[day] = passes
        return passes
    }

    private func findOut(_ day: CivilDate) -> Bool {
        let days = days(year: day.year)
        let month = days.filter { $0.month == day.month }
        let names = ImpliedParts(rule: rule, start: start)
        if !names.months.isEmpty, !names.months.contains(day.month) { return false }
        if isWeekYear {
            let week = weekYear(of: day)
            guard rule.byWeekNumber.contains(week.number) || rule.byWeekNumber.contains(week.number - week.count - 1)
            else { return false }
        }
        let dayOfYear = day.daysSinceEpoch - days[0].daysSinceEpoch + 1
        let yearDays = rule.byYearDay
        if !yearDays.isEmpty, !yearDays.contains(dayOfYear), !yearDays.contains(dayOfYear - days.count - 1) {
            return false
        }
        let monthDays = names.monthDays
        if !monthDays.isEmpty, !monthDays.contains(day.day), !monthDays.contains(day.day - month.count - 1) {
            return false
        }
        let frame = rule.frequency == .yearly && rule.byMonth.isEmpty ? days : month
        return names.weekdays.isEmpty || names.weekdays.contains { Self.fits($0, day, among: frame) }
    }

    private static func fits(_ value: RuleWeekday, _ day: CivilDate, among days: [CivilDate]) -> Bool {
        guard value.weekday == day.weekday else { return false }
        guard let ordinal = value.ordinal else { return true }
        let alike = days.filter { $0.weekday == day.weekday }
        let place = ordinal > 0 ? ordinal - 1 : alike.count + ordinal
        return alike.indices.contains(place) && alike[place] == day
    }

    private func weekYear(of day: CivilDate) -> (year: Int, number: Int, count: Int) {
        func firstWeek(_ year: Int) -> CivilDate {
            let fourth = Self.date(year, 1, 4)
            return fourth.adding(days: -((fourth.weekday.rawValue - rule.weekStart.rawValue + 7) % 7))
        }
        let year = [day.year + 1, day.year].first { firstWeek($0) <= day } ?? day.year - 1
        let first = firstWeek(year).daysSinceEpoch
        return (year, (day.daysSinceEpoch - first) / 7 + 1, (firstWeek(year + 1).daysSinceEpoch - first) / 7)
    }

    private func secondsOfDay(_ number: Int) -> [Int] {
        var range = 0..<86_400
        if unit < 86_400 {
            let begin = CivilDateTime(secondsSinceEpoch: unitStart(number)).secondOfDay
            range = begin..<begin + unit
        }
        let hours = rule.byHour.isEmpty && unit == 86_400 ? [start.hour] : rule.byHour
        let minutes = rule.byMinute.isEmpty && unit >= 3_600 ? [start.minute] : rule.byMinute
        let seconds = rule.bySecond.isEmpty && unit >= 60 ? [start.second] : rule.bySecond.map { min($0, 59) }
        if hours.count * minutes.count * seconds.count > 0 {
            let all = Set(
                hours.flatMap { hour in minutes.flatMap { minute in seconds.map { hour * 3_600 + minute * 60 + $0 } } })
            return all.filter(range.contains).sorted()
        }
        return range.filter { second in
            (hours.isEmpty || hours.contains(second / 3_600))
                && (minutes.isEmpty || minutes.contains(second / 60 % 60))
                && (seconds.isEmpty || seconds.contains(second % 60))
        }
    }
}

/// What DTSTART fills in for missing parts.
private struct ImpliedParts {
    var months: [Int]
    var monthDays: [Int]
    var weekdays: [RuleWeekday]

    /// Makes the evaluator of one rule from one local start.
    package init(rule: RecurrenceRule, start: CivilDateTime) {
        (months, monthDays, weekdays) = (rule.byMonth.map(\.number), rule.byMonthDay, rule.byDay)
        let namesNoDay = monthDays.isEmpty && weekdays.isEmpty && rule.byYearDay.isEmpty
        switch rule.frequency {
        case .yearly where !rule.byWeekNumber.isEmpty: if namesNoDay { weekdays = [RuleWeekday(start.date.weekday)] }
        case .yearly where namesNoDay:
            monthDays = [start.date.day]
            if months.isEmpty { months = [start.date.month] }
        case .yearly where !monthDays.isEmpty && rule.byYearDay.isEmpty:
            if months.isEmpty { months = [start.date.month] }
        case .monthly where namesNoDay: monthDays = [start.date.day]
        case .weekly where namesNoDay: weekdays = [RuleWeekday(start.date.weekday)]
        default: break
        }
    }
}
