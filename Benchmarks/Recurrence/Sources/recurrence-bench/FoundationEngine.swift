import Foundation
import Recurrence

/// Foundation's `Calendar.RecurrenceRule`; it knows no FREQ=SECONDLY, and reads no RRULE.
struct FoundationEngine {
    let workload: Workload
    private let rule: Calendar.RecurrenceRule
    private let start: Date

    /// How long it may take over one workload; the rate is that of what it gave by then.
    private static let budget = Duration.seconds(1)

    init?(_ workload: Workload) throws {
        let parsed = try RecurrenceRule(workload.rule)
        guard case .dateTime(let local) = CivilTime(workload.start), parsed.calendar == nil,
            let rule = Self.translate(parsed, zone: workload.zone)
        else { return nil }
        if case .parse = workload.kind { return nil }
        (self.workload, self.rule) = (workload, rule)
        var parts = DateComponents(year: local.date.year, month: local.date.month, day: local.date.day)
        (parts.hour, parts.minute, parts.second) = (local.hour, local.minute, local.second)
        guard let start = rule.calendar.date(from: parts) else { return nil }
        self.start = start
    }

    func measure() throws -> Measurement {
        var (sum, sums) = (Checksum(), [UInt64]())
        let begin = ContinuousClock.now
        let give = { (date: Date) -> Bool in
            sum.add(Int64(date.timeIntervalSince1970))
            sums.append(sum.value)
            return begin.duration(to: .now) < Self.budget
        }
        switch workload.kind {
        case .walk:
            for date in rule.recurrences(of: start).prefix(workload.amount) where !give(date) { break }
        case .next(let years):
            let first = start.addingTimeInterval(Double(years * 365 * 86_400))
            for index in 0..<workload.amount {
                let after = first.addingTimeInterval(Double(index * 3_600) + 1)
                guard
                    let date = rule.recurrences(of: start, in: after..<Date.distantFuture).first(where: { _ in true }),
                    give(date)
                else { break }
            }
        case .parse: break
        }
        let time = begin.duration(to: .now) / .seconds(1)
        return Measurement(
            engine: "Foundation", workload: workload.name, amount: sums.count, rates: [Double(sums.count) / time],
            checksums: sums)
    }

    private static func translate(_ rule: RecurrenceRule, zone: String?) -> Calendar.RecurrenceRule? {
        var calendar = Calendar(identifier: .gregorian)
        guard let zone = TimeZone(identifier: zone ?? "GMT") else { return nil }
        calendar.timeZone = zone
        (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (2, 4)
        let frequencies: [Recurrence.Frequency: Calendar.RecurrenceRule.Frequency] = [
            .minutely: .minutely, .hourly: .hourly, .daily: .daily, .weekly: .weekly, .monthly: .monthly,
            .yearly: .yearly,
        ]
        guard let frequency = frequencies[rule.frequency] else { return nil }
        var result = Calendar.RecurrenceRule(
            calendar: calendar, frequency: frequency, interval: rule.interval,
            end: rule.count.map { .afterOccurrences($0) } ?? .never)
        let weekdays: [Locale.Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        result.weekdays = rule.byDay.map { day in
            let weekday = weekdays[day.weekday.rawValue]
            return day.ordinal.map { .nth($0, weekday) } ?? .every(weekday)
        }
        result.months = rule.byMonth.map { .init($0.number) }
        (result.daysOfTheMonth, result.daysOfTheYear) = (rule.byMonthDay, rule.byYearDay)
        (result.weeks, result.setPositions) = (rule.byWeekNumber, rule.bySetPosition)
        (result.hours, result.minutes, result.seconds) = (rule.byHour, rule.byMinute, rule.bySecond)
        return result
    }
}
