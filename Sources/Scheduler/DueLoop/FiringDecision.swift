import Recurrence
import Storage

/// What becomes of a reminder whose time has come, before the event that tells it is written.
struct FiringDecision: Sendable {
    /// What is to be told.
    struct Telling: Sendable {
        var firing: Firing
        /// The task as it is right after.
        var task: TaskItem
        /// Why it was late or missed; nil when it was neither.
        var reason: LateReason?
    }

    var reminder: Reminder
    var task: TaskID
    /// The firing; nil when the reminder did not go off.
    var firing: Firing?
    /// Nil where there is nothing to tell.
    var telling: Telling?

    /// The outcome with its event.
    func told() -> FiringOutcome {
        let event = telling.map { telling in
            if firing == nil {
                EventDraft.missed(telling.firing, reminder, of: telling.task, reason: telling.reason)
            } else {
                EventDraft.due(telling.firing, reminder, of: telling.task, reason: telling.reason)
            }
        }
        return FiringOutcome(reminder: reminder, task: task, firing: firing, event: event)
    }
}
