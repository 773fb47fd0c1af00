/// Where events go.
struct HookView: Decodable, Hashable, Sendable {
    var id: String
    var kind: String
    var url: String?
    var events: [String]
    var enabled: Bool
    var disabledReason: String?
    /// The program and its arguments, of a command.
    var argv: [String]?
    /// There only in the answer that creates the hook.
    var secret: String?
    /// There only when more than one was made.
    var secrets: [String]?
    /// There only in the answer that creates a hook that signs with Ed25519.
    var publicKey: String?

    /// Where events go.
    var target: String { url ?? argv?.joined(separator: " ") ?? "" }
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
