import Recurrence
import Storage

/// What one transaction of the delivery loop does: record what came of deliveries, and claim the next.
struct DeliveryWork: Sendable {
    var landings: [Landing]
    var wishes: [Flights.Wish]
    var now: UTCInstant
    var leaseEnd: UTCInstant

    /// Does the work.
    ///
    /// - Returns: What was claimed, by hook.
    func run(in transaction: any StoreTransaction) throws -> [DeliveryBatch] {
        let results = landings.flatMap(\.results)
        if !results.isEmpty { try transaction.record(results) }
        let unsent = landings.flatMap(\.unsent)
        if !unsent.isEmpty { try transaction.release(unsent, at: now) }
        for landing in landings where landing.isGone { try disable(landing.batch.hook, in: transaction) }
        return try wishes.compactMap { try claim($0, in: transaction) }
    }

    private func claim(_ wish: Flights.Wish, in transaction: any StoreTransaction) throws -> DeliveryBatch? {
        guard let hook = try transaction.hook(wish.hook) else { return nil }
        let claims = try transaction.claimDeliveries(
            of: wish.hook,
            dueAt: now,
            leaseUntil: leaseEnd,
            limit: wish.limit
        )
        return claims.isEmpty ? nil : DeliveryBatch(hook: hook, claims: claims)
    }

    /// Switches a hook off, unless it was changed to lead elsewhere since.
    private func disable(_ sent: Hook, in transaction: any StoreTransaction) throws {
        guard var hook = try transaction.hook(sent.id), hook.isEnabled, hook.url == sent.url else { return }
        let reason = "the receiver answered 410 Gone"
        hook.isEnabled = false
        hook.disabledReason = reason
        hook.version += 1
        hook.updatedAt = now
        try transaction.save(hook)
        var json = JSONWriter()
        json.object { json in
            json.field("reason", reason)
            json.field("hook") { hook.write(to: &$0) }
        }
        try transaction.append([
            EventDraft(id: EventID(madeAt: now), type: .hookDisabled, timestamp: now, data: json.bytes)
        ])
    }
}
