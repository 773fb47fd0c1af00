import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct UndoTests {
    @Test func `a deleted task comes back with its id, its parts and its reminders, and goes again`() async throws {
        let harness = try Harness()
        let draft = try TaskDraft.make(due: "2026-03-02T10:00:00", remind: ["-PT1H"]) { $0.tags = ["a", "b"] }
        let task = try await harness.create(draft)
        let deletion = try await harness.record(.delete) { try $0.delete(task.id, version: nil, in: $1, now: $2) }
        let undone = try await harness.undo(deletion)
        let back = try #require(try await harness.task(task.id))
        #expect(back.version > task.version)
        #expect(back.ofVersion(0) == task.ofVersion(0))
        try await harness.undo(undone)
        #expect(try await harness.task(task.id) == nil)
        let types = try await harness.events(.taskCreated, .taskDeleted).map(\.type)
        #expect(types == [.taskCreated, .taskDeleted, .taskCreated, .taskDeleted])
    }

    @Test func `what was made goes, and an edit is taken back whole`() async throws {
        let harness = try Harness()
        let made = try await harness.record(.create) { commands, transaction, now in
            _ = try commands.create(.make("a"), in: transaction, now: now)
            _ = try commands.create(.make("b", due: "2026-03-02", rule: "FREQ=DAILY"), in: transaction, now: now)
        }
        #expect(try await harness.tasks().count == 2)
        let again = try await harness.undo(made)
        #expect(try await harness.tasks() == [])
        #expect(try await harness.events(.seriesEnded).map { $0.data["reason"]?.string } == ["undone"])
        try await harness.undo(again)
        let task = try #require(try await harness.tasks().first { $0.title == "a" })
        let edit = try await harness.record(.update) { commands, transaction, now in
            let draft = try TaskDraft.make("c", due: "2026-03-05") { $0.priority = .high }
            _ = try commands.update(task.id, version: nil, to: draft, in: transaction, now: now)
        }
        try await harness.undo(edit)
        #expect(try await harness.task(task.id)?.ofVersion(0) == task.ofVersion(0))
    }

    @Test func `a later change of the same task is in the way, is named, and is no more once it is undone`()
        async throws
    {
        let harness = try Harness()
        let task = try await harness.create(.make("a"))
        let first = try await harness.retitle(task, "b")
        let second = try await harness.retitle(task, "c")
        let error = await #expect(throws: SchedulerError.self) { try await harness.undo(first) }
        #expect(error?.code == .overtaken && error?.laterChange == second)
        try await harness.undo(second)
        try await harness.undo(first)
        #expect(try await harness.task(task.id)?.title == "a")
        let again = await #expect(throws: SchedulerError.self) { try await harness.undo(first) }
        #expect(again?.code == .notPossible)
        let unknown = await #expect(throws: SchedulerError.self) { try await harness.undo(ChangeID(madeAt: .noon)) }
        #expect(unknown?.code == .notFound)
    }

    @Test func `undoing and redoing again and again goes back and forth`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make("a"))
        var changes = [try await harness.retitle(task, "b"), try await harness.retitle(task, "c")]
        var versions = [try #require(try await harness.task(task.id)).version]
        for title in ["b", "c", "b"] {
            changes.append(try await harness.undo(try #require(changes.last)))
            let found = try #require(try await harness.task(task.id))
            #expect(found.title == title)
            versions.append(found.version)
        }
        #expect(versions == Set(versions).sorted())
        // The second is undone, so the first is the last that counts.
        try await harness.undo(changes[0])
        #expect(try await harness.task(task.id)?.title == "a")
        let kinds = try await harness.store.read { try $0.changes(of: task.id, before: nil, limit: 9).map(\.kind) }
        #expect(kinds == [.undo, .undo, .redo, .undo, .update, .update])
    }
}

/// Undoing what concerns a series.
@Suite struct SeriesUndoTests {
    private func daily(_ harness: Harness, respawn: TaskRecurrence.Respawn = .completion) async throws -> TaskItem {
        try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY") {
                $0.recurrence?.respawn = respawn
                $0.recurrence?.missed = .keep
            })
    }

    @Test func `a completion withdraws the successor that nobody touched, and no other`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let completion = try await harness.recordCompletion(of: task)
        let series = try #require(task.occurrence).series
        let next = try #require(try await harness.task(2, in: series))
        let undone = try await harness.undo(completion)
        #expect(try await harness.task(next.id) == nil)
        #expect(try await harness.task(task.id)?.ofVersion(0) == task.ofVersion(0))
        try await harness.undo(undone)
        let born = try #require(try await harness.task(next.id))
        #expect(born.version > next.version && born.ofVersion(0) == next.ofVersion(0))
        try await harness.fire(at: "2026-03-03T08:00:00Z")
        let error = await #expect(throws: SchedulerError.self) { try await harness.undo(completion) }
        #expect(error?.code == .notPossible && error?.description.contains(next.id.description) == true)
    }

    @Test func `a successor that was changed is in the way`() async throws {
        let harness = try Harness()
        let task = try await daily(harness)
        let completion = try await harness.recordCompletion(of: task)
        let series = try #require(task.occurrence).series
        let next = try #require(try await harness.task(2, in: series))
        let edit = try await harness.retitle(next, "other")
        let error = await #expect(throws: SchedulerError.self) { try await harness.undo(completion) }
        #expect(error?.laterChange == edit)
    }

    @Test func `a split is joined again, and a series that was ended goes on`() async throws {
        let harness = try Harness()
        let task = try await daily(harness, respawn: .schedule)
        let series = try await harness.series(of: task)
        try await harness.fire(at: "2026-03-04T12:00:00Z")
        let (ledger, tasks) = (try await harness.ledger(of: task), try await harness.occurrences(of: task))
        #expect(tasks.count == 3)
        let split = try await harness.record(.update) { commands, transaction, now in
            var draft = tasks[1].draft
            draft.title = "other"
            _ = try commands.update(
                tasks[1].id, version: nil, to: draft, scope: .following, in: transaction, now: now)
        }
        #expect(try await harness.occurrences(of: task).count == 1)
        try await harness.undo(split)
        #expect(try await harness.ledger(of: task) == ledger)
        #expect(try await harness.occurrences(of: task).map { $0.ofVersion(0) } == tasks.map { $0.ofVersion(0) })
        let deletion = try await harness.record(.delete) {
            try $0.delete(task.id, version: nil, scope: .all, in: $1, now: $2)
        }
        #expect(try await harness.tasks() == [])
        try await harness.undo(deletion)
        #expect(try await harness.ledger(of: task) == ledger)
        let found = try await harness.series(of: task)
        #expect(found.isActive && found.rules == series.rules && found.before == nil)
        try await harness.fire(at: "2026-03-05T12:00:00Z")
        #expect(try await harness.occurrences(of: task).count == 4)
    }

    @Test func `an occurrence that appeared since, made from the change, is in the way`() async throws {
        let harness = try Harness()
        let task = try await daily(harness, respawn: .schedule)
        let edit = try await harness.record(.update) { commands, transaction, now in
            var draft = task.draft
            draft.title = "other"
            _ = try commands.update(task.id, version: nil, to: draft, scope: .all, in: transaction, now: now)
        }
        try await harness.fire(at: "2026-03-03T12:00:00Z")
        #expect(try await harness.occurrences(of: task).map(\.title) == ["other", "other"])
        let error = await #expect(throws: SchedulerError.self) { try await harness.undo(edit) }
        #expect(error?.code == .notPossible)
    }
}

