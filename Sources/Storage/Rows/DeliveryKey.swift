package import Recurrence

/// The key of a delivery's row: its hook's key, and behind it the place of its event in the log.
package enum DeliveryKey {
    /// How many bits the place of the event has: enough for a million events a second for half a year, and for half a
    /// million hooks.
    package static let sequenceBits: Int64 = 44
    package static let maxSequence: Int64 = 1 << sequenceBits - 1

    package static func key(hook: Int64, sequence: Int64) -> Int64 {
        hook << sequenceBits | sequence
    }

    /// The hook's key and the place of the event that a key is made of.
    package static func place(of key: Int64) -> (hook: Int64, sequence: Int64) {
        (key >> sequenceBits, key & maxSequence)
    }

    /// The keys of a hook's deliveries.
    package static func keys(ofHook hook: Int64) -> Range<Int64> {
        key(hook: hook, sequence: 0)..<key(hook: hook + 1, sequence: 0)
    }
}

/// In which order the deliveries of a hook that were never tried are claimed: by the times of their events, but reminders
/// go before what has waited less than a minute longer.
///
/// One change may make a thousand events, and a reminder is not to be late behind those.
package enum DeliveryTurn {
    /// How much earlier those of reminders are queued.
    package static let headStart = Swift.Duration.seconds(60)
    /// What the types of their events begin with.
    package static let prefix = "reminder."

    /// The instant that an event's deliveries are queued by.
    package static func instant(of type: EventType, at timestamp: UTCInstant) -> UTCInstant {
        type.rawValue.hasPrefix(prefix) ? timestamp.advanced(by: .zero - headStart) : timestamp
    }
}
