import Recurrence
import Storage

extension TaskItem {
    /// Lets the reminders follow the status: those that cannot go off under it are cancelled and remember what they
    /// were; those that can again are given that back.
    ///
    /// What passed meanwhile is due at once then, and goes off or is reported as missed by the usual window.
    ///
    /// - Parameters:
    ///   - reader: Where the pauses are.
    ///   - now: The current time.
    /// - Throws: ``StoreError``.
    mutating func settleReminders(in reader: any StoreReader, now: UTCInstant) throws {
        for index in reminders.indices {
            if reminders[index].isAlive(on: self) {
                try reminders[index].resume(in: reader, now: now)
            } else {
                try reminders[index].suspend(in: reader)
            }
        }
    }
}

extension Reminder {
    /// Gives up what is still to come, and remembers it.
    fileprivate mutating func suspend(in reader: any StoreReader) throws {
        guard nextFireAt != nil || hold != nil else { return }
        var remembered = Suspension(self)
        // The pause may be over and forgotten by the time the task is opened again; what it wanted then holds.
        if let id = hold?.pause, try reader.pause(id)?.missed == .skip { remembered.hold?.reason = .skippingPause }
        suspended = remembered
        state = .cancelled
        nextFireAt = nil
        snoozedUntil = nil
        hold = nil
    }

    fileprivate mutating func resume(in reader: any StoreReader, now: UTCInstant) throws {
        guard let remembered = suspended else { return resumeForgotten(now: now) }
        (state, nextFireAt) = (remembered.state, remembered.nextFireAt)
        (snoozedUntil, hold) = (remembered.snoozedUntil, remembered.hold)
        suspended = nil
        guard let id = hold?.pause else { return }
        if try reader.pause(id) != nil {
            hold?.reason = .pause
        } else {
            hold?.pause = nil
            // Never before its time, should the clock have been set back.
            nextFireAt = max(now, hold?.scheduledAt ?? now)
        }
    }

    /// What an older taskd cancelled remembers nothing; its time is taken up where it is still to come.
    private mutating func resumeForgotten(now: UTCInstant) {
        guard state == .cancelled, let scheduledAt, scheduledAt > now else { return }
        state = .scheduled
        nextFireAt = scheduledAt
    }
}
