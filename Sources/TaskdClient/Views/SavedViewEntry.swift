/// A list of tasks that was given a name.
public struct SavedViewEntry: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// Counts the changes, from 1.
    public var version: Int
    /// What it is called.
    public var name: String
    /// Which tasks; nil for all.
    public var filter: String?
    /// In what order; nil for that in which they were made.
    public var sort: String?
    /// The zone of the days and local times in the filter; nil for the daemon's.
    public var timeZone: String?
}
