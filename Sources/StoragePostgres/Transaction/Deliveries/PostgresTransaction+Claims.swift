import Basics
import Recurrence
import Storage

extension PostgresTransaction {
    func claimDeliveries(
        _ requests: [DeliveryClaimRequest],
        by owner: ClaimOwner,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant
    ) throws -> [ClaimedDelivery] {
        let wanted = try requests.compactMap { request in
            try enabledHook(request.hook).map { (entry: $0, limit: request.limit) }
        }
        guard !wanted.isEmpty else { return [] }
        let due = try due(wanted.map { ($0.entry.key, $0.limit) }, at: now)
        guard !due.isEmpty else { return [] }
        let places = DeliveryPlaces(due)
        let found = try claims(
            of: Dictionary(wanted.map { ($0.entry.key, $0.entry.hook) }) { $1 },
            where: "(hook_key, event_seq) IN (SELECT * FROM unnest(?, ?) AS due (hook_key, event_seq))",
            [places.hooks, places.sequences])
        let byID = Dictionary(found.map { ($0.id, $0) }) { $1 }
        let claims = due.compactMap { byID[$0] }
        own(Array(Set(places.hooks)))
        lease(claims, to: owner, until: leaseEnd)
        return claims
    }

    /// Which deliveries of some hooks are due, of each as many as are wanted: those that were never tried, then the retries.
    private func due(_ wanted: [(hook: Int64, limit: Int)], at now: UTCInstant) throws -> [DeliveryID] {
        func due(_ turn: String) -> String {
            """
            (SELECT event_seq, is_retry, next_attempt_at FROM delivery
            WHERE state = 0 AND NOT is_blocked AND suspicion < 3 AND hook_key = wanted.hook AND \(turn)
                AND next_attempt_at <= ?3 ORDER BY next_attempt_at, event_seq LIMIT wanted.most)
            """
        }
        let found = try rows(
            """
            SELECT wanted.hook, due.event_seq, due.is_retry, due.next_attempt_at FROM unnest(?1, ?2) AS wanted (hook, most)
            CROSS JOIN LATERAL (\(due("NOT is_retry")) UNION ALL \(due("is_retry"))) AS due
            WHERE \(HookOwner.mayClaim("wanted.hook", node: "?4"))
            """, [wanted.map(\.hook), wanted.map(\.limit), now, node.rawValue]
        ) { (hook: try $0.next(Int64.self), delivery: try DueDelivery(from: &$0)) }
        let byHook = Dictionary(grouping: found, by: \.hook)
        return wanted.flatMap { hook, limit in
            (byHook[hook] ?? []).map(\.delivery).sorted().prefix(limit).map { delivery in
                DeliveryID(number: DeliveryKey.key(hook: hook, sequence: delivery.sequence))
            }
        }
    }

    /// The hook with an id and its key; nil when it is disabled or not there.
    func enabledHook(_ id: HookID) throws -> KeyedHook? {
        try hooksByKey().first { $0.hook.id == id && $0.hook.isEnabled }
    }

    func lease(_ claims: [ClaimedDelivery], to owner: ClaimOwner, until leaseEnd: UTCInstant) {
        guard !claims.isEmpty else { return }
        let places = DeliveryPlaces(claims.map(\.id))
        post(
            """
            UPDATE delivery SET is_claimed = true, claim_owner = ?, next_attempt_at = ?, body_kind = claimed.body_kind
            FROM unnest(?, ?, ?) AS claimed (hook_key, event_seq, body_kind)
            WHERE delivery.hook_key = claimed.hook_key AND delivery.event_seq = claimed.event_seq
            """, [owner.rawValue, leaseEnd, places.hooks, places.sequences, claims.map(\.body.code)])
    }

    /// What a sender needs of the deliveries that a condition selects, of some hooks by their keys.
    func claims(
        of hooks: [Int64: Hook], where condition: String, _ arguments: Arguments
    ) throws -> [ClaimedDelivery] {
        try rows(
            """
            SELECT hook_key, event_seq, attempts_made, attempts_before_replay, replayed_at, body_kind,
                bytes, media_type, seq, event.id, type, at, data, trace
            FROM delivery JOIN event ON event.seq = event_seq LEFT JOIN delivery_body USING (hook_key, event_seq)
            WHERE \(condition)
            """, arguments
        ) { try Self.claim(of: hooks, from: &$0) }.compactMap(\.self)
    }

    private static func claim(
        of hooks: [Int64: Hook], from column: inout ColumnReader
    ) throws -> ClaimedDelivery? {
        let (key, sequence): (Int64, Int64) = (try column.next(), try column.next())
        let (made, before) = (try column.next(Int.self), try column.next(Int.self))
        let replayedAt: UTCInstant? = try column.next()
        var body = try body(from: &column)
        let event = try Self.event(from: &column)
        let trace: String? = try column.next()
        guard let hook = hooks[key] else { return nil }
        if body == .open, hook.plainlySendsWhole(event) { body = .wholeEvent }
        return ClaimedDelivery(
            id: DeliveryID(number: DeliveryKey.key(hook: key, sequence: sequence)),
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
        let places = DeliveryPlaces(deliveries)
        post(
            """
            \(Self.release) AND claim_owner = ?
            AND (hook_key, event_seq) IN (SELECT * FROM unnest(?, ?) AS released (hook_key, event_seq))
            """, [now, owner.rawValue, places.hooks, places.sequences])
        changes.insert(.deliveries)
    }

    /// Ends claims; their condition, and for retries the instant at which they are due again, follow.
    static let release = """
        UPDATE delivery SET is_claimed = false, claim_owner = NULL, next_attempt_at =
        CASE WHEN is_retry THEN ? ELSE (SELECT \(DeliveryTurn.expression) FROM event WHERE seq = event_seq) END
        WHERE is_claimed
        """
}

/// A delivery that is due, in its turn among those of its hook.
private struct DueDelivery: Comparable {
    let sequence: Int64
    private let isRetry: Bool
    private let nextAttemptAt: UTCInstant

    /// Reads the columns `event_seq, is_retry, next_attempt_at`.
    init(from column: inout ColumnReader) throws {
        (sequence, isRetry, nextAttemptAt) = (try column.next(), try column.next(), try column.next())
    }

    static func < (left: DueDelivery, right: DueDelivery) -> Bool {
        (left.isRetry ? 1 : 0, left.nextAttemptAt, left.sequence)
            < (right.isRetry ? 1 : 0, right.nextAttemptAt, right.sequence)
    }
}
