public import Recurrence

/// Which deliveries of a hook are to be sent again.
public struct DeliverySelection: Hashable, Sendable {
    /// The most deliveries that one replay sends again.
    public static let maxDeliveries = 10_000

    /// Those that stand in one of these states; of those pending, the ones that wait for a retry.
    public var states: Set<Delivery.State>
    /// Those of events that one of the patterns means.
    public var events: [EventPattern]
    /// Those of events at this instant or later; nil for no such bound.
    public var from: UTCInstant?
    /// Those of events before this instant; nil for no such bound.
    public var until: UTCInstant?

    /// Makes a selection.
    public init(
        states: Set<Delivery.State> = [.failed, .expired],
        events: [EventPattern] = [.all],
        from: UTCInstant? = nil,
        until: UTCInstant? = nil
    ) {
        self.states = states
        self.events = events
        self.from = from
        self.until = until
    }
}
