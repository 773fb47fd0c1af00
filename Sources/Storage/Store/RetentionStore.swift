public import Recurrence

/// Reads how far the history was trimmed, and since when it is this store's own.
public protocol RetentionReader {
    /// The sequence up to which events were removed; 0 when none was. Only what deliveries still need is left before it.
    func trimmedSequence() throws -> Int64

    /// How many firings were recorded in each hour since 1970, of some in the order of the ledger.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many firings to look at.
    /// - Returns: The counts, and where the next call begins; nil when all were looked at.
    /// - Throws: ``StoreError``.
    func firingCounts(after cursor: StoreCursor?, limit: Int) throws -> (byHour: [Int64: Int], next: StoreCursor?)

    /// When the store was restored from a backup; nil when it never was.
    ///
    /// What was due up to then may have fired in the store that the backup was made of.
    func restoredAt() throws -> UTCInstant?
}

/// Removes what is kept no longer, in steps of bounded size.
///
/// Each step looks at no more than `limit` rows, along the order of a primary key or an index, and says whether there
/// is more to do. What was removed is not found again, and its id or sequence is never given to anything else.
public protocol RetentionWriter {
    /// Removes the deliveries that are final, and their attempts, of the oldest events.
    ///
    /// - Parameters:
    ///   - bounds: Which events count as old.
    ///   - limit: How many events to look at.
    /// - Returns: What was done.
    /// - Throws: ``StoreError``.
    func trimDeliveries(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep

    /// Removes the oldest events, but for the latest of all and those that a delivery still needs, with the deliveries
    /// of them that are final.
    ///
    /// - Parameters:
    ///   - bounds: Which events count as old.
    ///   - limit: How many events to look at.
    /// - Returns: What was done.
    /// - Throws: ``StoreError``.
    func trimEvents(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep

    /// Removes what earlier steps had to leave because a delivery waited, and which nothing waits for any more.
    ///
    /// - Parameters:
    ///   - cursor: Where the step before ended; nil for the first.
    ///   - limit: How many rows to look at.
    /// - Returns: What was done, and where the next step begins; nil when all was looked at.
    /// - Throws: ``StoreError``.
    func sweepLog(after cursor: StoreCursor?, limit: Int) throws -> (removed: Int, next: StoreCursor?)

    /// Removes the oldest remembered answers.
    ///
    /// - Parameters:
    ///   - bounds: Which count as old.
    ///   - limit: How many to remove.
    /// - Returns: What was done.
    /// - Throws: ``StoreError``.
    func trimAnswers(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep
}

/// Which things are old: those before an instant, and those beyond a count, counted from the latest.
public struct RetentionBounds: Hashable, Sendable {
    /// What happened before it is old; nil for no such bound.
    public var before: UTCInstant?
    /// How many of the latest are not old; nil for all.
    public var keeping: Int?

    /// Makes the bounds of a limit at an instant.
    public init(_ limit: RetentionLimit, at now: UTCInstant) {
        (before, keeping) = (limit.cutoff(at: now), limit.count)
    }
}

/// What one step of trimming did.
public struct RetentionStep: Hashable, Sendable {
    /// How many rows of its kind it removed.
    public var removed: Int
    /// Whether there may be more to remove.
    public var hasMore: Bool

    /// Makes a step from its parts.
    public init(removed: Int, hasMore: Bool) {
        (self.removed, self.hasMore) = (removed, hasMore)
    }
}
