import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func deliveries(
        of hook: HookID,
        state: Delivery.State?,
        before place: DeliveryID?,
        limit: Int
    ) throws -> [Delivery] {
        try rows(
            """
            SELECT delivery.key, seq, event.id, type, state, next_attempt_at
            FROM delivery JOIN event ON event.seq = event_seq
            WHERE hook_key = (SELECT key FROM hook WHERE id = ?) AND delivery.key < ?
            \(state.map { "AND state = \($0.code)" } ?? "")
            ORDER BY delivery.key DESC LIMIT ?
            """,
            [hook, place?.number ?? .max, limit]
        ) { column in
            let id = DeliveryID(number: try column.next())
            return Delivery(
                id: id,
                hook: hook,
                eventSequence: try column.next(),
                eventID: EventID(try column.next()),
                eventType: EventType(rawValue: try column.next()),
                state: try column.nextCode(),
                nextAttemptAt: try column.next(),
                attempts: try attempts(of: id)
            )
        }
    }

    private func attempts(of delivery: DeliveryID) throws -> [DeliveryAttempt] {
        try rows(
            """
            SELECT number, started_at, duration_ms, outcome, status_code, detail, response_excerpt
            FROM attempt WHERE delivery_key = ? ORDER BY number
            """,
            [delivery.number]
        ) { column in
            DeliveryAttempt(
                number: try column.next(),
                startedAt: try column.next(),
                durationMilliseconds: try column.next(),
                outcome: try column.next(),
                statusCode: try column.next(),
                detail: try column.next(),
                responseExcerpt: try column.next()
            )
        }
    }

    func nextAttempts() throws -> [HookID: UTCInstant] {
        var next: [HookID: UTCInstant] = [:]
        for (key, hook) in try hooksByKey() where hook.isEnabled {
            let lanes = try [0, 1].compactMap { lane in
                try value(
                    UTCInstant.self,
                    "SELECT min(next_attempt_at) FROM delivery WHERE state = 0 AND hook_key = ? AND is_retry = ?",
                    [key, lane]
                )
            }
            next[hook.id] = lanes.min()
        }
        return next
    }

    func claimDeliveries(
        of hook: HookID,
        dueAt now: UTCInstant,
        leaseUntil leaseEnd: UTCInstant,
        limit: Int
    ) throws -> [ClaimedDelivery] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }), entry.hook.isEnabled else { return [] }
        var claims: [ClaimedDelivery] = []
        for lane in [0, 1] where claims.count < limit {
            claims += try rows(
                """
                SELECT delivery.key, attempts_made, seq, event.id, type, at, data
                FROM delivery JOIN event ON event.seq = event_seq
                WHERE state = 0 AND hook_key = ? AND is_retry = ? AND next_attempt_at <= ?
                ORDER BY next_attempt_at, delivery.key LIMIT ?
                """,
                [entry.key, lane, now, limit - claims.count]
            ) { column in
                let id = DeliveryID(number: try column.next())
                let attemptsMade = try column.next(Int.self)
                return ClaimedDelivery(
                    id: id,
                    hook: hook,
                    event: try Self.event(from: &column),
                    attemptsMade: attemptsMade
                )
            }
        }
        for claim in claims {
            try run(
                "UPDATE delivery SET is_claimed = 1, next_attempt_at = ? WHERE key = ?",
                [leaseEnd, claim.id.number]
            )
        }
        return claims
    }

    func record(_ results: [DeliveryResult]) throws {
        for result in results {
            let (state, next): (Delivery.State, UTCInstant?) =
                switch result.verdict {
                case .delivered: (.delivered, nil)
                case .retry(let instant): (.pending, instant)
                case .failed: (.failed, nil)
                }
            let isThere = try run(
                """
                UPDATE delivery SET state = ?, next_attempt_at = ?, is_claimed = 0, attempts_made = ? WHERE key = ?
                """,
                [state.code, next, result.attempt.number, result.delivery.number]
            )
            // Its hook may have been deleted while it was on its way.
            if isThere == 1 { try insert(result.attempt, of: result.delivery) }
        }
        changes.insert(.deliveries)
    }

    private func insert(_ attempt: DeliveryAttempt, of delivery: DeliveryID) throws {
        try run(
            """
            INSERT OR REPLACE INTO attempt
            (delivery_key, number, started_at, duration_ms, outcome, status_code, detail, response_excerpt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                delivery.number, attempt.number, attempt.startedAt, attempt.durationMilliseconds, attempt.outcome,
                attempt.statusCode, attempt.detail, attempt.responseExcerpt,
            ]
        )
    }

    func release(_ deliveries: [DeliveryID], at now: UTCInstant) throws {
        for delivery in deliveries {
            try run(
                "UPDATE delivery SET is_claimed = 0, next_attempt_at = ? WHERE key = ? AND is_claimed = 1",
                [now, delivery.number]
            )
        }
        changes.insert(.deliveries)
    }

    @discardableResult
    func releaseAllClaims(at now: UTCInstant) throws -> Int {
        changes.insert(.deliveries)
        return try run("UPDATE delivery SET is_claimed = 0, next_attempt_at = ? WHERE is_claimed = 1", [now])
    }
}
