import Recurrence
import Storage

// The column `suspicion` counts the deaths in a row at which a delivery was on its way. From 3 on it is suspect, and is
// sent alone: at 3 a crash is enough to get there, and what is counted beyond happened while it was the only suspect.
extension PostgresTransaction {
    private static let suspicion = AbandonedClaims.deathsToSuspect
    private static let blame = AbandonedClaims.deathsToSuspect + AbandonedClaims.deathsToBlame

    func nextSuspects() throws -> [HookID: UTCInstant] {
        let next = try rows(
            """
            SELECT hook_key, min(next_attempt_at) FROM delivery
            WHERE state = 0 AND NOT is_blocked AND suspicion >= 3 GROUP BY hook_key
            HAVING \(HookOwner.mayClaim("hook_key", node: "?1"))
            """, [node.rawValue]
        ) { column in (key: try column.next(Int64.self), instant: try column.next(UTCInstant.self)) }
        guard !next.isEmpty else { return [:] }
        let hooks = Dictionary(uniqueKeysWithValues: try hooksByKey().map { ($0.key, $0.hook) })
        return next.reduce(into: [:]) { suspects, next in
            if let hook = hooks[next.key], hook.isEnabled { suspects[hook.id] = next.instant }
        }
    }

    func claimSuspect(
        of hook: HookID,
        by owner: ClaimOwner,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> ClaimedDelivery? {
        guard let entry = try enabledHook(hook) else { return nil }
        let claim = try claims(
            of: [entry.key: entry.hook],
            where: """
                state = 0 AND NOT is_blocked AND suspicion >= 3 AND hook_key = ?2
                AND next_attempt_at <= ?3 AND \(HookOwner.mayClaim("hook_key", node: "?1"))
                ORDER BY next_attempt_at, event_seq LIMIT 1
                """, [node.rawValue, entry.key, now]
        ).first
        guard let claim else { return nil }
        own([entry.key])
        lease([claim], to: owner, until: leaseEnd)
        return claim
    }

    func suspect(_ deliveries: [DeliveryID]) throws {
        let places = DeliveryPlaces(deliveries)
        post(
            """
            UPDATE delivery SET suspicion = \(Self.suspicion)
            WHERE (hook_key, event_seq) IN (SELECT * FROM unnest(?, ?) AS suspected (hook_key, event_seq))
            """, [places.hooks, places.sequences])
        changes.insert(.deliveries)
    }

    /// Owners are gone whose nodes have not said for some time that they are there.
    func releaseAbandonedClaims(
        by owner: ClaimOwner, at now: UTCInstant, afterCrash isCrash: Bool
    ) throws -> AbandonedClaims {
        changes.insert(.deliveries)
        // Their hooks get new owners.
        post("DELETE FROM hook_owner WHERE NOT \(HookOwner.isThere)")
        post("DELETE FROM node WHERE NOT \(NodeLease.isThere)")
        let count =
            try value(Int.self, "SELECT count(*) FROM delivery WHERE \(Self.isAbandoned)", [owner.rawValue]) ?? 0
        guard count > 0 else { return AbandonedClaims(count: 0, suspectCount: 0, blamed: []) }
        let blamed = try blamed(besides: owner, afterCrash: isCrash)
        try run(
            """
            UPDATE delivery SET suspicion = \(isCrash ? "greatest(suspicion, \(Self.suspicion))" : "suspicion + 1")
            WHERE \(Self.isAbandoned) AND hook_key NOT IN (SELECT key FROM hook WHERE kind = ?2)
            """,
            [owner.rawValue, Hook.Kind.stdout.rawValue]
        )
        let suspectCount = try value(
            Int.self, "SELECT count(*) FROM delivery WHERE \(Self.isAbandoned) AND suspicion >= \(Self.suspicion)",
            [owner.rawValue])
        let places = DeliveryPlaces(blamed.map(\.id))
        post(
            """
            UPDATE delivery SET claim_owner = ?
            WHERE (hook_key, event_seq) IN (SELECT * FROM unnest(?, ?) AS blamed (hook_key, event_seq))
            """, [owner.rawValue, places.hooks, places.sequences])
        post("\(Self.release) AND \(Self.isGone("?2"))", [now, owner.rawValue])
        return AbandonedClaims(count: count, suspectCount: suspectCount ?? 0, blamed: blamed)
    }

    /// Whether a delivery is claimed by an owner that is gone, and not the first parameter.
    private static let isAbandoned = "is_claimed AND \(isGone("?1"))"

    /// Whether the owner of a claim is not the one that asks, and is gone.
    private static func isGone(_ owner: String) -> String {
        """
        claim_owner IS DISTINCT FROM \(owner) AND NOT EXISTS (
            SELECT 1 FROM node WHERE node.owner = claim_owner AND seen_until > clock_timestamp())
        """
    }

    private func blamed(besides owner: ClaimOwner, afterCrash isCrash: Bool) throws -> [ClaimedDelivery] {
        let hooks = Dictionary(uniqueKeysWithValues: try hooksByKey().map { ($0.key, $0.hook) })
        return try claims(
            of: hooks,
            where: "\(Self.isAbandoned) AND suspicion >= \(isCrash ? Self.suspicion : Self.blame - 1)",
            [owner.rawValue])
    }
}
