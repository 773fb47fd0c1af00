import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct ScheduledRespawnTests {
    private func daily(
        _ harness: Harness, remind: [String] = [], missed: TaskRecurrence.Missed = .skip
    ) async throws -> TaskItem {
        try await harness.create(
            .make(due: "2026-03-02T10:00:00", zone: "UTC", remind: remind, rule: "FREQ=DAILY") { draft in
                draft.recurrence?.respawn = .schedule
                draft.recurrence?.missed = missed
            })
    }

    private func starts(_ harness: Harness) async throws -> [String] {
        try await harness.tasks().compactMap { $0.occurrence?.recurrenceID.description }.sorted()
    }

    private func days(_ days: ClosedRange<Int>) -> [String] {
        days.map { "2026-03-\($0 < 10 ? "0" : "")\($0)T10:00:00" }
    }

    @Test(arguments: TaskRecurrence.Missed.allCases)
    func `each task appears by itself at its own time`(_ missed: TaskRecurrence.Missed) async throws {
        let harness = try Harness()
        let first = try await daily(harness, missed: missed)
        try await harness.run(until: instant("2026-03-03T09:59:59Z"))
        #expect(try await starts(harness) == days(2...2))
        for day in 3...12 {
            try await harness.run(until: instant("2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00Z"))
            #expect(try await starts(harness) == days(2...day))
        }
        let series = try #require(first.occurrence).series
        for task in try await harness.tasks() where task.id != first.id {
            let place = try #require(task.occurrence)
            #expect(task.id.uuid == version5(series.uuid, place.recurrenceID.description))
            #expect(task.createdAt == task.dueAt)
        }
    }

    @Test func `a task appears early enough for its first reminder`() async throws {
        let harness = try Harness()
        _ = try await daily(harness, remind: ["-PT1H", "PT0S"])
        try await harness.run(until: instant("2026-03-05T09:30:00Z"))
        #expect(try await starts(harness) == days(2...5))
        let fired = try await harness.events(.reminderDue)
        let expected = (2...5).flatMap { ["2026-03-0\($0)T09:00:00Z", "2026-03-0\($0)T10:00:00Z"] }.dropLast()
        #expect(fired.map(\.scheduledAt) == Array(expected))
        #expect(fired.allSatisfy { $0.timestamp.description == $0.scheduledAt })
    }

    @Test func `what appears after downtime with a reminder in the past says that the daemon was down`() async throws {
        let harness = try Harness(catchUp: .seconds(86_400 * 30))
        _ = try await daily(harness, remind: ["PT0S"], missed: .keep)
        harness.clock.set(to: try instant("2026-03-04T12:00:00Z"))
        try harness.restart()
        try await harness.look()
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map { $0.data["lateReason"]?.string } == ["downtime", "downtime", "downtime"])
    }

    @Test func `after downtime the latest appears where missed ones are skipped`() async throws {
        let harness = try Harness()
        _ = try await daily(harness)
        try harness.restart()
        try await harness.fire(at: "2026-03-12T12:00:00Z")
        #expect(try await starts(harness) == ["2026-03-02T10:00:00", "2026-03-12T10:00:00"])
        try await harness.run(until: instant("2026-03-14T12:00:00Z"))
        #expect(try await starts(harness) == days(2...2) + days(12...14))
    }

    @Test func `what is past is not still to come where missed ones are skipped, before the due loop has looked`()
        async throws
    {
        let harness = try Harness()
        let first = try await daily(harness)
        harness.clock.set(to: try instant("2026-03-12T12:00:00Z"))
        let (commands, now, id) = (harness.commands, harness.clock.now, try #require(first.occurrence).series)
        let (page, view) = try await harness.store.read { reader in
            (
                try commands.occurrences(of: id, from: nil, until: nil, limit: 3, in: reader, now: now),
                try commands.view(of: id, in: reader, now: now)
            )
        }
        let toCome = page.items.filter { $0.state == .projected }.map(\.recurrenceID.description)
        #expect(toCome == ["2026-03-13T10:00:00", "2026-03-14T10:00:00"])
        #expect(view.next?.description == "2026-03-13T10:00:00")
    }

    @Test func `after downtime every one appears where missed ones are kept`() async throws {
        let harness = try Harness(batchSize: 3)
        _ = try await daily(harness, missed: .keep)
        try harness.restart()
        try await harness.fire(at: "2026-03-12T12:00:00Z")
        #expect(try await starts(harness) == days(2...12))
        #expect(try await harness.tasks().compactMap(\.occurrence?.number).sorted() == Array(1...11))
    }

    @Test func `completing neither brings the next one early nor stops it`() async throws {
        let harness = try Harness()
        let first = try await daily(harness)
        #expect(try await harness.complete(first.id).next == nil)
        try await harness.run(until: instant("2026-03-04T12:00:00Z"))
        #expect(try await starts(harness) == days(2...4))
        let next = try await harness.complete(first.id).next
        #expect(next?.occurrence?.recurrenceID.description == "2026-03-03T10:00:00")
    }

    @Test func `a series with an end ends`() async throws {
        let harness = try Harness()
        _ = try await harness.create(
            .make(due: "2026-03-02T10:00:00", zone: "UTC", rule: "FREQ=DAILY;COUNT=4") {
                $0.recurrence?.respawn = .schedule
            })
        try await harness.run(until: instant("2026-04-01T00:00:00Z"))
        #expect(try await starts(harness) == days(2...5))
        #expect(try await harness.fire(at: "2026-05-01T00:00:00Z") == nil)
    }

    @Test(arguments: [[2], [4], [4, 3]], [nil, EditScope.this])
    func `a task that was deleted does not appear again, and ends its series unless it went alone`(
        _ deleted: [Int], _ scope: EditScope?
    ) async throws {
        let harness = try Harness()
        _ = try await daily(harness)
        try await harness.run(until: instant("2026-03-05T12:00:00Z"))
        let tasks = try await harness.tasks().sorted { ($0.occurrence?.number ?? 0) < ($1.occurrence?.number ?? 0) }
        #expect(tasks.compactMap(\.occurrence?.number) == [1, 2, 3, 4])
        for number in deleted { try await harness.delete(tasks[number - 1].id, scope: scope) }
        for (index, task) in tasks.enumerated() where !deleted.contains(index + 1) {
            _ = try await harness.complete(task.id)
        }
        try await harness.run(until: instant("2026-03-06T12:00:00Z"))
        let expected = (1...(scope == .this ? 5 : 4)).filter { !deleted.contains($0) }
        #expect(try await harness.tasks().compactMap(\.occurrence?.number).sorted() == expected)
        #expect(try await starts(harness) == expected.map { days(2...6)[$0 - 1] })
        let ended = scope == nil ? [tasks[deleted[0] - 1].id.description] : []
        #expect(try await harness.events(.seriesEnded).map { $0.data["taskId"]?.string } == ended)
    }

    @Test func `a zone that left the machine stops its own series and no other reminder`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        var stranger = try await harness.series(of: task)
        stranger.timeZone = "Europe/Atlantis"
        try await harness.store.write { [stranger] in try $0.save(stranger) }
        _ = try await harness.create(.make("Other", due: "2026-03-03T10:00:00Z", remind: ["PT0S"]))
        try await harness.run(until: instant("2026-03-05T12:00:00Z"))
        #expect(try await harness.events(.reminderDue).map(\.title) == ["Other"])
        #expect(try await harness.series(of: task).projectedAt == nil)
        #expect(try await harness.tasks().count == 2)
        #expect(try await harness.events(.seriesFailed).count == 1)
    }
}
