/// Reads the event log.
///
/// Events are in the order of their ``Event/sequence``. Whoever reads on after the last one that it has seen misses
/// none: an event becomes visible only after all those before it. Sequences rise strictly and may have gaps, which no
/// reader needs to fill.
public protocol EventReader {
    /// The events after a sequence, in order.
    func events(after sequence: Int64, limit: Int) throws -> [Event]

    /// Reads the events after a sequence one by one, until `body` returns false, so that no more than one has to be
    /// held. Nothing else can be read in the meantime.
    func eachEvent(after sequence: Int64, limit: Int, _ body: (Event) throws -> Bool) throws

    /// Reads the events before a sequence one by one, the latest first, until `body` returns false. Nothing else can be
    /// read in the meantime.
    func eachEvent(before sequence: Int64, limit: Int, _ body: (Event) throws -> Bool) throws

    /// The sequence of the last event; 0 when there is none.
    func lastEventSequence() throws -> Int64
}

extension EventReader {
    /// The events after a sequence, in order: as many as have so many bytes, at least one where there is one.
    package func events(after sequence: Int64, limit: Int, bytes: Int) throws -> [Event] {
        var collector = EventCollector(bytesLeft: bytes)
        try eachEvent(after: sequence, limit: limit) { collector.take($0) }
        return collector.events
    }

    /// The events before a sequence, the latest first: as many as have so many bytes, at least one where there is one.
    package func events(before sequence: Int64, limit: Int, bytes: Int) throws -> [Event] {
        var collector = EventCollector(bytesLeft: bytes)
        try eachEvent(before: sequence, limit: limit) { collector.take($0) }
        return collector.events
    }
}

/// Collects events until they have so many bytes.
private struct EventCollector {
    var events: [Event] = []
    var bytesLeft: Int

    /// Keeps an event; whether there is room for another one.
    mutating func take(_ event: Event) -> Bool {
        events.append(event)
        bytesLeft -= event.data.count
        return bytesLeft > 0
    }
}

/// Writes the event log.
public protocol EventWriter {
    /// Appends events to the log in the order given, and makes a delivery of each for every hook that wants it.
    ///
    /// This is the only way into the log, so that an event and its deliveries are one fact. How many statements it costs
    /// beside the rows written does not depend on the number of hooks.
    ///
    /// - Returns: The events with their sequences.
    @discardableResult
    func append(_ drafts: [EventDraft]) throws -> [Event]
}
