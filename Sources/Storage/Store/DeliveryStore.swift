public import Recurrence

/// Reads deliveries.
public protocol DeliveryReader {
    /// The deliveries of a hook with their attempts, newest first.
    ///
    /// - Parameters:
    ///   - hook: Whose deliveries.
    ///   - state: Only those in this state; nil for all.
    ///   - last: The last delivery of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The deliveries; none when there is no such hook.
    /// - Throws: ``StoreError``.
    func deliveries(
        of hook: HookID,
        state: Delivery.State?,
        before last: DeliveryID?,
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

    /// When each enabled hook with pending deliveries has its next attempt, ends of leases included.
    func nextAttempts() throws -> [HookID: UTCInstant]

    /// When each enabled hook of which a delivery is suspect has its next attempt at one, ends of leases included.
    func nextSuspects() throws -> [HookID: UTCInstant]

    /// What a hook is owed; the cost grows with the number of deliveries that wait.
    func backlog(of hook: HookID) throws -> HookBacklog
}

/// Claims deliveries, and records what came of the attempts.
///
/// A claim has an owner and a lease. Only its owner records a result, keeps a body or releases the claim; where the claim
/// is not the owner's any more (its lease ended and another owner claimed the delivery, or it was released as
/// abandoned), the call changes nothing of that delivery. An owner whose lease ended still has its claim until somebody
/// else claims the delivery: a result that comes late is better than a second attempt.
public protocol DeliveryWriter {
    /// Claims due deliveries of enabled hooks: of each hook first those never tried, then the retries, each in order. Of
    /// those never tried, the ones of reminders (`reminder.*`) go before what has waited less than a minute longer.
    ///
    /// Of the deliveries of one task that were made while the hook was ordered per task, only the first that is not
    /// final is ever due.
    ///
    /// - Parameters:
    ///   - requests: Whose deliveries, and how many; each hook once.
    ///   - owner: Whose claims they become.
    ///   - now: Those due up to this instant.
    ///   - leaseEnd: When the claims end by themselves, if nothing is recorded until then.
    /// - Returns: The claims, in the order of the requests; none of a hook that is disabled or not there.
    /// - Throws: ``StoreError``.
    func claimDeliveries(
        _ requests: [DeliveryClaimRequest],
        by owner: ClaimOwner,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> [ClaimedDelivery]

    /// Claims the suspect delivery of an enabled hook that has been due for longest: `claimDeliveries` passes over them.
    ///
    /// - Parameters:
    ///   - hook: Whose delivery.
    ///   - owner: Whose claim it becomes.
    ///   - now: One due up to this instant.
    ///   - leaseEnd: When the claim ends by itself, if nothing is recorded until then.
    /// - Returns: The claim; nil when none is due, or the hook is disabled or not there.
    /// - Throws: ``StoreError``.
    func claimSuspect(
        of hook: HookID,
        by owner: ClaimOwner,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> ClaimedDelivery?

    /// Keeps what every attempt at a claimed delivery is to send, until the delivery is final.
    ///
    /// Where the hook sends events whole, claiming is enough.
    ///
    /// - Returns: Whether the claim is the owner's; where it is not, nothing was kept and nothing may be sent.
    /// - Throws: ``StoreError``.
    func keep(_ body: MessageBody, of delivery: DeliveryID, claimedBy owner: ClaimOwner) throws -> Bool

    /// Records the results of claimed deliveries and ends the claims; what was suspect is so no more.
    ///
    /// - Returns: For each result whether it was recorded: false where the claim is not the owner's any more, or the
    ///   delivery is not there.
    /// - Throws: ``StoreError``.
    @discardableResult
    func record(_ results: [DeliveryResult], claimedBy owner: ClaimOwner) throws -> [Bool]

    /// Gives the owner's claims back unused: a first attempt is due again since its event, so that it keeps its turn,
    /// another one at `now`. What is not the owner's is left as it is.
    func release(_ deliveries: [DeliveryID], claimedBy owner: ClaimOwner, at now: UTCInstant) throws

    /// Releases the claims of every owner that is known to be gone, as `release` does, and counts the death against what
    /// was claimed.
    ///
    /// Who is gone is for the back end to know. One that lets a single process open the store knows it of every owner but
    /// the one that asks.
    ///
    /// A delivery is suspect after a crash, or after ``AbandonedClaims/deathsToSuspect`` deaths in a row that nothing is
    /// known of. One that was suspect, and so the only suspect in flight, is to blame when this was a crash, or the
    /// last of ``AbandonedClaims/deathsToBlame`` deaths in a row: its claim passes to `owner`, for a result to be
    /// recorded. Standard output receives nothing from anybody, and is never suspect.
    ///
    /// - Parameters:
    ///   - owner: Who asks; its own claims are left as they are.
    ///   - now: When retries are due again.
    ///   - isCrash: Whether it is known that those that are gone ended by a fault of their own.
    /// - Returns: The claims that were found.
    /// - Throws: ``StoreError``.
    func releaseAbandonedClaims(
        by owner: ClaimOwner, at now: UTCInstant, afterCrash isCrash: Bool
    ) throws -> AbandonedClaims

    /// Makes deliveries suspect: until an attempt at one is recorded, only `claimSuspect` claims it.
    func suspect(_ deliveries: [DeliveryID]) throws

    /// Makes deliveries due again, with a whole schedule before them and a body as their hook now wants it.
    ///
    /// It is for those that are final or wait for a retry; those that are claimed, or have yet to be sent for the first
    /// time, stay as they are.
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
}
