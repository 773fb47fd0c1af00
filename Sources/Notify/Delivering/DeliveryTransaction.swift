import Recurrence
import Storage

/// What one transaction of the delivery loop does: record what came of deliveries, and claim the next.
struct DeliveryTransaction: Sendable {
    var batchResults: [BatchResult]
    /// Whose claims it makes and ends.
    var owner: ClaimOwner
    /// Decides what to claim; nil to claim nothing more.
    var planner: DeliveryPlanner?
    var rules = CircuitBreaker.standard
    var now: UTCInstant
    var leaseEnd: UTCInstant

    /// What was done.
    struct Report: Sendable {
        /// What was claimed, by hook.
        var claimed: [DeliveryBatch] = []
        /// The hooks that were disabled.
        var disabled: [HookID] = []
        /// The hooks whose waiting claims are to be given back.
        var stale: [HookID] = []
    }

    /// Does the work.
    func run(in transaction: any StoreTransaction) throws -> Report {
        let results = batchResults.flatMap(\.results)
        if !results.isEmpty { try transaction.record(results, claimedBy: owner) }
        let unsent = batchResults.flatMap(\.unsent)
        if !unsent.isEmpty { try transaction.release(unsent, claimedBy: owner, at: now) }
        var report = Report()
        report.disabled = try examine(in: transaction)
        guard let planner else { return report }
        let plan = try planner.plan(in: transaction)
        report.stale = plan.stale
        report.claimed = try claim(plan.claimRequests, in: transaction)
        if let hook = plan.suspect, let batch = try claimSuspect(of: hook, in: transaction) {
            report.claimed.append(batch)
        }
        return report
    }

    private func claim(_ requests: [InFlightTracker.ClaimRequest], in transaction: any StoreTransaction) throws
        -> [DeliveryBatch]
    {
        let claims = try transaction.claimDeliveries(
            requests.map { DeliveryClaimRequest(hook: $0.hook, limit: $0.limit) },
            by: owner,
            dueAt: now,
            leaseUntil: leaseEnd
        )
        let byHook = Dictionary(grouping: claims, by: \.hook)
        return try requests.compactMap { request in
            guard let claims = byHook[request.hook], let hook = try transaction.hook(request.hook) else { return nil }
            return DeliveryBatch(hook: hook, claims: claims, places: request.places)
        }
    }

    private func claimSuspect(of hook: HookID, in transaction: any StoreTransaction) throws -> DeliveryBatch? {
        guard let hook = try transaction.hook(hook),
            let claim = try transaction.claimSuspect(of: hook.id, by: owner, dueAt: now, leaseUntil: leaseEnd)
        else { return nil }
        return DeliveryBatch(hook: hook, claims: [claim], places: 1, isSuspect: true)
    }

    /// Writes how the receivers are now, and disables the hooks of those that are given up.
    ///
    /// - Returns: The hooks that were disabled.
    private func examine(in transaction: any StoreTransaction) throws -> [HookID] {
        guard batchResults.contains(where: { !$0.results.isEmpty }) else { return [] }
        let known = try transaction.hookHealth()
        var disabled: [HookID] = []
        for (hook, batchResults) in Dictionary(grouping: batchResults, by: \.batch.hook.id) {
            let health = batchResults.reduce(known[hook] ?? HookHealth()) { noting($1, in: $0) }
            if health != known[hook] { try transaction.save(health, of: hook) }
            guard let sent = batchResults.last?.batch.hook, let reason = verdict(on: batchResults, health) else {
                continue
            }
            if try disable(sent, reason, in: transaction) { disabled.append(hook) }
        }
        return disabled
    }

    private func noting(_ batchResult: BatchResult, in health: HookHealth) -> HookHealth {
        var health = health
        for result in batchResult.results {
            guard let attempt = result.attempt else { continue }
            health =
                switch result.verdict {
                case .delivered: rules.afterSuccess(health, at: now)
                default:
                    rules.afterFailure(
                        health,
                        of: result.delivery,
                        isDecisive: attempt.outcome == DeliveryOutcome.Kind.output.rawValue,
                        at: now
                    )
                }
        }
        if let instant = batchResult.resumesAt { health.resumesAt = max(instant, health.resumesAt ?? instant) }
        return health
    }

    /// Why a hook is to be disabled; nil when it is not.
    private func verdict(on batchResults: [BatchResult], _ health: HookHealth) -> String? {
        if batchResults.contains(where: \.isGone) { return "the receiver answered 410 Gone" }
        // Whoever reads standard output may come back at any time, and has nowhere else to look.
        guard batchResults.last?.batch.hook.kind != .stdout, rules.shouldDisable(health, at: now) else { return nil }
        let last = batchResults.flatMap(\.results).compactMap(\.attempt?.detail).last
        return "no delivery has succeeded for 5 days" + (last.map { "; the last one: \($0)" } ?? "")
    }

    /// Switches a hook off, unless it was changed to lead elsewhere since.
    private func disable(_ sent: Hook, _ reason: String, in transaction: any StoreTransaction) throws -> Bool {
        guard let hook = try transaction.hook(sent.id), hook.isEnabled, hook.url == sent.url else { return false }
        try transaction.disable(hook, because: reason, at: now)
        return true
    }
}

extension StoreTransaction {
    /// Switches a hook off, and tells the others.
    func disable(_ hook: Hook, because reason: String, at now: UTCInstant) throws {
        var hook = hook
        hook.isEnabled = false
        hook.disabledReason = reason
        hook.version += 1
        hook.updatedAt = now
        try save(hook)
        var json = JSONWriter()
        json.object { json in
            json.field("reason", reason)
            json.field("hook") { hook.write(to: &$0) }
        }
        try append([EventDraft(id: EventID(madeAt: now), type: .hookDisabled, timestamp: now, data: json.bytes)])
    }
}
