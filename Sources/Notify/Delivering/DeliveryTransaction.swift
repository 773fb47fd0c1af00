import Basics
import Recurrence
import Storage

/// What the delivery loop does in the store, one transaction each: all that it asks of it stands here.
struct DeliveryTransaction: Sendable {
    let dispatcher: DeliveryDispatcher
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

    /// Plans by what the store holds.
    func plan(in reader: any StoreReader) throws -> ClaimPlan {
        let snapshot = DeliverySnapshot(
            hooks: try reader.hooks(), health: try reader.hookHealth(), nextAttempts: try reader.nextAttempts(),
            nextSuspects: try reader.nextSuspects())
        return dispatcher.plan(snapshot, now: now, steady: steady)
    }

    /// Claims what was planned, of hooks that are what they were then.
    func claim(_ plan: ClaimPlan, in transaction: any StoreTransaction) throws -> [GrantedClaims] {
        try plan.requests.compactMap { request in
            let id = request.hook.id
            guard try transaction.hook(id) == request.hook else { return nil }
            let claims =
                if request.isSuspect {
                    try transaction.claimSuspect(of: id, dueAt: now, leaseUntil: leaseEnd).map { [$0] } ?? []
                } else {
                    try transaction.claimDeliveries(of: id, dueAt: now, leaseUntil: leaseEnd, limit: request.limit)
                }
            return claims.isEmpty ? nil : GrantedClaims(request: request, claims: claims)
        }
    }

    /// Records results and releases what was not sent, writes the health of the receivers, and disables the hooks of
    /// those that are given up.
    ///
    /// - Returns: The hooks that were disabled.
    func record(_ batchResults: [BatchResult], in transaction: any StoreTransaction) throws -> [HookID] {
        let results = batchResults.flatMap(\.results)
        if !results.isEmpty { try transaction.record(results) }
        let unsent = batchResults.flatMap(\.unsent)
        if !unsent.isEmpty { try transaction.release(unsent, at: now) }
        guard !results.isEmpty else { return [] }
        var disabled: [HookID] = []
        let known = try transaction.hookHealth()
        for verdict in HealthReview(now: now).verdicts(on: batchResults, known: known) {
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
        let claims = try transaction.releaseAbandonedClaims(at: now, afterCrash: isCrash)
        try transaction.shortenWaits(begunAfter: now)
        return (claims, try CrashInquest(blamed: claims.blamed, now: now).run(in: transaction))
    }

    /// Shortens the stored waits that seem to begin in the future, since the wall clock was set back.
    static func shortenWaits(at now: UTCInstant, in transaction: any StoreTransaction) throws {
        try transaction.shortenWaits(begunAfter: now)
    }

    /// Freezes the body of a claimed delivery, which every attempt then sends.
    static func freeze(_ body: MessageBody, of delivery: DeliveryID, in transaction: any StoreTransaction) throws {
        try transaction.keep(body, of: delivery)
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
