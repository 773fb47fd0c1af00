import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport

/// Ids that belong, or belonged, to something else.
extension Simulation {
    /// Somebody makes a task under an id that is taken, will be, or was.
    func takeID() async throws {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: try await foresee()
        case 1: try await createUnderOldIDs()
        default: try await createUnderLivingIDs()
        }
    }

    /// The id of the task that a series will have next: a client is refused it, and a store that was made before it was
    /// refused may hold it.
    private func foresee() async throws {
        let series = expected.allSeries.filter { $0.isActive && expected.sickSeries[$0.id] == nil }
        guard let next = try series.randomElement(using: &generator)?.following(), !expected.isTaken(next.id) else {
            return
        }
        var made = SimulatedDraft(using: &generator, now: clock.now)
        let id = made.draft.id
        made.draft.id = next.id
        made.draft.recurrence = nil
        if chance(2) {
            try await create(made)
            guard expected.tasks[next.id] == nil else { throw SimulationFailure("a client was given \(next.id)") }
        }
        made.draft.id = id
        guard let id, try expected.accepts(made.task(zones: commands.zones), asNew: true)
        else { return }
        try await create(made)
        try await rename(id, to: next.id)
        if let mine = expected.tasks[next.id]?.reminders.first, let its = next.reminders.first,
            expected.owner(of: its.id) == nil
        {
            try await rename(mine.id, to: its.id, of: next.id)
        }
        tally.takenIDs += 1
    }

    private func rename(_ old: TaskID, to new: TaskID) async throws {
        narrate("\(old) becomes \(new)")
        try await command("UPDATE task SET id = \(new.uuid.literal) WHERE id = \(old.uuid.literal)")
        guard var task = expected.tasks[old] else { return }
        expected[old] = nil
        task.id = new
        expected[new] = task
    }

    private func rename(_ old: ReminderID, to new: ReminderID, of task: TaskID) async throws {
        narrate("\(old) becomes \(new)")
        try await command("UPDATE reminder SET id = \(new.uuid.literal) WHERE id = \(old.uuid.literal)")
        guard let index = expected.tasks[task]?.reminders.firstIndex(where: { $0.id == old }) else { return }
        expected.tasks[task]?.reminders[index].id = new
    }

    private func command(_ sql: String) async throws {
        let rig = rig
        try await insist(isOneCommit: false) { store in _ = try await rig.run(store, sql) }
    }

    /// Another task, under the ids of a task and of reminders that were deleted.
    private func createUnderOldIDs() async throws {
        let gone = drafts.filter { expected[$0.draft.id ?? .numbered(0)] == nil }
        guard let old = gone.randomElement(using: &generator) else { return }
        var made = SimulatedDraft(using: &generator, now: clock.now)
        made.draft.id = old.draft.id
        let ids = gone.flatMap(\.draft.reminders).compactMap(\.id).filter { expected.owner(of: $0) == nil }
        for (index, id) in zip(made.draft.reminders.indices, ids.shuffled(using: &generator)) {
            made.draft.reminders[index].id = id
        }
        drafts.removeAll { $0.draft.id == old.draft.id }
        drafts.append(made)
        try await create(made)
        tally.takenIDs += 1
    }

    /// A task under the id of one that there is, or of whose reminder.
    private func createUnderLivingIDs() async throws {
        guard let task = expected.open.randomElement(using: &generator) else { return }
        var made = SimulatedDraft(using: &generator, now: clock.now)
        if let taken = task.reminders.first, !made.draft.reminders.isEmpty, chance(2) {
            made.draft.reminders[0].id = taken.id
        } else {
            made.draft.id = task.id
        }
        try await create(made)
        tally.takenIDs += 1
    }
}
