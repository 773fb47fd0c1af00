public import Recurrence

/// What the statistics have counted of one task, so that it can be taken off where it was counted.
///
/// It stays when the task is deleted, since what was done was done, and since the deletion may be undone.
public struct CountedTask: Hashable, Sendable {
    /// What is counted of a task.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// That it was made.
        case creation
        /// That it was completed.
        case completion
    }

    /// When a thing was counted, and for which groups besides ``StatisticsGroup/all``.
    public struct Count: Hashable, Sendable {
        /// The instant that it was counted at.
        public var at: UTCInstant
        /// The groups that the task was in then.
        public var groups: [StatisticsGroup]
        /// How long after it was due it was done, in milliseconds, negative before; nil without a due time, or for a
        /// creation.
        public var lateness: Int64?

        /// Makes one from its parts.
        public init(at: UTCInstant, groups: [StatisticsGroup], lateness: Int64? = nil) {
            (self.at, self.groups, self.lateness) = (at, groups, lateness)
        }
    }

    /// What was counted and is not any more; it may come to count again.
    public struct Former: Hashable, Sendable {
        /// What it was.
        public var kind: Kind
        /// Where it was counted.
        public var count: Count

        /// Makes one from its parts.
        public init(_ kind: Kind, _ count: Count) {
            (self.kind, self.count) = (kind, count)
        }
    }

    /// How many that count no more are remembered: an undo puts back what was taken off last.
    static let maxFormer = 20

    /// Its creation; nil where that was before anything was counted, or was taken back.
    public var creation: Count?
    /// Its completion; nil while it is not completed.
    public var completion: Count?
    /// What counts no more, the oldest first.
    public var former: [Former] = []

    /// Nothing of it was counted.
    public init() {}

    /// Counts a thing where it was counted before, else where it happened; or takes it off.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - count: Where it happened, as the task is now; nil to take it off.
    mutating func set(_ kind: Kind, to count: Count?) {
        let path: WritableKeyPath<CountedTask, Count?> = kind == .creation ? \.creation : \.completion
        guard self[keyPath: path]?.at != count?.at else { return }
        if let old = self[keyPath: path] { former.append(Former(kind, old)) }
        self[keyPath: path] = count
        guard let count else {
            if former.count > Self.maxFormer { former.removeFirst() }
            return
        }
        // The task may have been in other groups then than it is in now.
        if let index = former.lastIndex(where: { $0.kind == kind && $0.count.at == count.at }) {
            self[keyPath: path] = former.remove(at: index).count
        }
        if former.count > Self.maxFormer { former.removeFirst() }
    }
}
