import Basics
import Recurrence
import Storage

/// What the delivery loop does in the store, one transaction each: all that it asks of it stands here.
struct DeliveryTransaction: Sendable {
    let dispatcher: DeliveryDispatcher
    /// Whose claims it makes and ends.
    let owner: ClaimOwner
    var now: UTCInstant
    /// The reading of the steady clock, by which rates are counted.
    var steady: SteadyInstant
    var leaseEnd: UTCInstant

    /// What was done.
    struct Report: Sendable {
        var granted: [GrantedClaims] = []
        /// The hooks that were disabled.
        var disabled: [HookID] = []
    }

    /// Plans by what the store holds, the same again where it is run again.
    func plan(in reader: any StoreReader) throws -> ClaimPlan {
        let snapshot = DeliverySnapshot(
            hooks: try reader.hooks(), health: try reader.hookHealth(), nextAttempts: try reader.nextAttempts(),
            nextSuspects: try reader.nextSuspects())
        return dispatcher.plan(snapshot, now: now, steady: steady)
    }

    /// Claims what was planned, of hooks that are what they were then.
    func claim(_ plan: ClaimPlan, in transaction: any StoreTransaction) throws -> [GrantedClaims] {
        let requests = try plan.requests.filter { try transaction.hook($0.hook.id) == $0.hook }
        let claims = try transaction.claimDeliveries(
            requests.filter { !$0.isSuspect }.map { DeliveryClaimRequest(hook: $0.hook.id, limit: $0.limit) },
            by: owner, dueAt: now, leaseUntil: leaseEnd)
        let byHook = Dictionary(grouping: claims, by: \.hook)
        return try requests.compactMap { request in
            let claims =
                if request.isSuspect {
                    try transaction.claimSuspect(of: request.hook.id, by: owner, dueAt: now, leaseUntil: leaseEnd)
                        .map { [$0] } ?? []
                } else {
                    byHook[request.hook.id] ?? []
                }
            return claims.isEmpty ? nil : GrantedClaims(request: request, claims: claims)
        }
    }

    /// Records results and releases what was not sent, writes the health of the receivers, and disables the hooks of
    /// those that are given up.
    ///
    /// A result whose claim has passed to another process is not recorded, and says nothing of the receiver's health:
    /// that process records one of its own.
    ///
    /// - Returns: The hooks that were disabled.
    func record(_ batchResults: [BatchResult], in transaction: any StoreTransaction) throws -> [HookID] {
        let results = batchResults.flatMap(\.results)
        let recorded = results.isEmpty ? [] : try transaction.record(results, claimedBy: owner)
        let unsent = batchResults.flatMap(\.unsent)
        if !unsent.isEmpty { try transaction.release(unsent, claimedBy: owner, at: now) }
        guard !results.isEmpty else { return [] }
        var disabled: [HookID] = []
        let known = try transaction.hookHealth()
        let own = recorded.allSatisfy(\.self) ? batchResults : batchResults.keeping(recorded)
        for verdict in HealthReview(now: now).verdicts(on: own, known: known) {
            let sent = verdict.hook
            if verdict.health != known[sent.id] { try transaction.save(verdict.health, of: sent.id) }
            // Unless it was changed to lead elsewhere since.
            guard let reason = verdict.disabledReason, let hook = try transaction.hook(sent.id), hook.isEnabled,
                hook.url == sent.url
            else { continue }
            try transaction.disable(hook, because: reason, at: now)
            disabled.append(hook.id)
        }
        return disabled
    }

    /// Records results, and then plans and claims.
    func recordAndClaim(_ results: [BatchResult], in transaction: any StoreTransaction) throws -> Report {
        let disabled = try record(results, in: transaction)
        return Report(granted: try claim(try plan(in: transaction), in: transaction), disabled: disabled)
    }

    /// Puts in order what a daemon left that ended: standard output has a new reader, its claims are free, and what is to
    /// blame for its end is set aside.
    static func recover(
        by owner: ClaimOwner,
        afterCrash isCrash: Bool,
        at now: UTCInstant,
        in transaction: any StoreTransaction
    ) throws -> (AbandonedClaims, CrashInquest.Report) {
        let health = try transaction.hookHealth()
        for hook in try transaction.hooks() where hook.kind == .stdout {
            try transaction.rescheduleRetries(of: hook.id, to: now)
            guard var health = health[hook.id], health.trips > 0 else { continue }
            health.trips = 0
            health.resumesAt = nil
            try transaction.save(health, of: hook.id)
        }
        let claims = try transaction.releaseAbandonedClaims(by: owner, at: now, afterCrash: isCrash)
        try transaction.shortenWaits(begunAfter: now)
        return (claims, try CrashInquest(blamed: claims.blamed, owner: owner, now: now).run(in: transaction))
    }

    /// Shortens the stored waits that seem to begin in the future, since the wall clock was set back.
    static func shortenWaits(at now: UTCInstant, in transaction: any StoreTransaction) throws {
        try transaction.shortenWaits(begunAfter: now)
    }

    /// Freezes the body of a claimed delivery, which every attempt then sends.
    ///
    /// - Throws: An error of the store; `.conflict` where another process has claimed the delivery since.
    static func freeze(
        _ body: MessageBody, of delivery: DeliveryID, by owner: ClaimOwner, in transaction: any StoreTransaction
    ) throws {
        guard try transaction.keep(body, of: delivery, claimedBy: owner) else {
            throw StoreError(.conflict, "the delivery \(delivery) is claimed by another process, which sends it")
        }
    }
}

extension [BatchResult] {
    /// The batches with those of their results for which, counted through all of them, a flag is set.
    fileprivate func keeping(_ flags: [Bool]) -> [BatchResult] {
        var flags = flags[...]
        return compactMap { batch in
            var batch = batch
            batch.results = batch.results.filter { _ in flags.popFirst() ?? false }
            return batch.results.isEmpty ? nil : batch
        }
    }
}

extension StoreTransaction {
    /// Disables a hook, with an event that says so.
    func disable(_ hook: Hook, because reason: String, at now: UTCInstant) throws {
        var hook = hook
        hook.isEnabled = false
        hook.disabledReason = reason
        hook.version += 1
        hook.updatedAt = now
        try save(hook)
        var json = JSONWriter()
        json.object { json in
            json.field("dataVersion", EventDraft.dataVersion)
            json.field("reason", reason)
            json.field("hook") { hook.write(to: &$0) }
        }
        try append([EventDraft(id: EventID(madeAt: now), type: .hookDisabled, timestamp: now, data: json.bytes)])
    }
}
