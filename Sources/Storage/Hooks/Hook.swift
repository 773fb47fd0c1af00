public import Recurrence

/// Where events go.
public struct Hook: Hashable, Sendable {
    /// How a hook is reached.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// One JSON line an event, on the daemon's standard output.
        case stdout
        /// An HTTP POST with Standard Webhooks headers.
        case webhook
        /// A program of this machine that is run with the event on its standard input.
        case command
    }

    /// The hook's id.
    public let id: HookID
    /// Counts the changes, from 1; also the entity tag.
    public var version: Int
    /// How it is reached.
    public let kind: Kind
    /// Where a webhook's requests go; nil for another kind.
    public var url: String?
    /// The program that a command hook runs, by its absolute path, and its arguments; empty for another kind.
    public var command: [String] = []
    /// What the body of its messages looks like; standard output always has whole events.
    public var shape = Shape.standard
    /// What its TLS connections use beside the system's authorities; nil for nothing.
    public var tls: TLS?
    /// Which events it wants.
    public var events: [EventPattern]
    /// Which tasks' events it wants of those.
    public var filter = EventFilter.all
    /// How its deliveries follow each other.
    public var traffic = Traffic.standard
    /// The headers that its requests carry beside taskd's own.
    public var headers: [HookHeader] = []
    /// Whether it is sent anything.
    public var isEnabled: Bool
    /// Why taskd switched it off by itself; nil when it did not.
    public var disabledReason: String?
    /// Its signing secrets, sealed; each valid one signs, in this order.
    public var sealedSecrets: [[UInt8]]
    /// When it was made.
    public let createdAt: UTCInstant
    /// When it was last changed.
    public var updatedAt: UTCInstant

    /// Makes an enabled hook.
    ///
    /// - Parameters:
    ///   - id: The new hook's id.
    ///   - kind: How it is reached.
    ///   - url: Where a webhook's requests go.
    ///   - events: Which events it wants.
    ///   - sealedSecrets: Its signing secrets, sealed.
    ///   - now: The time at which it is made.
    public init(
        id: HookID,
        kind: Kind,
        url: String? = nil,
        events: [EventPattern] = [.all],
        sealedSecrets: [[UInt8]] = [],
        now: UTCInstant
    ) {
        self.id = id
        self.kind = kind
        self.url = url
        self.events = events
        self.sealedSecrets = sealedSecrets
        version = 1
        isEnabled = true
        createdAt = now
        updatedAt = now
    }

    /// The hook that writes to standard output; every store has it, with the same id.
    public static let stdoutID = HookID(UUIDValue(high: 0x7461_736B_6400_5000, low: 0x8000_7374_646F_7574))

    /// Whether an event of a type goes to this hook now, about a task or with nil about none, if the text of its filter
    /// selects the task.
    public func wants(_ type: EventType, about subject: EventSubject? = nil) -> Bool {
        isEnabled && events.contains { $0.matches(type) } && filter.admits(subject)
    }
}
