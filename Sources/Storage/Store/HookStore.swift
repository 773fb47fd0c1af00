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

    /// The delivery with an id; nil when there is none.
    func delivery(_ id: DeliveryID) throws -> Delivery?

    /// The ids of deliveries to be sent again, oldest first.
    ///
    /// - Parameters:
    ///   - selection: Which deliveries.
    ///   - hook: Whose deliveries.
    ///   - limit: How many at most.
    /// - Returns: The ids; none when there is no such hook.
    /// - Throws: ``StoreError``.
    func deliveries(in selection: DeliverySelection, of hook: HookID, limit: Int) throws -> [DeliveryID]

    /// When each hook that waits for an attempt has its next, leases that end included.
    func nextAttempts() throws -> [HookID: UTCInstant]

    /// When each enabled hook of which a delivery is suspect has its next attempt at one, leases that end included.
    func nextSuspects() throws -> [HookID: UTCInstant]

    /// How each hook's receiver has been answering, of those about which anything is known.
    func hookHealth() throws -> [HookID: HookHealth]

    /// What a hook is owed; the cost grows with the number of deliveries that wait.
    func backlog(of hook: HookID) throws -> HookBacklog
}

/// Writes hooks and their deliveries.
public protocol HookWriter {
    /// Writes a hook whole, new or not.
    func save(_ hook: Hook) throws

    /// Removes a hook with its deliveries.
    func deleteHook(_ id: HookID) throws

    /// Writes how a hook's receiver has been answering; does nothing when there is no such hook.
    func save(_ health: HookHealth, of hook: HookID) throws

    /// Claims the due deliveries of an enabled hook: first those never tried, then the retries, each in order. Of those never
    /// tried, the ones of reminders (`reminder.*`) go before what has waited less than a minute longer.
    ///
    /// Of the deliveries of one task that were made while the hook was ordered per task, only the first that is not
    /// done with is ever due.
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

    /// Claims the suspect delivery of an enabled hook that has been due for longest: `claimDeliveries` passes over them.
    ///
    /// - Parameters:
    ///   - hook: Whose delivery.
    ///   - now: One due up to this instant.
    ///   - leaseEnd: When the claim ends by itself, if nothing is recorded until then.
    /// - Returns: The claim; nil when none is due, or the hook is disabled or not there.
    /// - Throws: ``StoreError``.
    func claimSuspect(of hook: HookID, dueAt now: UTCInstant, leaseUntil leaseEnd: UTCInstant) throws
        -> ClaimedDelivery?

    /// Keeps what every attempt at a claimed delivery is to send, until it is done with; does nothing when it is.
    ///
    /// Where the hook sends events whole, claiming is enough.
    func keep(_ body: MessageBody, of delivery: DeliveryID) throws

    /// Records what came of claimed deliveries, and ends the claims; what was suspect is so no more.
    func record(_ results: [DeliveryResult]) throws

    /// Makes deliveries due again, with a whole schedule before them and a body as their hook now wants it.
    ///
    /// It is for those that are done with or wait for a retry; those that are on their way, or have yet to be sent for
    /// the first time, stay as they are.
    ///
    /// - Parameters:
    ///   - deliveries: Which deliveries.
    ///   - now: When the first is due.
    ///   - interval: How much later each further one is due.
    /// - Returns: How many are due again.
    /// - Throws: ``StoreError``.
    @discardableResult
    func replay(_ deliveries: [DeliveryID], at now: UTCInstant, every interval: Swift.Duration) throws -> Int

    /// Makes every retry of a hook that waits for a later instant due at `now`.
    func rescheduleRetries(of hook: HookID, to now: UTCInstant) throws

    /// Lets every stored wait that began later than `now`, as it seems once the clock was set back, begin now: none may
    /// be longer than it was meant to be.
    func shortenWaits(begunAfter now: UTCInstant) throws

    /// Gives claims back unused: a first attempt is due again since its event, so that it keeps its turn, another one
    /// at `now`.
    func release(_ deliveries: [DeliveryID], at now: UTCInstant) throws

    /// Makes deliveries suspect: until an attempt at one is recorded, only `claimSuspect` gives it out.
    func suspect(_ deliveries: [DeliveryID]) throws

    /// Gives back every claim of a daemon that died, as `release` does, and holds the death against what was claimed.
    ///
    /// A delivery is suspect after a crash, or after ``AbandonedClaims/deathsToSuspect`` deaths in a row that nothing is
    /// known of. One that was suspect, and so the only suspect on its way, is to blame when this was a crash, or the
    /// last of ``AbandonedClaims/deathsToBlame`` deaths in a row: its claim is kept, for what becomes of it to be
    /// recorded. Standard output is told nothing by anybody, and is never suspect.
    ///
    /// - Parameters:
    ///   - now: When retries are due again.
    ///   - isCrash: Whether it is known that the daemon ended by a fault of its own.
    /// - Returns: What there was.
    /// - Throws: ``StoreError``.
    func releaseAbandonedClaims(at now: UTCInstant, afterCrash isCrash: Bool) throws -> AbandonedClaims

    /// Gives back every claim as `release` does, whoever holds it, and holds nothing against it.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func releaseAllClaims(at now: UTCInstant) throws -> Int
}
