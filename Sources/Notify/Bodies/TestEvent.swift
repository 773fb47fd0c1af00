package import Recurrence
package import Storage

/// An event that never happened, to try a hook out with.
package enum TestEvent {
    /// Makes one of a type; its data says `"test": true`, and it stands at no place in the log.
    ///
    /// - Returns: The event; nil for a type that taskd does not tell.
    package static func make(_ type: EventType, at now: UTCInstant) -> Event? {
        guard EventType.known.contains(type), let sample = EventSample.samples(of: type).last else { return nil }
        return Event(
            sequence: 0,
            id: EventID(madeAt: now),
            type: type,
            timestamp: now,
            data: Array(#"{"test":true,"#.utf8) + sample.data.dropFirst()
        )
    }
}
