package import Filters

/// How a store serves a query of tasks: what it looks up in an index, and what it has to check on each task.
///
/// Its words are stable; what a back end calls its indexes is not among them.
public struct TaskQueryPlan: Hashable, Sendable {
    /// How the tasks of a list are come by.
    public enum Access: String, Hashable, Sendable {
        /// An index gives the tasks for which the served conditions hold; no others are read.
        case search
        /// Tasks are read one by one in the order of the list until the page is full, and the conditions checked on each.
        case walk
        /// Every task is read and checked, and the list is sorted before its first task is known.
        case scan
    }

    /// What tasks are looked up by, or read in the order of.
    public enum Index: String, CaseIterable, Hashable, Sendable {
        case status, due, priority, tag, project, series, words, title, createdAt, updatedAt, completedAt, setAside,
            sortOrder,
            blocked
    }

    /// One condition of the query; all of them hold.
    public struct Condition: Hashable, Sendable {
        /// Which part of the query it is.
        public var part: TaskQuery.Part
        /// Whether an index sees to it; where not, it is checked on each task that is read.
        public var isServed: Bool

        /// Makes a condition from its parts.
        public init(_ part: TaskQuery.Part, isServed: Bool) {
            (self.part, self.isServed) = (part, isServed)
        }
    }

    /// How the tasks are come by.
    public var access: Access
    /// The indexes that are read; none where the tasks themselves are.
    public var indexes: [Index]
    /// Whether what was found is sorted before the first task is known.
    public var isSorted: Bool
    /// The conditions of the query.
    public var conditions: [Condition]

    /// Makes a plan from its parts.
    public init(access: Access, indexes: [Index], isSorted: Bool, conditions: [Condition]) {
        (self.access, self.indexes, self.isSorted, self.conditions) = (access, indexes, isSorted, conditions)
    }
}

extension TaskQuery {
    /// A part of a query that tasks are chosen by.
    public enum Part: Hashable, Sendable {
        case statuses, priorities, tag, project, series, isSetAside, blocked, text
        case dueFrom, dueUntil, completedFrom, completedUntil, overdue
        /// A condition of the filter, or of those that it joins by and, by its number; counted from 0.
        case filter(Int)
    }
}

extension ResolvedFilter {
    /// The conditions that the filter joins by and: itself where it is not such a joint.
    package var conjuncts: [ResolvedFilter] {
        if case .all(let parts) = self, !parts.isEmpty { parts } else { [self] }
    }
}
