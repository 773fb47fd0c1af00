public import Recurrence

/// A transaction whose commit can wait for an instant: an optional capability, for what must be there in time and takes a while
/// to write.
public protocol CommitHoldingTransaction: StoreTransaction {
    /// Waits until an instant has come by the store's own clock, with everything written that was to be written.
    ///
    /// Nobody else can write meanwhile, so the instant must be near.
    ///
    /// - Parameter instant: The instant, at most 250 ms ahead.
    /// - Returns: How long it waited; nil where the instant had come already.
    /// - Throws: ``StoreError`` with code `.unavailable` where the instant is further ahead.
    func holdCommit(until instant: UTCInstant) throws -> Duration?
}
