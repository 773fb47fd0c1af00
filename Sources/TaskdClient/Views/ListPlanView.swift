/// How the daemon serves a list of tasks.
public struct ListPlanView: Decodable, Hashable, Sendable {
    /// A condition of the list.
    public struct Condition: Decodable, Hashable, Sendable {
        /// The parameter that it comes from.
        public var parameter: String
        /// What was written there: of a filter, the condition alone.
        public var text: String?
    }

    /// `search`: an index gives the tasks; `walk`: tasks are read in order until the page is full; `scan`: all are read.
    public var access: String
    /// The indexes that are read.
    public var indexes: [String]
    /// Whether what was found is sorted before the first task is known.
    public var isSorted: Bool
    /// The conditions that an index serves.
    public var served: [Condition]
    /// The conditions that are checked on each task that is read.
    public var checked: [Condition]
}
