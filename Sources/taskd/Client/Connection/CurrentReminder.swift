import Recurrence
import TaskdClient

/// The reminder of a task that somebody means who names the task only.
enum CurrentReminder {
    /// What is to be done with it.
    enum Use {
        case acknowledging, snoozing, pausing, resuming
    }

    /// The one that went off last, or else the one that goes off next.
    ///
    /// Once one was acknowledged, nobody who acknowledges a task again means one that is still to come.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - typed: What was typed for it.
    ///   - use: What is to be done with it.
    /// - Returns: The id of the reminder.
    /// - Throws: ``CommandFailure`` when the task has none of either.
    static func id(of task: TaskView, typed: String, for use: Use) throws -> String {
        if use == .resuming, let paused = task.reminders.first(where: { $0.heldBy == "pause" }) { return paused.id }
        let fired = task.reminders.filter { $0.state == "fired" }
        if let last = fired.max(by: { moment($0, of: task) < moment($1, of: task) }) { return last.id }
        let title = task.title.withoutControls
        let isAcknowledged = task.reminders.contains { $0.state == "acknowledged" }
        let next = task.reminders.filter { $0.nextFireAt != nil }.min { firing($0) < firing($1) }
        if let next, use == .acknowledging, isAcknowledged {
            throw CommandFailure.failed(
                "the reminder of \"\(title)\" was acknowledged already",
                "taskd acknowledge \(next.handle ?? next.id) acknowledges the next one, which is still to come.")
        }
        if let next { return next.id }
        // Whichever it is, it may be paused.
        if use == .resuming, let last = task.reminders.last { return last.id }
        if task.isOpen, let holder = task.reminders.lazy.compactMap(\.heldBy).first {
            throw CommandFailure.failed(
                "the reminder of \"\(title)\" is held by \(holder == "pause" ? "a pause" : "quiet hours")",
                "taskd why \(task.shownHandle) tells of it\(holder == "pause" ? "; taskd resume ends a pause" : "").")
        }
        let reason =
            !task.isOpen
            ? "\"\(title)\" is \(task.status == "completed" ? "done" : "cancelled"), so that none of its reminders goes off"
            : isAcknowledged
                ? "the reminder of \"\(title)\" was acknowledged already"
                : task.reminders.isEmpty
                    ? "\"\(title)\" has no reminder" : "\"\(title)\" has no reminder that went off or is to come"
        throw CommandFailure.failed(reason, remedy(task, typed, use))
    }

    /// What to do where a task has no reminder that could be meant.
    private static func remedy(_ task: TaskView, _ typed: String, _ use: Use) -> String {
        // Some time before a due time may be past; each occurrence of a series has its own.
        let time = (task.due == nil ? "'tomorrow 9am'" : "'in 10m'") + (task.recurrence == nil ? "" : " --scope this")
        let (handle, edit) = (task.shownHandle, "taskd edit \(task.shownHandle) --remind \(time)")
        guard task.isOpen else {
            let isOfOne = typed.contains(":") && IdentifierLookup.isReference(typed)
            return "taskd reopen \(isOfOne ? typed.shown : task.ownHandle) opens it again."
        }
        switch use {
        case .pausing: return "taskd pause \(handle) pauses all of the task, and reminders that it gets later."
        case .resuming: return "taskd pauses lists what is paused."
        case .acknowledging, .snoozing: break
        }
        guard task.reminders.isEmpty else {
            return "taskd why \(handle) tells of them; \(edit) gives it another."
        }
        return "Give it one: \(edit)."
    }

    private static func firing(_ reminder: ReminderView) -> UTCInstant {
        reminder.nextFireAt.flatMap { UTCInstant($0) } ?? UTCInstant(millisecondsSinceEpoch: .max)
    }

    /// When a reminder first goes off, on the time line of its task: enough to put several in order.
    private static func moment(_ reminder: ReminderView, of task: TaskView) -> Int {
        if let at = reminder.at.flatMap({ CivilTime($0) }) { return at.startOfDayOrTime.secondsSinceEpoch }
        let base = reminder.relativeTo == "start" ? task.start : task.due
        let offset = reminder.offset.flatMap { try? CalendarDuration($0) } ?? CalendarDuration()
        let seconds = base.flatMap { CivilTime($0) }?.startOfDayOrTime.secondsSinceEpoch ?? 0
        return seconds + offset.days * 86_400 + offset.seconds
    }
}
