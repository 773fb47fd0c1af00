import Foundation
import Recurrence
import Storage

extension PostgresTransaction {
    func hookHealth() throws -> [HookID: HookHealth] {
        let known = try rows(
            """
            SELECT id, consecutive_failures, failing_since, last_failure_at, last_success_at, suspects, trips, resumes_at
            FROM hook_health JOIN hook ON hook.key = hook_key
            """
        ) { column in
            return (try column.next(HookID.self), try Self.health(from: &column))
        }
        return Dictionary(known) { $1 }
    }

    private static func health(from column: inout ColumnReader) throws -> HookHealth {
        var health = HookHealth()
        health.consecutiveFailures = try column.next()
        health.failingSince = try column.next()
        health.lastFailureAt = try column.next()
        health.lastSuccessAt = try column.next()
        let suspects = try column.next(String.self)
        if suspects != "[]" {
            // Without them the circuit only opens later.
            let numbers = (try? JSONDecoder().decode([Int64].self, from: Data(suspects.utf8))) ?? []
            health.suspects = numbers.map { DeliveryID(number: $0) }
        }
        health.trips = try column.next()
        health.resumesAt = try column.next()
        return health
    }

    func save(_ health: HookHealth, of hook: HookID) throws {
        let suspects = "[\(health.suspects.map { "\($0.number)" }.joined(separator: ","))]"
        try run(
            """
            INSERT INTO hook_health
            (hook_key, consecutive_failures, failing_since, last_failure_at, last_success_at, suspects, trips, resumes_at)
            SELECT key, ?, ?, ?, ?, ?, ?, ? FROM hook WHERE id = ?
            ON CONFLICT (hook_key) DO UPDATE SET consecutive_failures = excluded.consecutive_failures,
            failing_since = excluded.failing_since, last_failure_at = excluded.last_failure_at,
            last_success_at = excluded.last_success_at, suspects = excluded.suspects, trips = excluded.trips,
            resumes_at = excluded.resumes_at
            """,
            [
                health.consecutiveFailures, health.failingSince, health.lastFailureAt, health.lastSuccessAt, suspects,
                health.trips, health.resumesAt, hook,
            ]
        )
    }
}
