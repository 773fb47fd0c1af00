import Storage

extension DeliveryTurn {
    /// The instant that an event's deliveries are queued by, as an expression over the columns of an event.
    static let expression =
        "event.at - \(headStart.components.seconds * 1_000) * (event.type GLOB '\(prefix)*')"
}
