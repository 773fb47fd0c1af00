public import Recurrence

/// Reads what happened to reminders.
public protocol HistoryReader {
    /// Whether a reminder fired, or was reported as missed, for an instant.
    ///
    /// Only of what is still in the ledger; what was trimmed lies at or before ``firingFloor(of:)``.
    func hasFired(_ reminder: ReminderID, scheduledAt: UTCInstant) throws -> Bool

    /// The instant up to which, itself included, nothing of a reminder fires or is reported as missed again; nil where
    /// none of its firings was trimmed.
    func firingFloor(of reminder: ReminderID) throws -> UTCInstant?

    /// The latest scheduled instant for which a reminder fired, or was reported as missed; nil when neither ever was.
    func lastFiring(of reminder: ReminderID) throws -> UTCInstant?

    /// The firings of a task's reminders, missed ones among them, latest scheduled first, then by reminder downwards.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - last: The last firing of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The firings, in that order.
    /// - Throws: ``StoreError``.
    func firings(of task: TaskID, before last: Firing?, limit: Int) throws -> [Firing]

    /// The latest note of each kind about a reminder's firing at an instant, and the latest of what was snoozed to that
    /// instant, in the order in which they were made; however many there are, it costs six index look-ups.
    func latestNotes(on reminder: ReminderID, about instant: UTCInstant) throws -> [ReminderNote]

    /// The deliveries of a firing's event, with their attempts.
    func deliveries(of firing: Firing) throws -> [Delivery]
}

/// Writes what happened to reminders.
public protocol HistoryWriter {
    /// Keeps notes; one on a reminder that is not there is passed over.
    func append(_ notes: [ReminderNote]) throws

    /// Looks at some firings and deletes those that were scheduled and recorded before an instant.
    ///
    /// In the same transaction the floor of each of their reminders, deleted ones among them, rises to the latest instant
    /// that was deleted: what lies at or before it neither fires nor is reported as missed again.
    ///
    /// - Parameters:
    ///   - instant: What is older goes.
    ///   - cursor: Where an earlier step ended; nil for the first.
    ///   - limit: How many firings are looked at, at most.
    /// - Returns: How many were deleted, and where the next step begins; nil when all were looked at.
    /// - Throws: ``StoreError``.
    func trimFirings(before instant: UTCInstant, after cursor: StoreCursor?, limit: Int) throws
        -> (deleted: Int, next: StoreCursor?)

    /// Looks at some notes and deletes those made before an instant.
    ///
    /// - Parameters:
    ///   - instant: What is older goes.
    ///   - cursor: Where an earlier step ended; nil for the first.
    ///   - limit: How many notes are looked at, at most.
    /// - Returns: How many were deleted, and where the next step begins; nil when all were looked at.
    /// - Throws: ``StoreError``.
    func trimNotes(before instant: UTCInstant, after cursor: StoreCursor?, limit: Int) throws
        -> (deleted: Int, next: StoreCursor?)
}
