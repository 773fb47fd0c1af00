import Basics
import GRDB
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Changes of whole series that take several transactions.
@Suite struct PendingEditTests {
    @Test(arguments: SeriesEdit.allCases, [1, 7])
    func `a change that takes several transactions comes to what one would have done`(
        edit: SeriesEdit, rows: Int
    ) async throws {
        let file = try await OpenSeries.twelve.value
        let (whole, parts) = (try OpenSeries(file), try OpenSeries(file, rows: rows))
        try await whole.runWhole(edit)
        try await parts.run(edit)
        #expect(try await parts.pending() == [])
        try expectSame(try await parts.state(), try await whole.state(), inOrder: edit != .givenUpWithTitle)
    }

    @Test(arguments: SeriesEdit.allCases)
    func `a change that a crash interrupts is carried on with when the store is opened again`(
        edit: SeriesEdit
    ) async throws {
        let file = try await OpenSeries.twelve.value
        let (whole, parts) = (try OpenSeries(file), try OpenSeries(file, rows: 2))
        try await whole.runWhole(edit)
        try await parts.leave(edit)
        #expect(try await parts.pending().count == 1)
        try parts.restart()
        #expect(try await parts.carryOnOnce())
        try parts.restart()
        try await parts.pendingEdits.look()
        #expect(try await parts.pending() == [])
        try expectSame(try await parts.state(), try await whole.state(), inOrder: edit != .givenUpWithTitle)
    }

    // Of two changes in one command the first is told when it has reached every occurrence, by the version that the series
    // has then, and the second before: then the same types of events are told in another order.
    private func expectSame(_ actual: OpenSeriesState, _ expected: OpenSeriesState, inOrder: Bool = true) throws {
        #expect(actual.series == expected.series)
        #expect(actual.entries == expected.entries)
        for (ours, theirs) in zip(actual.tasks.joined(), expected.tasks.joined()) { #expect(ours == theirs) }
        #expect(actual.tasks.map(\.count) == expected.tasks.map(\.count))
        let told = inOrder ? actual.events : actual.events.types
        let toBeTold = inOrder ? expected.events : expected.events.types
        for (ours, theirs) in zip(told, toBeTold) { #expect(ours == theirs) }
        #expect(actual.events.count == expected.events.count)
    }

    @Test func `no command is carried out on a series of which a change is unfinished`() async throws {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 4)
        try await parts.leave(.shift)
        let id = try await parts.series().id
        let last = try #require(try await parts.state().tasks[0].last)
        let draft = last.draft
        let commands: [@Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void] = [
            { _ = try $0.update(last.id, version: nil, to: draft, in: $1, now: $2) },
            { _ = try $0.complete(last.id, version: nil, in: $1, now: $2) },
            { _ = try $0.skip(last.id, version: nil, in: $1, now: $2) },
            { _ = try $0.reopen(last.id, version: nil, in: $1, now: $2) },
            { try $0.delete(last.id, version: nil, scope: .this, in: $1, now: $2) },
            { _ = try $0.acknowledge(last.reminders[0].id, in: $1, now: $2) },
            { try $0.delete(id, open: .keep, in: $1, now: $2) },
            { try SeriesEdit.start.run($0, $1, $2) }, { try SeriesEdit.title.run($0, $1, $2) },
        ]
        let before = try await parts.state()
        for command in commands {
            let (commands, now) = (parts.commands, parts.clock.now)
            await #expect(throws: UnfinishedEdit(series: id)) {
                try await parts.store.write { try command(commands, $0, now) }
            }
        }
        try expectSame(try await parts.state(), before)
    }

    @Test(arguments: [SeriesEdit.title, .zone, .followingShift, .deleteAll])
    func `a command in between is carried out after the change before it`(second: SeriesEdit) async throws {
        let file = try await OpenSeries.twelve.value
        let (whole, parts) = (try OpenSeries(file), try OpenSeries(file, rows: 4))
        for edit in [SeriesEdit.reminders, second] { try await whole.runWhole(edit) }
        try await parts.leave(.reminders)
        try await parts.run(second)
        #expect(try await parts.pending() == [])
        try expectSame(try await parts.state(), try await whole.state())
    }

