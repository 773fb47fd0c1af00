public import Recurrence

/// What a change of a series has still to do to those of its open occurrences that it has not reached yet.
///
/// A series may have more open occurrences than one transaction is to write. The transaction that changes it writes the
/// series whole, reaches the first of its occurrences, and leaves the rest as one of these; others carry on with it, in the
/// order of the slots, each as far as one transaction is to. What is to be given stands in the series, so a pending edit
/// says only which fields that are.
public struct PendingEdit: Hashable, Sendable {
    /// What becomes of an occurrence that has what the series is now.
    public enum Outcome: Hashable, Sendable {
        /// It stays.
        case stays
        /// It is deleted.
        case deleted
        /// It is given up, as its series was.
        case cancelled
        /// It is deleted where one of these EXDATE values names it.
        case excepted([String])
    }

    /// What is told of the change once every occurrence is reached.
    public struct Report: Hashable, Sendable {
        /// How many ids are kept.
        public static let maxTasks = 100

        /// The names of the members that were changed.
        public var members: [String]
        /// Whether the series itself was changed, so that the change is told even where it changes no occurrence.
        public var isSeriesChanged: Bool
        /// How many occurrences were changed so far.
        public var taskCount = 0
        /// The first of them, at most ``maxTasks``.
        public var tasks: [TaskID] = []

        /// Makes a report of a change that has reached nothing yet.
        public init(members: [String], isSeriesChanged: Bool) {
            (self.members, self.isSeriesChanged) = (members, isSeriesChanged)
        }
    }

    /// The fields that each occurrence is given, unless it has an override of them.
    public var fields: TaskFields = []
    /// Occurrences are put on their slots, but for those whose times are overridden, and reminders with a time of their
    /// own move by so many seconds of local time; nil where times stay.
    public var timeShift: Int?
    /// What this pause holds is looked at again; nil for none.
    public var pause: PauseID?
    /// What becomes of each occurrence then.
    public var outcome = Outcome.stays
    /// The occurrence that the change was addressed to, which is written already; nil where it was the series.
    public var spared: TaskID?
    /// The greatest number that there was: what was born since was made from what the series is now.
    public var lastNumber: Int
    /// The first slot that it has not reached; nil where it has reached none.
    public var next: CivilTime?
    /// The occurrence that it deleted last, which may be the cause of a birth; nil where it deleted none.
    public var cause: TaskID?
    /// The change that it is recorded as, to be undone; nil where it is not recorded.
    public var change: ChangeID?
    /// What is told at the end; nil for nothing.
    public var report: Report?

    /// Makes one that has reached nothing and does nothing yet.
    public init(lastNumber: Int) {
        self.lastNumber = lastNumber
    }
}
