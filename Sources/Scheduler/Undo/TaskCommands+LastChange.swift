public import Recurrence
public import Storage

extension TaskCommands {
    /// How many of an author's changes are looked through for one to undo or to redo.
    private static let maxLookedAt = 1_000

    /// Takes back the latest command of an author that is in force and of which something is left to undo.
    ///
    /// Undoing again and again goes back command by command, and redoing goes forward again, as in an editor: what was
    /// undone is passed over, and what was redone counts as in force. What whoever gives the commands may not know all of is
    /// passed over too, as what nothing is left of.
    ///
    /// - Parameters:
    ///   - own: The id that the undoing itself is recorded by.
    ///   - author: Whose changes count, and who wants it; nil for nobody known.
    ///   - transaction: Where it is done; nothing may be recorded in it meanwhile.
    ///   - now: The time at which it is done.
    /// - Returns: What was undone.
    /// - Throws: ``SchedulerError`` as for ``undo(_:as:author:in:now:)``; `.notPossible` where there is no such change.
    public func undoLatest(
        as own: ChangeID, author: String?, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Undoing {
        try requireNoPendingUndo(in: transaction)
        // Those of which nothing is left to undo, such as a pause that ended by itself, and what these have overwritten.
        var (takenBack, over): (Set<ChangeID>, Set<ChangeID>) = ([], [])
        var passedOver: [Change] = []
        for change in try latestChanges(by: author, in: transaction) where !takenBack.contains(change.id) {
            if let undone = change.undoes {
                takenBack.insert(undone)
                continue
            }
            let standing = try standing(of: change, in: transaction)
            guard standing != .undone, try reach?.holds(change.id, in: transaction) ?? true else { continue }
            if standing == .purged {
                passedOver.append(change)
            } else {
                do {
                    let undoing = try undoWhatIsLeft(
                        of: change.id, as: own, author: author, in: transaction, now: now)
                    if var undoing {
                        undoing.passedOver = passedOver
                        return undoing
                    }
                } catch let error as SchedulerError where error.laterChange.map(over.contains) ?? false {}
                over.insert(change.id)
            }
        }
        throw SchedulerError(
            .notPossible,
            "this token has made no change under its name that can be undone; to undo one of another token, or from before "
                + "this one was renamed, give the id of the change"
        )
    }

    /// The undo that an author's next redo takes back: their latest one that was not redone, unless they have changed
    /// something since.
    ///
    /// - Parameters:
    ///   - author: Whose changes count; nil for those of nobody known.
    ///   - reader: Where the changes are.
    /// - Returns: The undo.
    /// - Throws: ``SchedulerError`` with `.notPossible` where there is none; what the store throws.
    public func changeToRedo(by author: String?, in reader: some StoreReader) throws -> ChangeID {
        try requireNoPendingUndo(in: reader)
        var takenBack: Set<ChangeID> = []
        for change in try latestChanges(by: author, in: reader) where !takenBack.contains(change.id) {
            if change.kind == .undo {
                guard try reach?.holds(change.id, in: reader) ?? true else { continue }
                return change.id
            }
            guard let undone = change.undoes else { break }
            takenBack.insert(undone)
        }
        throw SchedulerError(
            .notPossible, "there is nothing to redo: this token has undone nothing since its last change")
    }

    private func latestChanges(by author: String?, in reader: some StoreReader) throws -> [Change] {
        try reader.changes(by: author, before: nil, limit: Self.maxLookedAt)
    }

    /// What there is to undo of a change.
    private enum Standing {
        /// What it did stands.
        case inForce
        /// Somebody has undone it, and nobody has redone it; or it wrote nothing that is known.
        case undone
        /// All that it wrote was deleted for good.
        case purged
    }

    private func standing(of change: Change, in reader: some StoreReader) throws -> Standing {
        guard var subject = try reader.rows(of: change.id, limit: 1).first?.subject else { return .undone }
        if try reader.isPurged(subject) {
            let rows = try reader.rows(of: change.id, limit: ChangeReversal.maxRows)
            guard let left = try rows.first(where: { try !reader.isPurged($0.subject) }) else { return .purged }
            subject = left.subject
        }
        var takenBack: Set<ChangeID> = []
        var latest = try reader.latestChange(of: subject, before: nil)
        for _ in 0..<Self.maxLookedAt {
            guard let found = latest, found.id != change.id else { break }
            if let undone = found.undoes, !takenBack.contains(found.id) { takenBack.insert(undone) }
            latest = try reader.latestChange(of: subject, before: found.id)
        }
        return takenBack.contains(change.id) ? .undone : .inForce
    }
}