    @Test func `two changes at once are carried out one after the other`() async throws {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 1)
        async let tags: Void = parts.run(.tags)
        async let title: Void = parts.run(.titleAndShift)
        async let reminders: Void = parts.run(.quietHours)
        _ = try await (tags, title, reminders)
        let tasks = try await parts.state().tasks[0].filter(\.status.isOpen)
        #expect(tasks.allSatisfy { $0.tags == ["a", "b"] && $0.quietHours != nil })
        #expect(tasks.map(\.title).filter { $0 != "new" } == ["own"])
    }

    @Test func `what goes off while a change is unfinished goes off once, and again where the change puts it`()
        async throws
    {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 4)
        let pause = PauseID(pausing: .series(try await parts.series().id))
        let (commands, now) = (parts.commands, parts.clock.now)
        _ = try await parts.store.write { try commands.resume(pause, in: $0, now: now) }
        try await parts.leave(.shift)
        // The last ones have not been reached, and go off by the times that they had.
        try await parts.fire(at: "2026-03-02T00:11:00Z")
        try await parts.pendingEdits.look()
        try await parts.fire(at: "2026-03-02T03:00:00Z")
        let fired = try await parts.store.read { reader in
            try reader.events(after: 0, limit: 1_000).map(LoggedEvent.init).filter { $0.type == .reminderDue }
        }
        let times = fired.map { "\($0.data["reminder"]?["id"]?.string ?? "") \($0.scheduledAt ?? "")" }
        #expect(Set(times).count == times.count)
        let open = try await parts.state().tasks[0].filter { $0.status.isOpen && $0.due?.civil.date.day == 2 }
        #expect(open.count == 10)
        for task in open {
            let (reminder, due) = (try #require(task.reminders.first), try #require(task.dueAt))
            #expect(times.contains("\(reminder.id) \(due)"), "\(times)")
        }
    }

    @Test func `an occurrence for which a change fails is set aside, and the others are reached`() async throws {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 4)
        let last = try #require(try await parts.state().tasks[0].last)
        // Somebody else has the id that its new reminder would get.
        let origin = try #require(ReminderID(SeriesEdit.partID))
        let (thief, now) = (ReminderID(task: last.id, origin: origin), parts.clock.now)
        let time = try #require(LocalTime(try civil("2026-04-01T00:00:00")))
        try await parts.store.write { transaction in
            var task = TaskItem(id: TaskID(madeAt: now), title: "thief", timeZone: "UTC", now: now)
            task.reminders = [Reminder(id: thief, trigger: .at(time))]
            try transaction.save(task)
        }
        try await parts.run(.reminders)
        let tasks = try await parts.state().tasks[0].filter(\.status.isOpen)
        #expect(tasks.dropLast().allSatisfy { $0.reminders.count == 2 || $0.title == "own" })
        #expect(tasks.last?.reminders == last.reminders)
        let aside = try await parts.store.read { try $0.setAside(after: nil, limit: 9).map(\.unit) }
        #expect(aside == [.task(last.id)])
        #expect(try await parts.pending() == [])
    }

    @Test func `a change that leads the last occurrence too far is refused whole`() async throws {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 4)
        let before = try await parts.state()
        await #expect(throws: SchedulerError.self) {
            try await parts.runner.run(named: "test") { commands, transaction, now in
                let series = try #require(try transaction.seriesID(ofTask: OpenSeries.id))
                // The first reminders lie in the last year that there is, the last one would not.
                let start = try #require(CivilTime("9999-12-31T23:30:00"))
                _ = try commands.update(series, start: start, in: transaction, now: now) { task in
                    var draft = TaskDraft(task)
                    draft.reminders = [try .at("9999-12-31T23:55:00")]
                    return try commands.checked(draft)
                }
            }
        }
        try expectSame(try await parts.state(), before)
        #expect(try await parts.pending() == [])
    }

    @Test func `what cannot be read of an unfinished change is given up, and the series is set aside`() async throws {
        let parts = try OpenSeries(try await OpenSeries.twelve.value, rows: 4)
        try await parts.leave(.shift)
        let queue = try DatabaseQueue(path: parts.file.path)
        try await queue.write { try $0.execute(sql: "UPDATE pending_edit SET edits = '[7]'") }
        try await parts.pendingEdits.look()
        #expect(try await parts.pending() == [])
        let aside = try await parts.store.read { try $0.setAside(after: nil, limit: 9).map(\.unit.kind) }
        #expect(aside == [.series])
        try await parts.run(.title)
    }
}

extension [String] {
    /// The types of events, in the order of their names.
    fileprivate var types: [String] { map { String($0.prefix { $0 != " " }) }.sorted() }
}
