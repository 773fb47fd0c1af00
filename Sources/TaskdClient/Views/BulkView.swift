/// What a change of many tasks came to.
public struct BulkView: Decodable, Hashable, Sendable {
    /// A task that could not be changed.
    public struct Failure: Decodable, Hashable, Sendable {
        /// The task's id.
        public var id: String
        /// Why.
        public var detail: String
    }

    /// How many tasks the filter chose.
    public var matched: Int
    /// Whether there are not more of them; nil where they were changed.
    public var isExact: Bool?
    /// How many were changed; nil where they were only counted.
    public var changed: Int?
    /// How many could not be changed; nil where they were only counted.
    public var failedCount: Int?
    /// The first of those.
    public var failed: [Failure]?
    /// The ids of the changes that were made, which undo them, first to last.
    public var changes: [String]?
}
