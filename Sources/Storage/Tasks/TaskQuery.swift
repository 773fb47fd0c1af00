public import Filters
public import Recurrence

/// Which tasks a list shows, in what order, and from where on.
///
/// Each filter that is set must hold. Which of them an index serves is told by a ``TaskQueryPlan``.
public struct TaskQuery: Hashable, Sendable {
    /// What a list is ordered by.
    public enum SortKey: String, CaseIterable, Hashable, Sendable {
        /// By `dueAt`; tasks without one come last.
        case due
        /// By priority, `none` first.
        case priority
        /// By title, in the order of `TitleOrder`.
        case title
        /// By the time it was made.
        case createdAt
        /// By the time it was last changed.
        case updatedAt
        /// By the time it was completed; open tasks come last.
        case completedAt
        /// As people put them in order; those without a place come last.
        case sortOrder
    }

    /// One part of an order.
    public struct Sort: Hashable, Sendable {
        /// What to order by.
        public var key: SortKey
        /// Whether the greatest comes first.
        public var isDescending: Bool

        /// Makes one part of an order.
        public init(_ key: SortKey, isDescending: Bool = false) {
            self.key = key
            self.isDescending = isDescending
        }
    }

    /// Any of these; empty for all.
    public var statuses: Set<TaskStatus> = []
    /// Any of these; empty for all.
    public var priorities: Set<TaskPriority> = []
    /// Has this tag.
    public var tag: String?
    /// Is in this project.
    public var project: ProjectID?
    /// Whether tasks of the projects that stand in ``project`` count too.
    public var includesSubprojects = false
    /// Is an occurrence of this series.
    public var series: SeriesID?
    /// Only those that are set aside, or of which a part is.
    public var isSetAside = false
    /// Whether it is to be blocked: open, and waiting for a task that is open; nil for both.
    public var isBlocked: Bool?
    /// Has these words and phrases in its title, its description, the titles of its subtasks or its tags, as
    /// `SearchQuery` reads them.
    public var text: String?
    /// `dueAt` at or after this.
    public var dueFrom: UTCInstant?
    /// `dueAt` before this.
    public var dueUntil: UTCInstant?
    /// Completed at or after this.
    public var completedFrom: UTCInstant?
    /// Completed before this.
    public var completedUntil: UTCInstant?
    /// Overdue at this instant.
    public var overdueAt: UTCInstant?
    /// Not overdue at this instant.
    public var notOverdueAt: UTCInstant?
    /// What else is asked of a task.
    public var filter: ResolvedFilter?
    /// The order, at most three parts; by creation when empty.
    public var sort: [Sort] = []
    /// Where the page begins: the cursor of an earlier page with the same filters and order; nil for the first page.
    public var cursor: StoreCursor?
    /// How many tasks at most, 1 to 1,000.
    public var limit: Int

    /// Asks for every task, in the order they were made.
    public init(limit: Int = 100) {
        self.limit = limit
    }
}

extension TaskQuery.SortKey {
    /// The key of a name, which may be short for one of a time: `created`, `updated`, `completed`.
    public init?(named name: String) {
        guard let key = Self(rawValue: name) ?? Self(rawValue: "\(name)At") else { return nil }
        self = key
    }
}

/// One page of a list.
public struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    /// What the page holds, in order.
    public var items: [Item]
    /// Where the next page begins; nil when this is the last.
    public var next: Cursor?

    /// Makes a page from its parts.
    public init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }
}
