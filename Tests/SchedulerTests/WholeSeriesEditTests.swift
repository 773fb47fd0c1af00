import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Edits that reach every open occurrence of a series, and what follows a series that was split.
@Suite struct WholeSeriesEditTests {
    /// A series that appears by schedule, with as many open occurrences.
    private func open(_ count: Int, _ harness: Harness, tags: [String] = ["a", "b"]) async throws -> [TaskItem] {
        let first = try await harness.create(
            .make(
                "plain", due: "2026-03-01T11:00:00", zone: "UTC", remind: ["PT0S"],
                rule: "FREQ=SECONDLY;COUNT=\(count)"
            ) {
                $0.recurrence?.respawn = .schedule
                $0.recurrence?.missed = .keep
                $0.tags = tags
            })
        try await harness.look()
        return try await harness.occurrences(of: first)
    }

    @Test func `plain fields reach every open occurrence but for its overrides, and count in its version`() async throws
    {
        let harness = try Harness()
        let tasks = try await open(12, harness)
        _ = try await harness.update(tasks[2], .this) { $0.title = "own title" }
        _ = try await harness.update(tasks[3], .this) { $0.tags = ["own"] }
        _ = try await harness.update(tasks[4], .this) { ($0.title, $0.details, $0.priority) = ("own", "own", .high) }
        _ = try await harness.complete(tasks[5].id)
        // As it is to be already.
        let here = TaskLocation(latitude: nil, longitude: nil, address: nil, placeName: "here")
        _ = try await harness.update(tasks[6], nil) {
            ($0.title, $0.details, $0.tags, $0.location) = ("new", "more", ["a", "c"], here)
        }
        let before = try await harness.occurrences(of: tasks[0])
        _ = try await harness.update(tasks[0], .all) {
            ($0.title, $0.details, $0.tags) = ("new", "more", ["a", "c"])
            $0.location = here
        }
        let after = try await harness.occurrences(of: tasks[0])
        for (index, (then, now)) in zip(before, after).enumerated() {
            var expected = then
            if ![5, 6].contains(index) {
                if ![2, 4].contains(index) { expected.title = "new" }
                if index != 4 { expected.details = "more" }
                if index != 3 { expected.tags = ["a", "c"] }
                expected.location = here
                expected.version += 1
                expected.updatedAt = harness.clock.now
            }
            #expect(now == expected, "occurrence \(index + 1)")
        }
        let told = try #require(try await harness.events(.seriesUpdated).last)
        #expect(told.data["taskCount"]?.integer == 9)
        #expect(try await harness.events(.taskUpdated).last?.data["task"]?["id"]?.string == tasks[0].id.description)
        var query = TaskQuery()
        query.text = "new"
        let found = try await harness.store.read { [query] in try $0.tasks(matching: query).items.count }
        #expect(found == 9)
    }

    @Test func `plain fields reach more open occurrences than one transaction may write one by one`() async throws {
        let harness = try Harness()
        let tasks = try await open(700, harness, tags: (0..<9).map { "tag \($0)" })
        #expect(tasks.count * 11 > WriteBudget.maxRows)
        _ = try await harness.update(tasks[0], .all) { $0.priority = .high }
        #expect(try await harness.occurrences(of: tasks[0]).allSatisfy { $0.priority == .high })
    }

