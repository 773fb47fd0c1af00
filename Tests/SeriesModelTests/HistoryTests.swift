import Foundation
import Recurrence
import SeriesModel
import Testing

/// Random histories; `MODEL_HISTORIES` says how many, `MODEL_SEED` with which seed they begin.
struct HistoryTests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    @Test
    func `random histories keep the invariants`() async {
        let (first, count) = (Self.number("MODEL_SEED", 1), Self.number("MODEL_HISTORIES", 200))
        let lanes = 2
        let reports = await withTaskGroup(of: Report.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var report = Report()
                    for seed in stride(from: first + lane, to: first + count, by: lanes) where report.canGoOn {
                        report.add(RandomHistory(seed: UInt64(seed), length: 30, zones: Scene.zones))
                    }
                    return report
                }
            }
            return await group.reduce(into: [Report]()) { $0.append($1) }
        }
        let whole = reports.reduce(into: Report()) { $0.add($1) }
        print(whole.summary)
        for failure in whole.failures { Issue.record("\(failure)") }
    }

    @Test(arguments: ["FREQ=DAILY;COUNT=6", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=9", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4"])
    func `without edits, births by completion are exactly the set`(rule: String) throws {
        var scene = Scene.daily(rule, exdate: [day(3)], missed: .keep)
        let series = try #require(scene.series)
        let slots = scene.store.slotSet(series).slots(after: day(1), through: local("2028-01-01T00:00"))
        while let open = scene.series?.rows.first(where: { $0.state == .open }) { scene.run(.complete(open.task)) }
        #expect(scene.series?.rows.dropFirst().map(\.slot) == slots)
    }

    @Test
    func `a command prints as the Swift that makes it`() {
        let patch = TaskPatch(
            reminders: [ModelReminder(.offset(CalendarDuration(days: -1), .due))], due: day(2),
            recurrence: .members(RecurrencePatch(rrule: ["FREQ=DAILY"], missed: .keep)))
        let source = "\(ModelCommand.patch("A", .following, patch))"
        #expect(
            source == """
                .patch("A", .following, TaskPatch(reminders: [ModelReminder(.offset(CalendarDuration(days: -1, \
                seconds: 0), .due))], due: local("2026-06-02T09:00:00"), recurrence: .members(RecurrencePatch(\
                rrule: ["FREQ=DAILY"], missed: .keep))))
                """)
    }
}

/// What came of many histories.
private struct Report: Sendable {
    var failures: [String] = []
    var counts: [String: [Int]] = [:]
    var histories = 0

    var canGoOn: Bool { failures.count < 5 }

    mutating func add(_ history: RandomHistory) {
        histories += 1
        add(history.counts)
        if !history.faults.isEmpty { failures.append(history.source) }
    }

    mutating func add(_ other: Report) {
        (histories, failures) = (histories + other.histories, failures + other.failures)
        add(other.counts)
    }

    private mutating func add(_ other: [String: [Int]]) {
        for (kind, numbers) in other {
            counts[kind] = zip(counts[kind] ?? [0, 0, 0], numbers).map { $0 + $1 }
        }
    }

    /// How often each kind of command was done, did nothing, and was refused.
    var summary: String {
        let lines = counts.keys.sorted().map {
            "\($0): \((counts[$0] ?? []).map(String.init).joined(separator: " / "))"
        }
        return "\(histories) histories; done / without effect / refused\n" + lines.joined(separator: "\n")
    }
}
