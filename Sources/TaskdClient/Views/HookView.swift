/// A hook: where events go.
public struct HookView: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// What people call it by, 12 characters; nil from a daemon that knows of none.
    public var handle: String?
    /// As much of ``handle`` as is enough; nil where it was not asked for.
    public var shortHandle: String?
    /// `webhook`, `command` or `stdout`.
    public var kind: String
    /// The receiver of a webhook.
    public var url: String?
    /// The types of the events that it gets, or patterns such as `task.*`.
    public var events: [String]
    /// Of which tasks it gets events: of those with one of these tags; all where there is none.
    public var tags: [String]
    /// Of which tasks it gets events: of those with one of these priorities; all where there is none.
    public var priorities: [String]
    /// Of which tasks it gets events: of those that this filter selects.
    public var filter: String?
    /// The zone of the filter's days and local times; nil for the daemon's.
    public var timeZone: String?
    /// Whether events are sent to it.
    public var enabled: Bool
    /// Why it is not enabled.
    public var disabledReason: String?
    /// The program and its arguments, of a command.
    public var argv: [String]?
    /// The signing secret; only in the response that made it.
    public var secret: String?
    /// The signing secrets; only in the response that made more than one.
    public var secrets: [String]?
    /// The key that verifies Ed25519 signatures; only in the response that made it.
    public var publicKey: String?

    /// Where events go: the URL, or the program and its arguments.
    public var target: String { url ?? argv?.joined(separator: " ") ?? "" }
}

/// One event for one hook.
public struct DeliveryView: Decodable, Hashable, Sendable {
    /// One try to deliver it.
    public struct Attempt: Decodable, Hashable, Sendable {
        /// Counts the attempts, from 1.
        public var number: Int
        /// The instant at which it began.
        public var startedAt: String
        /// What came of it.
        public var outcome: String
        /// The receiver's HTTP status.
        public var statusCode: Int?
        /// More about what came of it.
        public var detail: String?
    }

    /// The delivery's id, `dlv_…`.
    public var id: String
    /// The event's place in the log.
    public var eventSeq: Int
    /// The event's type.
    public var eventType: String
    /// `pending`, `delivered`, `failed` or `expired`.
    public var state: String
    /// The instant of the next attempt; nil for none.
    public var nextAttemptAt: String?
    /// The attempts, first to last.
    public var attempts: [Attempt]
}