    @Test func `a text is not given to more open occurrences than the bytes of one change allow`() async throws {
        let harness = try Harness()
        let tasks = try await open(100, harness)
        let text = String(repeating: "d", count: 50_000)
        await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(tasks[0], .all) { $0.details = text }
        }
        #expect(try await harness.occurrences(of: tasks[0]).allSatisfy { $0.details == nil })
        #expect(try await harness.update(tasks[0], .this) { $0.details = text }.details == text)
    }

    @Test func `a text is given to more open occurrences than that in several transactions`() async throws {
        let harness = try Harness()
        let tasks = try await open(100, harness)
        let text = String(repeating: "d", count: 50_000)
        var draft = tasks[0].draft
        draft.details = text
        let (id, wanted) = (tasks[0].id, draft)
        _ = try await CommandRunner(store: harness.used, commands: harness.commands, clock: harness.clock)
            .run(named: "test") { try $0.update(id, version: nil, to: wanted, scope: .all, in: $1, now: $2) }
        #expect(try await harness.occurrences(of: tasks[0]).allSatisfy { $0.details == text })
        #expect(try await harness.events(.seriesUpdated).last?.data["taskCount"]?.integer == 99)
    }

    @Test func `a command that meets an unfinished change whatever is carried on with is given up`() async throws {
        let harness = try Harness()
        let runner = CommandRunner(store: harness.used, commands: harness.commands, clock: harness.clock)
        let series = SeriesID(try #require(UUIDValue("0198c5a0-0000-7000-8000-000000000001")))
        let error = await #expect(throws: SchedulerError.self) {
            try await runner.run(named: "test") { _, _, _ in throw UnfinishedEdit(series: series) }
        }
        #expect(error?.code == .notPossible)
    }

    @Test(arguments: [(200, true), (400, false)])
    func `dates behind the latest occurrence are given their occurrences within the bounds of one transaction`(
        count: Int, isPermitted: Bool
    ) async throws {
        let harness = try Harness()
        let first = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: (1...20).map { "P\($0)D" }, rule: "FREQ=WEEKLY") {
                $0.recurrence?.missed = .keep
            })
        let second = try #require(try await harness.complete(first.id).next)
        let start = try #require(CivilTime("2026-03-02T10:00:00"))
        let dates = (1...count).compactMap { start.advanced(bySeconds: $0 * 1_200)?.description }
        func add() async throws -> TaskItem { try await harness.update(second, .all) { $0.recurrence?.dates = dates } }
        if isPermitted {
            _ = try await add()
            #expect(try await harness.tasks().count == count + 2)
        } else {
            let error = await #expect(throws: SchedulerError.self) { try await add() }
            #expect(error?.problems.map(\.pointer) == ["/recurrence/rdate"])
            #expect(try await harness.tasks().count == 2)
        }
    }

    @Test func `an exception that is written in another way deletes nothing`() async throws {
        let harness = try Harness(now: "2026-03-01T08:00:00Z", zone: "UTC")
        let first = try await harness.create(.make(due: "2026-03-01T09:00:00", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        let third = try #require(try await harness.complete(second.id).next)
        var shown = try await harness.update(third, nil) { $0.recurrence?.exceptionDates = ["2026-03-02T09:00:00"] }
        _ = try await harness.reopen(second.id)
        for form in ["20260302T090000", "20260302T090000Z"] {
            shown = try await harness.update(shown, nil) { $0.recurrence?.exceptionDates = [form, "20260309T090000"] }
        }
        #expect(try await harness.task(second.id)?.status == .needsAction)
    }

    @Test func `a series that was stopped takes rules, and no other member of a recurrence without them`() async throws
    {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "UTC", rule: "FREQ=DAILY;COUNT=10"))
        var stopped = try await harness.update(task, .all) { $0.recurrence = nil }
        await #expect(throws: SchedulerError.self) {
            _ = try await harness.update(stopped, .all) {
                $0.recurrence = TaskRecurrence(rules: [], dates: ["20260305T110000"])
            }
        }
        #expect(try await harness.series(of: task).rules.map(\.text) == ["FREQ=DAILY;COUNT=10"])
        stopped = try await harness.update(stopped, .all) { $0.recurrence = TaskRecurrence(rules: ["FREQ=WEEKLY"]) }
        #expect(try await harness.series(of: task).isActive)
    }

    @Test func `what follows lies beyond a split whose first part has no task any more`() async throws {
        let harness = try Harness()
        let first = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "UTC", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        _ = try await harness.update(second, .following) { $0.title = "second" }
        let third = try #require(try await harness.complete(second.id).next)
        _ = try await harness.update(third, .following) { $0.title = "third" }
        try await harness.delete(second.id, scope: .this)
        #expect(try await harness.complete(first.id).next?.id == third.id)
    }
}
