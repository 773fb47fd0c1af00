import Recurrence
import Storage

extension Reminder {
    /// Goes off for the latest of its times that have come; those before it are counted as missed.
    mutating func goOff(by now: UTCInstant, dueAt: UTCInstant) -> Firing {
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
