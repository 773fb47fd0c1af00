import Recurrence
import Storage

/// Lets go what pauses that are over have held, a bounded number at a time.
struct PauseWork {
    /// How many pauses are looked at in one transaction.
    private static let mostPauses = 100

    let transaction: any StoreTransaction
    let now: UTCInstant
    let limit: Int

    /// Ends what is over.
    ///
    /// - Returns: Whether anything was let go, and so is due now.
    func run() throws -> Bool {
        var released = 0
        for var pause in try transaction.pausesOver(at: now, limit: Self.mostPauses) where released < limit {
            if pause.endedAt == nil {
                pause.endedAt = pause.until
                try transaction.save(pause)
                try transaction.append([.about(pause, .pauseEnded, now: now)])
            }
            let held = try transaction.heldReminders(by: pause.id, limit: limit - released)
            try release(held, of: pause)
            released += held.count
            if held.isEmpty, try isDone(pause) { try transaction.deletePause(pause.id) }
        }
        return released > 0
    }

    /// Whether nothing that was due while it lasted is still to be looked at, nor to appear.
    private func isDone(_ pause: Pause) throws -> Bool {
        guard let end = pause.end, try transaction.dueFirings(until: end, limit: 1).isEmpty else { return false }
        return try transaction.projectedTasks(after: nil, before: end, limit: 1).isEmpty
    }

    private func release(_ held: [PlannedFiring], of pause: Pause) throws {
        guard !held.isEmpty else { return }
        var tasks: [TaskID: TaskItem] = [:]
        for task in try transaction.tasks(Array(Set(held.map(\.task)))) { tasks[task.id] = task }
        let reason: Reminder.Hold.Reason = pause.missed == .skip ? .skippingPause : .pause
        let outcomes = held.compactMap { firing -> FiringOutcome? in
            guard var reminder = tasks[firing.task]?.reminders.first(where: { $0.id == firing.reminder }) else {
                return nil
            }
            reminder.hold = Reminder.Hold(reason, scheduledAt: firing.fireAt)
            reminder.nextFireAt = max(now, firing.fireAt)
            return FiringOutcome(reminder: reminder, task: firing.task, firing: nil)
        }
        _ = try transaction.record(outcomes)
    }
}
