import Basics
import Recurrence
import Storage

/// Sets aside the deliveries that are to blame for the end of the daemon before.
///
/// A hook of which two are set aside without a success between them is switched off: however many events it wants, its
/// receiver ends the daemon a bounded number of times.
struct CrashInquest: Sendable {
    private static let maxCrashes = 2
    private static let detail = """
        taskd crashed while sending this, and again when it was the only suspect; it is not sent again unless replayed
        """

    var blamed: [ClaimedDelivery]
    /// Whose claims they are now.
    var owner: ClaimOwner
    var now: UTCInstant

    /// What was done.
    struct Report: Sendable {
        /// What was set aside.
        var batchResults: [BatchResult] = []
        /// The hooks that were switched off.
        var disabled: [HookID] = []
    }

    /// Does the work.
    func run(in transaction: any StoreTransaction) throws -> Report {
        var report = Report()
        for claim in blamed {
            guard let hook = try transaction.hook(claim.hook) else { continue }
            report.batchResults.append(try setAside(claim, of: hook, in: transaction))
            if try examine(hook, after: claim, in: transaction) { report.disabled.append(hook.id) }
        }
        return report
    }

    private func setAside(
        _ claim: ClaimedDelivery,
        of hook: Hook,
        in transaction: any StoreTransaction
    ) throws -> BatchResult {
        let outcome = DeliveryOutcome(.crashed, detail: Self.detail)
        let attempt = DeliveryAttempt(claim.attemptsMade + 1, outcome, from: now, lasting: .zero)
        let result = DeliveryResult(delivery: claim.id, attempt: attempt, verdict: .failed)
        try transaction.record([result], claimedBy: owner)
        // Replayed by hand, it is sent alone.
        try transaction.suspect([claim.id])
        try transaction.append([event(of: claim)])
        return BatchResult(batch: DeliveryBatch(hook: hook, claims: [claim]), results: [result])
    }

    private func event(of claim: ClaimedDelivery) -> EventDraft {
        var json = JSONWriter()
        json.object { json in
            json.field("dataVersion", EventDraft.dataVersion)
            json.field("deliveryId", claim.id.description)
            json.field("hookId", claim.hook.description)
            json.field("eventId", claim.event.id.description)
            json.field("eventType", claim.event.type.rawValue)
            json.field("reason", Self.detail)
        }
        return EventDraft(id: EventID(madeAt: now), type: .deliveryCrashed, timestamp: now, data: json.bytes)
    }

    /// Counts a failure of a hook, and switches it off when this was not the first that ended the daemon.
    ///
    /// - Returns: Whether it was switched off.
    private func examine(
        _ hook: Hook,
        after claim: ClaimedDelivery,
        in transaction: any StoreTransaction
    ) throws -> Bool {
        let health = try transaction.hookHealth()[hook.id] ?? HookHealth()
        let worse = CircuitBreaker.standard.afterFailure(health, of: claim.id, isDecisive: false, at: now)
        try transaction.save(worse, of: hook.id)
        let failed = try transaction.deliveries(of: hook.id, state: .failed, before: nil, limit: 100)
        let crashed = failed.compactMap(\.attempts.last).filter { attempt in
            attempt.outcome == DeliveryOutcome.Kind.crashed.rawValue
                && health.lastSuccessAt.map { $0 < attempt.startedAt } ?? true
        }
        guard hook.isEnabled, crashed.count >= Self.maxCrashes else { return false }
        try transaction.disable(hook, because: "taskd crashed repeatedly while sending to it", at: now)
        return true
    }
}
