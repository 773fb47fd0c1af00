import Recurrence
import Storage

/// Foresees what becomes of reminders when their time comes, as pauses and quiet hours are now.
///
/// It asks what the due loop asks then, so that what is foreseen is what happens unless somebody changes something.
struct HoldForecast {
    /// What becomes of a reminder.
    struct Outlook: Hashable {
        /// When it goes off; nil where nobody knows, as a pause has no end, or where it will be reported as missed.
        var fireAt: UTCInstant?
        /// The pause that holds it longest; nil when none does.
        var pause: Pause?
        /// When pauses let it go; nil while one has no end, and where none holds it.
        var pauseEnd: UTCInstant?
        /// The quiet hours that hold it; nil when none do.
        var quietHours: QuietHours?
        /// Whether it will be reported as missed, since a pause that holds it wants that.
        var isSkipped = false
    }

    private let commands: TaskCommands
    private let now: UTCInstant
    private var pauses: PauseLookup

    /// Whether there is any pause.
    var hasPauses: Bool { pauses.hasPauses }

    init(_ commands: TaskCommands, reader: any StoreReader, now: UTCInstant) throws {
        (self.commands, self.now) = (commands, now)
        pauses = try PauseLookup(
            reader, zone: commands.zones.rules(for: commands.configuration.defaultZone), now: now)
    }

    /// What becomes of a reminder.
    ///
    /// - Parameters:
    ///   - reminder: The reminder.
    ///   - task: The task that carries it.
    /// - Returns: What is to be expected.
    /// - Throws: ``StoreError``.
    mutating func outlook(of reminder: Reminder, on task: TaskItem) throws -> Outlook {
        var outlook = Outlook(fireAt: reminder.nextFireAt)
        var time = max(reminder.nextFireAt ?? now, now)
        // What one pause lets go may fall into another one.
        while let pause = try pauses.pause(for: reminder.id, dueAt: time, of: task, now: time) {
            (outlook.pause, outlook.pauseEnd) = (pause, pause.end)
            outlook.isSkipped = pause.missed == .skip
            outlook.fireAt = outlook.isSkipped ? nil : pause.end
            guard let end = outlook.fireAt else { return outlook }
            time = end
        }
        if reminder.hold?.reason == .quietHours {
            outlook.quietHours = commands.configuration.quietHours(of: task)
        }
        guard outlook.fireAt != nil, reminder.state != .snoozed, let end = quietHoursEnd(for: task, at: time) else {
            return outlook
        }
        outlook.quietHours = commands.configuration.quietHours(of: task)
        outlook.fireAt = end
        return outlook
    }

    private func quietHoursEnd(for task: TaskItem, at time: UTCInstant) -> UTCInstant? {
        FiringPolicy(
            configuration: commands.configuration, zones: commands.zones, history: LoopHistory(startedAt: time),
            now: time
        ).quietHoursEnd(for: task)
    }

    /// Whether the server's quiet hours may hold what is due at an instant on a task in a zone, whatever its priority.
    func mayBeQuiet(at instant: UTCInstant, in zone: String) -> Bool {
        guard let hours = commands.configuration.quietHours,
            let rules = try? commands.zones.rules(for: hours.timeZone ?? zone)
        else { return false }
        return hours.end(ifQuietAt: instant, in: rules) != nil
    }
}
