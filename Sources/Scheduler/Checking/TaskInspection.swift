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
        let derived = try derivedValues(of: task) + projection(of: task, in: reader)
        // A reminder that is set aside was taken out of the due queue, whatever state it is in.
        let reminders = task.reminders.filter { task.setAside?.withdrawnReminders[$0.id] == nil }
        return derived.map { ("derived", $0) } + reminders.flatMap { faults(of: $0, on: task) }.map { ("reminder", $0) }
    }

    private func derivedValues(of task: TaskItem) throws -> [String] {
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

    /// One that has passed is moved on by the due loop; none may stand where the series is not followed.
    private func projection(of task: TaskItem, in reader: any StoreReader) throws -> [String] {
        guard let kept = task.projectedAt, kept > now else { return [] }
        let plan = try commands.plan(for: task.timeZone)
        let follows = try commands.following(of: task, plan: plan, in: reader, now: now).instant
        return [difference("projectedAt", kept, follows)].compactMap(\.self)
    }

    private func difference(_ field: String, _ kept: UTCInstant?, _ follows: UTCInstant?) -> String? {
        if kept == follows { return nil }
        return "\(field) is \(Self.text(kept)), but \(Self.text(follows)) follows"
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
                "waits, but has no time"
            ),
            (
                [.acknowledged, .cancelled].contains(reminder.state) && reminder.nextFireAt != nil,
                "is \(reminder.state.rawValue), but has a time"
            ),
            (reminder.state == .snoozed && reminder.snoozedUntil == nil, "is snoozed, but until no time"),
            (
                reminder.nextFireAt != nil && !reminder.isAlive(on: task),
                "has a time, but its task is \(task.status.rawValue)"
            ),
        ]
        return rules.filter(\.0).map { "the reminder \(reminder.id) \($0.1)" }
    }
}
