import Recurrence
import Storage

/// The key of a delivery's row: its hook's key, and behind it the place of its event in the log.
enum DeliveryKey {
    /// How many bits the place of the event has: enough for a million events a second for half a year, and for half a
    /// million hooks.
    static let sequenceBits: Int64 = 44
    static let maxSequence: Int64 = 1 << sequenceBits - 1

    static func key(hook: Int64, sequence: Int64) -> Int64 {
        hook << sequenceBits | sequence
    }

    /// The keys of a hook's deliveries.
    static func keys(ofHook hook: Int64) -> Range<Int64> {
        key(hook: hook, sequence: 0)..<key(hook: hook + 1, sequence: 0)
    }
}

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
