import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func claimDeliveries(
        of hook: HookID,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant,
        limit: Int
    ) throws -> [ClaimedDelivery] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }), entry.hook.isEnabled else { return [] }
        var claims: [ClaimedDelivery] = []
        for isRetry in [0, 1] where claims.count < limit {
            claims += try statement(
                """
                SELECT delivery.key, attempts_made, attempts_before_replay, replayed_at, body_kind,
                seq, event.id, type, at, data
                FROM delivery JOIN event ON event.seq = event_seq
                WHERE state = 0 AND is_blocked = 0 AND suspicion < 3
                AND hook_key = ? AND is_retry = ? AND next_attempt_at <= ?
                ORDER BY next_attempt_at, delivery.key LIMIT ? + 0
                """
            ).rows(entry.key, isRetry, now, limit - claims.count) { try claim(of: entry.hook, from: &$0) }
        }
        let lease = try statement(
            "UPDATE delivery SET is_claimed = 1, next_attempt_at = ?, body_kind = ? WHERE key = ?"
        )
        for claim in claims { try lease.run(leaseEnd, claim.body.code, claim.id.number) }
        return claims
    }

    /// Reads the columns `delivery.key, attempts_made, attempts_before_replay, replayed_at, body_kind`, and the event's.
    func claim(of hook: Hook, from column: inout ColumnReader) throws -> ClaimedDelivery {
        let id = DeliveryID(number: try column.next())
        let (made, before) = (try column.next(Int.self), try column.next(Int.self))
        let replayedAt: UTCInstant? = try column.next()
        var body = try body(of: id, code: try column.next())
        let event = try Self.event(from: &column)
        if body == .open, hook.plainlySendsWhole(event) { body = .wholeEvent }
        return ClaimedDelivery(
            id: id,
            hook: hook.id,
            event: event,
            attemptsMade: made,
            attemptsBeforeReplay: before,
            replayedAt: replayedAt,
            body: body
        )
    }

    func release(_ deliveries: [DeliveryID], at now: UTCInstant) throws {
        let release = try statement("\(Self.release) AND key = ?")
        for delivery in deliveries { try release.run(now, delivery.number) }
        changes.insert(.deliveries)
    }

    @discardableResult
    func releaseAllClaims(at now: UTCInstant) throws -> Int {
        changes.insert(.deliveries)
        return try statement(Self.release).run(now)
    }

    static let release = """
        UPDATE delivery SET is_claimed = 0, next_attempt_at =
        CASE WHEN is_retry THEN ? ELSE (SELECT \(DeliveryTurn.expression) FROM event WHERE seq = event_seq) END
        WHERE is_claimed = 1
        """
}
