import Basics
import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func claimDeliveries(
        _ requests: [DeliveryClaimRequest],
        by owner: ClaimOwner,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> [ClaimedDelivery] {
        let due = try statement(
            """
            \(Self.claimColumns)
            WHERE state = 0 AND is_blocked = 0 AND suspicion < 3
            AND hook_key = ? AND is_retry = ? AND next_attempt_at <= ?
            ORDER BY next_attempt_at, delivery.key LIMIT ? + 0
            """
        )
        var claims: [ClaimedDelivery] = []
        for request in requests {
            guard let entry = try enabledHook(request.hook) else { continue }
            let end = claims.count + request.limit
            for isRetry in [0, 1] where claims.count < end {
                claims += try due.rows(entry.key, isRetry, now, end - claims.count) {
                    try claim(of: entry.hook, from: &$0)
                }
            }
        }
        try lease(claims, to: owner, until: leaseEnd)
        return claims
    }

    /// The hook with an id and its key; nil when it is disabled or not there.
    func enabledHook(_ id: HookID) throws -> KeyedHook? {
        try hooksByKey().first { $0.hook.id == id && $0.hook.isEnabled }
    }

    func lease(_ claims: [ClaimedDelivery], to owner: ClaimOwner, until leaseEnd: UTCInstant) throws {
        let lease = try statement(
            "UPDATE delivery SET is_claimed = 1, claim_owner = ?, next_attempt_at = ?, body_kind = ? WHERE key = ?")
        for claim in claims { try lease.run(owner.rawValue, leaseEnd, claim.body.code, claim.id.number) }
    }

    /// Selects what `claim(of:from:)` reads.
    static let claimColumns = """
        SELECT delivery.key, attempts_made, attempts_before_replay, replayed_at, body_kind, seq, event.id, type, at, data,
            trace
        FROM delivery JOIN event ON event.seq = event_seq
        """

    /// Reads the columns `delivery.key, attempts_made, attempts_before_replay, replayed_at, body_kind`, and the event's.
    func claim(of hook: Hook, from column: inout ColumnReader) throws -> ClaimedDelivery {
        let id = DeliveryID(number: try column.next())
        let (made, before) = (try column.next(Int.self), try column.next(Int.self))
        let replayedAt: UTCInstant? = try column.next()
        var body = try body(of: id, code: try column.next())
        let event = try Self.event(from: &column)
        let trace: String? = try column.next()
        if body == .open, hook.plainlySendsWhole(event) { body = .wholeEvent }
        return ClaimedDelivery(
            id: id,
            hook: hook.id,
            event: event,
            attemptsMade: made,
            attemptsBeforeReplay: before,
            replayedAt: replayedAt,
            body: body,
            trace: trace.flatMap { TraceParent($0) }
        )
    }

    func release(_ deliveries: [DeliveryID], claimedBy owner: ClaimOwner, at now: UTCInstant) throws {
        let release = try statement("\(Self.release) AND key = ? AND claim_owner = ?")
        for delivery in deliveries { try release.run(now, delivery.number, owner.rawValue) }
        changes.insert(.deliveries)
    }

    /// Ends claims; their condition, and for retries the instant at which they are due again, follow.
    static let release = """
        UPDATE delivery SET is_claimed = 0, claim_owner = NULL, next_attempt_at =
        CASE WHEN is_retry THEN ? ELSE (SELECT \(DeliveryTurn.expression) FROM event WHERE seq = event_seq) END
        WHERE is_claimed = 1
        """
}