/// Undoing what concerns reminders.
@Suite struct ReminderUndoTests {
    @Test func `undoing fires nothing that went off, and late what passed meanwhile`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["-PT1H", "PT0S"]))
        let edit = try await harness.retitle(task, "other")
        try await harness.fire(at: "2026-03-02T08:00:00Z")
        try await harness.undo(edit)
        let deletion = try await harness.record(.delete) { try $0.delete(task.id, version: nil, in: $1, now: $2) }
        try await harness.fire(at: "2026-03-02T09:30:00Z")
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == ["2026-03-02T08:00:00Z"])
        try await harness.undo(deletion)
        try await harness.look()
        let due = try await harness.events(.reminderDue).map(\.scheduledAt)
        #expect(due == ["2026-03-02T08:00:00Z", "2026-03-02T09:00:00Z"])
        #expect(try await harness.events(.reminderMissed).isEmpty)
    }

    @Test func `a reminder that passed too long ago is reported as missed`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"]))
        let completion = try await harness.recordCompletion(of: task)
        try await harness.fire(at: "2026-03-05T12:00:00Z")
        try await harness.undo(completion)
        try await harness.look()
        #expect(try await harness.events(.reminderDue).isEmpty)
        #expect(try await harness.events(.reminderMissed).count == 1)
    }

    @Test func `a pause that ended by itself is passed over, with those that it came after`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"]))
        let snooze = try await harness.record(.snooze) {
            _ = try $0.snooze(task.reminders[0].id, until: instant("2026-03-03T10:00:00Z"), in: $1, now: $2)
        }
        _ = try await harness.record(.pause) { _ = try $0.pause(PauseDraft(.all), in: $1, now: $2) }
        _ = try await harness.record(.resume) { _ = try $0.resume(PauseID(pausing: .all), in: $1, now: $2) }
        try await harness.look()
        _ = try await harness.record(.pause) {
            _ = try $0.pause(PauseDraft(.all, until: $2.advanced(by: .seconds(1))), in: $1, now: $2)
        }
        try await harness.fire(at: "2026-03-02T12:00:00Z")
        try await harness.look()
        let (commands, now) = (harness.commands, harness.clock.now)
        let undone = try await harness.used.write {
            try commands.undoLatest(as: ChangeID(madeAt: now), author: nil, in: $0, now: now).undone.id
        }
        #expect(undone == snooze)
    }

    @Test func `a snooze is taken back, and a pause lets go what it held`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"]))
        let snooze = try await harness.record(.snooze) {
            _ = try $0.snooze(task.reminders[0].id, until: instant("2026-03-03T10:00:00Z"), in: $1, now: $2)
        }
        try await harness.undo(snooze)
        #expect(try await harness.task(task.id)?.reminders == task.reminders)
        let pause = try await harness.record(.pause) { _ = try $0.pause(PauseDraft(.all), in: $1, now: $2) }
        try await harness.fire(at: "2026-03-02T12:00:00Z")
        #expect(try await harness.events(.reminderDue).isEmpty)
        try await harness.undo(pause)
        try await harness.look()
        try await harness.look()
        #expect(try await harness.events(.reminderDue).count == 1)
        #expect(try await harness.store.read { try !$0.hasPauses() })
    }
}

