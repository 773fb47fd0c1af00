import Basics
import GRDB
import Logging
import Recurrence
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

@testable import Scheduler

@Suite struct StatisticsTests {
    private typealias Step = @Sendable (Harness) async throws -> Void

    /// What is done, one step each second, and what is counted then.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let counts: String
        let run: @Sendable (Harness) async throws -> Void
    }

    static let cases: [Case] = [
        Case(testDescription: "a task with tags", counts: "all created 1, tag/a created 1, tag/b created 1") {
            _ = try await $0.make(1, ["a", "b"])
        },
        Case(testDescription: "a completion", counts: "all completed 1 created 1") {
            try await $0.make(1, [])
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
        },
        Case(testDescription: "a completion that is repeated", counts: "all completed 1 created 1") {
            try await $0.make(1, [])
            for _ in 1...2 { try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) } }
        },
        Case(testDescription: "a completion that is reopened", counts: "all created 1, tag/a created 1") {
            try await $0.make(1, ["a"])
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
            try await $0.retag(1, ["b"])
            try await $0.does { _ = try $0.reopen(.numbered(1), version: nil, in: $1, now: $2) }
        },
        Case(testDescription: "a task that was made completed", counts: "all completed 1 created 1") {
            try await $0.make(1, []) { $0.status = .completed }
        },
        Case(
            testDescription: "tags count as they were when it happened",
            counts: "all completed 1 created 1, tag/a created 1, tag/b completed 1"
        ) {
            try await $0.make(1, ["a"])
            try await $0.retag(1, ["b"])
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
            try await $0.retag(1, ["c"])
        },
        Case(testDescription: "what is deleted was made and done", counts: "all completed 1 created 2") {
            for number in 1...2 { try await $0.make(number, []) }
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
            for number in 1...2 {
                try await $0.does { try $0.delete(.numbered(number), version: nil, in: $1, now: $2) }
            }
        },
        Case(testDescription: "what was made and undone was not made", counts: "") {
            let change = try await $0.make(1, ["a"])
            try await $0.undo(change)
        },
        Case(testDescription: "what was redone was made when it was", counts: "all created 1, tag/a created 1") {
            let change = try await $0.make(1, ["a"])
            $0.clock.advance(by: .seconds(86_400))
            try await $0.undo($0.undo(change))
        },
        Case(testDescription: "a deletion undone and redone takes nothing off", counts: "all created 1") {
            try await $0.make(1, [])
            let deletion = try await $0.does { try $0.delete(.numbered(1), version: nil, in: $1, now: $2) }
            try await $0.undo($0.undo(deletion))
        },
        Case(
            testDescription: "an occurrence that is withdrawn was not made, in whatever way", counts: "all created 1"
        ) {
            try await $0.make(1, []) { $0.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"]) }
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
            let reopening = try await $0.does { _ = try $0.reopen(.numbered(1), version: nil, in: $1, now: $2) }
            try await $0.undo($0.undo(reopening))
        },
        Case(testDescription: "a skipped occurrence", counts: "all created 2") {
            try await $0.make(1, []) { $0.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"]) }
            try await $0.does { _ = try $0.skip(.numbered(1), version: nil, in: $1, now: $2) }
        },
        Case(testDescription: "a snooze", counts: "all created 1 snoozed 1") {
            try await $0.make(1, [])
            let snooze = try await $0.snooze(1)
            try await $0.undo($0.undo(snooze))
        },
        Case(testDescription: "a snooze that is undone", counts: "all created 1") {
            try await $0.make(1, [])
            try await $0.undo($0.snooze(1))
        },
        Case(
            testDescription: "a reminder that fires, and a task that is overdue and done late",
            counts: "all completed 1 created 1 fired 1 lateness 7201 overdue 1 withDue 1"
        ) {
            try await $0.make(1, []) { $0.due = .civil(try civil("2026-03-02T10:00:00")) }
            try await $0.run(until: try instant("2026-03-02T11:00:00Z"))
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
        },
        Case(
            testDescription: "a reminder that is missed, and a task done on its day",
            counts: "all completed 1 created 1 lateness -39599 missed 1 onTime 1 withDue 1"
        ) {
            try await $0.make(1, []) { $0.due = .civil(try civil("2026-03-05")) }
            $0.clock.set(to: try instant("2026-03-05T12:00:00Z"))
            try await $0.look()
            try await $0.does { _ = try $0.complete(.numbered(1), version: nil, in: $1, now: $2) }
        },
    ]

    @Test(arguments: cases)
    func `is counted`(given: Case) async throws {
        let harness = try Harness(catchUp: .seconds(3_600))
        try await given.run(harness)
        let counted = try await harness.statistics()
        #expect(counted.line == given.counts)
        #expect(try await harness.recount().line == given.counts)
        #expect(try StoreSnapshot(path: harness.store.path).statisticsFaults() == [])
    }

    @Test func `a project is a group, and the loop counts without being asked`() async throws {
        let harness = try Harness()
        let (commands, now) = (harness.commands, harness.clock.now)
        try await harness.used.write { transaction in
            let project = Project(id: .numbered(7), name: "Home", now: now)
            _ = try commands.create(project, isPlaced: false, in: transaction, now: now)
        }
        try await harness.make(1, ["a"]) { $0.projectID = .numbered(7) }
        let loop = StatisticsLoop(store: harness.used, clock: harness.clock, logger: Logger(label: "test"))
        let pauses = Locked(0)
        try await loop.pass { _ in pauses.withLock { $0 += 1 } }
        #expect(pauses.withLock { $0 } == 1)
        let id = ProjectID.numbered(7)
        let expected = "all created 1, project/\(id) created 1, tag/a created 1"
        #expect(try await harness.counted().line == expected)
        #expect(try await harness.store.read { try $0.statisticsProgress().sequence } > 0)
    }
}

