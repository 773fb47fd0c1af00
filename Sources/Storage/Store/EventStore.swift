/// Reads the event log.
public protocol EventReader {
    /// The events behind a place in the log, in order.
    func events(after sequence: Int64, limit: Int) throws -> [Event]

    /// The place of the last event; 0 when there is none.
    func lastEventSequence() throws -> Int64
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