extension Harness {
    /// Does something that is recorded as a change.
    func record(
        _ kind: Change.Kind,
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void
    ) async throws -> ChangeID {
        let (commands, change) = (commands, Change(kind, id: ChangeID(madeAt: clock.now), at: clock.now))
        try await used.write { transaction in
            try transaction.recording(change) { try body(commands, transaction, change.at) }
        }
        return change.id
    }

    fileprivate func recordCompletion(of task: TaskItem) async throws -> ChangeID {
        try await record(.complete) { _ = try $0.complete(task.id, version: nil, in: $1, now: $2) }
    }

    /// Takes a change back.
    ///
    /// - Returns: What that was recorded as.
    @discardableResult
    func undo(_ change: ChangeID) async throws -> ChangeID {
        let (commands, now, own) = (commands, clock.now, ChangeID(madeAt: clock.now))
        _ = try await used.write { try commands.undo(change, as: own, in: $0, now: now) }
        return own
    }

    fileprivate func retitle(_ task: TaskItem, _ title: String) async throws -> ChangeID {
        try await record(.update) { commands, transaction, now in
            guard var draft = try transaction.task(task.id)?.draft else { return }
            draft.title = title
            _ = try commands.update(task.id, version: nil, to: draft, scope: .this, in: transaction, now: now)
        }
    }
}

extension TaskItem {
    /// The same under another version.
    func ofVersion(_ version: Int) -> TaskItem {
        var copy = self
        copy.version = version
        return copy
    }
}

extension UTCInstant {
    fileprivate static let noon = UTCInstant(secondsSinceEpoch: 1_772_366_400)
}
