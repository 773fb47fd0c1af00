import GRDB
import Recurrence
import Storage

// The column `suspicion` counts the deaths in a row at which a delivery was on its way. From 3 on it is suspect, and is
// sent alone: at 3 a crash is enough to get there, and what is counted beyond happened while it was the only suspect.
extension SQLiteTransaction {
    private static let suspicion = AbandonedClaims.deathsToSuspect
    private static let blame = AbandonedClaims.deathsToSuspect + AbandonedClaims.deathsToBlame
    private static let deliveries = """
        SELECT delivery.key, attempts_made, attempts_before_replay, replayed_at, body_kind, seq, event.id, type, at, data
        FROM delivery JOIN event ON event.seq = event_seq
        """

    func nextSuspects() throws -> [HookID: UTCInstant] {
        let next = try rows(
            """
            SELECT hook_key, min(next_attempt_at) FROM delivery
            WHERE state = 0 AND is_blocked = 0 AND suspicion >= 3 GROUP BY hook_key
            """
        ) { column in (key: try column.next(Int64.self), instant: try column.next(UTCInstant.self)) }
        guard !next.isEmpty else { return [:] }
        let hooks = Dictionary(try hooksByKey().map { ($0.key, $0.hook) }) { $1 }
        return next.reduce(into: [:]) { suspects, next in
            if let hook = hooks[next.key], hook.isEnabled { suspects[hook.id] = next.instant }
        }
    }

    func claimSuspect(
        of hook: HookID,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> ClaimedDelivery? {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }), entry.hook.isEnabled else {
            return nil
        }
        let claim = try rows(
            """
            \(Self.deliveries) WHERE state = 0 AND is_blocked = 0 AND suspicion >= 3 AND hook_key = ?
            AND next_attempt_at <= ? ORDER BY next_attempt_at, delivery.key LIMIT 1
            """,
            [entry.key, now]
        ) { try claim(of: entry.hook, from: &$0) }.first
        guard let claim else { return nil }
        try run(
            "UPDATE delivery SET is_claimed = 1, next_attempt_at = ?, body_kind = ? WHERE key = ?",
            [leaseEnd, claim.body.code, claim.id.number]
        )
        return claim
    }

    func suspect(_ deliveries: [DeliveryID]) throws {
        for delivery in deliveries {
            try run("UPDATE delivery SET suspicion = \(Self.suspicion) WHERE key = ?", [delivery.number])
        }
        changes.insert(.deliveries)
    }

    func releaseAbandonedClaims(at now: UTCInstant, afterCrash isCrash: Bool) throws -> AbandonedClaims {
        changes.insert(.deliveries)
        let count = try value(Int.self, "SELECT count(*) FROM delivery WHERE is_claimed = 1") ?? 0
        guard count > 0 else { return AbandonedClaims(count: 0, suspectCount: 0, blamed: []) }
        let blamed = try blamed(afterCrash: isCrash)
        try run(
            """
            UPDATE delivery SET suspicion = \(isCrash ? "max(suspicion, \(Self.suspicion))" : "suspicion + 1")
            WHERE is_claimed = 1 AND hook_key NOT IN (SELECT key FROM hook WHERE kind = ?)
            """,
            [Hook.Kind.stdout.rawValue]
        )
        let suspectCount = try value(
            Int.self, "SELECT count(*) FROM delivery WHERE is_claimed = 1 AND suspicion >= \(Self.suspicion)")
        try run("\(Self.release) AND key NOT IN (\(blamed.map { "\($0.id.number)" }.joined(separator: ", ")))", [now])
        return AbandonedClaims(count: count, suspectCount: suspectCount ?? 0, blamed: blamed)
    }

    private func blamed(afterCrash isCrash: Bool) throws -> [ClaimedDelivery] {
        let hooks = Dictionary(try hooksByKey().map { ($0.key, $0.hook) }) { $1 }
        let suspects = try rows(
            """
            SELECT key, hook_key FROM delivery
            WHERE is_claimed = 1 AND suspicion >= \(isCrash ? Self.suspicion : Self.blame - 1)
            """
        ) { column in (key: try column.next(Int64.self), hook: try column.next(Int64.self)) }
        return try suspects.flatMap { suspect in
            guard let hook = hooks[suspect.hook] else { return [] as [ClaimedDelivery] }
            return try rows("\(Self.deliveries) WHERE delivery.key = ?", [suspect.key]) {
                try claim(of: hook, from: &$0)
            }
        }
    }
}
