package import Recurrence
package import Storage

/// An error that can say that what a command names is not there.
package protocol MissingSubjectError: Error {
    /// Whether it says that.
    var isOfMissing: Bool { get }
}

extension SchedulerError: MissingSubjectError {
    package var isOfMissing: Bool { code == .notFound }
}

extension StoreReader {
    /// Runs a command, or reads what it is about, which is not said not to be there while an undo may be to bring it back.
    ///
    /// - Parameter body: Does it.
    /// - Returns: What `body` returns.
    /// - Throws: ``UnfinishedUndo`` where something is not there and an undo is pending; else what `body` throws.
    func unlessUndoing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as any MissingSubjectError where error.isOfMissing {
            if let pending = try pendingUndo() { throw UnfinishedUndo(pending.change.id) }
            throw error
        }
    }
}

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
