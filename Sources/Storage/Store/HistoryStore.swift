public import Recurrence

/// Reads what happened to reminders.
public protocol HistoryReader {
    /// Whether a reminder went off, or was told as missed, for an instant.
    func hasFired(_ reminder: ReminderID, scheduledAt: UTCInstant) throws -> Bool

    /// The latest scheduled instant for which a reminder went off; nil when it never did.
    func lastFiring(of reminder: ReminderID) throws -> UTCInstant?

    /// The firings of a task's reminders, latest scheduled first, then by reminder downwards.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - place: The last firing of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The firings, in that order.
    /// - Throws: ``StoreError``.
    func firings(of task: TaskID, before place: Firing?, limit: Int) throws -> [Firing]

    /// The notes on a reminder about a range of scheduled instants, oldest first, at most 1,000.
    func notes(on reminder: ReminderID, from start: UTCInstant, through end: UTCInstant) throws -> [ReminderNote]

    /// The deliveries of the event that told of a firing, with their attempts.
    func deliveries(of firing: Firing) throws -> [Delivery]
}

/// Writes what happened to reminders.
public protocol HistoryWriter {
    /// Keeps notes; one on a reminder that is not there is passed over.
    func append(_ notes: [ReminderNote]) throws
}
