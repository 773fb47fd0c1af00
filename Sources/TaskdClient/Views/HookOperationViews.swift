/// What came of a sample that was sent to a hook.
public struct HookTrialView: Decodable, Hashable, Sendable {
    /// The one attempt.
    public struct Attempt: Decodable, Hashable, Sendable {
        /// What came of it.
        public var outcome: String
        /// The receiver's HTTP status.
        public var statusCode: Int?
        /// How long it took, in milliseconds.
        public var durationMs: Int
        /// More about what came of it.
        public var detail: String?
    }

    /// Whether the receiver took it.
    public var delivered: Bool
    /// The sample's type.
    public var eventType: String
    /// The attempt.
    public var attempt: Attempt
}

/// What a replay of a hook's deliveries sends.
public struct ReplayView: Decodable, Hashable, Sendable {
    /// How many deliveries are sent again.
    public var replayed: Int
    /// Whether there are more than the limit let through.
    public var hasMore: Bool
}

/// How a hook's receiver has been answering.
public struct HookHealthView: Decodable, Hashable, Sendable {
    /// `closed`, `open` or `halfOpen`.
    public var circuit: String
    /// How many deliveries wait.
    public var waiting: Int
    /// How many attempts have failed in a row.
    public var consecutiveFailures: Int
    /// The instant since which every attempt has failed.
    public var failingSince: String?
    /// The instant of the last attempt that failed.
    public var lastFailureAt: String?
    /// The instant of the last attempt that succeeded.
    public var lastSuccessAt: String?
    /// The instant at which an open circuit lets the next delivery through.
    public var resumesAt: String?
}
