import Recurrence
import Storage

/// Decides what becomes of a reminder whose time has come.
///
/// Lateness counts from when it could have gone off: behind quiet hours or a pause from their end, and for one that
/// repeats from the latest of its times, since that is the one it goes off for.
struct FiringPolicy {
    /// What becomes of it.
    enum Decision: Hashable {
        /// It goes off.
        case fire(LateReason?)
        /// It is reported as missed.
        case miss(LateReason)
        /// It waits; until an instant, or until a pause ends.
        case hold(Reminder.Hold, until: UTCInstant?)
    }

    let configuration: SchedulerConfiguration
    let zones: ZoneDatabase
    let history: LoopHistory
    let now: UTCInstant
    /// When the store was restored from a backup; nil when it never was.
    var restoredAt: UTCInstant?

    /// Decides about a reminder that was due at an instant.
    ///
    /// - Parameters:
    ///   - reminder: The reminder.
    ///   - dueAt: When it was due.
    ///   - task: Its task.
    ///   - pause: The pause that it falls in.
    ///   - setAt: When somebody set it last; nil where nobody did.
    /// - Returns: What becomes of it.
    func decide(
        _ reminder: Reminder, dueAt: UTCInstant, of task: TaskItem, pause: Pause?, setAt: UTCInstant?
    ) -> Decision {
        if reminder.hold?.reason == .skippingPause { return .miss(.paused) }
        let scheduledAt = reminder.hold?.scheduledAt ?? dueAt
        if isFromBackup(scheduledAt, of: task) { return .miss(.restored) }
        if let pause { return .hold(Reminder.Hold(.pause, scheduledAt: scheduledAt, pause: pause.id), until: nil) }
        let lateness = max(dueAt, reminder.latestTime(from: scheduledAt, by: now)).duration(to: now)
        if lateness > reminder.catchUpWindow ?? configuration.catchUpWindow {
            return .miss(reason(for: reminder, dueAt: dueAt, setAt: setAt))
        }
        // A person who puts a reminder off to an hour means that hour.
        if reminder.state != .snoozed, let end = quietHoursEnd(for: task) {
            return .hold(Reminder.Hold(.quietHours, scheduledAt: scheduledAt), until: end)
        }
        let isLate = scheduledAt.duration(to: now) >= LateReason.minLateness
        return .fire(isLate ? reason(for: reminder, dueAt: dueAt, setAt: setAt) : nil)
    }

    /// Whether a reminder's time had passed when the store was restored: its firing may have happened already, in the
    /// store that the backup was made of.
    ///
    /// What people have set since is theirs.
    private func isFromBackup(_ scheduledAt: UTCInstant, of task: TaskItem) -> Bool {
        guard let restoredAt, scheduledAt <= restoredAt else { return false }
        return task.updatedAt <= restoredAt || task.hasAppearedByItself
    }

    /// When the quiet hours that hold a task's reminders now end; nil when none do.
    ///
    /// Where the zone of a window can no longer be read, nothing is held: a reminder too many is better than none.
    func quietHoursEnd(for task: TaskItem) -> UTCInstant? {
        guard let hours = configuration.quietHours(of: task), hours.holds(task.priority),
            let zone = try? zones.rules(for: hours.timeZone ?? task.timeZone)
        else { return nil }
        return hours.end(ifQuietAt: now, in: zone)
    }

    private func reason(for reminder: Reminder, dueAt: UTCInstant, setAt: UTCInstant?) -> LateReason {
        switch reminder.hold?.reason {
        case .quietHours: .quietHours
        case .pause, .skippingPause: .paused
        case nil: history.reason(for: dueAt, setAt: setAt)
        }
    }
}

extension SchedulerConfiguration {
    /// The quiet hours of a task: its own, or the server's.
    func quietHours(of task: TaskItem) -> QuietHours? {
        switch task.quietHours {
        case .window(let hours): hours
        case .off: nil
        case nil: quietHours
        }
    }
}
