/// A project as the daemon writes it.
public struct ProjectView: Decodable, Hashable, Sendable {
    /// How many tasks it has, without those of the projects in it.
    public struct Counts: Decodable, Hashable, Sendable {
        /// Open tasks.
        public var open: Int
        /// Completed tasks.
        public var completed: Int
        /// Open tasks whose due time has passed.
        public var overdue: Int
    }

    /// A UUID.
    public var id: String
    /// What people call it by, 12 characters; nil from a daemon that knows of none.
    public var handle: String?
    /// As much of ``handle`` as is enough; nil where it was not asked for.
    public var shortHandle: String?
    /// Counts the changes, from 1.
    public var version: Int
    /// What people call it.
    public var name: String
    /// More about it.
    public var description: String?
    /// The color that it is shown in, as it was given.
    public var color: String?
    /// The sign that it is shown with, as it was given.
    public var icon: String?
    /// The id of the project that it stands in; nil at the top.
    public var parentId: String?
    /// Whether it is put away.
    public var isArchived: Bool
    /// Its place in lists; the least comes first.
    public var sortOrder: Double
    /// How many tasks it has.
    public var counts: Counts
    /// How much of it is done, in percent.
    public var progress: Int
}
