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
        var dense = Series(
            id: .numbered(1), start: base, timeZone: change.zone, content: TaskContent(title: "Dense"),
            span: Series.Span(hasStart: false, hasDue: true), now: .noon)
        dense.rules = [Series.Rule(rule, start: base)]
        dense.reminders = try ["PT0S", "-P1D", "PT5H30M", "-PT90M", "P1DT1H"].enumerated().map { number, offset in
            ReminderTemplate(id: .numbered(number + 1), trigger: .offset(try CalendarDuration(offset), from: .due))
        }
        let series = try #require(
            try SeriesProjection(of: dense, after: base, births: 1, plan: plan, sets: RuleSets()))
        let set = series.slots.set
        let tasks = set.occurrences(after: base).prefix(700).compactMap { slot -> TaskItem? in
            var task = dense.task(at: slot.start, id: .numbered(2), number: 2, now: .noon)
            if task != nil { plan.derive(&task!) }
            return task
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
