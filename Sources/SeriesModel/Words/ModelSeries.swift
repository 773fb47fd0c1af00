package import Recurrence

/// Where the next occurrence is counted from.
package enum SeriesAnchor: String, Hashable, Sendable {
    /// The due time, or the moment of completion.
    case due, completion
}

/// What becomes of slots that are already past.
package enum MissedPolicy: String, Hashable, Sendable {
    /// Jump over them, or take each one.
    case skip, keep
}

/// When the next occurrence appears.
package enum RespawnPolicy: String, Hashable, Sendable {
    /// When the one before is closed, or at its own time.
    case completion, schedule
}

/// Why a series bears nothing any more.
package struct SeriesEnd: Hashable, Sendable {
    /// The reason.
    package enum Reason: String, Hashable, Sendable {
        /// One of the four reasons.
        case split, deleted, cancelled, stopped
    }

    /// The reason.
    package var reason: Reason
    /// The occurrence that ended it, for `deleted` and `cancelled`.
    package var by: TaskID?

    /// Makes an end.
    package init(reason: Reason, by: TaskID? = nil) { (self.reason, self.by) = (reason, by) }
}

/// The rule set of a series and how it is followed: what the `recurrence` of its tasks shows.
package struct Recurrence: Hashable, Sendable {
    /// The rules, each with its own start.
    package var rules: [ModelRule] = []
    /// Added slots, ascending.
    package var rdates: [CivilTime] = []
    /// Excepted slots, ascending.
    package var exdates: [CivilTime] = []
    /// Where the next one is counted from.
    package var anchor = SeriesAnchor.due
    /// What becomes of past slots.
    package var missed = MissedPolicy.skip
    /// When the next one appears.
    package var respawn = RespawnPolicy.completion

    /// Whether there is nothing that could give a slot.
    var isEmpty: Bool { rules.isEmpty && rdates.isEmpty }
}

/// A recurring task as a whole: rule set, content and ledger.
package struct ModelSeries: Hashable, Sendable {
    /// Its name.
    package let id: SeriesID
    /// The zone of its slots.
    package var zone: String
    /// DTSTART, which fixes the kind.
    package var dtstart: CivilTime
    /// Rules, dates and policies.
    package var recurrence: Recurrence
    /// The content as a template.
    package var content: Content
    /// Whether its occurrences have a start.
    package var hasStart: Bool
    /// Whether its occurrences have a due time.
    package var hasDue: Bool
    /// Local seconds from start to due.
    package var span: Int
    /// The slot from which on it has none, exclusive.
    package var before: CivilTime?
    /// Why it ended; nil while it is active.
    package var end: SeriesEnd?
    /// The series it was split from.
    package var splitFrom: SeriesID?
    /// The ledger, ascending by slot.
    package var rows: [LedgerRow] = []

    /// Whether it gives birth.
    package var isActive: Bool { end == nil }
    /// Whether its slots are dates.
    package var isDate: Bool { dtstart.isDate }
    /// The rows that are not withdrawn.
    package var born: [LedgerRow] { rows.filter(\.isBorn) }
    /// The born row with the greatest recurrenceId.
    package var frontier: LedgerRow? { born.last }

    /// The row of a task.
    package func row(of task: TaskID) -> LedgerRow? { rows.first { $0.task == task } }
    /// The row of a slot.
    package func row(at slot: CivilTime) -> LedgerRow? { rows.first { $0.slot == slot } }

    /// Changes the row of a task.
    mutating func changeRow(of task: TaskID, _ change: (inout LedgerRow) -> Void) {
        for index in rows.indices where rows[index].task == task { change(&rows[index]) }
    }

    /// The times of the occurrence that a slot gives.
    func times(at slot: CivilTime) -> (start: CivilTime?, due: CivilTime?) {
        (hasStart ? slot : nil, hasDue ? slot.moved(by: span) : nil)
    }

    /// Ends it, unless it ended before.
    // Reading: a series that ended keeps its first end; `series.ended` is said once until it is revived.
    mutating func end(_ reason: SeriesEnd.Reason, by task: TaskID? = nil) {
        if end == nil { end = SeriesEnd(reason: reason, by: task) }
    }
}
