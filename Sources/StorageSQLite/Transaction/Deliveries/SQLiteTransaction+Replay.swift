import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func deliveries(in selection: DeliverySelection, of hook: HookID, limit: Int) throws -> [DeliveryID] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }) else { return [] }
        let keys = DeliveryKey.keys(ofHook: entry.key)
        let states = selection.states.map(\.code)
        guard !states.isEmpty else { return [] }
        let dead = states.allSatisfy { $0 > 1 } ? "AND state > 1" : ""
        var ids: [DeliveryID] = []
        try each(
            """
            SELECT delivery.key, type FROM delivery JOIN event ON event.seq = event_seq
            WHERE delivery.key >= ? AND delivery.key < ? \(dead)
            AND state IN (\(states.sorted().map(String.init).joined(separator: ", ")))
            AND (state > 0 OR is_retry = 1 AND is_claimed = 0) AND at >= ? AND at < ?
            ORDER BY delivery.key
            """,
            [
                keys.lowerBound, keys.upperBound, selection.from?.millisecondsSinceEpoch ?? .min,
                selection.until?.millisecondsSinceEpoch ?? .max,
            ]
        ) { column in
            let id = DeliveryID(number: try column.next())
            let type = EventType(rawValue: try column.next())
            if selection.events.contains(where: { $0.matches(type) }) { ids.append(id) }
            return ids.count < limit
        }
        return ids
    }

    @discardableResult
    func replay(_ deliveries: [DeliveryID], at now: UTCInstant, every interval: Swift.Duration) throws -> Int {
        var (count, due) = (0, now)
        for delivery in deliveries {
            let changed = try run(
                """
                UPDATE delivery SET state = 0, next_attempt_at = ?2, replayed_at = ?2,
                attempts_before_replay = attempts_made, body_kind = 0,
                is_blocked = CASE WHEN state = 0 THEN is_blocked ELSE lane IS NOT NULL AND EXISTS (
                    SELECT 1 FROM delivery AS other
                    WHERE other.state = 0 AND other.hook_key = delivery.hook_key AND other.lane = delivery.lane
                ) END
                WHERE key = ?1 AND (state > 0 OR is_retry = 1 AND is_claimed = 0)
                """,
                [delivery.number, due]
            )
            if changed == 0 { continue }
            count += 1
            due = due.advanced(by: interval)
        }
        changes.insert(.deliveries)
        return count
    }

    func rescheduleRetries(of hook: HookID, to now: UTCInstant) throws {
        try run(
            """
            UPDATE delivery SET next_attempt_at = ?1
            WHERE state = 0 AND is_blocked = 0 AND suspicion < 3
            AND hook_key = (SELECT key FROM hook WHERE id = ?2) AND is_retry = 1
            AND next_attempt_at > ?1 AND is_claimed = 0
            """,
            [now, hook]
        )
        changes.insert(.deliveries)
    }
}
