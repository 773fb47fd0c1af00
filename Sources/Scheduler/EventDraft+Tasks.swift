import Basics
import Recurrence
package import Storage

/// Why a task was removed, as `task.deleted` says it.
enum DeletionReason: String {
    /// A command was to remove it, or its series with it.
    case deleted
    /// An exception (EXDATE) that was added to its series names it.
    case excepted
    /// What it followed from was reopened, and nothing had happened to it.
    case withdrawn
    /// The change that made it was undone, or an undo of its deletion.
    case undone
}

extension EventDraft {
    /// What happened to a task, with the whole task; of a completed one also how late it was done.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - type: What happened.
    ///   - reversal: What was undone or redone with it; nil for neither.
    ///   - now: When.
    /// - Returns: The event.
    static func about(
        _ task: TaskItem, _ type: EventType, by reversal: RestoredCommand? = nil, now: UTCInstant
    ) -> EventDraft {
        make(type, about: task, now: now) { json in
            if let late = task.completedLateBySeconds { json.field("lateBySeconds", late) }
            if let reversal { json.field(reversal.isInForce ? "redone" : "undone") { reversal.write(to: &$0) } }
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }

    /// A task waits for nothing open any more, since another one was closed or removed.
    static func unblocked(_ task: TaskItem, by blocker: TaskID, now: UTCInstant) -> EventDraft {
        make(.taskUnblocked, about: task, now: now) { json in
            json.field("unblockedBy", blocker)
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }

    /// A task was removed, with the whole task as it was.
    static func deleted(_ task: TaskItem, _ reason: DeletionReason, now: UTCInstant) -> EventDraft {
        make(.taskDeleted, about: task, now: now) { json in
            json.field("reason", reason.rawValue)
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }

    /// What happened to a reminder, with it and its whole task.
    static func about(_ reminder: Reminder, of task: TaskItem, _ type: EventType, now: UTCInstant) -> EventDraft {
        make(type, about: task, now: now) { json in
            json.field("reminder") { reminder.write(to: &$0) }
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }

    /// A reminder went off.
    ///
    /// The event's id follows from the firing's, so it too is the same for ever.
    static func due(
        _ firing: Firing, _ reminder: Reminder, of task: TaskItem, reason: LateReason?
    ) -> EventDraft {
        about(firing, .reminderDue, reminder, of: task, reason: reason)
    }

    /// A reminder's time passed and it did not go off.
    static func missed(
        _ firing: Firing, _ reminder: Reminder, of task: TaskItem, reason: LateReason
    ) -> EventDraft {
        about(firing, .reminderMissed, reminder, of: task, reason: reason)
    }

    private static func about(
        _ firing: Firing,
        _ type: EventType,
        _ reminder: Reminder,
        of task: TaskItem,
        reason: LateReason?
    ) -> EventDraft {
        let now = firing.firedAt
        let id = firing.id
        return make(type, id: EventID(firing: id), about: task, now: now) { json in
            json.field("firingId", id)
            json.field("scheduledAt", firing.scheduledAt)
            if type == .reminderDue { json.field("firedAt", now) }
            json.field("lateBySeconds", firing.lateBySeconds)
            if let reason { json.field("lateReason", reason.rawValue) }
            json.field("missedCount", firing.missedCount)
            json.field("reminder") { reminder.write(to: &$0) }
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }

    static func make(
        _ type: EventType,
        id: EventID? = nil,
        about task: TaskItem? = nil,
        now: UTCInstant,
        _ body: (inout JSONWriter) -> Void
    ) -> EventDraft {
        var json = JSONWriter()
        json.object { json in
            json.field("dataVersion", dataVersion)
            body(&json)
        }
        return EventDraft(
            id: id ?? EventID(madeAt: now),
            type: type,
            timestamp: now,
            data: json.bytes,
            subject: task.map { EventSubject($0) }
        )
    }
}

/// A command that an undo took back, or put in force again.
struct RestoredCommand {
    let kind: Change.Kind
    let at: UTCInstant
    let isInForce: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", kind.rawValue)
            json.field("at", at)
        }
    }
}

extension TaskItem {
    /// How late a completed task was done, in seconds with three decimals, negative where it was early; nil without a due
    /// time.
    fileprivate var completedLateBySeconds: Double? {
        guard status == .completed, let completedAt, let overdueAt else { return nil }
        return completedAt.seconds(since: overdueAt)
    }
}

extension Firing {
    /// How late it was, in seconds with three decimals.
    package var lateBySeconds: Double {
        firedAt.seconds(since: scheduledAt)
    }
}

extension UTCInstant {
    /// The seconds from another instant to this one, with three decimals.
    fileprivate func seconds(since other: UTCInstant) -> Double {
        Double(millisecondsSinceEpoch - other.millisecondsSinceEpoch) / 1_000
    }
}
