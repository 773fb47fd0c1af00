public import Recurrence

/// Reads pauses.
public protocol PauseReader {
    /// Whether there is any pause, ended ones that still hold reminders among them.
    func hasPauses() throws -> Bool

    /// The pause with an id; nil when there is none.
    func pause(_ id: PauseID) throws -> Pause?

    /// Pauses in the order of the UTF-8 bytes of their targets' texts, ended ones that still hold reminders among them.
    ///
    /// - Parameters:
    ///   - target: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The pauses, in that order.
    /// - Throws: ``StoreError``.
    func pauses(after target: PauseTarget?, limit: Int) throws -> [Pause]

    /// Reminders that quiet hours hold, by their ids, each with the instant at which they are to end.
    ///
    /// - Parameters:
    ///   - reminder: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The reminders, in that order.
    /// - Throws: ``StoreError``.
    func remindersHeldByQuietHours(after reminder: ReminderID?, limit: Int) throws -> [PlannedFiring]
}

/// Writes pauses.
public protocol PauseWriter {
    /// Writes a pause whole, new or not.
    func save(_ pause: Pause) throws

    /// Forgets a pause that holds no reminder any more.
    func deletePause(_ id: PauseID) throws

    /// The pauses that are over at an instant, ended by somebody or by themselves, at most `limit`.
    func pausesOver(at instant: UTCInstant, limit: Int) throws -> [Pause]

    /// Reminders that a pause holds, with the instant at which each was to fire.
    func heldReminders(by pause: PauseID, limit: Int) throws -> [PlannedFiring]
}
