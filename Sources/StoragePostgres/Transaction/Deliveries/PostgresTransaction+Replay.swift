import Recurrence
import Storage

extension PostgresTransaction {
    func deliveries(in selection: DeliverySelection, of hook: HookID, limit: Int) throws -> [DeliveryID] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }) else { return [] }
        let states = selection.states.map(\.code)
        guard !states.isEmpty else { return [] }
        let dead = states.allSatisfy { $0 > 1 } ? "AND state > 1" : ""
        var (ids, last): ([DeliveryID], Int64?) = ([], -1)
        // Which types are wanted is not for the server to say, so it is asked for more until there are enough.
        while ids.count < limit, let place = last {
            var seen = 0
            try each(
                """
                SELECT event_seq, type FROM delivery JOIN event ON event.seq = event_seq
                WHERE hook_key = ? AND event_seq > ? \(dead)
                AND state IN (\(states.sorted().map(String.init).joined(separator: ", ")))
                AND (state > 0 OR is_retry AND NOT is_claimed) AND at >= ? AND at < ?
                ORDER BY event_seq LIMIT ?
                """,
                [
                    entry.key, place, selection.from?.millisecondsSinceEpoch ?? .min,
                    selection.until?.millisecondsSinceEpoch ?? .max, Self.block,
                ]
            ) { column in
                let sequence = try column.next(Int64.self)
                let type = EventType(rawValue: try column.next())
                (seen, last) = (seen + 1, sequence)
                if selection.events.contains(where: { $0.matches(type) }) {
                    ids.append(DeliveryID(number: DeliveryKey.key(hook: entry.key, sequence: sequence)))
                }
                return ids.count < limit
            }
            if seen < Self.block { last = nil }
        }
        return ids
    }

    /// How many deliveries are looked at by one statement.
    private static let block = 1_000

    @discardableResult
    func replay(_ deliveries: [DeliveryID], at now: UTCInstant, every interval: Swift.Duration) throws -> Int {
        let places = deliveries.map { DeliveryKey.place(of: $0.number) }
        let step = now.advanced(by: interval).millisecondsSinceEpoch - now.millisecondsSinceEpoch
        changes.insert(.deliveries)
        // Of those of a lane that has none pending the first is to be sent, and the others wait for it.
        return try run(
            """
            WITH chosen AS (
                SELECT hook_key, event_seq, row_number() OVER (ORDER BY place) - 1 AS turn,
                CASE WHEN state = 0 THEN is_blocked ELSE lane IS NOT NULL AND (
                    row_number() OVER (PARTITION BY hook_key, lane, state > 0 ORDER BY place) > 1
                    OR EXISTS (
                        SELECT 1 FROM delivery AS other
                        WHERE other.state = 0 AND other.hook_key = delivery.hook_key AND other.lane = delivery.lane)
                ) END AS waits
                FROM unnest(?1::bigint[], ?2::bigint[]) WITH ORDINALITY AS named (hook_key, event_seq, place)
                JOIN delivery USING (hook_key, event_seq)
                WHERE state > 0 OR is_retry AND NOT is_claimed
            )
            UPDATE delivery SET state = 0, next_attempt_at = ?3 + turn * ?4, replayed_at = ?3 + turn * ?4,
            attempts_before_replay = attempts_made, body_kind = 0, is_blocked = waits
            FROM chosen WHERE delivery.hook_key = chosen.hook_key AND delivery.event_seq = chosen.event_seq
            """,
            [places.map(\.hook), places.map(\.sequence), now, step])
    }

    func rescheduleRetries(of hook: HookID, to now: UTCInstant) throws {
        post(
            """
            UPDATE delivery SET next_attempt_at = ?1
            WHERE state = 0 AND NOT is_blocked AND suspicion < 3
            AND hook_key = (SELECT key FROM hook WHERE id = ?2) AND is_retry
            AND next_attempt_at > ?1 AND NOT is_claimed
            """,
            [now, hook]
        )
        changes.insert(.deliveries)
    }
}
