import Recurrence
import Storage

extension PostgresTransaction {
    func shortenWaits(begunAfter now: UTCInstant) throws {
        // A delivery that was never tried is due since its event; a retry waits since its last attempt, or its replay.
        try run(
            """
            UPDATE delivery SET next_attempt_at = ?1
            WHERE state = 0 AND NOT is_blocked AND NOT is_retry AND NOT is_claimed AND next_attempt_at > ?1
            """,
            [now])
        try run(
            """
            UPDATE delivery SET next_attempt_at = greatest(?1, next_attempt_at - \(Self.begin) + ?1)
            WHERE state = 0 AND NOT is_blocked AND is_retry AND NOT is_claimed AND next_attempt_at > ?1
            AND \(Self.begin) > ?1
            """,
            [now])
        try run(
            """
            UPDATE hook_health SET resumes_at = resumes_at - last_failure_at + ?1, last_failure_at = ?1,
            failing_since = CASE WHEN failing_since > ?1 THEN ?1 ELSE failing_since END
            WHERE last_failure_at > ?1
            """,
            [now])
        changes.insert(.deliveries)
    }

    /// When the wait of a retry began.
    private static let begin = """
        greatest(coalesce(replayed_at, 0), coalesce((
            SELECT max(started_at + duration_ms) FROM attempt
            WHERE attempt.hook_key = delivery.hook_key AND attempt.event_seq = delivery.event_seq), 0))
        """
}
