package import Recurrence
package import Storage

/// Looks whether what is kept of a task is what follows from what people meant.
package struct TaskInspection: Sendable {
    private let commands: TaskCommands
    private let now: UTCInstant

    /// - Parameters:
    ///   - commands: The zones, and how what was left unsaid is read.
    ///   - now: The current time.
    package init(commands: TaskCommands, now: UTCInstant) {
        (self.commands, self.now) = (commands, now)
    }

    /// What does not follow; each fault names the field and both values.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - reader: The store that it is in.
    /// - Returns: The faults, by kind: `derived`, or `reminder` for a state that cannot be.
    /// - Throws: What the store throws, or what makes the task's zone or rules unreadable.
    package func faults(of task: TaskItem, in reader: any StoreReader) throws -> [(kind: String, detail: String)] {
        let derived = try derivedValues(of: task)
        // A reminder that is set aside was taken out of the due queue, whatever state it is in.
        let reminders = task.reminders.filter { task.setAside?.withdrawnReminders[$0.id] == nil }
        return derived.map { ("derived", $0) } + reminders.flatMap { faults(of: $0, on: task) }.map { ("reminder", $0) }
    }

    private func derivedValues(of task: TaskItem) throws -> [String] {
        // Of a closed task they are those of when it was closed, by the rules of that time, until it is opened again.
        guard task.status.isOpen else { return [] }
        let zone = try commands.zones.rules(for: task.timeZone)
        let plan = TaskPlan(zone: zone, dayStart: commands.configuration.dayStart)
        var derived = task
        plan.derive(&derived)
        var faults = [
            difference("startAt", task.startAt, derived.startAt), difference("dueAt", task.dueAt, derived.dueAt),
            difference("overdueAt", task.overdueAt, derived.overdueAt),
        ]
        for (kept, follows) in zip(task.reminders, derived.reminders) {
            faults.append(
                difference("scheduledAt of the reminder \(kept.id)", kept.scheduledAt, follows.scheduledAt))
        }
        return faults.compactMap(\.self)
    }

    /// What does not follow of a series: when it is looked at next, and that it has an open occurrence where it is to.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - reader: The store that it is in.
    /// - Returns: The faults, by kind: `derived`, or `series` for a ledger that cannot be.
    /// - Throws: What the store throws, or what makes the zone or the rules unreadable.
    package func faults(of series: Series, in reader: any StoreReader) throws -> [(kind: String, detail: String)] {
        var faults: [(kind: String, detail: String)] = []
        // One that has passed is moved on by the due loop; none may stand where the series is not followed.
        if let kept = series.projectedAt, kept > now {
            let follows = try commands.following(of: series, in: reader, now: now).instant
            if let detail = difference("projectedAt", kept, follows) { faults.append(("derived", detail)) }
        }
        if series.respawn == .completion, series.anchor == .due, series.isActive,
            let frontier = try reader.frontier(of: series.id), frontier.state != .open,
            try reader.pendingEdits(of: series.id).isEmpty, try !commands.isFinished(series, in: reader, now: now)
        {
            faults.append(
                (
                    "series",
                    "the last occurrence, at \(frontier.recurrenceID), is \(frontier.state.rawValue), and "
                        + "the next one was not created"
                ))
        }
        return faults
    }

    private func difference(_ field: String, _ kept: UTCInstant?, _ follows: UTCInstant?) -> String? {
        if kept == follows { return nil }
        return "\(field) is \(Self.text(kept)), expected \(Self.text(follows))"
    }

    private static func text(_ instant: UTCInstant?) -> String {
        instant.map { "\($0)" } ?? "none"
    }

    // MARK: Reminders

    private func faults(of reminder: Reminder, on task: TaskItem) -> [String] {
        let isHeldOpen = reminder.hold?.pause != nil || reminder.hold?.reason == .pause
        let rules: [(Bool, String)] = [
            (
                [.scheduled, .snoozed].contains(reminder.state) && reminder.nextFireAt == nil && !isHeldOpen,
                "is waiting, but has no time"
            ),
            (
                [.acknowledged, .cancelled].contains(reminder.state) && reminder.nextFireAt != nil,
                "is \(reminder.state.rawValue), but has a time"
            ),
            (reminder.state == .snoozed && reminder.snoozedUntil == nil, "is snoozed, but has no end"),
            (
                reminder.nextFireAt != nil && !reminder.isAlive(on: task),
                "has a time, but its task is \(task.status.rawValue)"
            ),
        ]
        return rules.filter(\.0).map { "the reminder \(reminder.id) \($0.1)" }
    }
}
