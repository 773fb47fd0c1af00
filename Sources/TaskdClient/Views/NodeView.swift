/// A process that has the daemon's store open.
public struct NodeView: Decodable, Hashable, Sendable {
    /// 16 hexadecimal digits, others each time that the node opens the store.
    public var id: String
    /// What its administrator calls it.
    public var name: String
    /// The version of its program.
    public var version: String
    /// When it opened the store, in UTC.
    public var joinedAt: String
    /// Until when others take it to be there, unless it says again that it is, in UTC; nil where there are no others.
    public var leaseEnd: String?
    /// How many seconds the store's clock is ahead of its machine's; nil where they are one, or that is not known.
    public var clockOffsetSeconds: Double?
    /// Whether it is the one that fires reminders.
    public var leader: Bool
    /// Whether it is the one that was asked.
    public var isAsked: Bool
    /// The UUIDs of the hooks that it sends to.
    public var hooks: [String]

    private enum CodingKeys: String, CodingKey {
        case id, name, version, joinedAt, leaseEnd, clockOffsetSeconds, leader, hooks
        case isAsked = "self"
    }
}
