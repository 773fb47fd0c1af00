import Recurrence
import Storage

extension PostgresTransaction {
    func deliveries(
        of hook: HookID,
        state: Delivery.State?,
        before last: DeliveryID?,
        limit: Int
    ) throws -> [Delivery] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }) else { return [] }
        let keys = DeliveryKey.keys(ofHook: entry.key)
        let end = DeliveryKey.place(of: min(last?.number ?? .max, keys.upperBound - 1))
        return try deliveries(
            where: """
                \(Self.condition(on: state)) AND hook_key = ? AND event_seq < ? ORDER BY event_seq DESC LIMIT ?
                """,
            [entry.key, last == nil ? Int64.max : end.hook < entry.key ? 0 : end.sequence, limit])
    }

    /// Those that are dead stand in an index of their own, which the first term of the condition names.
    private static func condition(on state: Delivery.State?) -> String {
        guard let state else { return "true" }
        return "\(state.code > 1 ? "state > 1 AND " : "")state = \(state.code)"
    }

    func delivery(_ id: DeliveryID) throws -> Delivery? {
        let place = DeliveryKey.place(of: id.number)
        return try deliveries(where: "hook_key = ? AND event_seq = ?", [place.hook, place.sequence]).first
    }

    /// The deliveries that a condition selects, with their attempts.
    ///
    /// When one is next attempted is never shown as earlier than the event.
    func deliveries(where condition: String, _ arguments: Arguments) throws -> [Delivery] {
        let found = try rows(
            """
            SELECT hook.id, hook_key, event_seq, event.id, type, state,
                CASE WHEN next_attempt_at IS NOT NULL THEN greatest(next_attempt_at, event.at) END
            FROM delivery JOIN event ON event.seq = event_seq JOIN hook ON hook.key = hook_key WHERE \(condition)
            """, arguments
        ) { column in
            let hook = try column.next(HookID.self)
            let (key, sequence): (Int64, Int64) = (try column.next(), try column.next())
            return Delivery(
                id: DeliveryID(number: DeliveryKey.key(hook: key, sequence: sequence)),
                hook: hook,
                eventSequence: sequence,
                eventID: EventID(try column.next()),
                eventType: EventType(rawValue: try column.next()),
                state: try column.nextCode(),
                nextAttemptAt: try column.next(),
                attempts: []
            )
        }
        let attempts = try attempts(of: found.map(\.id))
        return found.map { delivery in
            var delivery = delivery
            delivery.attempts = attempts[delivery.id] ?? []
            return delivery
        }
    }

    func nextAttempts() throws -> [HookID: UTCInstant] {
        func next(_ turn: String) -> String {
            """
            (SELECT min(next_attempt_at) FROM delivery
                WHERE state = 0 AND NOT is_blocked AND suspicion < 3 AND hook_key = hook.key AND \(turn))
            """
        }
        let next = try rows(
            """
            SELECT key, least(\(next("NOT is_retry")), \(next("is_retry"))) FROM hook
            WHERE \(HookOwner.mayClaim("hook.key", node: "?1"))
            """, [node.rawValue]
        ) { column in
            (try column.next(Int64.self), try column.next() as UTCInstant?)
        }
        let instants = Dictionary(next) { $1 }
        return try hooksByKey().reduce(into: [:]) { result, entry in
            if entry.hook.isEnabled { result[entry.hook.id] = instants[entry.key] ?? nil }
        }
    }

    func backlog(of hook: HookID) throws -> HookBacklog {
        try rows(
            """
            SELECT count(*), (SELECT at FROM event WHERE seq = min(event_seq)) FROM delivery
            WHERE state = 0 AND hook_key = (SELECT key FROM hook WHERE id = ?)
            """, [hook]
        ) { HookBacklog(count: try $0.next(), oldest: try $0.next()) }.first ?? HookBacklog(count: 0, oldest: nil)
    }
}
