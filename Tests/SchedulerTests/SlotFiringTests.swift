import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// The firings of occurrences to come, beside changes of the clocks, are those of the tasks that they would have.
@Suite struct SlotFiringTests {
    static let changes = [
        ("America/New_York", "2026-03-08T00:00:00"), ("Europe/Berlin", "2026-10-25T00:00:00"),
        ("Australia/Lord_Howe", "2026-10-04T00:00:00"), ("Pacific/Apia", "2011-12-29T12:00:00"),
        ("Africa/Casablanca", "2026-03-22T00:00:00"), ("America/Sao_Paulo", "2018-11-03T21:00:00"),
    ]

    @Test(arguments: changes, ["FREQ=MINUTELY;INTERVAL=7", "FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=45;BYHOUR=0,1,2,3"])
    func `beside a change of the clocks each firing comes once and in order, wherever one begins`(
        _ change: (zone: String, local: String), _ rule: String
    ) throws {
        let zone = try ZoneDatabase().rules(for: change.zone)
        let plan = TaskPlan(zone: zone, dayStart: 0)
        let base = try civil(change.local)
        var task = TaskItem(id: .numbered(1), title: "Dense", timeZone: change.zone, now: .noon)
        task.due = LocalTime(base)
        task.recurrence = TaskRecurrence(rules: [rule])
        task.occurrence = SeriesOccurrence(series: .numbered(1), seriesStart: base, number: 1, recurrenceID: base)
        task.reminders = try ["PT0S", "-P1D", "PT5H30M", "-PT90M", "P1DT1H"].enumerated().map { number, offset in
            Reminder(id: .numbered(number + 1), trigger: .offset(try CalendarDuration(offset), from: .due))
        }
        let series = try #require(try SeriesProjection(of: task, plan: plan, sets: RuleSets()))
        let set = series.slots.set
        let tasks = try set.occurrences(after: base).prefix(700).compactMap {
            try plan.task(startingAt: $0.start, after: task)
        }
        for (index, (_, trigger)) in series.shape.reminders.enumerated() {
            let all = tasks.compactMap { task in
                task.reminders[index].scheduledAt.map { ($0, task.occurrence?.recurrenceID) }
            }
            let settled = try #require(all.last).0.advanced(by: .seconds(-2 * 86_400))
            for begin in stride(from: 0, to: 400, by: 23) where begin < all.count {
                let from = all[begin].0
                let expected = all.filter { $0.0 >= from && $0.0 < settled }.sorted {
                    ($0.0, $0.1 ?? base) < ($1.0, $1.1 ?? base)
                }
                var firings = SlotFirings(series.slots, series.shape, trigger, from: from)
                let found = (0..<expected.count).compactMap { _ in firings.next() }
                #expect(found.map(\.fireAt) == expected.map(\.0))
                #expect(found.map(\.slot) == expected.map(\.1))
            }
        }
    }
}
