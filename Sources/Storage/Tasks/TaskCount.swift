/// How many tasks there are; at least so many, where not all of them were counted.
public struct TaskCount: Hashable, Sendable {
    /// How many are counted at most.
    public static let limit = 10_000

    /// How many were counted.
    public var count: Int
    /// Whether there are no more.
    public var isExact: Bool

    /// Makes a count from its parts.
    public init(_ count: Int, isExact: Bool = true) {
        (self.count, self.isExact) = (count, isExact)
    }
}

/// What tasks are counted by.
public enum TaskGrouping: String, CaseIterable, Hashable, Sendable {
    /// By tag, in the order of their UTF-8 bytes; a task counts for each of its tags.
    case tag
    /// By project, in the order of their places; tasks that are in none come last.
    case project
    /// By the local day of `dueAt`, the earliest first; tasks that have none come last.
    case dueDay
    /// By priority, `none` first.
    case priority
    /// By status, in the order of the enumeration.
    case status
}

/// How many tasks there are of each group.
public struct TaskGroups: Hashable, Sendable {
    /// The tasks that have something in common.
    public struct Group: Hashable, Sendable {
        /// What they have in common; nil for those that have no due time.
        public var key: String?
        /// How many they are.
        public var count: TaskCount

        /// Makes a group from its parts.
        public init(_ key: String?, _ count: TaskCount) {
            (self.key, self.count) = (key, count)
        }
    }

    /// The groups that have tasks, in their order.
    public var groups: [Group]
    /// Whether there are no others, and each count is exact.
    public var isExact: Bool

    /// Makes groups from their parts.
    public init(_ groups: [Group], isExact: Bool) {
        (self.groups, self.isExact) = (groups, isExact)
    }
}
