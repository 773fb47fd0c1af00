public import Recurrence

/// Reads what is set aside.
public protocol SetAsideReader {
    /// What is set aside, by kind and then by subject.
    ///
    /// - Parameters:
    ///   - last: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The entries, in that order.
    /// - Throws: ``StoreError``.
    func setAside(after last: SetAsideUnit?, limit: Int) throws -> [SetAsideEntry]

    /// How many of each kind are set aside.
    func setAsideCounts() throws -> [SetAsideUnit.Kind: Int]

    /// The entry of a unit; nil when it is not set aside.
    func setAsideEntry(of unit: SetAsideUnit) throws -> SetAsideEntry?

    /// Pauses that cannot be read, with the reason.
    ///
    /// - Parameters:
    ///   - instant: Only those that are over at this instant; nil for all.
    ///   - limit: How many at most.
    /// - Returns: Their ids and what is wrong with each.
    /// - Throws: ``StoreError``.
    func unreadablePauses(overAt instant: UTCInstant?, limit: Int) throws -> [(id: PauseID, reason: String)]

    /// Tasks, those set aside among them, in an order of the store, for who looks at every one.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The tasks, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    func everyTask(after cursor: StoreCursor?, limit: Int) throws -> (tasks: [TaskItem], next: StoreCursor?)
}

/// Writes what is set aside.
public protocol SetAsideWriter {
    /// Sets something aside: what waits of it leaves the due queue, and it is listed with the reason.
    ///
    /// A task whose fields can all be read is taken back by writing it with ``TaskItem/setAside`` nil.
    ///
    /// - Parameters:
    ///   - unit: What is set aside.
    ///   - reason: What is wrong with it.
    ///   - now: When it was found.
    /// - Returns: Whether it was not set aside before.
    /// - Throws: ``StoreError``.
    @discardableResult
    func setAside(_ unit: SetAsideUnit, reason: String, at now: UTCInstant) throws -> Bool

    /// Takes something off the list.
    func takeBack(_ unit: SetAsideUnit) throws
}
