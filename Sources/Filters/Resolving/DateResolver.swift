import Recurrence

/// Makes instants of dates, as somebody in a time zone means them at an instant.
struct DateResolver {
    let now: UTCInstant
    let zone: ZoneRules

    /// The instants that a date stands for: a whole day, or one millisecond.
    func interval(of date: FilterDate) -> (start: UTCInstant, end: UTCInstant) {
        switch date {
        case .civil(.date(let day)): interval(of: day)
        case .civil(.dateTime(let local)): moment(zone.instant(of: local))
        case .instant(let instant): moment(instant)
        case .relative(.moment, let steps): moment(steps.reduce(now, moved))
        case .relative(let base, let steps): interval(of: steps.reduce(day(of: base), moved))
        }
    }

    private func moment(_ instant: UTCInstant) -> (start: UTCInstant, end: UTCInstant) {
        (instant, instant.advanced(by: .milliseconds(1)))
    }

    private func interval(of day: CivilDate) -> (start: UTCInstant, end: UTCInstant) {
        (start(of: day), start(of: day.adding(days: 1)))
    }

    /// The first instant of a day; where the clocks jump over its midnight, the instant at which they jump.
    private func start(of day: CivilDate) -> UTCInstant {
        let midnight = CivilDateTime(date: day, secondOfDay: 0)
        guard let end = zone.endOfGap(at: midnight.secondsSinceEpoch) else { return zone.instant(of: midnight) }
        return zone.instant(of: CivilDateTime(secondsSinceEpoch: end))
    }

    private func day(of base: FilterDate.Base) -> CivilDate {
        let today = zone.civilDateTime(at: now).date
        switch base {
        case .moment, .today: return today
        case .tomorrow: return today.adding(days: 1)
        case .yesterday: return today.adding(days: -1)
        case .startOfWeek: return today.adding(days: -today.weekday.rawValue)
        case .endOfWeek: return today.adding(days: 6 - today.weekday.rawValue)
        case .startOfMonth: return today.adding(days: 1 - today.day)
        case .endOfMonth: return moved(today.adding(days: 1 - today.day), by: .init(1, .month)).adding(days: -1)
        case .startOfYear: return CivilDate(year: today.year, month: 1, day: 1) ?? today
        case .endOfYear: return CivilDate(year: today.year, month: 12, day: 31) ?? today
        case .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday:
            let days = (base.weekday?.rawValue ?? 0) - today.weekday.rawValue
            return today.adding(days: days <= 0 ? days + 7 : days)
        }
    }

    /// The day that is a step away, within the calendar.
    private func moved(_ day: CivilDate, by step: FilterDate.Step) -> CivilDate {
        let moved =
            switch step.unit {
            case .minute, .hour: day
            case .day: day.adding(days: step.count)
            case .week: day.adding(days: step.count * 7)
            case .month: Self.moved(day, months: step.count)
            case .year: Self.moved(day, months: step.count * 12)
            }
        return min(max(moved, .earliest), .latest)
    }

    private static func moved(_ day: CivilDate, months: Int) -> CivilDate {
        let month = day.year * 12 + day.month - 1 + months
        guard (12..<120_000).contains(month) else { return months < 0 ? .earliest : .latest }
        let (year, number) = (month / 12, month % 12 + 1)
        let last = GregorianMonth.length(year: year, month: number)
        return CivilDate(year: year, month: number, day: min(day.day, last)) ?? day
    }

    /// The instant that is a step away: elapsed time, or the same time of another day.
    private func moved(_ instant: UTCInstant, by step: FilterDate.Step) -> UTCInstant {
        switch step.unit {
        case .minute: return instant.advanced(by: .seconds(step.count * 60))
        case .hour: return instant.advanced(by: .seconds(step.count * 3_600))
        case .day, .week, .month, .year:
            let local = zone.civilDateTime(at: instant)
            let target = CivilDateTime(date: moved(local.date, by: step), secondOfDay: local.secondOfDay)
            let fraction = floorRemainder(Int(instant.millisecondsSinceEpoch), 1_000)
            return zone.instant(of: target).advanced(by: .milliseconds(fraction))
        }
    }
}
