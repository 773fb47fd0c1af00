public import Recurrence

/// How a hook's receiver has been answering.
public struct HookHealth: Hashable, Sendable {
    /// Whether deliveries are sent.
    public enum Circuit: String, CaseIterable, Hashable, Sendable {
        /// They are.
        case closed
        /// They wait, since too many have failed.
        case open
        /// One is sent, to see whether the receiver is back.
        case halfOpen
    }

    /// How many attempts have failed since the last that succeeded.
    public var consecutiveFailures = 0
    /// When the first of them failed; nil when the last attempt succeeded.
    public var failingSince: UTCInstant?
    /// When an attempt last failed; nil when none has.
    public var lastFailureAt: UTCInstant?
    /// When an attempt last succeeded; nil when none has.
    public var lastSuccessAt: UTCInstant?
    /// The different deliveries that have failed since, as many as the circuit breaker counts.
    public var suspects: [DeliveryID] = []
    /// How often in a row the circuit has opened; zero when it is closed.
    public var trips = 0
    /// Nothing is sent before; nil for no such instant.
    public var resumesAt: UTCInstant?

    /// Makes the health of a hook of which nothing is known yet.
    public init() {}

    /// Whether deliveries are sent at an instant.
    public func circuit(at now: UTCInstant) -> Circuit {
        guard trips > 0 else { return .closed }
        return resumesAt.map { $0 > now } ?? false ? .open : .halfOpen
    }
}

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
