/// Where events go.
struct HookView: Decodable, Hashable, Sendable {
    var id: String
    var kind: String
    var url: String?
    var events: [String]
    var enabled: Bool
    var disabledReason: String?
    /// There only in the answer that creates the hook.
    var secret: String?
}

/// One event for one hook.
struct DeliveryView: Decodable, Hashable, Sendable {
    struct Attempt: Decodable, Hashable, Sendable {
        var number: Int
        var startedAt: String
        var outcome: String
        var statusCode: Int?
        var detail: String?
    }

    var id: String
    var eventSeq: Int
    var eventType: String
    var state: String
    var nextAttemptAt: String?
    var attempts: [Attempt]
}
