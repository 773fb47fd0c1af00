package import Recurrence
package import Storage

extension ClaimOwner {
    /// Who claims in tests unless they say otherwise.
    package static let fixture = ClaimOwner(rawValue: 1)
    /// Somebody else.
    package static let other = ClaimOwner(rawValue: 2)
}

/// The verbs of claims for one hook and one owner.
extension StoreTransaction {
    /// Claims the due deliveries of one hook.
    package func claimDeliveries(
        of hook: HookID,
        by owner: ClaimOwner = .fixture,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant,
        limit: Int
    ) throws -> [ClaimedDelivery] {
        try claimDeliveries(
            [DeliveryClaimRequest(hook: hook, limit: limit)], by: owner, dueAt: now, leaseUntil: leaseEnd)
    }

    /// Claims a suspect.
    package func claimSuspect(
        of hook: HookID, dueAt now: UTCInstant, leaseUntil leaseEnd: UTCInstant
    ) throws -> ClaimedDelivery? {
        try claimSuspect(of: hook, by: .fixture, dueAt: now, leaseUntil: leaseEnd)
    }

    /// Keeps a body of a claim.
    package func keep(_ body: MessageBody, of delivery: DeliveryID) throws {
        _ = try keep(body, of: delivery, claimedBy: .fixture)
    }

    /// Records results of claims.
    package func record(_ results: [DeliveryResult]) throws {
        try record(results, claimedBy: .fixture)
    }

    /// Gives claims back.
    package func release(_ deliveries: [DeliveryID], at now: UTCInstant) throws {
        try release(deliveries, claimedBy: .fixture, at: now)
    }

    /// Releases the claims of a process that is gone, as another one.
    package func releaseAbandonedClaims(at now: UTCInstant, afterCrash isCrash: Bool) throws -> AbandonedClaims {
        try releaseAbandonedClaims(by: .other, at: now, afterCrash: isCrash)
    }
}

/// Numbers of events that were made from ``EventDraft/fixture(_:type:at:about:)``: sequences may have gaps.
extension EventID {
    package var number: Int { Int(truncatingIfNeeded: uuid.low & 0xFFFF_FFFF) }
}

extension Event {
    package var number: Int { id.number }
}

extension Delivery {
    package var eventNumber: Int { eventID.number }
}
