/// Why a command was refused.
package enum Refusal: Error, Hashable, Sendable {
    /// 404: there is no such thing.
    case notFound
    /// 409: the state does not allow it.
    case conflict
    /// 422: a member is wrong.
    case unprocessable(pointer: String)

    /// The status that HTTP answers.
    package var status: Int {
        switch self {
        case .notFound: 404
        case .conflict: 409
        case .unprocessable: 422
        }
    }
}

/// What a command did.
package struct Effects: Hashable, Sendable {
    /// The occurrence that the answer names as next.
    package var next: TaskID?
    /// Whether anything changed but for the clock.
    package var isEffective = false
    /// The occurrences that came to be, in order.
    package var born: [TaskID] = []
    /// The occurrences whose birth was taken back.
    package var withdrawn: [TaskID] = []
    /// The tasks that were deleted.
    package var deleted: [TaskID] = []
    /// The occurrences that were closed.
    package var closed: [TaskID] = []
    /// The series that ended.
    package var ended: [SeriesID] = []
    /// The series that are active or bear again.
    package var resumed: [SeriesID] = []
    /// The series that have nothing after the last closed one.
    package var finished: [SeriesID] = []
    /// The series that was split off.
    package var splitOff: SeriesID?
    /// The series that a command wrote, and in which it looked for what comes next.
    package var addressed: Set<SeriesID> = []
}

/// The answer to a command.
package enum ModelOutcome: Hashable, Sendable {
    /// It was done.
    case done(Effects)
    /// It was refused and changed nothing.
    case refused(Refusal)

    /// What it did; nil where it was refused.
    package var effects: Effects? {
        if case .done(let effects) = self { effects } else { nil }
    }

    /// Why it was refused.
    package var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
