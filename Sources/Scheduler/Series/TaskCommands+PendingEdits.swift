package import Recurrence
public import Storage

/// A change of a whole series has not reached each of its open occurrences yet, so no other command on it can be carried
/// out.
///
/// A ``CommandRunner`` carries on with the change, then runs the command again.
public struct UnfinishedEdit: Error, Hashable, Sendable, CustomStringConvertible {
    /// The series.
    public let series: SeriesID

    /// What it is, for who runs commands without a runner.
    public var description: String {
        "a change of the series \(series) has not reached all of its tasks yet; try again"
    }
}

extension TaskCommands {
    /// Refuses a command on a series of which a change has not reached every occurrence.
    ///
    /// - Throws: ``UnfinishedEdit``.
    func requireNothingPending(in series: SeriesID?, _ reader: any StoreReader) throws {
        guard let series else { return }
        do {
            if try reader.pendingEdits(of: series).isEmpty { return }
        } catch let error as StoreError where error.code == .unreadable {
            // Who carries on finds it out.
        }
        throw UnfinishedEdit(series: series)
    }

    /// Carries on with what changes of a series have left, as far as one transaction is to.
    ///
    /// An occurrence for which that fails is set aside. Where the series itself cannot be read, or what is to be done, the
    /// series is set aside and the rest of the change is given up: nothing else could be done to its tasks.
    ///
    /// - Returns: Whether something is left.
    /// - Throws: What the store as a whole throws.
    package func carryOn(
        with id: SeriesID, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Bool {
        var setAside = SetAsideTransaction(transaction, now: now)
        let unit = try SetAsideUnit(ofSeries: id, in: transaction)
        let isLeft = try setAside.attempt(unit) {
            guard let series = try readableSeries(id, in: transaction) else { return false }
            return try carryOnReadable(series, in: transaction, now: now)
        }
        if let isLeft { return isLeft }
        try transaction.setPendingEdits([], of: id)
        return false
    }

    private func carryOnReadable(
        _ series: Series, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Bool {
        var pending = try transaction.pendingEdits(of: series.id)
        guard !pending.isEmpty else { return false }
        var work = try SeriesTransaction(series, self, in: transaction, now: now)
        var budget = EditBudget(inParts)
        var (cause, change): (TaskID?, ChangeID?) = (nil, nil)
        while !budget.isSpent, let first = pending.first {
            var edit = first
            let isDone = try goingOn(with: edit.change, in: transaction) {
                try work.carryOut(&edit, within: &budget, settingAside: SetAsideTransaction(transaction, now: now))
            }
            (cause, change) = (edit.cause ?? cause, edit.change)
            guard isDone else {
                pending[0] = edit
                break
            }
            pending.removeFirst()
        }
        try transaction.setPendingEdits(pending, of: series.id)
        // The frontier may have been among those that were deleted.
        if pending.isEmpty { try goingOn(with: change, in: transaction) { _ = try work.conclude(cause: cause) } }
        return !pending.isEmpty
    }

    /// Records what is done as the rest of a change, so that it is undone with it; one that is kept no longer stays as it
    /// is.
    private func goingOn<Value>(
        with change: ChangeID?, in transaction: any StoreTransaction, _ body: () throws -> Value
    ) throws -> Value {
        guard let change = try change.flatMap({ try transaction.change($0) }) else { return try body() }
        return try transaction.recording(change, body)
    }
}
