import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func shortenWaits(begunAfter now: UTCInstant) throws {
        // A delivery that was never tried is due since its event; a retry waits since its last attempt, or its replay.
        try run(
            """
            UPDATE delivery SET next_attempt_at = ?1
            WHERE state = 0 AND is_blocked = 0 AND is_retry = 0 AND is_claimed = 0 AND next_attempt_at > ?1
            """,
            [now])
        try run(
            """
            UPDATE delivery SET next_attempt_at = max(?1, next_attempt_at - \(Self.begin) + ?1)
            WHERE state = 0 AND is_blocked = 0 AND is_retry = 1 AND is_claimed = 0 AND next_attempt_at > ?1
            AND \(Self.begin) > ?1
            """,
            [now])
        try run(
            """
            UPDATE hook_health SET resumes_at = resumes_at - last_failure_at + ?1, last_failure_at = ?1,
            failing_since = min(failing_since, ?1)
            WHERE last_failure_at > ?1
            """,
            [now])
        changes.insert(.deliveries)
    }

    /// When the wait of a retry began.
    private static let begin = """
        max(
            coalesce(replayed_at, 0),
            coalesce((SELECT max(started_at + duration_ms) FROM attempt WHERE delivery_key = delivery.key), 0)
        )
        """
}
