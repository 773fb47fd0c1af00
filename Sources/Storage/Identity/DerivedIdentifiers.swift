import Foundation
public import Recurrence

// Ids that follow from what they name: whoever makes them again, after a crash or on another node, makes the same.

extension Identifier where Subject == TaskItem {
    /// The id of the occurrence that a series has at a start: UUIDv5 of the series id and the start's text.
    ///
    /// - Parameters:
    ///   - series: The series that the task is created in.
    ///   - recurrenceID: The original local start that the rule gave the occurrence (RFC 5545 RECURRENCE-ID).
    ///   - attempt: 0, or which further id is asked for where something else has those before it.
    public init(series: SeriesID, recurrenceID: CivilTime, attempt: Int = 0) {
        let suffix = attempt == 0 ? "" : "#\(attempt)"
        self.init(UUIDValue.version5(namespace: series.uuid, name: recurrenceID.description + suffix))
    }
}

extension Identifier where Subject == Series {
    /// The id of the series that splitting another at one of its slots makes.
    ///
    /// - Parameters:
    ///   - series: The series that is split.
    ///   - recurrenceID: The slot with which the new one begins.
    ///   - attempt: 0, or which further id is asked for where something else has those before it.
    public init(splitting series: SeriesID, at recurrenceID: CivilTime, attempt: Int = 0) {
        let suffix = attempt == 0 ? "" : "#\(attempt)"
        self.init(UUIDValue.version5(namespace: series.uuid, name: "following:\(recurrenceID)" + suffix))
    }
}

extension Identifier where Subject == Reminder {
    /// The id that a reminder has on a respawned task.
    ///
    /// - Parameters:
    ///   - task: The respawned task.
    ///   - origin: The id of the reminder on the task that began the series.
    ///   - attempt: 0, or which further id is asked for where something else has those before it.
    public init(task: TaskID, origin: ReminderID, attempt: Int = 0) {
        let suffix = attempt == 0 ? "" : "#\(attempt)"
        self.init(UUIDValue.version5(namespace: task.uuid, name: origin.description + suffix))
    }
}

extension Identifier where Subject == Subtask {
    /// The id that a subtask has on a respawned task.
    ///
    /// - Parameters:
    ///   - task: The respawned task.
    ///   - template: The id of the series' template of it.
    public init(task: TaskID, template: SubtaskID) {
        self.init(UUIDValue.version5(namespace: task.uuid, name: template.description))
    }
}

extension Identifier where Subject == Firing {
    /// The id of the firing of a reminder at an instant; the same after a retry, a restart or on another node.
    ///
    /// - Parameters:
    ///   - reminder: The reminder that fires.
    ///   - scheduledAt: The instant it was to fire, not the one at which it did.
    public init(reminder: ReminderID, scheduledAt: UTCInstant) {
        self.init(UUIDValue.version5(namespace: reminder.uuid, name: scheduledAt.description))
    }
}

extension String {
    /// The text in Unicode's normal form C, in which what people name things by is kept and compared.
    ///
    /// The same letters can be written as different code points (`é` as one or as two): Swift compares them as equal,
    /// while ids that are derived from text and the store compare bytes. So text is brought into one form where it comes
    /// in, and bytes are compared inside.
    package var inNormalForm: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}
