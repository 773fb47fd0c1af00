import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func deliveries(
        of hook: HookID,
        state: Delivery.State?,
        before last: DeliveryID?,
        limit: Int
    ) throws -> [Delivery] {
        guard let entry = try hooksByKey().first(where: { $0.hook.id == hook }) else { return [] }
        let keys = DeliveryKey.keys(ofHook: entry.key)
        return try rows(
            """
            \(Self.deliveryColumns)
            WHERE \(Self.condition(on: state)) AND delivery.key >= ? AND delivery.key < ?
            ORDER BY delivery.key DESC LIMIT ? + 0
            """,
            [keys.lowerBound, min(last?.number ?? .max, keys.upperBound), limit]
        ) { try delivery(of: hook, from: &$0) }
    }

    /// Those that are dead stand in an index of their own, which the first term of the condition names.
    private static func condition(on state: Delivery.State?) -> String {
        guard let state else { return "true" }
        return "\(state.code > 1 ? "state > 1 AND " : "")state = \(state.code)"
    }

    private static let deliveryColumns = """
        SELECT delivery.key, seq, event.id, type, state, max(next_attempt_at, event.at)
        FROM delivery JOIN event ON event.seq = event_seq
        """

    func delivery(_ id: DeliveryID) throws -> Delivery? {
        let hook = try value(
            HookID.self,
            "SELECT id FROM hook WHERE key = (SELECT hook_key FROM delivery WHERE key = ?)",
            [id.number]
        )
        guard let hook else { return nil }
        return try rows("\(Self.deliveryColumns) WHERE delivery.key = ?", [id.number]) {
            try delivery(of: hook, from: &$0)
        }.first
    }

    /// Reads the columns `delivery.key, seq, event.id, type, state` and when it is next attempted, which is never shown as
    /// earlier than the event.
    func delivery(of hook: HookID, from column: inout ColumnReader) throws -> Delivery {
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

    func nextAttempts() throws -> [HookID: UTCInstant] {
        func next(isRetry: Int) -> String {
            """
            (SELECT min(next_attempt_at) FROM delivery
            WHERE state = 0 AND is_blocked = 0 AND suspicion < 3 AND hook_key = hook.key AND is_retry = \(isRetry))
            """
        }
        let next = try rows("SELECT key, \(next(isRetry: 0)), \(next(isRetry: 1)) FROM hook") { column in
            (key: try column.next(Int64.self), instants: [try column.next(), try column.next()] as [UTCInstant?])
        }
        let instants = Dictionary(uniqueKeysWithValues: next.map { ($0.key, $0.instants.compactMap(\.self).min()) })
        return try hooksByKey().reduce(into: [:]) { result, entry in
            if entry.hook.isEnabled { result[entry.hook.id] = instants[entry.key] ?? nil }
        }
    }

    func backlog(of hook: HookID) throws -> HookBacklog {
        // Each condition names the index that holds those and no others.
        let lanes = try [
            "is_blocked = 0 AND suspicion < 3", "is_blocked = 0 AND suspicion >= 3",
            "lane IS NOT NULL AND is_blocked = 1",
        ].flatMap { condition in
            try rows(
                """
                SELECT count(*), min(delivery.key) FROM delivery
                WHERE state = 0 AND \(condition) AND hook_key = (SELECT key FROM hook WHERE id = ?)
                """,
                [hook]
            ) { column in (count: try column.next(Int.self), first: try column.next() as Int64?) }
        }
        let oldest = try lanes.compactMap(\.first).min().flatMap { key in
            try value(
                UTCInstant.self,
                "SELECT at FROM event WHERE seq = (SELECT event_seq FROM delivery WHERE key = ?)",
                [key]
            )
        }
        return HookBacklog(count: lanes.map(\.count).reduce(0, +), oldest: oldest)
    }
}
