public import Recurrence

/// A process that has a shared store open, as the store knows it.
public struct StoreNode: Hashable, Sendable {
    /// What the node is known by while it has the store open; another number each time that it opens it.
    public var id: Int64
    /// What its administrator calls it.
    public var name: String
    /// The version of its program.
    public var version: String
    /// When it opened the store.
    public var joinedAt: UTCInstant
    /// Until when others take it to be there, unless it says again that it is; nil where there are no others.
    public var leaseEnd: UTCInstant?
    /// How far the store's clock, by which reminders go off, is ahead of the machine's; nil where that is not known.
    public var clockOffset: Swift.Duration?
    /// Whether it is the one that fires reminders.
    public var isLeader: Bool
    /// Whether it is the one that was asked.
    public var isOwn: Bool
    /// The hooks whose deliveries it sends.
    public var hooks: [HookID]

    /// Makes a node from its parts.
    public init(
        id: Int64, name: String, version: String, joinedAt: UTCInstant, leaseEnd: UTCInstant?,
        clockOffset: Swift.Duration?, isLeader: Bool, isOwn: Bool, hooks: [HookID]
    ) {
        (self.id, self.name, self.version) = (id, name, version)
        (self.joinedAt, self.leaseEnd, self.clockOffset) = (joinedAt, leaseEnd, clockOffset)
        (self.isLeader, self.isOwn, self.hooks) = (isLeader, isOwn, hooks)
    }
}
