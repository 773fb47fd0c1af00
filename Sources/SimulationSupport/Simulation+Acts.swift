import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport

extension Simulation {
    /// The hook whose deliveries must match the events.
    func addHook() async throws {
        let hook = Hook(id: .numbered(1), kind: .webhook, url: "https://example.com/", now: clock.now)
        while true {
            try await insist { store in try await store.write { try $0.save(hook) } }
            if try await file.read({ try $0.hooks() }).count == 1 { return }
        }
    }

    /// Somebody does something.
    func act() async throws {
        if chance(7) { return try await pauseOrResume() }
        if chance(4) { return try await bringBack() }
        if chance(20) { return try await trim() }
        if chance(5) { return try await breakOrMend() }
        if chance(10) { return try await takeID() }
        let open = expected.open
        guard open.count < plan.crowd, open.isEmpty || chance(2) else {
            return try await act(on: open[Int.random(in: 0..<open.count, using: &generator)])
        }
        try await create()
    }

    private func act(on task: ExpectedTask) async throws {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: try await move(task)
        case 2: try await rename(task)
        case 3, 4: try await snooze(task)
        case 5: try await acknowledge(task)
        case 6: try await delete(task, scope: task.place != nil && chance(2) ? .this : nil)
        case 7 where task.place != nil: try await close(task, as: .skipped)
        case 8 where chance(3): try await close(task, as: .cancelled)
        default: try await close(task, as: .completed)
        }
    }

    private func create() async throws {
        let draft = SimulatedDraft(using: &generator, now: clock.now)
        drafts.append(draft)
        try await create(draft)
    }

    func create(_ draft: SimulatedDraft) async throws {
        let task = try draft.task(zones: commands.zones)
        narrate("create \(task)")
        guard expected.accepts(task, asNew: true) else {
            return try await refused { _ = try $0.create(draft.draft, in: $1, now: $2) }
        }
        try await command { try $0.create(draft.draft, in: $1, now: $2) }
        expected.begin(task, at: try await place(of: task.id))
    }

    /// Where a task stands in a series, whose id is the server's to choose.
    func place(of id: TaskID) async throws -> SeriesOccurrence? {
        try await file.read { try $0.task(id)?.occurrence }
    }

    private func move(_ task: ExpectedTask) async throws {
        var moved = task
        moved.move(to: SimulatedDraft.due(isDate: task.due.isDate, in: task.zone, using: &generator, now: clock.now))
        try await update(moved)
    }

    private func rename(_ task: ExpectedTask) async throws {
        var renamed = task
        renamed.title = "Task \(Int.random(in: 0..<1_000, using: &generator))"
        try await update(renamed, scope: task.place != nil && chance(3) ? .this : nil)
    }

    func update(_ task: ExpectedTask, scope: EditScope? = nil, isSick: Bool = false) async throws {
        narrate("update to \(task)")
        let draft = SimulatedDraft.draft(of: task)
        guard expected.accepts(task, asNew: false) else {
            return try await refused { _ = try $0.update(task.id, version: nil, to: draft, in: $1, now: $2) }
        }
        try await command { try $0.update(task.id, version: nil, to: draft, scope: scope, in: $1, now: $2) }
        try expected.update(task, scope: scope, isSick: isSick, at: clock.now)
    }

    private func snooze(_ task: ExpectedTask) async throws {
        guard let index = task.reminders.indices.randomElement(using: &generator) else { return }
        let wanted = clock.now.advanced(by: .seconds(Int.random(in: 1...7_200, using: &generator)))
        var until = wanted
        while expected.ledger.holds(task.reminders[index].id, scheduledAt: until) {
            until = until.advanced(by: .seconds(1))
        }
        let reminder = task.reminders[index].id
        narrate("snooze \(reminder) until \(wanted)")
        guard ExpectedRange.contains(until) else {
            return try await refused { _ = try $0.snooze(reminder, until: wanted, in: $1, now: $2) }
        }
        try await command { try $0.snooze(reminder, until: wanted, in: $1, now: $2) }
        expected[task.id]?.reminders[index].wait(until: until, isSnoozed: true)
        expected.touch(task.id)
    }

    private func acknowledge(_ task: ExpectedTask) async throws {
        guard let index = task.reminders.indices.randomElement(using: &generator) else { return }
        narrate("acknowledge \(task.reminders[index].id)")
        try await command { try $0.acknowledge(task.reminders[index].id, in: $1, now: $2) }
        expected[task.id]?.reminders[index].wait(until: nil)
        expected.touch(task.id)
    }

    /// Somebody completes a task, skips it or gives it up.
    private func close(_ task: ExpectedTask, as state: LedgerEntry.State) async throws {
        narrate("\(task.id) is \(state)")
        var givenUp = SimulatedDraft.draft(of: task)
        givenUp.status = .cancelled
        try await command { [givenUp] commands, transaction, now in
            switch state {
            case .skipped: _ = try commands.skip(task.id, version: nil, in: transaction, now: now)
            case .cancelled: _ = try commands.update(task.id, version: nil, to: givenUp, in: transaction, now: now)
            default: _ = try commands.complete(task.id, version: nil, in: transaction, now: now)
            }
        }
        try expected.close(task.id, as: state, at: clock.now)
    }

    func delete(_ task: ExpectedTask, scope: EditScope? = nil) async throws {
        narrate("delete \(task.id)\(scope == nil ? "" : " alone")")
        try await command { try $0.delete(task.id, version: nil, scope: scope, in: $1, now: $2) }
        try expected.delete(task.id, scope: scope, at: clock.now)
    }

    /// Carries out a command that is to be refused, and looks that nothing came of it.
    func refused(
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void
    ) async throws {
        narrate("which is to be refused")
        let (commands, now) = (commands, clock.now)
        do {
            try await insist { store in try await store.write { try body(commands, $0, now) } }
        } catch is SchedulerError {
            tally.refusals += 1
            return
        } catch let error as StoreError where error.code == .conflict {
            tally.refusals += 1
            return
        }
        throw SimulationFailure("an action that should have been refused was carried out")
    }

    /// Carries a command out, and reads what it told.
    func command<Value: Sendable>(
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Value
    ) async throws {
        let (commands, now) = (commands, clock.now)
        try await insist { store in
            _ = try await store.write { try body(commands, $0, now) }
        }
        try await checkLog()
        wake = clock.now
    }
}
