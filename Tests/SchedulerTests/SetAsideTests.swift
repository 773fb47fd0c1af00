import Basics
import GRDB
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// A column that holds what cannot be read, as a store of an older taskd or a damaged one may.
struct BadColumn: CustomTestStringConvertible, Sendable {
    let table: String
    let assignment: String
    /// The field that a client mends it by; nil where the row has another way.
    let field: String?

    init(_ table: String, _ assignment: String, _ field: String?) {
        (self.table, self.assignment, self.field) = (table, assignment, field)
    }

    var testDescription: String { "\(table): \(assignment)" }

    /// Every column of a task or reminder that is text, JSON or an instant.
    static let all = [
        BadColumn("task", "due = '0000-12-31T16:07:02'", "due"),
        BadColumn("task", "due = '+10000-01-01T13:59:59'", "due"),
        BadColumn("task", "due = 'soon'", "due"),
        BadColumn("task", "start = '2026-02-30'", "start"),
        BadColumn("task", "start_at = 9000000000000000000", "start"),
        BadColumn("task", "due_at = -9000000000000000000", "due"),
        BadColumn("task", "overdue_at = -9000000000000000000, is_overdue_told = 0", "due"),
        BadColumn("task", "subtasks = '[{\"id\":\"x\",\"title\":\"y\",\"isCompleted\":true}]'", "subtasks"),
        BadColumn("task", "subtasks = 'no'", "subtasks"),
        BadColumn("task", "location = '[]'", "location"),
        BadColumn("task", "quiet_hours = 'at night'", "quietHours"),
        BadColumn("task", "properties = '[1]'", "properties"),
        BadColumn("task", "properties = '{\"a\":'", "properties"),
        BadColumn("task", "created_at = 9000000000000000000", "createdAt"),
        BadColumn("task", "status = 9", "status"),
        BadColumn("reminder", "offset = 'PT'", "reminders"),
        BadColumn("reminder", "offset = NULL, relative_to = NULL, at = '0000-12-31T16:07:02'", "reminders"),
        BadColumn("reminder", "repeat_every = 'PT0S', repeat_count = 3", "reminders"),
        BadColumn("reminder", "repeat_every = 'PT1M', repeat_count = -1", "reminders"),
        BadColumn("reminder", "next_fire_at = -9000000000000000000", "reminders"),
        BadColumn("reminder", "scheduled_at = 9000000000000000000", "reminders"),
        BadColumn("reminder", "hold_reason = 1, held_from = 9000000000000000000", "reminders"),
        BadColumn("series", "shown = '{\"rrule\": 7}'", "recurrence"),
        BadColumn("series", "shown = '{\"rrule\":'", "recurrence"),
        BadColumn("series", "start = '0000-01-01'", "recurrence"),
        BadColumn("series", "rules = '[{\"rrule\":\"FREQ=NEVER\",\"start\":\"2026-03-01T13:30:00\"}]'", nil),
        BadColumn("series", "rules = '[{\"rrule\":\"FREQ=DAILY\",\"start\":\"0000-01-01\"}]'", nil),
        BadColumn("series", "rdates = '[\"soon\"]'", nil),
        BadColumn("series", "exdates = '{}'", nil),
        BadColumn("series", "before = 'never'", nil),
        BadColumn("series", "reminders = '[{}]'", nil),
        BadColumn("series", "subtasks = 'no'", nil),
        BadColumn("series", "quiet_hours = 'at night'", nil),
        BadColumn("series", "properties = '7'", nil),
        BadColumn("series", "respawn = 7", nil),
    ]

    /// Whether it is in a series, of which nothing is born then; its tasks remind all the same.
    var isInSeries: Bool { table == "series" }
}

