public import Recurrence

/// Reads hooks and their deliveries.
public protocol HookReader {
    /// The hook with an id; nil when there is none.
    func hook(_ id: HookID) throws -> Hook?

    /// Every hook, oldest first.
    func hooks() throws -> [Hook]

    /// The deliveries of a hook with their attempts, newest first.
    ///
    /// - Parameters:
    ///   - hook: Whose deliveries.
    ///   - state: Only those that stand so; nil for all.
    ///   - place: The last delivery of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The deliveries; none when there is no such hook.
    /// - Throws: ``StoreError``.
    func deliveries(
        of hook: HookID,
        state: Delivery.State?,
        before place: DeliveryID?,
        limit: Int
    ) throws -> [Delivery]

    /// When each hook that waits for an attempt has its next, leases that end included.
    func nextAttempts() throws -> [HookID: UTCInstant]
}

/// Writes hooks and their deliveries.
public protocol HookWriter {
    /// Writes a hook whole, new or not.
    func save(_ hook: Hook) throws

    /// Removes a hook with its deliveries.
    func deleteHook(_ id: HookID) throws

    /// Claims the due deliveries of an enabled hook: first those never tried, then the retries, each in order.
    ///
    /// - Parameters:
    ///   - hook: Whose deliveries.
    ///   - now: Those due up to this instant.
    ///   - leaseEnd: When the claim ends by itself, if nothing is recorded until then.
    ///   - limit: How many at most.
    /// - Returns: The claims; none when the hook is disabled or not there.
    /// - Throws: ``StoreError``.
    func claimDeliveries(
        of hook: HookID,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant,
        limit: Int
    ) throws -> [ClaimedDelivery]

    /// Records what came of claimed deliveries, and ends the claims.
    func record(_ results: [DeliveryResult]) throws

    /// Gives claims back unused: each delivery is due again at `now`.
    func release(_ deliveries: [DeliveryID], at now: UTCInstant) throws

    /// Gives back every claim, whoever holds it: what a daemon that died left behind.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func releaseAllClaims(at now: UTCInstant) throws -> Int
}
