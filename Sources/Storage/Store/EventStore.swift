/// Reads the event log.
public protocol EventReader {
    /// The events after a place in the log, in order.
    func events(after sequence: Int64, limit: Int) throws -> [Event]

    /// Reads the events after a place in the log one after the other, until `body` returns false, so that no more than
    /// one has to be held. Nothing else can be read meanwhile.
    func eachEvent(after sequence: Int64, limit: Int, _ body: (Event) throws -> Bool) throws

    /// The place of the last event; 0 when there is none.
    func lastEventSequence() throws -> Int64
}

extension EventReader {
    /// The events after a place in the log, in order: as many as have so many bytes, at least one where there is one.
    package func events(after sequence: Int64, limit: Int, bytes: Int) throws -> [Event] {
        var events: [Event] = []
        var room = bytes
        try eachEvent(after: sequence, limit: limit) { event in
            events.append(event)
            room -= event.data.count
            return room > 0
        }
        return events
    }
}

/// Writes the event log.
public protocol EventWriter {
    /// Appends events to the log in the order given, and makes a delivery of each for every hook that wants it.
    ///
    /// This is the only way into the log, so that an event and its deliveries are one fact.
    ///
    /// - Returns: The events in their places.
    @discardableResult
    func append(_ drafts: [EventDraft]) throws -> [Event]
}
