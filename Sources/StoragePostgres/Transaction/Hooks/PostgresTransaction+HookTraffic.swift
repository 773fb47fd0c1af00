import Foundation
import Recurrence
import Storage

extension PostgresTransaction {
    /// How the hooks' deliveries follow each other, and which tasks they want, behind their keys.
    static let selectTraffic = """
        SELECT key, tags, priorities, filter, time_zone, ordering, rate_per_second, rate_burst, concurrency,
        retry_waits, expiry
        FROM hook
        """

    /// What their requests carry.
    static let selectHeaders = "SELECT hook_key, name, value, sealed FROM hook_header ORDER BY hook_key, position"

    static func readHeader(of hook: inout Hook, from column: inout ColumnReader) throws {
        let name = try column.next(String.self)
        let text: String? = try column.next()
        let sealed: Data? = try column.next()
        let value = text.map { HookHeader.Value.plain($0) } ?? .sealed(Array(sealed ?? Data()))
        hook.headers.append(HookHeader(name: name, value: value))
    }

    static func readTraffic(of hook: inout Hook, from column: inout ColumnReader) throws {
        hook.filter.tags = try list(try column.next())
        hook.filter.priorities = try list(try column.next()).compactMap { TaskPriority(rawValue: $0) }
        hook.filter.text = try column.next()
        hook.filter.timeZone = try column.next()
        hook.traffic.ordering = Hook.Ordering(rawValue: try column.next()) ?? .parallel
        let rate: Double? = try column.next()
        let burst: Int? = try column.next()
        hook.traffic.rateLimit = rate.map { Hook.RateLimit(perSecond: $0, burst: burst ?? 1) }
        hook.traffic.concurrency = try column.next()
        let waits: String? = try column.next()
        hook.traffic.retryWaits = try waits.map { text in
            try JSONDecoder().decode([Int64].self, from: Data(text.utf8)).map { .milliseconds($0) }
        }
        let expiry: Int64? = try column.next()
        hook.traffic.expiry = expiry.map { .milliseconds($0) }
    }

    /// Writes what `readTraffic` reads; the hook is there already.
    func saveTraffic(of hook: Hook) throws {
        let traffic = hook.traffic
        let waits = traffic.retryWaits.map { "[\($0.map { "\($0.milliseconds)" }.joined(separator: ","))]" }
        post(
            """
            UPDATE hook SET tags = ?, priorities = ?, filter = ?, time_zone = ?, ordering = ?, rate_per_second = ?,
            rate_burst = ?, concurrency = ?, retry_waits = ?, expiry = ?
            WHERE id = ?
            """,
            [
                try Self.text(hook.filter.tags), try Self.text(hook.filter.priorities.map(\.rawValue)),
                hook.filter.text, hook.filter.timeZone, traffic.ordering.rawValue, traffic.rateLimit?.perSecond,
                traffic.rateLimit?.burst, traffic.concurrency, waits, traffic.expiry?.milliseconds, hook.id,
            ]
        )
        saveHeaders(of: hook)
    }

    private func saveHeaders(of hook: Hook) {
        post("DELETE FROM hook_header WHERE hook_key = (SELECT key FROM hook WHERE id = ?)", [hook.id])
        for (position, header) in hook.headers.enumerated() {
            var (text, sealed): (String?, Data?)
            switch header.value {
            case .plain(let value): text = value
            case .sealed(let bytes): sealed = Data(bytes)
            }
            post(
                """
                INSERT INTO hook_header (hook_key, position, name, value, sealed)
                SELECT key, ?, ?, ?, ? FROM hook WHERE id = ?
                """,
                [position, header.name, text, sealed, hook.id]
            )
        }
    }

    private static func list(_ json: String) throws -> [String] {
        json == "[]" ? [] : try JSONDecoder().decode([String].self, from: Data(json.utf8))
    }

    private static func text(_ list: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
    }
}

extension Swift.Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
