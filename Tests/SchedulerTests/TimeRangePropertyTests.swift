import Foundation
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Extremes of time on a real store: whatever is asked, nothing traps, nothing but a refusal is thrown, and what was
/// kept can be read.
@Suite struct TimeRangePropertyTests {
    private static let rules = [
        "FREQ=SECONDLY", "FREQ=HOURLY;INTERVAL=7", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,SU",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=400", "FREQ=DAILY;COUNT=3", "FREQ=MINUTELY;UNTIL=99991231T235959Z",
    ]

    private static let zones: [String] = {
        let root = "/usr/share/zoneinfo"
        let database = ZoneDatabase()
        let names = (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []).sorted()
        return names.filter { $0.contains("/") && (try? database.rules(for: $0)) != nil }
    }()

    private func time(_ generator: inout SeededGenerator) -> TaskDraft.Time {
        let range = TimeRange.localSeconds
        let near = Int.random(in: -200_000...200_000, using: &generator)
        let seconds =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: range.lowerBound + near
            case 1: range.upperBound + near
            case 2: 1_772_366_400 + near
            default: Int.random(in: range, using: &generator)
            }
        let local = CivilDateTime(secondsSinceEpoch: seconds)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .instant(UTCInstant(millisecondsSinceEpoch: Int64(seconds) * 1_000 + Int64(abs(near % 1_000))))
        case 1: return .civil(.date(local.date))
        default: return .civil(.dateTime(local))
        }
    }

    private func duration(_ generator: inout SeededGenerator) -> CalendarDuration {
        // A hundred years, ten thousand, or what only a program can write.
        let days = [3, 36_000, 3_652_500, Int.max].randomElement(using: &generator) ?? 3
        let seconds = [90_000, 3_000_000_000, Int.max].randomElement(using: &generator) ?? 90_000
        return CalendarDuration(
            days: Int.random(in: -days...days, using: &generator),
            seconds: Int.random(in: -seconds...seconds, using: &generator))
    }

    private func draft(_ generator: inout SeededGenerator) throws -> TaskDraft {
        var draft = TaskDraft(title: "Extreme")
        draft.due = time(&generator)
        if Int.random(in: 0..<4, using: &generator) == 0 { draft.start = time(&generator) }
        draft.timeZone = Self.zones.randomElement(using: &generator)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            var reminder = TaskDraft.ReminderDraft(trigger: .offset(duration(&generator), from: .due))
            if Int.random(in: 0..<3, using: &generator) == 0 { reminder.trigger = .at(time(&generator)) }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let every = CalendarDuration(seconds: Int.random(in: 1...4_000_000_000, using: &generator))
                reminder.repetition = .init(every: every, count: Int.random(in: 1...10_000, using: &generator))
            }
            draft.reminders.append(reminder)
        }
        guard Int.random(in: 0..<3, using: &generator) > 0 else { return draft }
        draft.recurrence = TaskRecurrence(rules: Self.rules.randomElement(using: &generator).map { [$0] } ?? [])
        draft.recurrence?.missed = TaskRecurrence.Missed.allCases.randomElement(using: &generator) ?? .skip
        draft.recurrence?.respawn = TaskRecurrence.Respawn.allCases.randomElement(using: &generator) ?? .completion
        return draft
    }

    /// Runs a command; a refusal is an answer.
    private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch is SchedulerError { return nil }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no extreme traps, fails or makes what cannot be read`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let harness = try Harness(
            now: ["0001-01-02T00:00:00Z", "2026-03-01T12:00:00Z", "9999-12-30T00:00:00Z"][Int(seed) % 3])
        var kept = 0
        for _ in 0..<150 {
            let wanted = try draft(&generator)
            guard let task = try await attempt({ try await harness.create(wanted) }) else { continue }
            kept += 1
            #expect(try await harness.task(task.id) == task, "seed \(seed)")
            if let reminder = task.reminders.first, case .instant(let until) = time(&generator) {
                let (commands, now) = (harness.commands, harness.clock.now)
                _ = try await attempt {
                    try await harness.store.write { try commands.snooze(reminder.id, until: until, in: $0, now: now) }
                }
            }
            var changed = task.draft
            changed.due = time(&generator)
            let (commands, now, other) = (harness.commands, harness.clock.now, changed)
            let scope = EditScope.allCases.randomElement(using: &generator) ?? .all
            _ = try await attempt {
                try await harness.store.write {
                    try commands.update(task.id, version: nil, to: other, scope: scope, in: $0, now: now)
                }
            }
            let next = try await attempt { try await harness.complete(task.id) }?.next
            if let next { #expect(try await harness.task(next.id) == next, "seed \(seed)") }
        }
        #expect(kept > 10)
        for time in [TimeRange.earliest, harness.clock.now, TimeRange.latest] {
            let items = try await harness.upcoming(UpcomingQuery(from: time, limit: 200))
            #expect(items.allSatisfy { TimeRange.contains($0.fireAt) && $0.fireAt >= time })
            #expect(items.map(\.cursor) == items.map(\.cursor).sorted())
        }
        _ = try await harness.tasks()
    }
}
