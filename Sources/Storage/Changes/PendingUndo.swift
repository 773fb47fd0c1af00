/// An undo, or a redo, that has not come to all of its tasks yet.
///
/// A change may have written more than one transaction is to take back. The first takes back what belongs together, and
/// as many tasks as there is room for; others carry on with the rest, task by task. Until then nobody else writes what the
/// change wrote, so that what was found when the undo began still holds.
public struct PendingUndo: Hashable, Sendable {
    /// The change that it is recorded as, which names the one that is taken back.
    public var change: Change
    /// Whether the tasks are gone that the other change had made, and those are restored that were there before.
    public var isRestoring = false
    /// The task, in the order of their ids, that it came to last; nil for none.
    public var last: TaskID?

    /// Makes one that has come to no task.
    public init(_ change: Change) {
        self.change = change
    }
}

/// Something cannot be written, or taken back, since an undo that is to write it has not come to all of its tasks yet.
///
/// Trying again helps once somebody has carried on with it.
public struct UnfinishedUndo: Error, Hashable, Sendable, CustomStringConvertible {
    /// The undo.
    public let change: ChangeID

    /// Makes the error.
    public init(_ change: ChangeID) {
        self.change = change
    }

    /// What it is, for who writes without carrying on with it.
    public var description: String { "the undo \(change) has not come to all of its tasks yet; try again" }
}