extension Harness {
    /// Runs statements on the store's file, whatever its checks say.
    func damage(_ sql: String) throws {
        try store.close()
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA ignore_check_constraints = ON") }
        let queue = try DatabaseQueue(path: folder.path("tasks.db"), configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
        try reopen()
    }

    func sweep() async throws {
        let sweep = SetAsideSweep(
            UpkeepContext(store: store, commands: commands, clock: clock, logger: Logger(label: "test")))
        try await sweep.sweepSeries()
        var cursor: StoreCursor?
        repeat { cursor = try await sweep.step(after: cursor) } while cursor != nil
    }
}

@Suite struct SetAsideTests {
    /// A recurring task with everything, and a canary beside it that is due at the same time.
    private func makeTasks(_ harness: Harness) async throws -> (broken: TaskItem, canary: TaskItem) {
        let broken = try await harness.create(
            .make(
                "broken", due: "2026-03-01T14:00:00", start: "2026-03-01T13:30:00", remind: ["PT0S", "-PT1M"],
                rule: "FREQ=DAILY"
            ) { draft in
                draft.recurrence?.respawn = .schedule
                draft.subtasks = [.init(title: "part")]
            })
        let canary = try await harness.create(
            .make("canary", due: "2026-03-01T14:00:00", remind: ["PT0S"], rule: "FREQ=DAILY") { draft in
                draft.recurrence?.respawn = .schedule
            })
        return (broken, canary)
    }

    @Test(arguments: BadColumn.all)
    func `a column that cannot be read holds up nobody else, across restarts`(_ bad: BadColumn) async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE \(bad.table) SET \(bad.assignment) WHERE \(bad.table).key = 1")
        try await harness.run(until: try instant("2026-03-01T14:00:00Z"))
        try harness.restart()
        try await harness.run(until: try instant("2026-03-03T14:00:00Z"))
        let told = try await harness.events(.reminderDue).filter { $0.title == "canary" }
        #expect(told.count == 3)
        let found = try #require(try await harness.task(broken.id))
        #expect(found.title == "broken")
        #expect(found.setAside?.since != nil)
        // What only says when to look is gone with being set aside; the rest is still what it was.
        let isLeft = !bad.assignment.hasPrefix("next_fire_at")
        #expect(found.setAside?.unreadableFields == (isLeft ? bad.field.map { [$0] } ?? [] : []))
        var query = TaskQuery()
        query.isSetAside = true
        let listed = try await harness.store.read { [query] in try $0.tasks(matching: query).items }
        #expect(listed.map(\.id) == [broken.id])
        // A series goes on, whatever of one of its tasks cannot be read.
        #expect(try await harness.tasks().count == 3 + (bad.isInSeries ? 1 : 3))
        #expect(try await harness.events(.taskFailed, .seriesFailed).count >= 1)
        #expect(try await harness.events(.seriesFailed).count == (bad.isInSeries ? 1 : 0))
        _ = try await harness.upcoming(UpcomingQuery(from: harness.clock.now))
    }

