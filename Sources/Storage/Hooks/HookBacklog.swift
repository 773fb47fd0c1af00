public import Recurrence

/// What a hook is owed.
public struct HookBacklog: Hashable, Sendable {
    /// How many deliveries wait for an attempt, those on their way included.
    public var count: Int
    /// When the oldest event among them happened; nil when there is none.
    public var oldest: UTCInstant?

    /// Makes a backlog from its parts.
    public init(count: Int, oldest: UTCInstant?) {
        self.count = count
        self.oldest = oldest
    }
}
