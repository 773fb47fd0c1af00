package import Recurrence

/// What became of a slot.
package enum RowState: String, Hashable, Sendable {
    /// A state of a row; only `withdrawn` counts as if there were no row.
    case open, completed, skipped, cancelled, deleted, withdrawn

    /// Whether a row in this state has a task.
    package var hasTask: Bool { self != .deleted && self != .withdrawn }
    /// Whether the occurrence is closed and its task still there.
    package var isClosed: Bool { hasTask && self != .open }
}

/// One line of a ledger: a slot that became an occurrence once.
package struct LedgerRow: Hashable, Sendable {
    /// The recurrenceId.
    package var slot: CivilTime
    /// The id of its task, also while there is none.
    package let task: TaskID
    /// What became of it.
    package var state = RowState.open
    /// What it was before it was deleted.
    package var outcome: RowState?
    /// Its number; nil where it is withdrawn.
    package var number: Int?
    /// The occurrence whose closing or deletion bore it.
    package var cause: TaskID?
    /// The fields that edits of the series do not reach.
    package var overrides: Set<Field> = []
    /// Whether a command was addressed to it or a reminder of it went off.
    package var isTouched = false
    /// How many slots before it were passed over.
    package var passed = 0
    /// When it was closed.
    package var closedAt: UTCInstant?

    /// Whether it counts as a row.
    package var isBorn: Bool { state != .withdrawn }
}
