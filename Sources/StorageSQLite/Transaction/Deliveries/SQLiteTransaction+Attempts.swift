import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    /// The attempts at a delivery, first to last.
    func attempts(of delivery: DeliveryID) throws -> [DeliveryAttempt] {
        try rows(
            """
            SELECT number, started_at, duration_ms, outcome, status_code, detail, response_excerpt,
            address, look_up_ms, connection_ms, first_byte_ms
            FROM attempt WHERE delivery_key = ? ORDER BY number
            """,
            [delivery.number]
        ) { column in
            var attempt = DeliveryAttempt(
                number: try column.next(),
                startedAt: try column.next(),
                durationMilliseconds: try column.next(),
                outcome: try column.next(),
                statusCode: try column.next(),
                detail: try column.next(),
                responseExcerpt: try column.next()
            )
            attempt.address = try column.next()
            attempt.phases = DeliveryAttempt.Phases(
                lookUp: try column.next(),
                connection: try column.next(),
                firstByte: try column.next()
            )
            return attempt
        }
    }

    @discardableResult
    func record(_ results: [DeliveryResult], claimedBy owner: ClaimOwner) throws -> [Bool] {
        let ending = try statement(
            """
            UPDATE delivery SET state = ?, next_attempt_at = ?, is_claimed = 0, claim_owner = NULL, suspicion = 0,
            attempts_made = coalesce(?, attempts_made) WHERE key = ? AND claim_owner = ?
            """
        )
        let logging = try statement(
            """
            INSERT OR REPLACE INTO attempt
            (delivery_key, number, started_at, duration_ms, outcome, status_code, detail, response_excerpt,
            address, look_up_ms, connection_ms, first_byte_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        changes.insert(.deliveries)
        return try results.map { result in
            let (state, next) = result.verdict.standing
            let count = try ending.run(
                state.code, next, result.attempt?.number, result.delivery.number, owner.rawValue)
            // Its hook may have been deleted while it was on its way, or another owner have claimed it since.
            guard count == 1 else { return false }
            if let attempt = result.attempt { try log(attempt, of: result.delivery, by: logging) }
            return true
        }
    }

    private func log(_ attempt: DeliveryAttempt, of delivery: DeliveryID, by statement: PreparedStatement) throws {
        try statement.run(
            delivery.number,
            attempt.number,
            attempt.startedAt,
            attempt.durationMilliseconds,
            attempt.outcome,
            attempt.statusCode,
            attempt.detail,
            attempt.responseExcerpt,
            attempt.address,
            attempt.phases.lookUp,
            attempt.phases.connection,
            attempt.phases.firstByte
        )
    }
}
