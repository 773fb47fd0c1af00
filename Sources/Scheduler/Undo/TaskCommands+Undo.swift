public import Recurrence
public import Storage

extension TaskCommands {
    /// What undoing a change led to.
    public struct Undoing: Hashable, Sendable {
        /// The change that was taken back.
        public var undone: Change
        /// The command that is in force again, where an undo was taken back; nil otherwise, or where it is kept no longer.
        public var redone: Change?
        /// The tasks that are there again, or as they were, in the order of their ids: those of the first transaction, where
        /// it takes several.
        public var tasks: [TaskItem] = []
        /// How many tasks there are of these in all.
        public var taskCount = 0
        /// The tasks that went, as they were, since the change had made them: those of the first transaction, where it takes
        /// several.
        public var removed: [TaskItem] = []
        /// How many tasks there are of these in all.
        public var removedCount = 0
        /// The later changes that the search for the latest one passed over, the latest first, since all that they wrote was
        /// deleted for good.
        public var passedOver: [Change] = []

        init(undone: Change) {
            self.undone = undone
        }
    }

    /// Takes a change back: all that it wrote becomes what it was, but for versions, which go on rising.
    ///
    /// What it made goes, what it deleted comes back with its id; an occurrence that it bore is withdrawn, a series that it
    /// ended goes on, a split is joined again. Nothing that went off goes off again; a reminder whose time passed
    /// meanwhile goes off late, or is reported as missed, as its catch-up window says.
    ///
    /// That is a change too: undoing it does the command again.
    ///
    /// A ``CommandRunner`` takes a change back that wrote much in several transactions, whatever its size; what it wrote is
    /// kept from other commands meanwhile, which throw `UnfinishedUndo`.
    ///
    /// - Parameters:
    ///   - id: The change.
    ///   - own: The id that the undoing itself is recorded by.
    ///   - author: Who wants it; nil when nobody is known.
    ///   - transaction: Where it is done; nothing may be recorded in it meanwhile.
    ///   - now: The time at which it is done.
    /// - Returns: What was undone.
    /// - Throws: ``SchedulerError``: `.notFound`; `.overtaken` where a later change wrote the same; `.notPossible` where
    ///   it was undone before, where nothing of it is left to undo, where an occurrence that it led to has come or reminded
    ///   since, or where it is too large.
    @discardableResult
    public func undo(
        _ id: ChangeID, as own: ChangeID, author: String? = nil, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Undoing {
        guard let undoing = try undoWhatIsLeft(of: id, as: own, author: author, in: transaction, now: now) else {
            throw SchedulerError(
                .notPossible,
                "nothing of the change \(id) is left to undo: what it wrote was deleted for good, or has ended")
        }
        return undoing
    }

    /// Takes a change back.
    ///
    /// - Returns: What was undone; nil where nothing was left of it to undo, so that there is no change.
    func undoWhatIsLeft(
        of id: ChangeID, as own: ChangeID, author: String?, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Undoing? {
        try requireNoPendingUndo(in: transaction)
        guard let change = try transaction.change(id) else {
            throw SchedulerError(.notFound, "there is no change \(id), or it is too old to be undone")
        }
        let kind: Change.Kind = change.kind == .undo ? .redo : .undo
        let undoing = try reverse(
            change, as: Change(kind, id: own, at: now, author: author, undoes: id), in: transaction)
        return try transaction.change(own) == nil ? nil : undoing
    }

    /// Takes a change back, recorded as another one.
    func reverse(_ change: Change, as own: Change, in transaction: any StoreTransaction) throws -> Undoing {
        try transaction.recording(own) {
            var reversal = try ChangeReversal(of: change, as: own, self, in: transaction)
            try reversal.check()
            return try reversal.run()
        }
    }
}
