import Recurrence
import Scheduler
import Storage
import TestSupport

extension ExpectedStore {
    private enum Verdict {
        case wait(ExpectedHold)
        case tell(isMissed: Bool)
    }

    /// Does what is to be done about a task's reminders at an instant.
    ///
    /// - Returns: What is to stand in the event log afterwards.
    mutating func remind(_ id: TaskID, at now: UTCInstant) throws -> [String] {
        guard var task = tasks[id], task.isOpen else { return [] }
        var expected: [String] = []
        for index in task.reminders.indices {
            guard let wake = task.reminders[index].wake, wake <= now else { continue }
            switch try verdict(on: task.reminders[index], of: task, wokenAt: wake, at: now) {
            case .wait(let hold):
                task.reminders[index].hold = hold
                holds += 1
            case .tell(let isMissed):
                guard let (time, missed) = task.reminders[index].goOff(at: now) else { continue }
                changeEntry(of: id) { $0.hasReminded = true }
                let firing = FiringID(reminder: task.reminders[index].id, scheduledAt: time)
                let text = SimulatedEvent.text(of: firing, scheduledAt: time, missedCount: missed, isMissed: isMissed)
                if ledger.record(task.reminders[index].id, scheduledAt: time, at: now) { expected.append(text) }
            }
        }
        tasks[id] = task
        return expected
    }

    /// A pause goes before all else; what nobody held is missed when it is too late; quiet hours hold what is not, but
    /// for what somebody put off to them.
    private func verdict(
        on reminder: ExpectedReminder,
        of task: ExpectedTask,
        wokenAt wake: UTCInstant,
        at now: UTCInstant
    ) throws -> Verdict {
        if case .over(_, isSkipped: true)? = reminder.hold { return .tell(isMissed: true) }
        if let pause = pauses.holding(reminder, of: task, dueAt: wake, at: now) { return .wait(.pause(pause.target)) }
        let ready = max(wake, reminder.latestTime(by: now) ?? wake)
        if ready.duration(to: now) > configuration.catchUpWindow { return .tell(isMissed: true) }
        if !reminder.isSnoozed, let end = try task.quietHoursEnd(configuration.quietHours, at: now, in: zones) {
            return .wait(.quietHours(until: end))
        }
        return .tell(isMissed: false)
    }

    /// Lets go what pauses held that are over.
    ///
    /// - Returns: What is to stand in the event log afterwards, and whether something was let go.
    mutating func endPauses(at now: UTCInstant) -> (expected: [String], hasReleased: Bool) {
        var expected: [String] = []
        var hasReleased = false
        for pause in pauses.over(at: now) {
            if pause.endedAt == nil, let until = pause.until {
                pauses.end(pause.target, at: until)
                expected.append(SimulatedEvent.text(ofEnded: pause.target))
            }
            for id in tasks.keys {
                let released = tasks[id]?.release(from: pause, at: now) ?? false
                hasReleased = hasReleased || released
            }
        }
        return (expected, hasReleased)
    }
}

extension ExpectedTask {
    fileprivate mutating func release(from pause: Pause, at now: UTCInstant) -> Bool {
        let held = reminders.indices.filter { reminders[$0].hold == .pause(pause.target) }
        for index in held { reminders[index].hold = reminders[index].over(at: now, isSkipped: pause.missed == .skip) }
        return !held.isEmpty
    }
}
