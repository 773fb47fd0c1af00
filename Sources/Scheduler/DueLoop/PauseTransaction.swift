import Recurrence
import Storage

/// Lets go what pauses that are over have held, a bounded number at a time.
struct PauseTransaction {
    /// How many pauses are looked at in one transaction.
    private static let maxPauses = 100

    let transaction: any StoreTransaction
    let now: UTCInstant
    let limit: Int

    /// Ends what is over; a pause that cannot be read or ended is set aside, and lets go what it held.
    ///
    /// - Returns: Whether anything was let go, and so is due now.
    func run(_ setAside: inout SetAsideTransaction) throws -> Bool {
        // Without a pause, as nearly always, this costs one look into an index.
        guard try transaction.hasPauses() else { return false }
        let unreadable = try transaction.unreadablePauses(overAt: now, limit: Self.maxPauses)
        for pause in unreadable { try setAside.setAside(.pause(pause.id), reason: pause.reason) }
        var released = 0
        for pause in try transaction.pausesOver(at: now, limit: Self.maxPauses) where released < limit {
            let ended = try setAside.attempt(.pause(pause.id)) { try end(pause, releasing: limit - released) }
            for plan in ended?.unreadable ?? [] {
                try setAside.setAside(.reminder(plan.reminder, of: plan.task), reason: "the reminder cannot be read")
            }
            released += ended?.held ?? 1
        }
        return released > 0 || !unreadable.isEmpty
    }

    /// What came of letting go.
    private struct End {
        /// How many it held, of those that were looked at.
        var held: Int
        /// Those among them that cannot be read.
        var unreadable: [PlannedFiring]
    }

    private func end(_ pause: Pause, releasing limit: Int) throws -> End {
        var pause = pause
        if pause.endedAt == nil {
            pause.endedAt = pause.until
            try transaction.save(pause)
            try transaction.append([.about(pause, .pauseEnded, now: now)])
        }
        let held = try transaction.heldReminders(by: pause.id, limit: limit)
        let unreadable = try release(held, of: pause)
        if held.isEmpty, try isDone(pause) { try transaction.deletePause(pause.id) }
        return End(held: held.count, unreadable: unreadable)
    }

    /// Whether nothing that was due while it lasted is still to be looked at, nor to appear.
    private func isDone(_ pause: Pause) throws -> Bool {
        guard let end = pause.end, try transaction.dueFirings(until: end, limit: 1).isEmpty else { return false }
        return try transaction.projectedSeries(after: nil, before: end, limit: 1).isEmpty
    }

    /// Lets reminders go.
    ///
    /// - Returns: Those that cannot be read.
    private func release(_ held: [PlannedFiring], of pause: Pause) throws -> [PlannedFiring] {
        guard !held.isEmpty else { return [] }
        var tasks: [TaskID: TaskItem] = [:]
        for task in try transaction.tasks(Array(Set(held.map(\.task)))) { tasks[task.id] = task }
        let reason: Reminder.Hold.Reason = pause.missed == .skip ? .skippingPause : .pause
        var unreadable: [PlannedFiring] = []
        let outcomes = held.compactMap { firing -> FiringOutcome? in
            guard var reminder = tasks[firing.task]?.reminders.first(where: { $0.id == firing.reminder }) else {
                unreadable.append(firing)
                return nil
            }
            reminder.hold = Reminder.Hold(reason, scheduledAt: firing.fireAt)
            reminder.nextFireAt = max(now, firing.fireAt)
            return FiringOutcome(reminder: reminder, task: firing.task, firing: nil)
        }
        _ = try transaction.record(outcomes)
        return unreadable
    }
}
