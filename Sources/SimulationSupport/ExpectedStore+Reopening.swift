import Recurrence
import Scheduler
import Storage
import TestSupport

extension ExpectedStore {
    /// Opens a closed task again: its reminders are what they were, and what held them is looked at again.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - next: The task of its series that goes away.
    ///   - now: When.
    /// - Throws: What the zones say of a name that there is not.
    mutating func reopen(_ id: TaskID, withdrawing next: TaskID?, at now: UTCInstant) throws {
        guard var task = tasks[id], let remembered = task.remembered else { return }
        (task.isOpen, task.remembered) = (true, nil)
        task.reminders = remembered.reminders
        for index in task.reminders.indices {
            // What was held by a pause that is over and forgotten leaves it as it wanted.
            guard case .pause(let target)? = task.reminders[index].hold,
                !pauses.all.contains(where: { $0.target == target })
            else { continue }
            let isSkipped = remembered.skippingPauses.contains(target)
            task.reminders[index].hold = task.reminders[index].over(at: now, isSkipped: isSkipped)
        }
        tasks[id] = task
        try review(id, at: now)
        try reopenEntry(of: id, withdrawing: next, at: now)
    }

    /// Looks again at what holds a task's reminders, after the task, or the server's quiet hours, changed.
    mutating func review(_ id: TaskID, at now: UTCInstant) throws {
        guard var task = tasks[id], task.isOpen else { return }
        for index in task.reminders.indices {
            let reminder = task.reminders[index]
            switch reminder.hold {
            case .quietHours(let end) where end > now:
                let end = try task.quietHoursEnd(configuration.quietHours, at: now, in: zones)
                task.reminders[index].hold = .quietHours(until: end ?? max(now, reminder.next ?? now))
            case .pause(let target) where !task.pauseTargets(of: reminder).contains(target):
                let other = pauses.holding(reminder, of: task, dueAt: reminder.next ?? now, at: now)
                let isSkipped = pauses.all.contains { $0.target == target && $0.missed == .skip }
                task.reminders[index].hold =
                    other.map { .pause($0.target) } ?? reminder.over(at: now, isSkipped: isSkipped)
            default: continue
            }
        }
        tasks[id] = task
    }

    /// Closes a task; what its reminders are is remembered.
    mutating func closeAlone(_ id: TaskID) {
        tasks[id]?.close(skippingPauses: Set(pauses.all.filter { $0.missed == .skip }.map(\.target)))
    }
}

extension ExpectedReminder {
    /// A hold that has let it go, which it does not leave before its time.
    func over(at now: UTCInstant, isSkipped: Bool) -> ExpectedHold {
        .over(since: max(now, next ?? now), isSkipped: isSkipped)
    }
}
