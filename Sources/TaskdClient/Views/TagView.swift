/// A tag as the daemon writes it.
public struct TagView: Decodable, Hashable, Sendable {
    /// What people call it.
    public var name: String
    /// The color that it is shown in, as it was given.
    public var color: String?
    /// The sign that it is shown with, as it was given.
    public var icon: String?
    /// How many tasks have it, whatever their status.
    public var count: Int
    /// Counts the changes, from 1.
    public var version: Int
}
