/// Reads what undoing a change needs.
///
/// Changes are in the order in which each was begun.
public protocol ChangeReader {
    /// The change with an id; nil when there is none, or it is kept no longer.
    func change(_ id: ChangeID) throws -> Change?

    /// Changes, the latest first.
    ///
    /// - Parameters:
    ///   - task: Only those that wrote this task, or its entry in a ledger; nil for all.
    ///   - last: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The changes, in that order.
    /// - Throws: ``StoreError``.
    func changes(of task: TaskID?, before last: ChangeID?, limit: Int) throws -> [Change]

    /// The changes of one author, the latest first.
    ///
    /// - Parameters:
    ///   - author: Whose they are; nil for those of nobody known.
    ///   - last: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The changes, in that order.
    /// - Throws: ``StoreError``.
    func changes(by author: String?, before last: ChangeID?, limit: Int) throws -> [Change]

    /// The latest change that wrote something; nil when none that is kept did. Cost: an index look-up.
    ///
    /// - Parameters:
    ///   - subject: What was written.
    ///   - change: Only changes before this one; nil for all.
    /// - Returns: The change.
    /// - Throws: ``StoreError``.
    func latestChange(of subject: ChangedRow.Subject, before change: ChangeID?) throws -> Change?

    /// What a change wrote, at most `limit`.
    func rows(of change: ChangeID, limit: Int) throws -> [ChangedRow]

    /// What a change wrote beside tasks and entries of ledgers, at most `limit`: tags, projects, pauses, then series.
    func rowsBesideTasks(of change: ChangeID, limit: Int) throws -> [ChangedRow]

    /// Tasks that a change wrote, in the order of their ids.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - wereThere: Whether those are wanted that were there before it, or the others.
    ///   - last: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The tasks.
    /// - Throws: ``StoreError``.
    func tasks(of change: ChangeID, wereThere: Bool, after last: TaskID?, limit: Int) throws -> [TaskID]

    /// The tasks that cannot become what they were before a change one by one, after all else that it wrote: whose entry in
    /// a ledger it made, brought into another state, or left without a task; and those that waited for others.
    func boundTasks(of change: ChangeID) throws -> Set<TaskID>

    /// The tasks that a change wrote, itself or their entry, and that were deleted for good since, so that nothing can bring
    /// them back.
    func purgedTasks(of change: ChangeID) throws -> Set<TaskID>

    /// The undo that has not come to all of its tasks; nil where each has. Cost: a look at an empty table.
    func pendingUndo() throws -> PendingUndo?

    /// A series as it was before a change that wrote it; nil when it was not there.
    func series(_ id: SeriesID, before change: ChangeID) throws -> Series?

    /// A task as it was before a change that wrote it, with its reminders; nil when it was not there.
    ///
    /// Its place in its series, and what that counts in its version, are what series and ledger say now: whoever brings
    /// it back brings these back first.
    func task(_ id: TaskID, before change: ChangeID) throws -> TaskItem?

    /// What a task waited for before a change that wrote it, tasks that had been deleted before among them: it waits for
    /// them again where they are brought back too.
    func blockers(of id: TaskID, before change: ChangeID) throws -> [TaskID]

    /// A pause as it was before a change that wrote it; nil when it was not there.
    func pause(_ id: PauseID, before change: ChangeID) throws -> Pause?

    /// A project as it was before a change that wrote it; nil when it was not there.
    func project(_ id: ProjectID, before change: ChangeID) throws -> Project?

    /// A tag as it was before a change that wrote it; nil when it was not there.
    func tag(_ id: TagID, before change: ChangeID) throws -> Tag?
}

/// Records changes, and brings back what cannot be written one by one.
public protocol ChangeWriter {
    /// The change that is being recorded; nil outside of ``recording(_:_:)``.
    var recordedChange: Change? { get }

    /// What the changes that were recorded in this transaction have written in it, each where its change wrote it for the
    /// first time, in that order. Entries of ledgers are left out: whoever writes one writes its task or its series.
    var recordedRows: [RecordedRow] { get }

    /// What this transaction has left to further ones, and has not done after all.
    var pendingWork: PendingWork { get }

    /// Runs a closure whose writes are recorded as a change.
    ///
    /// The first time that the change writes a series, an entry of a ledger, a task, a pause, a project
    /// or a tag, it is noted, with what was
    /// there before. Where there is a change with the id, in this transaction or an earlier one, it goes on with that: a
    /// command may take several transactions. A closure that writes none of these leaves no change. Closures are not
    /// nested.
    ///
    /// What an undo that is pending takes back is kept from other changes, each of whose verbs throws ``UnfinishedUndo``
    /// instead of writing it.
    ///
    /// - Parameters:
    ///   - change: What is done.
    ///   - body: Does it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func recording<Value>(_ change: Change, _ body: () throws -> Value) throws -> Value

    /// Keeps how far an undo has come, instead of what was kept before; nil once it has come to each of its tasks. Its change
    /// must have written something. While there is one no change is trimmed, and nothing that it takes back is purged.
    func setPendingUndo(_ undo: PendingUndo?) throws

    /// Gives the entries of ledgers that a change wrote, and that were there before it, back what they were: series,
    /// slot, number and all; tasks move along. Series that they were in must be there. One that has no task then keeps the
    /// last version that its task had, also where that is greater than before.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where something else stands there by now.
    func restoreEntries(before change: ChangeID) throws

    /// Gives a task that is there the tags that it had before a change which wrote it, deleted ones among them: it has
    /// these again where their deletion is undone.
    func restoreTags(of id: TaskID, before change: ChangeID) throws

    /// Gives a series that is there the tags that it had before a change which wrote it, deleted ones among them.
    func restoreTags(of id: SeriesID, before change: ChangeID) throws

    /// Removes a series with its ledger; no task may have a place in it at the end of the transaction.
    func deleteSeries(_ id: SeriesID) throws

    /// Removes the oldest changes with what was there before them: a change goes in whole steps, and counts as gone from
    /// the first of them on.
    ///
    /// - Parameters:
    ///   - bounds: Which count as old.
    ///   - limit: How many rows to remove.
    /// - Returns: What was done.
    /// - Throws: ``StoreError``.
    func trimChanges(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep
}