    @Test(arguments: BadColumn.all.filter { $0.field != "createdAt" })
    func `it can be mended, and is then scheduled again`(_ bad: BadColumn) async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE \(bad.table) SET \(bad.assignment) WHERE \(bad.table).key = 1")
        try await harness.sweep()
        _ = try await harness.look()
        var draft = broken.draft
        draft.due = .civil(try civil("2026-03-02T14:00:00"))
        draft.start = .civil(try civil("2026-03-02T13:30:00"))
        let mended = try await harness.update(broken.id, to: draft)
        #expect(mended.setAside == nil)
        #expect(try await harness.task(broken.id) == mended)
        #expect(mended.reminders.allSatisfy { $0.nextFireAt != nil })
        #expect(try await harness.series(of: mended).projectedAt != nil)
        try await harness.run(until: try instant("2026-03-02T13:00:00Z"))
        let told = try await harness.events(.reminderDue).filter {
            $0.data["task"]?["id"]?.string == broken.id.description
        }
        #expect(told.count == 2)
        #expect(try await harness.store.read { try $0.setAside(after: nil, limit: 10) } == [])
    }

    @Test(arguments: BadColumn.all.filter { $0.isInSeries && !$0.assignment.hasPrefix("shown") })
    func `a change that says nothing of the recurrence begins no other series`(_ bad: BadColumn) async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE \(bad.table) SET \(bad.assignment) WHERE \(bad.table).key = 1")
        try await harness.sweep()
        let before = try #require(try await harness.task(broken.id))
        let (commands, now) = (harness.commands, harness.clock.now)
        do {
            try await harness.store.write { transaction in
                _ = try commands.update(broken.id, version: nil, scope: nil, in: transaction, now: now) { task in
                    var draft = TaskDraft(task)
                    draft.title = "other"
                    var checked = try commands.checked(draft, changing: task)
                    (checked.named, checked.namesRecurrence) = (.title, false)
                    return checked
                }
            }
            // Rules that make no sense do not keep the title from being changed.
            #expect(bad.assignment.contains("NEVER") || bad.assignment.contains("soon"))
        } catch let error as SchedulerError {
            #expect(error.code == .notPossible)
            #expect(try await harness.task(broken.id) == before)
        }
        #expect(try await harness.task(broken.id)?.occurrence == before.occurrence)
        #expect(try await harness.events(.seriesCreated).count == 2)
    }

    @Test(arguments: BadColumn.all)
    func `it can be deleted`(_ bad: BadColumn) async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE \(bad.table) SET \(bad.assignment) WHERE \(bad.table).key = 1")
        try await harness.sweep()
        try await harness.delete(broken.id)
        #expect(try await harness.task(broken.id) == nil)
        #expect(try await harness.store.read { try $0.setAside(after: nil, limit: 10) } == [])
    }

    @Test func `a readable reminder of a task that is not goes off at its stored instant`() async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE task SET location = '[]' WHERE key = 1")
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        let told = try await harness.events(.reminderDue).filter { $0.title == "broken" }
        #expect(told.count == 2)
        #expect(told.first?.data["task"]?["setAside"]?["unreadable"] == .array([.string("location")]))
        // Reminders by themselves can be put off and stopped; what would write the whole task is refused.
        _ = try await harness.acknowledge(broken.reminders[0].id)
        _ = try await harness.snooze(broken.reminders[1].id, until: "2026-03-01T13:05:00Z")
        try await harness.fire(at: "2026-03-01T13:05:00Z")
        #expect(try await harness.events(.reminderDue).filter { $0.title == "broken" }.count == 3)
        let error = await #expect(throws: SchedulerError.self) { try await harness.complete(broken.id) }
        #expect(error?.code == .notPossible)
    }

    @Test func `what was mended in the store itself is taken back by the look at the start`() async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE task SET location = '[]' WHERE key = 1")
        try await harness.sweep()
        #expect(try await harness.task(broken.id)?.setAside != nil)
        try harness.damage("UPDATE task SET location = NULL WHERE key = 1")
        try await harness.sweep()
        let task = try #require(try await harness.task(broken.id))
        #expect(task.setAside == nil)
        #expect(try await harness.series(of: task).projectedAt != nil)
    }

    @Test(arguments: [
        "shown = '{}'", "rules = '[{\"rrule\":\"FREQ=NEVER\",\"start\":\"2026-03-01T13:30:00\"}]'", "reminders = '7'",
    ])
    func `a series that was mended in the store itself goes on after the look at the start`(fault: String) async throws
    {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        let column = String(fault.prefix { $0 != " " })
        try harness.damage("CREATE TABLE kept AS SELECT \(column) AS value FROM series WHERE key = 1")
        try harness.damage("UPDATE series SET \(fault) WHERE key = 1")
        try await harness.run(until: try instant("2026-03-02T14:00:00Z"))
        #expect(try await harness.events(.seriesFailed).count == 1)
        #expect(try await harness.ledger(try #require(broken.occurrence).series).count == 1)
        // Its own reminders went off.
        #expect(try await harness.events(.reminderDue).filter { $0.title == "broken" }.count == 2)
        try harness.damage("UPDATE series SET \(column) = (SELECT value FROM kept) WHERE key = 1; DROP TABLE kept")
        try await harness.sweep()
        #expect(try await harness.task(broken.id)?.setAside == nil)
        try await harness.run(until: try instant("2026-03-03T14:00:00Z"))
        #expect(try await harness.ledger(of: broken).map(\.state) == [.open, .open, .open])
        #expect(try await harness.store.read { try $0.setAside(after: nil, limit: 10) } == [])
    }

    @Test func `when a series is looked at next is worked out again where it cannot be read`() async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try harness.damage("UPDATE series SET projected_at = -9000000000000000000 WHERE key = 1")
        let renamed = try await harness.update(broken, nil) { $0.title = "renamed" }
        #expect(renamed.occurrence == broken.occurrence)
        try harness.damage("UPDATE series SET projected_at = -9000000000000000000 WHERE key = 1")
        try await harness.run(until: try instant("2026-03-02T14:00:00Z"))
        #expect(try await harness.ledger(of: broken).count == 2)
        #expect(try await harness.store.read { try $0.setAside(after: nil, limit: 10) } == [])
    }

    @Test(
        arguments: [
            ("location = '[]'", "location = NULL"), ("time_zone = 'Mars/Olympus'", "time_zone = 'Europe/Berlin'"),
        ], [nil, EditScope.this])
    func `an occurrence behind one that cannot be read can be deleted, and is not made again`(
        _ damage: (fault: String, cure: String), _ scope: EditScope?
    ) async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try await harness.run(until: try instant("2026-03-02T12:45:00Z"))
        let place = try #require(broken.occurrence)
        let second = try #require(try await harness.task(2, in: place.series))
        try harness.damage("UPDATE task SET \(damage.fault) WHERE key = 1")
        try await harness.delete(second.id, scope: scope)
        try harness.damage("UPDATE task SET \(damage.cure) WHERE key = 1")
        try await harness.sweep()
        try await harness.run(until: try instant("2026-03-04T15:00:00Z"))
        #expect(try await harness.task(2, in: place.series) == nil)
        // Deleted alone, it ends nothing.
        let states: [LedgerEntry.State] = [.open, .deleted] + (scope == nil ? [] : [.open, .open])
        #expect(try await harness.ledger(place.series).map(\.state) == states)
    }

    @Test func `an unreadable reminder of a respawned task is mended under its own id`() async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        try await harness.run(until: try instant("2026-03-02T12:45:00Z"))
        let place = try #require(broken.occurrence)
        let second = try #require(try await harness.task(2, in: place.series))
        let hex = second.reminders[0].id.description.filter { $0 != "-" }
        try harness.damage("UPDATE reminder SET offset = 'PT' WHERE id = x'\(hex)'")
        let mended = try await harness.update(second.id, to: second.draft)
        #expect(mended.setAside == nil && mended.reminders.map(\.id) == second.reminders.map(\.id))
    }

    @Test func `a pause that cannot be read lets nothing go before its time`() async throws {
        let harness = try Harness()
        let (broken, _) = try await makeTasks(harness)
        let (commands, now) = (harness.commands, harness.clock.now)
        _ = try await harness.store.write { try commands.pause(PauseDraft(.task(broken.id)), in: $0, now: now) }
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        harness.clock.set(to: try instant("2026-03-01T12:30:00Z"))
        let id = try #require(broken.occurrence.map { PauseID(pausing: .series($0.series)) })
        _ = try await harness.store.write { [now = harness.clock.now] in
            try $0.setAside(.pause(id), reason: "a test", at: now)
        }
        _ = try await harness.look()
        #expect(try await harness.events(.reminderDue).filter { $0.title == "broken" }.isEmpty)
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        #expect(try await harness.events(.reminderDue).filter { $0.title == "broken" }.count == 2)
    }

    @Test(arguments: [
        "target = 'task:nobody'", "target = 'nothing'", "since = 9000000000000000000",
        "until = 1, since = -9000000000000000000",
    ])
    func `a pause that cannot be read lets go what it held`(_ assignment: String) async throws {
        let harness = try Harness()
        let (broken, canary) = try await makeTasks(harness)
        let (commands, now) = (harness.commands, harness.clock.now)
        let end = try instant("2026-03-01T15:00:00Z")
        for target in [PauseTarget.task(broken.id), .reminder(canary.reminders[0].id)] {
            _ = try await harness.store.write {
                try commands.pause(PauseDraft(target, until: end), in: $0, now: now)
            }
        }
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        #expect(try await harness.events(.reminderDue).isEmpty)
        try harness.damage("UPDATE pause SET \(assignment) WHERE target LIKE 'series:%'")
        try await harness.run(until: try instant("2026-03-01T15:00:01Z"))
        #expect(Set(try await harness.events(.reminderDue).map(\.title)) == ["broken", "canary"])
        #expect(try await harness.events(.pauseFailed).count == 1)
        #expect(try await harness.store.read { try $0.setAside(after: nil, limit: 10) }.map(\.unit.kind) == [.pause])
    }
}
