import Recurrence
import Storage

/// In which order the deliveries of a hook that were never tried are claimed: by the times of their events, but reminders
/// go before what has waited less than a minute longer.
///
/// One change may make a thousand events, and a reminder is not to be late behind those.
enum DeliveryTurn {
    private static let headStart = Swift.Duration.seconds(60)
    private static let prefix = "reminder."

    /// The instant that an event's deliveries are queued by.
    static func instant(of type: EventType, at timestamp: UTCInstant) -> UTCInstant {
        type.rawValue.hasPrefix(prefix) ? timestamp.advanced(by: .zero - headStart) : timestamp
    }

    /// The same as an expression over the columns of an event.
    static let expression =
        "event.at - \(headStart.components.seconds * 1_000) * (event.type GLOB '\(prefix)*')"
}
