import Recurrence
import Storage

/// What becomes of the reminders of one batch: their new states, the events that tell it, and what is to be remembered.
struct FiringBatch {
    private let policy: FiringPolicy
    private var pauses: PauseLookup
    private var part = FiringPart()

    private var now: UTCInstant { policy.now }

    init(policy: FiringPolicy, pauses: PauseLookup) {
        self.policy = policy
        self.pauses = pauses
    }

    /// Takes a reminder whose time has come; what becomes of it stands in `task` too.
    mutating func take(_ id: ReminderID, of task: inout TaskItem) throws {
        guard let index = task.reminders.firstIndex(where: { $0.id == id }),
            let dueAt = task.reminders[index].nextFireAt, dueAt <= now
        else { return }
        let pause = try pauses.pause(for: id, dueAt: dueAt, of: task, now: now)
        task.version += 1
        switch policy.decide(task.reminders[index], dueAt: dueAt, of: task, pause: pause) {
        case .hold(let hold, let end):
            task.reminders[index].hold = hold
            task.reminders[index].nextFireAt = end
            part.outcomes.append(FiringOutcome(reminder: task.reminders[index], task: task.id, firing: nil))
        case .fire(let reason): fire(index, of: &task, dueAt: dueAt, reason)
        case .miss(let reason): miss(index, of: &task, dueAt: dueAt, reason)
        }
    }

    /// What became of those that were taken since this was last asked.
    mutating func takePart() -> FiringPart {
        defer { part = FiringPart() }
        return part
    }

    private mutating func fire(_ index: Int, of task: inout TaskItem, dueAt: UTCInstant, _ reason: LateReason?) {
        let firing = task.reminders[index].goOff(by: now, dueAt: dueAt)
        let reminder = task.reminders[index]
        let event = EventDraft.due(firing, reminder, of: task, reason: reason)
        var outcome = FiringOutcome(reminder: reminder, task: task.id, firing: firing, event: event)
        outcome.note = reason.map { note(.late, firing, $0) }
        part.outcomes.append(outcome)
    }

    private mutating func miss(_ index: Int, of task: inout TaskItem, dueAt: UTCInstant, _ reason: LateReason) {
        var firing = task.reminders[index].goOff(by: now, dueAt: dueAt)
        firing.isMissed = true
        task.reminders[index].state = .missed
        let reminder = task.reminders[index]
        let event = EventDraft.missed(firing, reminder, of: task, reason: reason)
        var outcome = FiringOutcome(reminder: reminder, task: task.id, firing: firing, event: event)
        outcome.note = note(.missed, firing, reason)
        part.outcomes.append(outcome)
    }

    private func note(_ kind: ReminderNote.Kind, _ firing: Firing, _ reason: LateReason) -> ReminderNote {
        var note = ReminderNote(kind, of: firing.reminder, scheduledAt: firing.scheduledAt, at: now)
        note.reason = reason.rawValue
        note.missedCount = firing.missedCount
        return note
    }
}

extension Reminder {
    /// Goes off for the latest of its times that have come; those before it are counted as missed.
    fileprivate mutating func goOff(by now: UTCInstant, dueAt: UTCInstant) -> Firing {
        var scheduledAt = hold?.scheduledAt ?? dueAt
        var missed = 0
        nextFireAt = nil
        if let repetition {
            let step = Swift.Duration.seconds(repetition.every.seconds)
            missed = repetitions(after: scheduledAt, by: now)
            scheduledAt = scheduledAt.advanced(by: step * missed)
            repetitionsDone += missed
            if repetitionsDone < repetition.count {
                repetitionsDone += 1
                nextFireAt = TimeRange.instant(scheduledAt, advancedBy: step)
            }
        }
        state = .fired
        snoozedUntil = nil
        hold = nil
        return Firing(reminder: id, scheduledAt: scheduledAt, firedAt: now, missedCount: missed)
    }
}

extension Reminder {
    /// How many of the repetitions that are left have come between a time of it and an instant.
    private func repetitions(after scheduledAt: UTCInstant, by now: UTCInstant) -> Int {
        guard let repetition else { return 0 }
        let passed = Int(scheduledAt.duration(to: now) / .seconds(repetition.every.seconds))
        return max(0, min(passed, repetition.count - repetitionsDone))
    }

    /// The latest of its times that have come: the one that it goes off for.
    func latestTime(from scheduledAt: UTCInstant, by now: UTCInstant) -> UTCInstant {
        guard let repetition else { return scheduledAt }
        return scheduledAt.advanced(
            by: .seconds(repetition.every.seconds) * repetitions(after: scheduledAt, by: now))
    }
}