/// How often things happened, by group, quarter of an hour and name, without those that did not.
struct CountTable: Equatable {
    struct Place: Hashable {
        var group: String
        var slot: Int64
        var name: String
    }

    static let names = [
        "created", "completed", "overdue", "fired", "snoozed", "missed", "withDue", "onTime", "lateness",
    ]

    private(set) var counts: [Place: Int] = [:]

    mutating func add(_ number: Int, _ name: String, at instant: UTCInstant, groups: [String]) {
        for group in ["all"] + groups {
            let place = Place(group: group, slot: StatisticsSlot(of: instant).number, name: name)
            counts[place, default: 0] += number
            if counts[place] == 0 { counts[place] = nil }
        }
    }

    mutating func set(_ group: String, _ slot: Int64, _ values: [Int]) {
        for (name, value) in zip(Self.names, values) where value != 0 {
            counts[Place(group: group, slot: slot, name: name)] = value
        }
    }

    /// All quarters of an hour together, times in seconds.
    var line: String {
        var sums: [String: [String: Int]] = [:]
        for (place, number) in counts { sums[place.group, default: [:]][place.name, default: 0] += number }
        return sums.sorted { $0.key < $1.key }.map { group, counts in
            let parts = counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { name, number in
                "\(name) \(name == "lateness" ? number / 1_000 : number)"
            }
            return ([group] + parts).joined(separator: " ")
        }.joined(separator: ", ")
    }
}

extension Harness {
    /// What is counted of all that happened.
    func statistics() async throws -> CountTable {
        #expect(try await StatisticsCounter(store: used).catchUp())
        return try await counted()
    }

    /// What is counted by now.
    func counted() async throws -> CountTable {
        let columns = "created, completed, overdue, fired, snoozed, missed, completed_with_due, on_time, lateness"
        let queue = try DatabaseQueue(path: store.path)
        return try await queue.read { db in
            var table = CountTable()
            for row in try Row.fetchAll(
                db, sql: "SELECT kind, name, slot, \(columns) FROM statistic JOIN statistic_group ON key = group_key")
            {
                let (kind, name, slot): (Int, String, Int64) = (row[0], row[1], row[2])
                let values: [Int] = CountTable.names.indices.map { row[$0 + 3] }
                table.set(["all", "tag/\(name)", "project/\(name)"][kind], slot, values)
            }
            return table
        }
    }

    /// What a recount of the log gives.
    func recount() async throws -> CountTable {
        Recount(try await used.read { try $0.events(after: 0, limit: 100_000) }).table
    }

    /// Makes a task, in a change of its own.
    @discardableResult
    func make(
        _ number: Int, _ tags: [String], change: @escaping @Sendable (inout TaskDraft) throws -> Void = { _ in }
    ) async throws -> ChangeID {
        try await does { commands, transaction, now in
            var draft = TaskDraft(title: "task \(number)")
            (draft.id, draft.tags) = (.numbered(number), tags)
            try change(&draft)
            if draft.recurrence != nil, draft.due == nil { draft.due = .civil(try civil("2026-03-09T10:00:00")) }
            let trigger: TaskDraft.ReminderDraft =
                draft.due == nil ? try .at("2026-03-20T10:00:00") : try .make("PT0S")
            draft.reminders = [trigger]
            _ = try commands.create(draft, in: transaction, now: now)
        }
    }

    func retag(_ number: Int, _ tags: [String], scope: EditScope? = nil) async throws {
        try await does { commands, transaction, now in
            guard var draft = try transaction.task(.numbered(number))?.draft else { return }
            draft.tags = tags
            _ = try commands.update(
                .numbered(number), version: nil, to: draft, scope: scope, in: transaction, now: now)
        }
    }

    func snooze(_ number: Int) async throws -> ChangeID {
        try await does(.snooze) { commands, transaction, now in
            guard let reminder = try transaction.task(.numbered(number))?.reminders.first else { return }
            _ = try commands.snooze(
                reminder.id, until: now.advanced(by: .seconds(3_600)), in: transaction, now: now)
        }
    }

    /// Does something a second later, as a change.
    @discardableResult
    func does(
        _ kind: Change.Kind = .update,
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void
    ) async throws -> ChangeID {
        clock.advance(by: .seconds(1))
        return try await record(kind, body)
    }
}
