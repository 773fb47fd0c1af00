import Basics
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport

/// What goes away and comes back: tasks and reminders with their old ids, closed tasks, and the time.
extension Simulation {
    /// Somebody brings something back, or changes what holds reminders; false where there is nothing of the kind.
    func bringBack() async throws {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: try await recreate()
        case 1: try await putRemindersBack()
        case 2: try await requalify()
        case 3: try await tidyUp()
        default: try await reopen()
        }
    }

    /// A task that was deleted is made again, with its own ids.
    private func recreate() async throws {
        guard
            let draft = drafts.filter({ expected[$0.draft.id ?? .numbered(0)] == nil }).randomElement(using: &generator)
        else { return }
        try await create(draft)
    }

    /// A task loses its reminders for a while, which may be no time at all, or gets them back.
    private func putRemindersBack() async throws {
        guard let task = expected.open.randomElement(using: &generator) else { return }
        var changed = task
        if let taken = takenOff.removeValue(forKey: task.id), task.reminders.isEmpty {
            changed.reminders = taken.map(\.asNew)
            changed.plan()
        } else {
            takenOff[task.id] = task.reminders
            changed.reminders = []
        }
        try await update(changed)
    }

    /// What a task is told by when it may remind changes.
    private func requalify() async throws {
        guard var task = expected.open.randomElement(using: &generator) else { return }
        task.priority = TaskPriority.allCases.randomElement(using: &generator) ?? .none
        task.tags = SimulatedDraft.tags.filter { _ in chance(2) }
        task.quietHours = SimulatedQuietHours.choice(using: &generator)
        try await update(task)
    }

    /// A closed task is deleted, which ends nothing.
    private func tidyUp() async throws {
        guard let task = expected.closed.randomElement(using: &generator) else { return }
        try await delete(task, scope: task.place != nil && chance(2) ? .this : nil)
    }

    private func reopen() async throws {
        guard let task = expected.closed.randomElement(using: &generator) else { return }
        narrate("reopen \(task.id)")
        try await command { _ = try $0.reopen(task.id, version: nil, in: $1, now: $2) }
        var next = expected.successorToWithdraw(of: task.id)
        // Whether a reminder went off that could not be read, the store alone knows.
        if let id = next, expected.sick[id]?.isLoose == true, try await file.read({ try $0.task(id) }) != nil {
            next = nil
        }
        if let next { narrate("which withdraws \(next)") }
        try expected.reopen(task.id, withdrawing: next, at: clock.now)
    }

    /// Somebody deletes what is older than some days; in steps, as retention does.
    func trim() async throws {
        let edge = clock.now.advanced(by: .seconds(-86_400 * Int.random(in: 1...5, using: &generator)))
        narrate("trim what is older than \(edge)")
        let firings = Locked<StoreCursor?>(nil)
        let notes = Locked<StoreCursor?>(nil)
        var isDone = false
        while !isDone {
            // Nothing tells the log of it, so a step that a power cut caught is simply taken again.
            try await insist(isOneCommit: false) { store in
                let after = firings.withLock { $0 }
                let step = try await store.write { try $0.trimFirings(before: edge, after: after, limit: 7) }
                firings.withLock { $0 = step.next }
            }
            isDone = firings.withLock { $0 == nil }
        }
        repeat {
            let after = notes.withLock { $0 }
            try await insist(isOneCommit: false) { store in
                let step = try await store.write { try $0.trimNotes(before: edge, after: after, limit: 50) }
                notes.withLock { $0 = step.next }
            }
        } while notes.withLock { $0 != nil }
        expected.ledger.trim(before: edge)
        tally.trims += 1
    }
}

extension ExpectedReminder {
    /// The same definition, as nobody has planned it yet.
    var asNew: ExpectedReminder {
        ExpectedReminder(id: id, origin: id, trigger: trigger, repetition: repetition)
    }
}
