/// A choice that is kept as a number.
package protocol ColumnCode: CaseIterable, Equatable, Sendable {
    /// The choices, each at the place that is its number.
    ///
    /// They are part of the file's format, whatever the order of the cases: a further one comes last, and none goes.
    static var choices: [Self] { get }
}

extension ColumnCode {
    @inlinable
    package var code: Int {
        guard let code = Self.choices.firstIndex(of: self) else { preconditionFailure("a case is among the choices") }
        return code
    }

    @inlinable
    package init?(code: Int) {
        guard Self.choices.indices.contains(code) else { return nil }
        self = Self.choices[code]
    }

    package init(readingCode code: Int) throws {
        guard let value = Self(code: code) else {
            throw StoreError(.unreadable, "\"\(code)\" is not a valid value")
        }
        self = value
    }
}

extension TaskStatus: ColumnCode {
    package static let choices: [TaskStatus] = [.needsAction, .inProcess, .completed, .cancelled]
}

extension TaskPriority: ColumnCode {
    package static let choices: [TaskPriority] = [.none, .low, .medium, .high, .urgent]
}

extension Reminder.Base: ColumnCode {
    package static let choices: [Reminder.Base] = [.due, .start]
}

extension Reminder.State: ColumnCode {
    package static let choices: [Reminder.State] = [.scheduled, .fired, .snoozed, .acknowledged, .missed, .cancelled]
}

extension Reminder.Hold.Reason: ColumnCode {
    package static let choices: [Reminder.Hold.Reason] = [.quietHours, .pause, .skippingPause]
}

extension ReminderNote.Kind: ColumnCode {
    package static let choices: [ReminderNote.Kind] = [.missed, .late, .snoozed, .acknowledged]
}

extension Pause.Missed: ColumnCode {
    package static let choices: [Pause.Missed] = [.fire, .skip]
}

extension TaskRecurrence.Anchor: ColumnCode {
    package static let choices: [TaskRecurrence.Anchor] = [.due, .completion]
}

extension TaskRecurrence.Missed: ColumnCode {
    package static let choices: [TaskRecurrence.Missed] = [.skip, .keep]
}

extension TaskRecurrence.Respawn: ColumnCode {
    package static let choices: [TaskRecurrence.Respawn] = [.completion, .schedule]
}

extension Series.End.Reason: ColumnCode {
    package static let choices: [Series.End.Reason] = [.split, .deleted, .cancelled, .stopped]
}

extension LedgerEntry.State: ColumnCode {
    package static let choices: [LedgerEntry.State] = [.open, .completed, .skipped, .cancelled, .deleted, .withdrawn]
}

extension Delivery.State: ColumnCode {
    package static let choices: [Delivery.State] = [.pending, .delivered, .failed, .expired]
}
