package import Recurrence
package import Storage

extension TaskCommands {
    /// Refuses to take anything back while an undo has not come to all of its tasks.
    ///
    /// - Throws: ``UnfinishedUndo``.
    func requireNoPendingUndo(in reader: some StoreReader) throws {
        if let pending = try reader.pendingUndo() { throw UnfinishedUndo(pending.change.id) }
    }

    /// Carries on with an undo that has not come to all of its tasks, as far as one transaction is to.
    ///
    /// A task for which that fails is set aside as it is, or stays in the trash. Where the change is kept no longer that is
    /// taken back, the rest is given up.
    ///
    /// - Parameters:
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: Whether something is left.
    /// - Throws: What the store as a whole throws.
    package func carryOnWithUndo(in transaction: any StoreTransaction, now: UTCInstant) throws -> Bool {
        guard var pending = try transaction.pendingUndo() else { return false }
        let undone = try pending.change.undoes.flatMap { try transaction.change($0) }
        var isLeft = false
        if let undone {
            isLeft = try transaction.recording(pending.change) {
                var work = try TaskReversal(of: undone, as: pending.change, inParts, in: transaction, now: now)
                return try work.goOn(&pending, isBegun: true)
            }
        }
        try transaction.setPendingUndo(isLeft ? pending : nil)
        return isLeft
    }
}
