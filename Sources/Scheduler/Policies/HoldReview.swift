import Recurrence
import Storage

/// Looks again at reminders that are held, after what holds them may have changed: the task's quiet hours, priority or
/// tags, or the server's quiet hours.
///
/// One that nothing holds any more is due at once; what then becomes of it is decided as at the end of what held it.
struct HoldReview {
    private let policy: FiringPolicy
    private let reader: any StoreReader
    private var pauses: PauseLookup

    init(_ commands: TaskCommands, reader: any StoreReader, now: UTCInstant) throws {
        policy = FiringPolicy(
            configuration: commands.configuration,
            zones: commands.zones,
            history: LoopHistory(startedAt: now),
            now: now
        )
        self.reader = reader
        pauses = try PauseLookup(
            reader, zone: commands.zones.rules(for: commands.configuration.defaultZone), now: now)
    }

    /// Looks at all reminders of a task.
    mutating func review(_ task: inout TaskItem) throws {
        for index in task.reminders.indices {
            switch task.reminders[index].hold?.reason {
            case .quietHours: reviewQuietHours(&task.reminders[index], of: task)
            case .pause: try reviewPause(&task.reminders[index], of: task)
            case .skippingPause, nil: continue
            }
        }
    }

    private func reviewQuietHours(_ reminder: inout Reminder, of task: TaskItem) {
        guard let end = reminder.nextFireAt, end > policy.now else { return }
        reminder.nextFireAt = policy.quietHoursEnd(for: task) ?? due(reminder)
    }

    /// A reminder that a change of its task takes out of a pause leaves it as at the pause's end.
    private mutating func reviewPause(_ reminder: inout Reminder, of task: TaskItem) throws {
        guard let hold = reminder.hold, let held = hold.pause,
            try !pauses.isAbout(reminder.id, of: task, held)
        else { return }
        let other = try pauses.pause(for: reminder.id, dueAt: hold.scheduledAt, of: task, now: policy.now)
        reminder.hold?.pause = other?.id
        guard other == nil else { return }
        if try reader.pause(held)?.missed == .skip { reminder.hold?.reason = .skippingPause }
        reminder.nextFireAt = due(reminder)
    }

    /// At once, but never before its time, which may lie ahead again when the clock was set back.
    private func due(_ reminder: Reminder) -> UTCInstant {
        max(policy.now, reminder.hold?.scheduledAt ?? policy.now)
    }
}

extension HoldReview {
    /// Looks again at reminders that quiet hours hold, and writes those that they hold otherwise now.
    ///
    /// - Parameters:
    ///   - held: The reminders.
    ///   - commands: Knows the quiet hours.
    ///   - transaction: Where the tasks are.
    ///   - now: The current time.
    /// - Throws: ``StoreError``.
    static func review(
        _ held: [PlannedFiring], by commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        var review = try HoldReview(commands, reader: transaction, now: now)
        var outcomes: [FiringOutcome] = []
        for var task in try transaction.tasks(Array(Set(held.map(\.task)))) {
            let before = task.reminders
            try review.review(&task)
            outcomes += zip(before, task.reminders).filter { $0 != $1 }.map { _, reminder in
                FiringOutcome(reminder: reminder, task: task.id, firing: nil)
            }
        }
        if !outcomes.isEmpty { _ = try transaction.record(outcomes) }
    }
}
