/// What came of a sample that was sent to a hook.
struct HookTrialView: Decodable, Hashable, Sendable {
    struct Attempt: Decodable, Hashable, Sendable {
        var outcome: String
        var statusCode: Int?
        var durationMs: Int
        var detail: String?
    }

    var delivered: Bool
    var eventType: String
    var attempt: Attempt
}

/// How many deliveries are sent again.
struct ReplayView: Decodable, Hashable, Sendable {
    var replayed: Int
    /// Whether there are more than the limit let through.
    var hasMore: Bool
}

/// How a hook's receiver has been answering.
struct HookHealthView: Decodable, Hashable, Sendable {
    var circuit: String
    var waiting: Int
    var consecutiveFailures: Int
    var failingSince: String?
    var lastFailureAt: String?
    var lastSuccessAt: String?
    var resumesAt: String?
}
